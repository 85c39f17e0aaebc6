// A lane of f has its top bit where the sample is refused. Refused lanes are squeezed out from the lowest:
// f ^ (f - 1) covers that lane and all below it, and there w is replaced by w shifted up by a lane.
let f := and(and(w, add(and(w, 0x7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff7fff), 0x0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb0ffb)), 0x8000800080008000800080008000800080008000800080008000800080008000)
let next := add(p, 32)
// In this order of the statements the compiler exchanges least on the stack: 95 gas a lane, up to 107 in others.
for {} f {} {
  next := sub(next, 2)
  let below := sub(f, 1)
  let covered := xor(f, below)
  f := and(f, below)
  w := xor(w, and(xor(w, shl(16, w)), covered))
}
