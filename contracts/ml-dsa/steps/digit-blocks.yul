//! include digit-block.yul
//! include digit-block.yul
//! include digit-block.yul
//! include digit-block.yul
//! include digit-block.yul
//! include digit-block.yul
//! include digit-block.yul
//! include digit-block.yul
