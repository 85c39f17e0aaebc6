//! The precompiles in revm.

#[cfg(feature = "experimental")]
use crate::experimental;
use crate::{DEFAULT_BASE, Operation};
use revm::context::{Cfg, ContextTr};
use revm::handler::{EthPrecompiles, PrecompileProvider, precompile_output_to_interpreter_result};
use revm::interpreter::{CallInputs, InterpreterResult};
use revm::precompile::{PrecompileHalt, PrecompileOutput};
use revm::primitives::hardfork::SpecId;
use revm::primitives::{Address, AddressSet};
use std::string::{String, ToString};
use std::vec::Vec;

/// Ethereum's precompiles and those of the transform.
///
/// A call whose gas does not cover the price halts before anything is computed. One that fails
/// takes all its gas and returns no data. Where the base makes addresses coincide, it is the
/// transform that answers.
#[derive(Clone, Debug)]
pub struct NttPrecompiles {
    inner: EthPrecompiles,
    base: u64,
    /// All addresses: a transaction begins with them warm.
    warm: AddressSet,
    #[cfg(feature = "experimental")]
    experimental: bool,
}

/// The precompile at an address.
#[derive(Clone, Copy)]
enum Precompile {
    Ntt(Operation),
    #[cfg(feature = "experimental")]
    Experimental(experimental::Operation),
}

impl Precompile {
    fn gas(self, input: &[u8]) -> u64 {
        match self {
            Self::Ntt(operation) => crate::gas(operation, input),
            #[cfg(feature = "experimental")]
            Self::Experimental(operation) => experimental::gas(operation, input),
        }
    }

    fn run(self, input: &[u8]) -> Result<Vec<u8>, crate::Error> {
        match self {
            Self::Ntt(operation) => crate::run(operation, input),
            #[cfg(feature = "experimental")]
            Self::Experimental(operation) => experimental::run(operation, input),
        }
    }
}

impl NttPrecompiles {
    /// The precompiles of a fork, and the four operations from [`DEFAULT_BASE`] on.
    #[must_use]
    pub fn new(spec: SpecId) -> Self {
        Self::with_base(spec, DEFAULT_BASE)
    }

    /// The precompiles of a fork, and the four operations from the address `base` on.
    #[must_use]
    pub fn with_base(spec: SpecId, base: u64) -> Self {
        crate::prepare();
        let mut all = Self {
            inner: EthPrecompiles::new(spec),
            base,
            warm: AddressSet::default(),
            #[cfg(feature = "experimental")]
            experimental: false,
        };
        all.warm();
        all
    }

    /// With the operations of [`experimental`] behind the four.
    #[cfg(feature = "experimental")]
    #[must_use]
    pub fn and_experimental(mut self) -> Self {
        self.experimental = true;
        self.warm();
        self
    }

    /// The address of the first operation.
    #[must_use]
    pub fn base(&self) -> u64 {
        self.base
    }

    fn warm(&mut self) {
        self.warm.clone_from(self.inner.warm_addresses());
        let last = if self.has_experimental() { 8 } else { 4 };
        let addresses = (0..last).filter_map(|offset| self.base.checked_add(offset));
        self.warm.extend(addresses.map(|address| Address::left_padding_from(&address.to_be_bytes())));
    }

    fn has_experimental(&self) -> bool {
        #[cfg(feature = "experimental")]
        return self.experimental;
        #[cfg(not(feature = "experimental"))]
        false
    }

    fn at(&self, address: &Address) -> Option<Precompile> {
        let (high, low) = address.split_last_chunk::<8>()?;
        let offset = u64::from_be_bytes(*low).checked_sub(self.base).filter(|_| high.iter().all(|&byte| byte == 0))?;
        if let Some(&operation) = Operation::ALL.iter().find(|operation| operation.address_offset() == offset) {
            return Some(Precompile::Ntt(operation));
        }
        #[cfg(feature = "experimental")]
        if self.experimental {
            let mut all = experimental::Operation::ALL.into_iter();
            return all.find(|operation| operation.address_offset() == offset).map(Precompile::Experimental);
        }
        None
    }
}

impl<CTX: ContextTr<Cfg: Cfg<Spec = SpecId>>> PrecompileProvider<CTX> for NttPrecompiles {
    type Output = InterpreterResult;

    fn set_spec(&mut self, spec: SpecId) -> bool {
        let changed = PrecompileProvider::<CTX>::set_spec(&mut self.inner, spec);
        if changed {
            self.warm();
        }
        changed
    }

    fn run(&mut self, context: &mut CTX, inputs: &CallInputs) -> Result<Option<InterpreterResult>, String> {
        let Some(precompile) = self.at(&inputs.bytecode_address) else {
            return PrecompileProvider::<CTX>::run(&mut self.inner, context, inputs);
        };
        let input = inputs.input.as_bytes(context);
        let price = precompile.gas(&input);
        let output = if price > inputs.gas_limit {
            PrecompileOutput::halt(PrecompileHalt::OutOfGas, inputs.reservoir)
        } else {
            match precompile.run(&input) {
                Ok(bytes) => PrecompileOutput::new(price, bytes.into(), inputs.reservoir),
                Err(error) => PrecompileOutput::halt(PrecompileHalt::other(error.to_string()), inputs.reservoir),
            }
        };
        Ok(Some(precompile_output_to_interpreter_result(output, inputs.gas_limit)))
    }

    fn warm_addresses(&self) -> &AddressSet {
        &self.warm
    }
}
