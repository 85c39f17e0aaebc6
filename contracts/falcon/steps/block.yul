{
  let w := keccak256(0x1480, 40)
  //! include ../accept.yul
}
i := add(i, 1)
mstore8(0x14a7, i)
