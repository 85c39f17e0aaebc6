//! Encrypted bits and integers as bytes.

use crate::lwe::{Bit, Integer, Lwe};
use crate::seeded::SeededBits;
use crate::word::Word;
use crate::{Bits, Integers, Parameters};
use papilio_fhe::codec::pieces::Header;
use papilio_fhe::codec::{BytesError, Kind, Object};
use papilio_fhe::rlwe::KeyId;
use papilio_ring::sample::Seed;

/// Bytes of a key's identity and a count.
const HEADER: usize = 8 + 4;

/// Bytes of one ciphertext.
fn lwe_len(parameters: &Parameters) -> usize {
    (parameters.dimension() + 1) * size_of::<u32>()
}

fn write_header(key: KeyId, count: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&key.number().to_le_bytes());
    out.extend_from_slice(&(count as u32).to_le_bytes());
}

fn read_header(header: &mut Header<'_>) -> Result<(KeyId, usize), BytesError> {
    let key = KeyId::from_number(u64::from_le_bytes(header.take()?));
    Ok((key, u32::from_le_bytes(header.take()?) as usize))
}

/// Ciphertexts of bytes that are whole ones.
fn read_all(parameters: &Parameters, key: KeyId, bytes: &[u8]) -> Vec<Lwe> {
    let context = parameters.digest();
    let ciphertexts = bytes.chunks_exact(lwe_len(parameters));
    ciphertexts.map(|bytes| Lwe { words: Word::read(bytes), context, key }).collect()
}

impl Object for Bits {
    type Scheme = Parameters;
    const KIND: Kind = Kind::GatesBits;
    type Buffer = Vec<u8>;

    fn body_len(&self, parameters: &Parameters) -> usize {
        HEADER + self.bits().len() * lwe_len(parameters)
    }

    fn write(&self, _: &Parameters, out: &mut Vec<u8>) {
        write_header(self.key_id(), self.bits().len(), out);
        self.bits().iter().flat_map(|bit| &bit.0.words).for_each(|word| word.write(out));
    }

    fn read(parameters: &Parameters, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (key, count) = read_header(&mut header)?;
        let len = count.saturating_mul(lwe_len(parameters));
        let mut payload = header.payload(len)?;
        Ok(Self::under(key, read_all(parameters, key, payload.take(len)).into_iter().map(Bit).collect()))
    }
}

impl Object for Integers {
    type Scheme = Parameters;
    const KIND: Kind = Kind::GatesIntegers;
    type Buffer = Vec<u8>;

    fn body_len(&self, parameters: &Parameters) -> usize {
        HEADER + 1 + self.integers().len() * lwe_len(parameters)
    }

    fn write(&self, _: &Parameters, out: &mut Vec<u8>) {
        write_header(self.key_id(), self.integers().len(), out);
        out.push(self.size().ilog2() as u8);
        self.integers().iter().flat_map(|integer| &integer.lwe.words).for_each(|word| word.write(out));
    }

    fn read(parameters: &Parameters, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (key, count) = read_header(&mut header)?;
        let [log] = header.take()?;
        if !(1..parameters.literal().log_degree).contains(&u32::from(log)) {
            return Err(BytesError::Flag(log));
        }
        let len = count.saturating_mul(lwe_len(parameters));
        let mut payload = header.payload(len)?;
        let all = read_all(parameters, key, payload.take(len));
        Ok(Self::under(key, 1 << log, all.into_iter().map(|lwe| Integer { lwe, size: 1 << log }).collect()))
    }
}

impl Object for SeededBits {
    type Scheme = Parameters;
    const KIND: Kind = Kind::SeededGatesBits;
    type Buffer = Vec<u8>;

    fn body_len(&self, _: &Parameters) -> usize {
        HEADER + size_of::<Seed>() + self.bodies.len() * size_of::<u32>()
    }

    fn write(&self, _: &Parameters, out: &mut Vec<u8>) {
        write_header(self.key, self.bodies.len(), out);
        out.extend_from_slice(&self.seed);
        self.bodies.iter().for_each(|word| word.write(out));
    }

    fn read(parameters: &Parameters, mut header: Header<'_>) -> Result<Self, BytesError> {
        let (key, count) = read_header(&mut header)?;
        let len = count.saturating_mul(size_of::<u32>());
        let mut payload = header.payload(len.saturating_add(size_of::<Seed>()))?;
        let seed = payload.array();
        Ok(Self { parameters: *parameters, key, seed, bodies: Word::read(payload.take(len)) })
    }
}
