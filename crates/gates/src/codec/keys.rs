//! Keys as bytes: seeds, and the bodies of evaluation keys.

use crate::evaluation_key::{EvaluationKey, KeySwitchBodies};
use crate::word::Word;
use crate::{Parameters, SecretKey};
use papilio_fhe::codec::pieces::Header;
use papilio_fhe::codec::{BytesError, Kind, Object};
use papilio_fhe::rlwe::KeyId;
use papilio_ring::sample::Seed;
use zeroize::Zeroizing;

/// The bytes are the secret: whoever has them decrypts. They are erased when dropped.
impl Object for SecretKey {
    type Scheme = Parameters;
    const KIND: Kind = Kind::GatesSecretKey;
    type Buffer = Zeroizing<Vec<u8>>;

    fn body_len(&self, _: &Parameters) -> usize {
        size_of::<Seed>()
    }

    fn write(&self, _: &Parameters, out: &mut Vec<u8>) {
        out.extend_from_slice(self.seed());
    }

    fn read(parameters: &Parameters, header: Header<'_>) -> Result<Self, BytesError> {
        let seed = header.secret_seed()?;
        Ok(Self::from_seed(parameters, &seed))
    }
}

/// Bytes of a key's identity and a seed.
const HEADER: usize = 8 + size_of::<Seed>();

impl Object for EvaluationKey {
    type Scheme = Parameters;
    const KIND: Kind = Kind::GatesEvaluationKey;
    type Buffer = Vec<u8>;

    fn body_len(&self, parameters: &Parameters) -> usize {
        HEADER + parameters.seeded_bytes()
    }

    fn write(&self, _: &Parameters, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.id.number().to_le_bytes());
        out.extend_from_slice(&self.seed);
        self.bootstrapping.iter().for_each(|word| word.write(out));
        match &self.key_switch {
            KeySwitchBodies::Narrow(words) => words.iter().for_each(|word| word.write(out)),
            KeySwitchBodies::Wide(words) => words.iter().for_each(|word| word.write(out)),
        }
    }

    fn read(parameters: &Parameters, header: Header<'_>) -> Result<Self, BytesError> {
        let mut payload = header.payload(HEADER + parameters.seeded_bytes())?;
        let id = KeyId::from_number(u64::from_le_bytes(payload.array()));
        let seed = payload.array();
        let bootstrapping = Word::read(payload.take(parameters.bootstrapping_bytes()));
        let bodies = payload.take(parameters.seeded_bytes() - parameters.bootstrapping_bytes());
        let key_switch = match parameters.key_switch_word_bits() {
            16 => KeySwitchBodies::Narrow(Word::read(bodies)),
            _ => KeySwitchBodies::Wide(Word::read(bodies)),
        };
        Ok(Self { parameters: *parameters, id, seed, bootstrapping, key_switch })
    }
}

impl Parameters {
    /// Bytes of the bodies of a bootstrapping key.
    fn bootstrapping_bytes(&self) -> usize {
        self.lwe_dimension() * self.rows() * self.degree() * size_of::<u32>()
    }

    /// Bytes of the bodies of an evaluation key, which are all of it but a seed and its frame.
    #[must_use]
    pub fn seeded_bytes(&self) -> usize {
        self.bootstrapping_bytes() + self.key_switch_rows() * self.key_switch_word_bits() as usize / 8
    }
}
