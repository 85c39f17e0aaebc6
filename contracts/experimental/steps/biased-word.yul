{
  let w := mload(r)
  //! include ../../falcon/accept.yul
}
r := add(r, 32)
