//! The compiled contracts: what `contracts/build.mjs` writes and checks.

use crate::error::Error;
use crate::scheme::Scheme;
use revm::primitives::hex;
use serde::Deserialize;

#[derive(Deserialize)]
struct Artefact {
    name: String,
    runtime: String,
}

fn text(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::FalconEth => include_str!("../../../contracts/artefacts/FalconEth.json"),
        Scheme::MlDsaEth => include_str!("../../../contracts/artefacts/MlDsaEth.json"),
        Scheme::Falcon => include_str!("../../../contracts/artefacts/FalconNist.json"),
        Scheme::MlDsa => include_str!("../../../contracts/artefacts/MlDsaNist.json"),
    }
}

pub(crate) fn bytecode(scheme: Scheme) -> Result<Vec<u8>, Error> {
    let contract = scheme.contract();
    let failed = |reason: String| Error::Artefact { contract, reason };
    let artefact: Artefact = serde_json::from_str(text(scheme)).map_err(|e| failed(e.to_string()))?;
    if artefact.name != contract {
        return Err(failed(format!("it is that of {}", artefact.name)));
    }
    hex::decode(&artefact.runtime).map_err(|e| failed(e.to_string()))
}
