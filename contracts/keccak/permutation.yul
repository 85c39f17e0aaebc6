// Written by generate.mjs.

function keccak_permute(st) {
  let rc := add(st, 424)
  let p0 := mload(add(st, 8))
  let q0 := not(mload(st))
  let p1 := mload(add(st, 48))
  let q1 := not(mload(add(st, 40)))
  let p4 := mload(add(st, 168))
  let q4 := not(mload(add(st, 160)))
  let p3 := mload(add(st, 128))
  let q3 := not(mload(add(st, 120)))
  let p2 := mload(add(st, 88))
  let q2 := not(mload(add(st, 80)))
  for {} 1 {} {
    {
      let cp := xor(xor(xor(xor(p0, p1), p2), p3), p4)
      let cq := xor(xor(xor(xor(q0, q1), q2), q3), q4)
      mstore(add(st, 360), not(cp))
      mstore(add(st, 392), cq)
      let dp := xor(shr(63, mul(and(mload(add(st, 368)), 0xffffffffffffffff0000000000000000ffffffffffffffff), 0x10000000000000001)), cq)
      let dq := xor(or(shl(1, and(cp, 0x7fffffffffffffff7fffffffffffffff7fffffffffffffff7fffffffffffffff)), and(shr(63, cp), 0x1000000000000000100000000000000010000000000000001)), mload(add(st, 384)))
      q1 := xor(dq, q1)
      {
        let t := and(q1, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x1000000000000000100000000000)
        mstore(st, t)
        mstore(add(st, 288), shl(139, t))
      }
      mstore(add(st, 216), mul(shr(192, q1), 0x1000000000000000100000000000000000000000000000000000000000))
      p1 := and(xor(dp, p1), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p1 := mul(p1, 0x400000000000000040)
      mstore(add(st, 144), p1)
      mstore(add(st, 72), shl(142, p1))
      q2 := xor(dq, q2)
      {
        let t := and(q2, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x4000000000000000400)
        mstore(add(st, 224), t)
        mstore(add(st, 152), shl(143, t))
      }
      mstore(add(st, 80), mul(shr(192, q2), 0x8000000000000000800000000000000000000000000000000))
      p2 := and(xor(dp, p2), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p2 := mul(p2, 0x800000000000000080000000000)
      mstore(add(st, 8), p2)
      mstore(add(st, 296), shl(124, p2))
      q3 := xor(dq, q3)
      {
        let t := and(q3, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x2000000000000000200000000000)
        mstore(add(st, 88), t)
        mstore(add(st, 16), shl(104, t))
      }
      mstore(add(st, 304), mul(shr(192, q3), 0x20000000000000002000000000000000000000000000000000000000000))
      p3 := and(xor(dp, p3), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p3 := mul(p3, 0x80000000000000008000)
      mstore(add(st, 232), p3)
      mstore(add(st, 160), shl(121, p3))
      q4 := xor(dq, q4)
      {
        let t := and(q4, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x40000000000000004)
        mstore(add(st, 312), t)
        mstore(add(st, 240), shl(182, t))
      }
      mstore(add(st, 168), mul(shr(192, q4), 0x40000000000000004000000000000000000000000000000000000))
      p4 := and(xor(dp, p4), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p4 := mul(p4, 0x20000000000000002000000000000000)
      mstore(add(st, 96), p4)
      mstore(add(st, 24), shl(81, p4))
      q0 := xor(dq, q0)
      {
        let t := and(q0, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x20000000000000002)
        mstore(add(st, 176), t)
        mstore(add(st, 104), shl(155, t))
      }
      mstore(add(st, 32), q0)
      p0 := and(xor(dp, p0), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p0 := mul(p0, 0x40000000000000004000000000000000)
      mstore(add(st, 320), p0)
      mstore(add(st, 248), shl(93, p0))
      {
        let u := mload(st)
        mstore(add(st, 40), u)
        let v := not(mload(add(st, 8)))
        p0 := xor(u, and(v, mload(add(st, 16))))
        q0 := xor(mload(rc), xor(mload(add(st, 32)), or(u, v)))
      }
      {
        let u := mload(add(st, 72))
        mstore(add(st, 112), u)
        let v := not(mload(add(st, 80)))
        p1 := xor(u, and(v, mload(add(st, 88))))
        q1 := xor(mload(add(st, 104)), or(u, v))
      }
      {
        let u := mload(add(st, 288))
        mstore(add(st, 328), u)
        let v := not(mload(add(st, 296)))
        p4 := xor(u, and(v, mload(add(st, 304))))
        q4 := xor(mload(add(st, 320)), or(u, v))
      }
      {
        let u := mload(add(st, 216))
        mstore(add(st, 256), u)
        let v := not(mload(add(st, 224)))
        p3 := xor(u, and(v, mload(add(st, 232))))
        q3 := xor(mload(add(st, 248)), or(u, v))
      }
      {
        let u := mload(add(st, 144))
        mstore(add(st, 184), u)
        let v := not(mload(add(st, 152)))
        p2 := xor(u, and(v, mload(add(st, 160))))
        q2 := xor(mload(add(st, 176)), or(u, v))
      }
    }
    {
      let cp := xor(xor(xor(xor(p0, p1), p2), p3), p4)
      let cq := xor(xor(xor(xor(q0, q1), q2), q3), q4)
      mstore(add(st, 360), not(cp))
      mstore(add(st, 392), cq)
      let dp := xor(shr(63, mul(and(mload(add(st, 368)), 0xffffffffffffffff0000000000000000ffffffffffffffff), 0x10000000000000001)), cq)
      let dq := xor(or(shl(1, and(cp, 0x7fffffffffffffff7fffffffffffffff7fffffffffffffff7fffffffffffffff)), and(shr(63, cp), 0x1000000000000000100000000000000010000000000000001)), mload(add(st, 384)))
      q1 := xor(dq, q1)
      {
        let t := and(q1, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x1000000000000000100000000000)
        mstore(st, t)
        mstore(add(st, 288), shl(139, t))
      }
      mstore(add(st, 216), mul(shr(192, q1), 0x1000000000000000100000000000000000000000000000000000000000))
      p1 := and(xor(dp, p1), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p1 := mul(p1, 0x400000000000000040)
      mstore(add(st, 144), p1)
      mstore(add(st, 72), shl(142, p1))
      q2 := xor(dq, q2)
      {
        let t := and(q2, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x4000000000000000400)
        mstore(add(st, 224), t)
        mstore(add(st, 152), shl(143, t))
      }
      mstore(add(st, 80), mul(shr(192, q2), 0x8000000000000000800000000000000000000000000000000))
      p2 := and(xor(dp, p2), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p2 := mul(p2, 0x800000000000000080000000000)
      mstore(add(st, 8), p2)
      mstore(add(st, 296), shl(124, p2))
      q3 := xor(dq, q3)
      {
        let t := and(q3, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x2000000000000000200000000000)
        mstore(add(st, 88), t)
        mstore(add(st, 16), shl(104, t))
      }
      mstore(add(st, 304), mul(shr(192, q3), 0x20000000000000002000000000000000000000000000000000000000000))
      p3 := and(xor(dp, p3), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p3 := mul(p3, 0x80000000000000008000)
      mstore(add(st, 232), p3)
      mstore(add(st, 160), shl(121, p3))
      q4 := xor(dq, q4)
      {
        let t := and(q4, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x40000000000000004)
        mstore(add(st, 312), t)
        mstore(add(st, 240), shl(182, t))
      }
      mstore(add(st, 168), mul(shr(192, q4), 0x40000000000000004000000000000000000000000000000000000))
      p4 := and(xor(dp, p4), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p4 := mul(p4, 0x20000000000000002000000000000000)
      mstore(add(st, 96), p4)
      mstore(add(st, 24), shl(81, p4))
      q0 := xor(dq, q0)
      {
        let t := and(q0, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x20000000000000002)
        mstore(add(st, 176), t)
        mstore(add(st, 104), shl(155, t))
      }
      mstore(add(st, 32), q0)
      p0 := and(xor(dp, p0), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p0 := mul(p0, 0x40000000000000004000000000000000)
      mstore(add(st, 320), p0)
      mstore(add(st, 248), shl(93, p0))
      {
        let u := mload(st)
        mstore(add(st, 40), u)
        let v := not(mload(add(st, 8)))
        p0 := xor(u, and(v, mload(add(st, 16))))
        q0 := xor(mload(add(rc, 32)), xor(mload(add(st, 32)), or(u, v)))
      }
      {
        let u := mload(add(st, 72))
        mstore(add(st, 112), u)
        let v := not(mload(add(st, 80)))
        p1 := xor(u, and(v, mload(add(st, 88))))
        q1 := xor(mload(add(st, 104)), or(u, v))
      }
      {
        let u := mload(add(st, 288))
        mstore(add(st, 328), u)
        let v := not(mload(add(st, 296)))
        p4 := xor(u, and(v, mload(add(st, 304))))
        q4 := xor(mload(add(st, 320)), or(u, v))
      }
      {
        let u := mload(add(st, 216))
        mstore(add(st, 256), u)
        let v := not(mload(add(st, 224)))
        p3 := xor(u, and(v, mload(add(st, 232))))
        q3 := xor(mload(add(st, 248)), or(u, v))
      }
      {
        let u := mload(add(st, 144))
        mstore(add(st, 184), u)
        let v := not(mload(add(st, 152)))
        p2 := xor(u, and(v, mload(add(st, 160))))
        q2 := xor(mload(add(st, 176)), or(u, v))
      }
    }
    {
      let cp := xor(xor(xor(xor(p0, p1), p2), p3), p4)
      let cq := xor(xor(xor(xor(q0, q1), q2), q3), q4)
      mstore(add(st, 360), not(cp))
      mstore(add(st, 392), cq)
      let dp := xor(shr(63, mul(and(mload(add(st, 368)), 0xffffffffffffffff0000000000000000ffffffffffffffff), 0x10000000000000001)), cq)
      let dq := xor(or(shl(1, and(cp, 0x7fffffffffffffff7fffffffffffffff7fffffffffffffff7fffffffffffffff)), and(shr(63, cp), 0x1000000000000000100000000000000010000000000000001)), mload(add(st, 384)))
      q1 := xor(dq, q1)
      {
        let t := and(q1, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x1000000000000000100000000000)
        mstore(st, t)
        mstore(add(st, 288), shl(139, t))
      }
      mstore(add(st, 216), mul(shr(192, q1), 0x1000000000000000100000000000000000000000000000000000000000))
      p1 := and(xor(dp, p1), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p1 := mul(p1, 0x400000000000000040)
      mstore(add(st, 144), p1)
      mstore(add(st, 72), shl(142, p1))
      q2 := xor(dq, q2)
      {
        let t := and(q2, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x4000000000000000400)
        mstore(add(st, 224), t)
        mstore(add(st, 152), shl(143, t))
      }
      mstore(add(st, 80), mul(shr(192, q2), 0x8000000000000000800000000000000000000000000000000))
      p2 := and(xor(dp, p2), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p2 := mul(p2, 0x800000000000000080000000000)
      mstore(add(st, 8), p2)
      mstore(add(st, 296), shl(124, p2))
      q3 := xor(dq, q3)
      {
        let t := and(q3, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x2000000000000000200000000000)
        mstore(add(st, 88), t)
        mstore(add(st, 16), shl(104, t))
      }
      mstore(add(st, 304), mul(shr(192, q3), 0x20000000000000002000000000000000000000000000000000000000000))
      p3 := and(xor(dp, p3), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p3 := mul(p3, 0x80000000000000008000)
      mstore(add(st, 232), p3)
      mstore(add(st, 160), shl(121, p3))
      q4 := xor(dq, q4)
      {
        let t := and(q4, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x40000000000000004)
        mstore(add(st, 312), t)
        mstore(add(st, 240), shl(182, t))
      }
      mstore(add(st, 168), mul(shr(192, q4), 0x40000000000000004000000000000000000000000000000000000))
      p4 := and(xor(dp, p4), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p4 := mul(p4, 0x20000000000000002000000000000000)
      mstore(add(st, 96), p4)
      mstore(add(st, 24), shl(81, p4))
      q0 := xor(dq, q0)
      {
        let t := and(q0, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x20000000000000002)
        mstore(add(st, 176), t)
        mstore(add(st, 104), shl(155, t))
      }
      mstore(add(st, 32), q0)
      p0 := and(xor(dp, p0), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p0 := mul(p0, 0x40000000000000004000000000000000)
      mstore(add(st, 320), p0)
      mstore(add(st, 248), shl(93, p0))
      {
        let u := mload(st)
        mstore(add(st, 40), u)
        let v := not(mload(add(st, 8)))
        p0 := xor(u, and(v, mload(add(st, 16))))
        q0 := xor(mload(add(rc, 64)), xor(mload(add(st, 32)), or(u, v)))
      }
      {
        let u := mload(add(st, 72))
        mstore(add(st, 112), u)
        let v := not(mload(add(st, 80)))
        p1 := xor(u, and(v, mload(add(st, 88))))
        q1 := xor(mload(add(st, 104)), or(u, v))
      }
      {
        let u := mload(add(st, 288))
        mstore(add(st, 328), u)
        let v := not(mload(add(st, 296)))
        p4 := xor(u, and(v, mload(add(st, 304))))
        q4 := xor(mload(add(st, 320)), or(u, v))
      }
      {
        let u := mload(add(st, 216))
        mstore(add(st, 256), u)
        let v := not(mload(add(st, 224)))
        p3 := xor(u, and(v, mload(add(st, 232))))
        q3 := xor(mload(add(st, 248)), or(u, v))
      }
      {
        let u := mload(add(st, 144))
        mstore(add(st, 184), u)
        let v := not(mload(add(st, 152)))
        p2 := xor(u, and(v, mload(add(st, 160))))
        q2 := xor(mload(add(st, 176)), or(u, v))
      }
    }
    {
      let cp := xor(xor(xor(xor(p0, p1), p2), p3), p4)
      let cq := xor(xor(xor(xor(q0, q1), q2), q3), q4)
      mstore(add(st, 360), not(cp))
      mstore(add(st, 392), cq)
      let dp := xor(shr(63, mul(and(mload(add(st, 368)), 0xffffffffffffffff0000000000000000ffffffffffffffff), 0x10000000000000001)), cq)
      let dq := xor(or(shl(1, and(cp, 0x7fffffffffffffff7fffffffffffffff7fffffffffffffff7fffffffffffffff)), and(shr(63, cp), 0x1000000000000000100000000000000010000000000000001)), mload(add(st, 384)))
      q1 := xor(dq, q1)
      {
        let t := and(q1, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x1000000000000000100000000000)
        mstore(st, t)
        mstore(add(st, 288), shl(139, t))
      }
      mstore(add(st, 216), mul(shr(192, q1), 0x1000000000000000100000000000000000000000000000000000000000))
      p1 := and(xor(dp, p1), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p1 := mul(p1, 0x400000000000000040)
      mstore(add(st, 144), p1)
      mstore(add(st, 72), shl(142, p1))
      q2 := xor(dq, q2)
      {
        let t := and(q2, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x4000000000000000400)
        mstore(add(st, 224), t)
        mstore(add(st, 152), shl(143, t))
      }
      mstore(add(st, 80), mul(shr(192, q2), 0x8000000000000000800000000000000000000000000000000))
      p2 := and(xor(dp, p2), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p2 := mul(p2, 0x800000000000000080000000000)
      mstore(add(st, 8), p2)
      mstore(add(st, 296), shl(124, p2))
      q3 := xor(dq, q3)
      {
        let t := and(q3, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x2000000000000000200000000000)
        mstore(add(st, 88), t)
        mstore(add(st, 16), shl(104, t))
      }
      mstore(add(st, 304), mul(shr(192, q3), 0x20000000000000002000000000000000000000000000000000000000000))
      p3 := and(xor(dp, p3), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p3 := mul(p3, 0x80000000000000008000)
      mstore(add(st, 232), p3)
      mstore(add(st, 160), shl(121, p3))
      q4 := xor(dq, q4)
      {
        let t := and(q4, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x40000000000000004)
        mstore(add(st, 312), t)
        mstore(add(st, 240), shl(182, t))
      }
      mstore(add(st, 168), mul(shr(192, q4), 0x40000000000000004000000000000000000000000000000000000))
      p4 := and(xor(dp, p4), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p4 := mul(p4, 0x20000000000000002000000000000000)
      mstore(add(st, 96), p4)
      mstore(add(st, 24), shl(81, p4))
      q0 := xor(dq, q0)
      {
        let t := and(q0, 0xffffffffffffffff0000000000000000ffffffffffffffff)
        t := mul(t, 0x20000000000000002)
        mstore(add(st, 176), t)
        mstore(add(st, 104), shl(155, t))
      }
      mstore(add(st, 32), q0)
      p0 := and(xor(dp, p0), 0xffffffffffffffff0000000000000000ffffffffffffffff)
      p0 := mul(p0, 0x40000000000000004000000000000000)
      mstore(add(st, 320), p0)
      mstore(add(st, 248), shl(93, p0))
      {
        let u := mload(st)
        mstore(add(st, 40), u)
        let v := not(mload(add(st, 8)))
        p0 := xor(u, and(v, mload(add(st, 16))))
        q0 := xor(mload(add(rc, 96)), xor(mload(add(st, 32)), or(u, v)))
      }
      {
        let u := mload(add(st, 72))
        mstore(add(st, 112), u)
        let v := not(mload(add(st, 80)))
        p1 := xor(u, and(v, mload(add(st, 88))))
        q1 := xor(mload(add(st, 104)), or(u, v))
      }
      {
        let u := mload(add(st, 288))
        mstore(add(st, 328), u)
        let v := not(mload(add(st, 296)))
        p4 := xor(u, and(v, mload(add(st, 304))))
        q4 := xor(mload(add(st, 320)), or(u, v))
      }
      {
        let u := mload(add(st, 216))
        mstore(add(st, 256), u)
        let v := not(mload(add(st, 224)))
        p3 := xor(u, and(v, mload(add(st, 232))))
        q3 := xor(mload(add(st, 248)), or(u, v))
      }
      {
        let u := mload(add(st, 144))
        mstore(add(st, 184), u)
        let v := not(mload(add(st, 152)))
        p2 := xor(u, and(v, mload(add(st, 160))))
        q2 := xor(mload(add(st, 176)), or(u, v))
      }
    }
    rc := add(rc, 128)
    if eq(rc, add(st, 1192)) { break }
  }
  mstore(st, not(q0))
  mstore(add(st, 8), p0)
  mstore(add(st, 40), not(q1))
  mstore(add(st, 48), p1)
  mstore(add(st, 80), not(q2))
  mstore(add(st, 88), p2)
  mstore(add(st, 120), not(q3))
  mstore(add(st, 128), p3)
  mstore(add(st, 160), not(q4))
  mstore(add(st, 168), p4)
}

function keccak_constants(st) {
  mstore(add(st, 400), 0x100000000)
  mstore(add(st, 432), 0x808200000000)
  mstore(add(st, 464), 0x808a80000000)
  mstore(add(st, 496), 0x8000800080000000)
  mstore(add(st, 528), 0x808b00000000)
  mstore(add(st, 560), 0x8000000100000000)
  mstore(add(st, 592), 0x8000808180000000)
  mstore(add(st, 624), 0x800980000000)
  mstore(add(st, 656), 0x8a00000000)
  mstore(add(st, 688), 0x8800000000)
  mstore(add(st, 720), 0x8000800900000000)
  mstore(add(st, 752), 0x8000000a00000000)
  mstore(add(st, 784), 0x8000808b00000000)
  mstore(add(st, 816), 0x8b80000000)
  mstore(add(st, 848), 0x808980000000)
  mstore(add(st, 880), 0x800380000000)
  mstore(add(st, 912), 0x800280000000)
  mstore(add(st, 944), 0x8080000000)
  mstore(add(st, 976), 0x800a00000000)
  mstore(add(st, 1008), 0x8000000a80000000)
  mstore(add(st, 1040), 0x8000808180000000)
  mstore(add(st, 1072), 0x808080000000)
  mstore(add(st, 1104), 0x8000000100000000)
  mstore(add(st, 1136), 0x8000800880000000)
  mstore(add(st, 1168), 0)
}

function keccak_absorb_block(st, src) {
  {
    let w := mload(src)
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(st, xor(w, mload(st)))
  }
  {
    let w := mload(add(src, 32))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(st, 32), xor(w, mload(add(st, 32))))
  }
  {
    let w := mload(add(src, 64))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(st, 64), xor(w, mload(add(st, 64))))
  }
  {
    let w := mload(add(src, 96))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(st, 96), xor(w, mload(add(st, 96))))
  }
  {
    let w := shl(192, shr(192, mload(add(src, 128))))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(st, 128), xor(w, mload(add(st, 128))))
  }
}

function keccak_squeeze_block(st, dst) {
  {
    let w := mload(st)
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(dst, w)
  }
  {
    let w := mload(add(st, 32))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(dst, 32), w)
  }
  {
    let w := mload(add(st, 64))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(dst, 64), w)
  }
  {
    let w := mload(add(st, 96))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(dst, 96), w)
  }
  {
    let w := mload(add(st, 128))
    w := xor(w, mul(and(xor(w, shr(8, w)), 0xff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff), 0x101))
    w := xor(w, mul(and(xor(w, shr(16, w)), 0xffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff), 0x10001))
    mstore(add(dst, 128), w)
  }
}
