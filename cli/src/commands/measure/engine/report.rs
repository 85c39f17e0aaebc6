//! The report of costs that were measured.

use crate::commands::rows::nanoseconds;
use crate::numbers::size;
use papilio_cuda::EngineError;
use papilio_cuda::select::{Costs, CpuMedian, DeviceRates};
use serde_json::{Value, json};
use std::path::Path;

/// The object of `engine measure --json`.
pub(super) fn object(costs: &Costs, no_device: Option<&EngineError>, path: &Path) -> Value {
    let cpu = costs.cpu.iter().map(|CpuMedian { operation, shape, microseconds }| {
        json!({
            "operation": operation.name(), "degree": shape.degree, "limbs": shape.limbs, "special_primes": shape.special,
            "microseconds": microseconds,
        })
    });
    let device = costs.device.as_ref().map(|rates| {
        json!({
            "name": rates.name, "upload_bytes_per_second": rates.upload, "download_bytes_per_second": rates.download,
            "copy_bytes_per_second": rates.copy, "butterflies_per_second": rates.butterflies,
            "products_per_second": rates.products, "launch_microseconds": rates.launch,
        })
    });
    json!({
        "machine": costs.machine, "cpu": cpu.collect::<Vec<_>>(), "device": device,
        "no_device": no_device.map(ToString::to_string), "file": path,
    })
}

/// The lines of `papilio engine measure`.
pub(super) fn lines(costs: &Costs, no_device: Option<&EngineError>, path: &Path) -> Vec<(&'static str, String)> {
    let mut lines = vec![("machine", costs.machine.clone())];
    lines.extend(costs.cpu.iter().map(|CpuMedian { operation, shape, microseconds }| {
        ("cpu", format!("{operation} of {shape}: {}", nanoseconds(microseconds * 1e3)))
    }));
    lines.extend(costs.device.iter().flat_map(device));
    lines.extend(no_device.map(|error| ("device", format!("not measured: {error}"))));
    lines.push(("remembered", path.display().to_string()));
    lines
}

fn device(rates: &DeviceRates) -> Vec<(&'static str, String)> {
    let bytes = |rate: f64| format!("{} a second", size(rate as u64));
    [
        rates.name.clone(),
        format!("from the host {}, to it {}", bytes(rates.upload), bytes(rates.download)),
        format!("in its memory {}", bytes(rates.copy)),
        format!("{:.3e} butterflies and {:.3e} products in sums a second", rates.butterflies, rates.products),
        format!("a launch in {}", nanoseconds(rates.launch * 1e3)),
    ]
    .map(|line| ("device", line))
    .to_vec()
}
