// The first `out` bytes of SHAKE256(salt, message) at 0x1480, for Falcon. They overwrite the message, so that a longer
// stream is asked for from the beginning; of 1216 bytes, 608 samples, less than one in 10^16 is too short.
function stream(tail, length, out) -> ok {
  calldatacopy(0x1480, tail, length)
  ok := shake256(0x1480, length, 0x1480, out)
}
