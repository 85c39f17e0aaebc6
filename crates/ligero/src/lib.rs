//! R1CS.
