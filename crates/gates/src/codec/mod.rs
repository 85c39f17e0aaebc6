//! Objects of gates as bytes, by [`papilio_fhe::codec`].

mod bits;
mod keys;
mod parameters;
