// The rule of ../falcon/accept.yul, but the low bytes are stored as they are: a norm by precompile needs no bias.
//! include ../falcon/refuse.yul
mstore(p, and(w, 0x00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff))
mstore(sub(p, 0xbff), and(w, 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00))
p := next
