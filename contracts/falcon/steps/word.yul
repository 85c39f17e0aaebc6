{
  let w := mload(r)
  //! include ../accept.yul
}
r := add(r, 32)
