//! A peer of `papilio bench gates`: the gates of the module `boolean` of TFHE-rs.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::time::Instant;
use tfhe::boolean::parameters::{
    BooleanParameters, DEFAULT_PARAMETERS, DEFAULT_PARAMETERS_KS_PBS, PARAMETERS_ERROR_PROB_2_POW_MINUS_165,
    PARAMETERS_ERROR_PROB_2_POW_MINUS_165_KS_PBS, TFHE_LIB_PARAMETERS,
};
use tfhe::boolean::prelude::{BinaryBooleanGates, Ciphertext, ClientKey, ServerKey};
use tfhe::boolean::server_key::CompressedServerKey;

const SETS: [(&str, BooleanParameters); 5] = [
    ("TFHE_LIB_PARAMETERS", TFHE_LIB_PARAMETERS),
    ("DEFAULT_PARAMETERS", DEFAULT_PARAMETERS),
    ("DEFAULT_PARAMETERS_KS_PBS", DEFAULT_PARAMETERS_KS_PBS),
    ("PARAMETERS_ERROR_PROB_2_POW_MINUS_165", PARAMETERS_ERROR_PROB_2_POW_MINUS_165),
    ("PARAMETERS_ERROR_PROB_2_POW_MINUS_165_KS_PBS", PARAMETERS_ERROR_PROB_2_POW_MINUS_165_KS_PBS),
];

#[derive(Deserialize)]
struct Request {
    sets: Vec<String>,
    gates: usize,
    multiplexers: bool,
    threads: usize,
    samples: usize,
}

#[derive(Serialize)]
struct Answer {
    peer: String,
    milliseconds: f64,
    key_bytes: usize,
    correct: bool,
}

#[derive(Serialize)]
struct Failure {
    error: String,
}

/// Keys of a set, made once.
struct Keys {
    client: ClientKey,
    server: ServerKey,
    bytes: usize,
}

impl Keys {
    fn new(parameters: &BooleanParameters) -> Result<Self, String> {
        let client = ClientKey::new(parameters);
        let compressed = CompressedServerKey::new(&client);
        let bytes = bincode::serialized_size(&compressed).map_err(|e| e.to_string())? as usize;
        Ok(Self { server: compressed.decompress(), client, bytes })
    }

    /// The median time of a gate in milliseconds, and whether all bits were right.
    fn measure(&self, request: &Request, pool: &rayon::ThreadPool) -> (f64, bool) {
        let (mut times, mut correct) = (Vec::new(), true);
        for sample in 0..request.samples.max(1) {
            let bits: Vec<[bool; 3]> = (0..request.gates).map(|i| [1, 2, 4].map(|bit| (sample + 3 * i) & bit != 0)).collect();
            let inputs: Vec<[Ciphertext; 3]> = bits.iter().map(|bits| bits.map(|bit| self.client.encrypt(bit))).collect();
            let gate = |[a, b, c]: &[Ciphertext; 3]| {
                if request.multiplexers { self.server.mux(a, b, c) } else { self.server.nand(a, b) }
            };
            let start = Instant::now();
            let outputs: Vec<Ciphertext> = if request.threads > 1 {
                pool.install(|| inputs.par_iter().map(gate).collect())
            } else {
                inputs.iter().map(gate).collect()
            };
            times.push(start.elapsed().as_secs_f64() * 1e3 / request.gates as f64);
            for (output, [a, b, c]) in outputs.iter().zip(bits) {
                let expected = if request.multiplexers { if a { b } else { c } } else { !(a & b) };
                correct &= self.client.decrypt(output) == expected;
            }
        }
        times.sort_by(f64::total_cmp);
        (times[times.len() / 2], correct)
    }
}

/// The fastest of the sets.
fn answer(request: &Request, keys: &mut BTreeMap<String, Keys>) -> Result<Answer, String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(request.threads).build().map_err(|e| e.to_string())?;
    let mut best: Option<Answer> = None;
    for name in &request.sets {
        if !keys.contains_key(name) {
            let (_, parameters) = SETS.iter().find(|(set, _)| set == name).ok_or_else(|| format!("no set {name}"))?;
            keys.insert(name.clone(), Keys::new(parameters)?);
        }
        let keys = &keys[name];
        let (milliseconds, correct) = keys.measure(request, &pool);
        if best.as_ref().is_none_or(|best| milliseconds < best.milliseconds) {
            best = Some(Answer { peer: format!("tfhe 1.8.2, {name}"), milliseconds, key_bytes: keys.bytes, correct });
        }
    }
    best.ok_or_else(|| "no sets".to_owned())
}

fn main() -> std::io::Result<()> {
    let mut keys = BTreeMap::new();
    let mut out = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let request = serde_json::from_str::<Request>(&line?).map_err(|e| e.to_string());
        let text = match request.and_then(|request| answer(&request, &mut keys)) {
            Ok(answer) => serde_json::to_string(&answer)?,
            Err(error) => serde_json::to_string(&Failure { error })?,
        };
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    Ok(())
}
