// Takes the samples of w, sixteen of 16 bits, that are below 61445 = 5q, in their order, to the two vectors
// that end at p: the low bytes plus 1024 at p, the high bytes 0xbff bytes before it.
//
//! include refuse.yul
mstore(p, or(and(w, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x0400040004000400040004000400040004000400040004000400040004000400))
mstore(sub(p, 0xbff), and(w, 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00))
p := next
