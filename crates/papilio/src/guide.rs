//! The guide: one page a subject, for reading in order. Every program on its pages is run by the tests.
