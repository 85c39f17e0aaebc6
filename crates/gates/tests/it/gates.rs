//! Truth tables, and the noise of gates.

use chacha20::ChaCha20Rng;
use papilio_gates::{BinaryGate, EvaluationKey, Evaluator, Gate, Parameters, SecretKey};
use rand_core::SeedableRng;

#[test]
fn first() {
    for (name, parameters) in [
        ("default", Parameters::default_128()),
        ("failure", Parameters::failure_128()),
        ("tfhe", Parameters::tfhe_lib()),
        ("rs", Parameters::tfhe_rs_default()),
    ] {
        let mut rng = ChaCha20Rng::from_seed([1; 32]);
        let secret = SecretKey::generate(&parameters, &mut rng);
        let t = std::time::Instant::now();
        let key = EvaluationKey::generate(&secret, &mut rng);
        let t1 = t.elapsed();
        let evaluator = Evaluator::new(&key);
        let t2 = t.elapsed() - t1;
        let noise = parameters.noise();
        println!(
            "{name} keygen {t1:?} prepare {t2:?} {:?} failure {} security {} key {} prepared {} + {}",
            noise,
            noise.log2_failure(),
            parameters.security_bits(),
            parameters.seeded_bytes(),
            parameters.prepared_bootstrapping_bytes(),
            parameters.prepared_key_switch_bytes()
        );
        let mut sum = 0.0;
        let mut count = 0;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let t = std::time::Instant::now();
        let mut least = 1e9f64;
        for a in [false, true] {
            for b in [false, true] {
                let (x, y) = (secret.encrypt(a, &mut rng), secret.encrypt(b, &mut rng));
                assert_eq!(secret.decrypt(&x).unwrap(), a);
                for gate in BinaryGate::ALL {
                    let t = std::time::Instant::now();
                    let z = pool.install(|| evaluator.binary(gate, &x, &y)).unwrap();
                    least = least.min(t.elapsed().as_secs_f64());
                    assert_eq!(secret.decrypt(&z).unwrap(), gate.of(a, b), "{gate} {a} {b}");
                    sum += secret.error_of(&z, gate.of(a, b)).unwrap().powi(2);
                    count += 1;
                }
                for c in [false, true] {
                    let z = secret.encrypt(c, &mut rng);
                    assert_eq!(secret.decrypt(&evaluator.mux(&x, &y, &z).unwrap()).unwrap(), if a { b } else { c });
                }
            }
        }
        println!(
            "{:?} a gate, least {least}; deviation 2^{} predicted 2^{}",
            t.elapsed() / 40,
            (sum / count as f64).sqrt().log2(),
            noise.gate().sqrt().log2()
        );
        let x: Vec<_> = (0..64).map(|i| secret.encrypt(i % 3 == 0, &mut rng)).collect();
        let gates: Vec<_> = (0..32).map(|i| Gate::Binary(BinaryGate::Nand, &x[2 * i], &x[2 * i + 1])).collect();
        for _ in 0..2 {
            let t = std::time::Instant::now();
            let out = pool.install(|| evaluator.evaluate(&gates)).unwrap();
            println!("{:?} a gate of eight", t.elapsed() / 32);
            let mut sum = 0.0;
            for (i, z) in out.iter().enumerate() {
                sum += secret.error_of(z, !((2 * i) % 3 == 0 && (2 * i + 1) % 3 == 0)).unwrap().powi(2);
            }
            println!("deviation 2^{}", (sum / 32.0).sqrt().log2());
        }
    }
}
