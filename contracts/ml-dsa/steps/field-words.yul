//! include field-word.yul
//! include field-word.yul
//! include field-word.yul
//! include field-word.yul
//! include field-word.yul
//! include field-word.yul
//! include field-word.yul
//! include field-word.yul
