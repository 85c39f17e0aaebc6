//! The compiled contracts, which `contracts/build.mjs` writes and checks. The folder `artifacts` of
//! this crate is a link to theirs.

use crate::error::Error;
use crate::scheme::Scheme;
use revm::primitives::hex;
use serde::Deserialize;

#[derive(Deserialize)]
struct Artifact {
    name: String,
    runtime: String,
}

fn text(scheme: Scheme) -> &'static str {
    match scheme {
        Scheme::FalconEth => include_str!("../artifacts/FalconEth.json"),
        Scheme::MlDsaEth => include_str!("../artifacts/MlDsaEth.json"),
        Scheme::Falcon => include_str!("../artifacts/FalconNist.json"),
        Scheme::MlDsa => include_str!("../artifacts/MlDsaNist.json"),
        Scheme::MlDsaEthText => include_str!("../artifacts/MlDsaEthText.json"),
        Scheme::MlDsaText => include_str!("../artifacts/MlDsaNistText.json"),
    }
}

impl Scheme {
    /// The runtime bytecode of the contract.
    ///
    /// # Errors
    /// An artifact that is not as the build writes it.
    pub fn bytecode(self) -> Result<Vec<u8>, Error> {
        let contract = self.contract();
        let failed = |reason: String| Error::Artifact { contract, reason };
        let artifact: Artifact = serde_json::from_str(text(self)).map_err(|e| failed(e.to_string()))?;
        if artifact.name != contract {
            return Err(failed(format!("it is that of {}", artifact.name)));
        }
        hex::decode(&artifact.runtime).map_err(|e| failed(e.to_string()))
    }
}
