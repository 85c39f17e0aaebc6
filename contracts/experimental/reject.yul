function reject() {
  mstore(0, 0)
  return(0, 32)
}
