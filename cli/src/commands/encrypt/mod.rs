//! `papilio encrypt`: a witness as encrypted columns.

pub(super) mod args;
mod report;
mod slots;

use crate::columns::encoder::{Encoder, pack};
use crate::columns::encryptor::{Encryptor, Key};
use crate::error::CliError;
use crate::files::input::at_most_one_stream;
use crate::files::keys::KeyFile;
use crate::files::{Header, Kind, Output};
use crate::plaintexts::{Element, Plaintexts, over_plaintexts};
use crate::stdout::Format;
use crate::witness;
use args::Encrypt;
use papilio_fhe::bfv::Bfv;
use papilio_hntt::KeyKind;
use report::{Encryption, refuse_public};
use std::path::Path;
use std::time::Instant;

pub(crate) fn encrypt(args: &Encrypt, format: Format) -> Result<(), CliError> {
    let inputs: Vec<&Path> = core::iter::once(args.key.as_path()).chain(args.witness.files()).collect();
    at_most_one_stream(inputs.iter().copied())?;
    let output = Output::admit(&args.output, &inputs, args.replace.replacement())?;
    if let Some(Kind::SlotSecretKey | Kind::SlotPublicKey) = Kind::said_by(&args.key)? {
        return slots::encrypt(args, &output, format);
    }
    let file = KeyFile::open(&args.key, &[Kind::SecretKey, Kind::PublicKey])?;
    over_plaintexts!(Plaintexts::named(&args.key, &file.header.design.field)?, F, t => {
        let (bfv, key) = if file.kind == Kind::SecretKey {
            let (bfv, key) = file.secret::<F>(t)?;
            (bfv, Key::Secret(key))
        } else {
            let (bfv, key) = file.public::<F>(t)?;
            if !file.header.design.takes_public_key(t) {
                return Err(refuse_public(&args.key, file.header.design.budget_after(t, KeyKind::Public)));
            }
            (bfv, Key::Public(Box::new(key)))
        };
        encrypt_under::<F>(t, args, &output, &file.header, (&bfv, &key), format)
    })
}

fn encrypt_under<F: Element>(
    t: &F::Ring,
    args: &Encrypt,
    output: &Output,
    header: &Header,
    (bfv, key): (&Bfv<F>, &Key),
    format: Format,
) -> Result<(), CliError> {
    let entries = witness::read::<F>(t, &args.witness)?;
    let start = Instant::now();
    let design = &header.design;
    let packed = pack(t, design, &entries)?;
    let encoder = Encoder::new(design, bfv)?;
    let encryptor = Encryptor { bfv, encoder: &encoder, key, packed, values: design.values() };
    let header = Header { entries: entries.len() as u64, seeded: matches!(key, Key::Secret(_)), ..header.clone() };
    let bytes = encryptor.encrypt_to_file(output, &header)?;
    let encryption = Encryption {
        output: &args.output,
        entries: entries.len(),
        ciphertexts: design.recipe.problem.inputs(),
        bytes,
        seconds: start.elapsed().as_secs_f64(),
        seeded: header.seeded,
    };
    encryption.of_columns(format)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Force, LayoutName, Shape, WitnessArgs};
    use crate::columns::planning::plan;
    use crate::files::Sealed;
    use crate::files::keys::{key_id, write_public};
    use crate::randomness::system_rng;
    use papilio_fhe::bfv::{PublicKey, SecretKey};
    use papilio_field::FieldRing;
    use papilio_field::fields::P32;
    use papilio_hntt::Design;
    use std::path::PathBuf;

    /// Plans of which some have no room for the noise of a public key.
    fn tight() -> Design {
        let shapes = [vec![2, 4], vec![8], vec![4, 4], vec![2, 2, 4], vec![32], vec![4, 8], vec![2, 32], vec![64]];
        let design = |recipe: &Vec<usize>| {
            let entries = recipe.iter().product::<usize>().pow(2);
            let shape = Shape { recipe: Some(recipe.clone()), ..Shape::plain(LayoutName::Columns) };
            plan::<P32>(&FieldRing::new(), &shape, entries).expect("a plan").best
        };
        let designs: Vec<Design> = shapes.iter().map(design).collect();
        designs.into_iter().find(|design| !design.takes_public_key(&FieldRing::<P32>::new())).expect("a plan without room")
    }

    #[test]
    fn a_public_key_whose_noise_the_plan_has_no_room_for_is_refused() {
        let (folder, design) = (tempfile::tempdir().expect("a folder"), tight());
        let at = |name: &str| folder.path().join(name);
        let bfv = Bfv::<P32>::new(design.check(&FieldRing::<P32>::new()).expect("valid")).expect("a scheme");
        let mut rng = system_rng().expect("randomness");
        let secret = SecretKey::generate(&bfv, &mut rng);
        let public = PublicKey::generate(&bfv, &secret, &mut rng).expect("a public key");
        write_public(&Output::new(at("public.key")), &design, &bfv, key_id(&secret), &public)
            .and_then(Sealed::persist)
            .expect("written");
        let witness = WitnessArgs { witness: None::<PathBuf>, r1cs: None, random: Some(4), levels: None, seed: 1 };
        let args = Encrypt { key: at("public.key"), witness, output: at("out"), replace: Force { force: false } };
        let error = encrypt(&args, Format::Json).expect_err("refused");
        assert_eq!(error.exit_code(), 4);
        let text = error.to_string();
        assert!(
            ["public.key", "bits of noise budget", "keygen --public-key"].iter().all(|words| text.contains(words)),
            "{text}"
        );
        assert!(!at("out").exists());
    }
}
