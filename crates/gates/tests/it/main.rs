//! Tests of the public interface.

mod gates;
