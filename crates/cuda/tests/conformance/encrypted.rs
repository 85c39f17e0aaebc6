//! The transform across ciphertexts of a scheme: their words, their noise, and why it ends.

use super::gpu;
#[cfg(feature = "emulate")]
use papilio_cuda::{Emulation, EngineError};
use papilio_cuda::{Gpu, Stages};
use papilio_fhe::Parameters;
use papilio_fhe::bfv::{Bfv, Ciphertext, SecretKey};
use papilio_fhe::codec::Object;
use papilio_field::fields::P32;
use papilio_field::{Field, FieldRing};
use papilio_hntt::columns::{Encrypted, EncryptedError};
use papilio_hntt::cost::Cost;
use papilio_hntt::{Canceled, Design, LayoutChoice, Problem, Request, design};
use std::sync::Mutex;

/// A transform of 16 columns, and one of four columns to 16.
fn cases() -> [(Design, Bfv<P32>); 2] {
    [0, 2].map(|log_blowup| {
        let problem = Problem { log_blowup, ..Problem::forward(16).expect("columns") };
        let request = Request { layout: LayoutChoice::Columns, ..Request::new(problem, 1024) };
        let (design, _) = design(&FieldRing::<P32>::new(), &request, &Cost::here()).expect("a design");
        let bfv = Bfv::new(Parameters::new(design.literal.clone()).expect("parameters")).expect("a scheme");
        (design, bfv)
    })
}

fn inputs((design, bfv): &(Design, Bfv<P32>)) -> Vec<Ciphertext> {
    let mut rng = crate::seed::generator(7);
    let secret = SecretKey::generate(bfv, &mut rng);
    let count = design.recipe.problem.inputs();
    let mut encrypted = |_| {
        let values: Vec<P32> = (0..bfv.parameters().degree()).map(|_| P32::random(&mut rng)).collect();
        bfv.encrypt_secret(&secret, &bfv.encode_coefficients(&values).expect("values"), &mut rng).expect("a key")
    };
    (0..count).map(&mut encrypted).collect()
}

fn on<'a>(gpu: &Gpu, (design, bfv): &'a (Design, Bfv<P32>)) -> Result<Encrypted<'a, P32, Stages>, EncryptedError> {
    Encrypted::with(bfv, design, |program| Stages::new(gpu, program))
}

/// The first transform on a device, whose ciphertexts are compared.
#[cfg(all(feature = "emulate", target_os = "linux"))]
pub(super) fn transform_on(gpu: &Gpu) -> Result<(), EncryptedError> {
    let [case, _] = cases();
    let inputs = inputs(&case);
    let found = on(gpu, &case)?.transform(&inputs, &mut |_| true)?;
    let expected = Encrypted::new(&case.1, &case.0)?.transform(&inputs, &mut |_| true)?;
    let bytes = |outputs: &[Ciphertext]| outputs.iter().map(|output| output.to_bytes(&case.1)).collect::<Vec<_>>();
    assert!(bytes(&found) == bytes(&expected));
    Ok(())
}

#[test]
fn ciphertexts_have_the_bytes_of_the_cpu() {
    for case in cases() {
        let (gpu, (design, bfv), inputs) = (gpu(), &case, inputs(&case));
        let expected = Encrypted::new(bfv, design).expect("a design").transform(&inputs, &mut |_| true).expect("inputs");
        let told = Mutex::new(Vec::new());
        let mut progress = |done: f64| {
            told.lock().expect("no panic").push(done);
            true
        };
        let found = on(&gpu, &case).expect("tables").transform(&inputs, &mut progress).expect("a device");
        assert_eq!((found.len(), expected.len()), (16, 16));
        for (found, expected) in found.iter().zip(&expected) {
            // Noise and key are part of them.
            assert!(found.to_bytes(bfv) == expected.to_bytes(bfv));
        }
        let told = told.into_inner().expect("no panic");
        assert!(told.is_sorted() && told[0] < 1.0 && told.last() == Some(&1.0), "{told:?}");
    }
}

#[test]
fn ciphertexts_are_refused_and_work_is_ended_as_on_the_cpu() {
    let [case, _] = cases();
    let (gpu, inputs) = (gpu(), inputs(&case));
    let encrypted = on(&gpu, &case).expect("tables");
    let count = encrypted.transform(&inputs[1..], &mut |_| true);
    assert_eq!(count.err(), Some(EncryptedError::Count { given: 15, expected: 16 }));
    assert_eq!(encrypted.transform(&inputs, &mut |done| done < 0.5).err(), Some(EncryptedError::Canceled(Canceled)));
    gpu.synchronize().expect("an end is no failure");
    assert_eq!(encrypted.transform(&inputs, &mut |_| true).expect("a device").len(), 16);
}

/// Devices that are too small for the tables or for a window, and one that is lost.
#[cfg(feature = "emulate")]
#[test]
fn failures_of_the_device_are_told() {
    let [case, _] = cases();
    let inputs = inputs(&case);
    let device = |emulation: Emulation| on(&Gpu::emulated(emulation), &case)?.transform(&inputs, &mut |_| true);
    let of_memory = |memory: u64| device(Emulation { memory, ..Emulation::default() });
    let (mut none, mut enough) = (0, 1 << 26);
    let bytes = |outputs: &[Ciphertext]| outputs.iter().flat_map(|output| output.to_bytes(&case.1)).collect::<Vec<_>>();
    let expected = bytes(&of_memory(enough).expect("memory for windows"));
    // Windows that do not overlap: the host has no memory that the device copies from.
    let apart = device(Emulation { pinned: 0, ..Emulation::default() }).expect("memory of the device");
    assert!(bytes(&apart) == expected);
    // To the least memory that will do, 4 kilobytes more or less: with less of it windows are
    // narrower, and then there are none.
    while enough - none > 1 << 12 {
        let memory = (none + enough) / 2;
        match of_memory(memory) {
            Ok(outputs) if bytes(&outputs) == expected => enough = memory,
            Ok(_) => panic!("{memory} bytes: other ciphertexts"),
            Err(EncryptedError::Engine(EngineError::OutOfMemory { .. })) => none = memory,
            Err(error) => panic!("{memory} bytes: {error}"),
        }
    }
    let lost = device(Emulation { lost_within: Some(20), ..Emulation::default() });
    assert!(
        matches!(lost, Err(EncryptedError::Engine(EngineError::Device { code: 999, .. } | EngineError::Poisoned { .. }))),
        "{lost:?}"
    );
}
