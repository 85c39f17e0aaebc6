//! The engines of a machine, and which one computations get.

use crate::engines::{Asked, Remembered};
use crate::error::CliError;
use crate::numbers::size;
use papilio_cuda::DeviceInfo;
use papilio_cuda::select::{EngineChoice, EnginePreference, Operation, Request, Selection, Shape};
use serde_json::{Value, json};

/// The engines that were found.
pub(super) struct Engines {
    asked: Asked,
    selection: Selection,
    remembered: Remembered,
}

impl Engines {
    pub(super) fn here(option: Option<EnginePreference>) -> Result<Self, CliError> {
        let (asked, remembered) = (Asked::here(option)?, Remembered::here());
        let selection = asked.select(remembered.clone().costs())?;
        Ok(Self { asked, selection, remembered })
    }

    /// The device, or why there is none.
    fn device(&self) -> Result<&DeviceInfo, String> {
        self.selection.gpu().map(papilio_cuda::Gpu::info).map_err(|error| match error {
            papilio_cuda::EngineError::Unavailable { reason } => reason.to_string(),
            other => other.to_string(),
        })
    }

    /// Products of ciphertexts of each shape, whose operands are on a device or not, and where they
    /// are placed.
    fn choices(&self) -> impl Iterator<Item = (Request, EngineChoice)> {
        let request = |shape, resident| Request { operation: Operation::Multiply, shape, batch: 1, resident };
        let requests = Shape::TABLE.into_iter().flat_map(move |shape| [true, false].map(|resident| request(shape, resident)));
        requests.map(|request| (request, self.selection.choose(&request)))
    }

    /// The field of `info --json`.
    pub(super) fn object(&self) -> Value {
        let device = self.device();
        let choices: Vec<_> = self.choices().map(|(request, choice)| chosen(&request, &choice)).collect();
        json!({
            "preference": self.asked.preference.name(), "asked_by": self.asked.by,
            "device": device.as_ref().ok().map(|info| described(info)), "no_device": device.as_ref().err(),
            "costs": {
                "state": self.remembered.name(), "file": Remembered::place(), "reason": self.remembered.why_not(),
            },
            "choices": choices,
        })
    }

    /// The lines of `papilio info`.
    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let device = match self.device() {
            Ok(info) => line(info),
            Err(reason) => format!("none: {reason}"),
        };
        let mut lines = vec![("device", device)];
        let mut told: Option<EngineChoice> = None;
        for (request, choice) in self.choices() {
            // One line for all, where they go to one engine for one reason.
            let same = |told: &EngineChoice| told.engine == choice.engine && told.why == choice.why;
            if !told.as_ref().is_some_and(same) {
                let place = if request.resident { "on the device" } else { "with transfers" };
                lines.push(("engine", format!("{} for products of {}, {place}: {}", choice.engine, request.shape, choice.why)));
            }
            told = Some(choice);
        }
        if let [_, (_, only)] = &mut *lines {
            let why = self.choices().next().map(|(_, choice)| format!("{}: {}", choice.engine, choice.why));
            *only = why.unwrap_or_default();
        }
        lines.extend(self.asked.by.map(|by| ("asked", format!("{} by {by}", self.asked.preference))));
        lines.push(("costs", self.remembered.why_not().unwrap_or_else(|| "measured on this machine".to_owned())));
        lines
    }
}

fn line(info: &DeviceInfo) -> String {
    let ((major, minor), (driver, revision)) = (info.compute_capability, info.driver);
    let memory = size(info.memory);
    format!("{}, compute capability {major}.{minor}, {memory}, a driver for CUDA {driver}.{revision}", info.name)
}

fn described(info: &DeviceInfo) -> Value {
    let version = |(major, minor): (u32, u32)| format!("{major}.{minor}");
    json!({
        "name": info.name, "compute_capability": version(info.compute_capability), "memory_bytes": info.memory,
        "cuda": version(info.driver), "multiprocessors": info.multiprocessors, "clock_khz": info.clock_khz,
        "cache_bytes": info.cache, "bytes_per_second": info.bandwidth,
        "single_to_double_ratio": info.single_to_double_ratio,
    })
}

fn chosen(request: &Request, choice: &EngineChoice) -> Value {
    let Request { operation, shape, batch, resident } = request;
    let EngineChoice { engine, predicted, why } = choice;
    json!({
        "operation": operation.name(), "degree": shape.degree, "limbs": shape.limbs, "batch": batch, "resident": resident,
        "engine": engine.name(), "predicted_microseconds": predicted, "why": why,
    })
}
