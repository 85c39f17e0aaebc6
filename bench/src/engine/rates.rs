//! Costs of the engines of this machine, by which one is chosen.

use super::jobs::Jobs;
use super::own::Own;
use crate::calls::made;
use papilio_cuda::select::{CpuMedian, DeviceRates, Operation, Shape};
use papilio_cuda::{Basis, Conversion, DeviceWords, Gpu};
use papilio_field::{Modulus, prime};
use papilio_ring::BasisConverter;

/// Bits of the primes.
const PRIME_BITS: u32 = 49;
/// Primes of polynomials, and one more of what they are converted to.
const LIMBS: usize = 12;
/// Launches that are queued before a fence.
const LAUNCHES: usize = 256;

/// Medians of operations of a shape on the processor.
///
/// # Errors
/// In words: a shape that has no parameters, or a wrong result.
pub fn medians(shape: Shape, samples: usize) -> Result<Vec<CpuMedian>, String> {
    let own = Own::new(shape)?;
    let jobs = Jobs::new(&own, None)?;
    let median = |operation| {
        let rows = jobs.run(operation, 1, samples)?;
        let row = rows.first().filter(|row| row.correct).ok_or_else(|| format!("{operation} of {shape} is wrong"))?;
        let microseconds = row.microseconds.ok_or_else(|| format!("{operation} of {shape} has no time"))?;
        Ok(CpuMedian { operation, shape, microseconds })
    };
    Operation::ALL.into_iter().map(median).collect()
}

/// Rates of a device, with polynomials of a degree of which so many are side by side. On a device
/// that does not exist they are those of the host.
///
/// # Errors
/// In words: there is no memory, or the device has failed.
pub fn rates(gpu: &Gpu, degree: usize, polynomials: usize, samples: usize) -> Result<DeviceRates, String> {
    let moduli: Vec<Modulus> =
        prime::descending(PRIME_BITS, 2 * degree as u64).take(2 * LIMBS + 1).filter_map(Modulus::new).collect();
    let (from, to) = moduli.split_at(LIMBS.min(moduli.len()));
    let text = |error: papilio_cuda::BasisError| error.to_string();
    let basis = Basis::new(gpu, degree, from).map_err(text)?;
    let conversion = Conversion::new(gpu, &BasisConverter::extend(from, to)).map_err(failed)?;
    let host = vec![1; degree * LIMBS * polynomials];
    let mut x = DeviceWords::upload(gpu, &host).map_err(failed)?;
    let y = DeviceWords::upload(gpu, &host).map_err(failed)?;
    let mut converted = DeviceWords::unspecified(gpu, degree * to.len() * polynomials).map_err(failed)?;
    let one = basis.range(0..1);
    let mut short = DeviceWords::upload(gpu, &host[..degree]).map_err(failed)?;
    let short_too = DeviceWords::upload(gpu, &host[..degree]).map_err(failed)?;

    let words = host.len() as f64;
    let upload = seconds(samples, || DeviceWords::upload(gpu, &host).map(drop))?;
    let download = seconds(samples, || x.to_host().map(drop))?;
    let queued = |work: &mut dyn FnMut()| {
        let call = || {
            work();
            gpu.synchronize()
        };
        seconds(samples, call)
    };
    let sum = queued(&mut || x.add_assign(&basis, &y))?;
    let transform = queued(&mut || x.forward(&basis))?;
    let conversion = queued(&mut || converted.convert(&conversion, degree, &y, None))?;
    let launches = queued(&mut || (0..LAUNCHES).for_each(|_| short.add_assign(&one, &short_too)))?;
    Ok(DeviceRates {
        name: gpu.info().name.clone(),
        upload: 8.0 * words / upload,
        download: 8.0 * words / download,
        copy: 24.0 * words / sum,
        butterflies: words / 2.0 * f64::from(degree.ilog2()) / transform,
        products: words * to.len() as f64 / conversion,
        launch: launches * 1e6 / LAUNCHES as f64,
    })
}

fn failed(error: papilio_cuda::EngineError) -> String {
    error.to_string()
}

/// The median time of a call.
fn seconds(samples: usize, call: impl FnMut() -> Result<(), papilio_cuda::EngineError>) -> Result<f64, String> {
    let measured = made(samples, call, |()| Ok(true)).map_err(failed)?;
    Ok(measured.milliseconds / 1e3)
}
