//! Operations of one shape on the processor, and on a device beside it.

use super::bound::bound;
use super::case::{Case, Outcome};
use super::ciphertexts::{self, Keys};
use super::own::Own;
use super::polynomials;
use super::rows::{Peer, Place, Row};
use super::side::Side;
use crate::ntt::protocol::middle;
use papilio_cuda::select::{Operation, Request};
use papilio_cuda::{DeviceInfo, Gpu};
use papilio_ring::engine::Cpu;
use std::time::Instant;

/// Calls are repeated for this long in a sample, in microseconds: a fence takes time as well.
const SAMPLE: f64 = 1000.0;
/// The most calls of a sample.
const MAX_CALLS: usize = 200;
/// The fewest samples of a device, which takes little time for one.
const DEVICE_SAMPLES: usize = 50;
/// Caches of a device that the operands of calls fill.
const CACHES: f64 = 3.0;
/// The most copies of operands.
pub const MAX_COPIES: usize = 512;

/// Tables and keys of a shape on an engine.
struct Prepared<E: Side> {
    engine: E,
    tables: E::Tables,
    keys: Keys<E>,
}

impl<E: Side> Prepared<E> {
    fn of(own: &Own, engine: E) -> Outcome<Self> {
        let tables = engine.tables(own.basis(), &own.converter)?;
        Ok(Self { keys: Keys::of(own, &engine)?, tables, engine })
    }

    fn case<'a>(&'a self, own: &'a Own, operation: Operation, batch: usize) -> Outcome<Box<dyn Case + 'a>> {
        if let Some(case) = polynomials::case(operation, own, (&self.engine, &self.tables), batch) {
            return Ok(case);
        }
        let case = ciphertexts::case(operation, own, (&self.engine, &self.keys), batch)?;
        case.ok_or_else(|| format!("no case of {operation}"))
    }

    /// The words of a case, whether the first result is right, and the median time of one of the
    /// batch. Calls take turns on so many copies of the operands.
    fn measured(&self, own: &Own, request: &Request, copies: usize, samples: usize) -> Outcome<Measured> {
        let copy = |_| {
            let mut case = self.case(own, request.operation, request.batch)?;
            case.load().map(|()| case)
        };
        let mut cases = (0..copies.max(1)).map(copy).collect::<Outcome<Vec<_>>>()?;
        // The first call makes tables.
        cases[0].run()?;
        let (words, right) = (cases[0].words()?, cases[0].is_right()?);
        let mut turn = 0;
        let mut next = || {
            turn = (turn + 1) % cases.len();
            cases[turn].run()
        };
        let once = self.time(&mut next, 1)?;
        let calls = ((SAMPLE / once.max(0.1)) as usize).clamp(1, MAX_CALLS);
        let mut times = (0..samples.max(1)).map(|_| self.time(&mut next, calls)).collect::<Outcome<Vec<_>>>()?;
        Ok(Measured { words, right, microseconds: middle(&mut times) / request.batch as f64 })
    }

    /// The median time of one of the batch with the copies of its operands and results.
    fn transferred(&self, own: &Own, request: &Request, samples: usize) -> Outcome<f64> {
        let case = self.case(own, request.operation, request.batch)?;
        let mut times = (0..samples.max(1)).map(|_| self.time(|| case.transferred(), 1)).collect::<Outcome<Vec<_>>>()?;
        Ok(middle(&mut times) / request.batch as f64)
    }

    /// Microseconds of a call, of which many are queued before the fence.
    fn time(&self, mut call: impl FnMut() -> Outcome<()>, calls: usize) -> Outcome<f64> {
        self.engine.fence()?;
        let start = Instant::now();
        (0..calls).try_for_each(|_| call())?;
        self.engine.fence()?;
        Ok(start.elapsed().as_secs_f64() * 1e6 / calls as f64)
    }
}

/// Copies of the operands of a request that the cache of a device does not hold: what it finds
/// there is not read from memory.
#[must_use]
pub fn copies(info: &DeviceInfo, request: &Request) -> usize {
    let bytes = request.bytes(request.work().moved).max(1.0);
    // A device that does not exist has no cache, and takes turns all the same.
    let least = if info.emulated { 2 } else { 1 };
    ((CACHES * info.cache as f64 / bytes).ceil() as usize).clamp(least, MAX_COPIES)
}

/// The outcome of a case.
struct Measured {
    words: Vec<u64>,
    right: bool,
    microseconds: f64,
}

/// Both sides of a shape.
pub struct Jobs<'a> {
    own: &'a Own,
    cpu: Prepared<Cpu>,
    gpu: Option<(Gpu, Prepared<Gpu>)>,
}

impl<'a> Jobs<'a> {
    /// The processor, and a device beside it where there is one.
    ///
    /// # Errors
    /// In words: keys or tables do not fit into the memory of the device.
    pub fn new(own: &'a Own, gpu: Option<&Gpu>) -> Result<Self, String> {
        let gpu = gpu.map(|gpu| Ok::<_, String>((gpu.clone(), Prepared::of(own, gpu.clone())?))).transpose()?;
        Ok(Self { own, cpu: Prepared::of(own, Cpu)?, gpu })
    }

    /// The rows of an operation: that of the processor, or those of the device, first with its
    /// operands there and then with their transfers. So many samples are timed, fifty or more of
    /// operands that are on a device.
    ///
    /// # Errors
    /// In words: an engine refuses the operation, or fails.
    pub fn run(&self, operation: Operation, batch: usize, samples: usize) -> Result<Vec<Row>, String> {
        let request = Request { operation, shape: self.own.shape, batch, resident: true };
        let row = |engine, arithmetic| Row::of(operation, self.own.shape, batch, engine, arithmetic);
        let host = self.cpu.measured(self.own, &request, 1, samples)?;
        let Some((gpu, side)) = &self.gpu else {
            let row = row(Place::Cpu, Cpu::arithmetic(&self.cpu.tables));
            return Ok(vec![Row { microseconds: Some(host.microseconds), correct: host.right, ..row }]);
        };
        let info = gpu.info();
        let device_samples = if info.emulated { samples } else { samples.max(DEVICE_SAMPLES) };
        let device = side.measured(self.own, &request, copies(info, &request), device_samples)?;
        let with_transfers = side.transferred(self.own, &request, samples)?;
        let correct = host.right && device.right && device.words == host.words;
        let arithmetic = Gpu::arithmetic(&side.tables);
        let place = if info.emulated { Place::Emulated } else { Place::Cuda };
        let bound = bound(info, side.tables.0.arithmetic(), &request);
        let of = |microseconds: f64, transfers: bool| {
            // Times of a device that does not exist are those of the host.
            let microseconds = Some(microseconds).filter(|_| !info.emulated);
            Row {
                microseconds,
                bound_microseconds: bound.filter(|_| !transfers),
                transfers,
                peer: Some(Peer::Own(Place::Cpu)),
                peer_microseconds: Some(host.microseconds),
                ratio: microseconds.filter(|_| correct).map(|own| host.microseconds / own),
                correct,
                ..row(place, arithmetic.clone())
            }
        };
        Ok(vec![of(device.microseconds, false), of(with_transfers, true)])
    }
}
