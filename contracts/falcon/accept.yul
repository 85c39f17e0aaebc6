// Takes the samples of w, sixteen of 16 bits, that are below 61445 = 5q, in their order, to the two vectors
// that end at p: the low bytes plus 1024 at p, the high bytes 0xbff bytes before it.
//
// A lane of f has its top bit where the sample is refused. Refused lanes are squeezed out from the lowest:
// f ^ (f - 1) covers that lane and all below it, and there w is replaced by w shifted up by a lane.
let f := and(and(w, add(and(w, 0x7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff), 0x0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb)), 0x8000800080008000800080008000800080008000800080008000800080008000)
let next := add(p, 32)
for {} f {} {
  let below := sub(f, 1)
  w := xor(w, and(xor(w, shl(16, w)), xor(f, below)))
  f := and(f, below)
  next := sub(next, 2)
}
mstore(p, or(and(w, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x0400040004000400040004000400040004000400040004000400040004000400))
mstore(sub(p, 0xbff), and(w, 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00))
p := next
