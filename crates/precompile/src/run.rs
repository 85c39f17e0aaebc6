//! A call: validation to its end, and the computation.

use crate::header::{Form, Header, Kind};
use crate::registry::Entry;
use crate::ring::{Complex, Limbs, Modular, Module, Pairs, Ring, Word32, Word64, Word128};
use crate::squares::Squares;
use crate::transform::{self, Tree};
use crate::{Error, Operation, root};
use alloc::vec::Vec;

/// The output of a call.
pub(crate) fn output(operation: Operation, input: &[u8]) -> Result<Vec<u8>, Error> {
    let header = Header::parse(operation.vectors(), input)?;
    let call = Call { operation, header: &header, input };
    if let Some(output) = call.by_registry() {
        return output;
    }
    match header.modulus.bits() {
        0..=32 => call.over::<Word32>(),
        33..=64 => call.over::<Word64>(),
        65..=128 => call.over::<Word128>(),
        _ => call.over::<Limbs>(),
    }
}

/// Steps 1 to 9 of validation.
pub(crate) fn header(operation: Operation, input: &[u8]) -> Result<Header, Error> {
    let header = Header::parse(operation.vectors(), input)?;
    let call = Call { operation, header: &header, input };
    match header.modulus.bits() {
        0..=32 => call.roots::<Word32>().map(drop),
        33..=64 => call.roots::<Word64>().map(drop),
        65..=128 => call.roots::<Word128>().map(drop),
        _ => call.roots::<Limbs>().map(drop),
    }?;
    header.check_length(input)?;
    Ok(header)
}

/// The root of unity and the ring, each as far as an operation needs it.
enum Roots<M: Modular> {
    /// Nothing.
    Unused(M),
    /// The least one, which is looked for once all else is sound.
    Least(M, u64),
    Plain(M, Squares<M>),
    Complex(Complex<M>, Squares<Complex<M>>),
}

/// An operation and its input, with a header that is sound.
struct Call<'a> {
    operation: Operation,
    header: &'a Header,
    input: &'a [u8],
}

impl Call<'_> {
    /// The result by tables and kernels, if there are any for the call. Sums are bytes moved, which
    /// no kernel speeds up.
    fn by_registry(&self) -> Option<Result<Vec<u8>, Error>> {
        let plan = Entry::of(self.header).filter(|_| self.operation != Operation::Add)?.plan()?;
        let compute = |values: &mut Vec<u32>| match self.operation {
            Operation::Forward => plan.forward(values),
            Operation::Inverse => plan.inverse(values),
            _ => {
                let (a, b) = values.split_at_mut(self.header.n);
                plan.kernel().multiply(plan.modulus(), a, b);
                values.truncate(self.header.n);
            }
        };
        Some(self.in_place(&Word32::additive(&self.header.modulus), compute))
    }

    fn over<M: Modular>(&self) -> Result<Vec<u8>, Error> {
        match self.roots::<M>()? {
            Roots::Unused(ring) if self.operation == Operation::Add => self.combine(&ring, |[a], [b]| [Ring::add(&ring, a, b)]),
            Roots::Unused(ring) => self.combine(&ring, |[a], [b]| [Ring::mul(&ring, a, ring.enter(b))]),
            Roots::Least(ring, q) => self.by_least(&ring, q),
            Roots::Plain(ring, squares) => self.plain(&ring, &squares),
            Roots::Complex(ring, squares) => self.complex(&ring, &squares),
        }
    }

    /// Steps 7 and 8.
    fn roots<M: Modular>(&self) -> Result<Roots<M>, Error> {
        let Self { header, operation, .. } = *self;
        if operation == Operation::Add {
            return Ok(Roots::Unused(M::additive(&header.modulus)));
        }
        let ring = M::new(&header.modulus);
        if !header.uses_root(operation) {
            return Ok(Roots::Unused(ring));
        }
        match (header.form, header.kind) {
            (Form::Short, _) => {
                let q = header.modulus.words()[0];
                if q % (2 * header.n as u64) == 1 { Ok(Roots::Least(ring, q)) } else { Err(Error::Congruence) }
            }
            (Form::Extended, Kind::Complex) => {
                root::complex(&ring, header).map(|squares| Roots::Complex(Complex(ring), squares)).ok_or(Error::Root)
            }
            (Form::Extended, _) => root::plain(&ring, header).map(|squares| Roots::Plain(ring, squares)).ok_or(Error::Root),
        }
    }

    /// Steps 9 and 10, and a computation that leaves the elements of one vector.
    fn in_place<M: Modular>(&self, ring: &M, compute: impl FnOnce(&mut Vec<M::Residue>)) -> Result<Vec<u8>, Error> {
        let mut values = self.elements(ring)?;
        compute(&mut values);
        Ok(M::encode(&values, self.header.width))
    }

    fn elements<M: Modular>(&self, ring: &M) -> Result<Vec<M::Residue>, Error> {
        self.header.check_length(self.input)?;
        ring.decode(&self.input[self.header.len()..], self.header.width).map_err(Error::Coefficient)
    }

    /// Steps 9 and 10, and a computation on groups of elements of both vectors.
    #[inline(always)]
    fn combine<M: Modular, const G: usize>(
        &self,
        ring: &M,
        group: impl FnMut([M::Residue; G], [M::Residue; G]) -> [M::Residue; G],
    ) -> Result<Vec<u8>, Error> {
        self.header.check_length(self.input)?;
        let body = &self.input[self.header.len()..];
        ring.combine(body.split_at(body.len() / 2).into(), self.header.width, group).map_err(Error::Coefficient)
    }

    /// Step 11, and the transform.
    fn by_least<M: Modular>(&self, ring: &M, q: u64) -> Result<Vec<u8>, Error> {
        let mut values = self.elements(ring)?;
        if !root::is_prime(q) {
            return Err(Error::NotPrime);
        }
        // A prime that is 1 modulo 2n has such roots.
        let squares = root::least(ring, q, self.header.n).ok_or(Error::Congruence)?;
        self.transform(ring, &squares, Tree::Negacyclic, &mut values);
        Ok(M::encode(&values, self.header.width))
    }

    fn plain<M: Modular>(&self, ring: &M, squares: &Squares<M>) -> Result<Vec<u8>, Error> {
        match self.header.kind {
            Kind::Negacyclic => self.in_place(ring, |values| self.transform(ring, squares, Tree::Negacyclic, values)),
            Kind::Cyclic => self.in_place(ring, |values| self.transform(ring, squares, Tree::Cyclic, values)),
            _ if self.operation == Operation::Multiply => self.multiply_pairs(ring, squares),
            _ => self.in_place(ring, |values| {
                self.transform(&Pairs(*ring), squares, Tree::Negacyclic, values.as_chunks_mut::<2>().0);
            }),
        }
    }

    fn complex<M: Modular>(&self, ring: &Complex<M>, squares: &Squares<Complex<M>>) -> Result<Vec<u8>, Error> {
        if self.operation == Operation::Multiply {
            return self.combine(&ring.0, |a, b| ring.multiply(a, b));
        }
        self.in_place(&ring.0, |values| self.transform(ring, squares, Tree::Complex, values.as_chunks_mut::<2>().0))
    }

    fn transform<M: Module>(&self, module: &M, squares: &Squares<M::Factors>, tree: Tree, values: &mut [M::Value]) {
        let ring = module.factors();
        match self.operation {
            Operation::Inverse => {
                let factors = transform::factors(ring, &squares.inverse(ring), tree, values.len());
                transform::inverse(module, &factors, values);
            }
            _ => transform::forward(module, &transform::factors(ring, squares, tree, values.len()), values),
        }
    }

    /// Pair `i` modulo `X² − ζ^(2·brv(i) + 1)`; the power at an odd place is the opposite of the
    /// one before it. A single pair has `ζ` itself.
    fn multiply_pairs<M: Modular>(&self, ring: &M, squares: &Squares<M>) -> Result<Vec<u8>, Error> {
        self.header.check_length(self.input)?;
        let pairs = self.header.n / 2;
        let halves = transform::odd_powers(ring, squares.power(0), squares, pairs);
        let single = (pairs == 1).then(|| squares.power(0));
        let mut gammas = halves.iter().flat_map(|&gamma| [gamma, ring.neg(gamma)]);
        self.combine(ring, |a, b| {
            let gamma = single.or_else(|| gammas.next()).unwrap_or_default();
            Pairs(*ring).multiply(a, b, gamma)
        })
    }
}
