// A row of the key, and its product.
extcodecopy(key, 0x980, row, 4096)
row := add(row, 4096)
//! include row-product.yul
