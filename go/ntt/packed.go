package ntt

import (
	"encoding/binary"
	"math/bits"
)

// packing is arithmetic on the elements that a word of input holds, four of 2
// bytes or two of 4, where they are: for q that leaves the top bit of its lane free.
type packing struct {
	q    uint64
	ones uint64 // the number 1 in each lane
	tops uint64 // the top bit of each lane
	gap  uint64 // 2^(top bit) - q in each lane: added to an element that is not below q, it sets the top bit
	down int    // places from the top bit to the lowest
}

// newPacking tells whether q is small enough for the width.
func newPacking(q uint64, width int) (packing, bool) {
	p := packing{q: q, down: 8*width - 1}
	if width == 8 || q>>p.down != 0 {
		return p, false
	}
	p.ones = 1
	for lane := 8 * width; lane < 64; lane += 8 * width {
		p.ones |= p.ones << lane
	}
	p.tops = p.ones << p.down
	p.gap = p.tops - q*p.ones
	return p, true
}

// outside has a top bit set if a lane is not below q. The lanes above one that is too large may be
// wrong.
func (p *packing) outside(x uint64) uint64 { return x | (x + p.gap) }

// once subtracts q from the lanes that are not below it, where all are below 2q.
func (p *packing) once(x uint64) uint64 { return x - ((x+p.gap)>>p.down&p.ones)*p.q }

// sums writes a+b, of a multiple of 8 bytes, and tells whether all elements were canonical.
func (p packing) sums(out, a, b []byte) bool {
	var outside uint64
	a, b = a[:len(out)], b[:len(out)]
	for i := 0; i <= len(out)-8; i += 8 {
		x, y := binary.BigEndian.Uint64(a[i:i+8:i+8]), binary.BigEndian.Uint64(b[i:i+8:i+8])
		outside |= p.outside(x) | p.outside(y)
		binary.BigEndian.PutUint64(out[i:i+8:i+8], p.once(x+y))
	}
	return outside&p.tops == 0
}

// products16 is for elements of 2 bytes. Quotients are found by floor(2^32/q): right, or one too
// small.
func (p packing) products16(out, a, b []byte) bool {
	var outside uint64
	q, gap, ones, high := p.q, p.gap, p.ones, uint64(1<<32)/p.q
	a, b = a[:len(out)], b[:len(out)]
	for i := 0; i <= len(out)-8; i += 8 {
		x, y := binary.BigEndian.Uint64(a[i:i+8:i+8]), binary.BigEndian.Uint64(b[i:i+8:i+8])
		outside |= x | (x + gap) | y | (y + gap)
		r3, r2 := (x>>48)*(y>>48), uint64(uint16(x>>32))*uint64(uint16(y>>32))
		r1, r0 := uint64(uint16(x>>16))*uint64(uint16(y>>16)), uint64(uint16(x))*uint64(uint16(y))
		r3, r2 = r3-(r3*high>>32)*q, r2-(r2*high>>32)*q
		r1, r0 = r1-(r1*high>>32)*q, r0-(r0*high>>32)*q
		r := r3<<48 | r2<<32 | r1<<16 | r0
		binary.BigEndian.PutUint64(out[i:i+8:i+8], r-((r+gap)>>15&ones)*q)
	}
	return outside&p.tops == 0
}

// products32 is for elements of 4 bytes; high is floor(2^64/q).
func (p packing) products32(out, a, b []byte, high uint64) bool {
	var outside uint64
	q, gap := p.q, p.gap
	a, b = a[:len(out)], b[:len(out)]
	for i := 0; i <= len(out)-8; i += 8 {
		x, y := binary.BigEndian.Uint64(a[i:i+8:i+8]), binary.BigEndian.Uint64(b[i:i+8:i+8])
		outside |= x | (x + gap) | y | (y + gap)
		r1, r0 := (x>>32)*(y>>32), uint64(uint32(x))*uint64(uint32(y))
		r1, r0 = nearRemainder(r1, q, high), nearRemainder(r0, q, high)
		r1, r0 = min(r1, r1-q), min(r0, r0-q)
		binary.BigEndian.PutUint64(out[i:i+8:i+8], r1<<32|r0)
	}
	return outside&p.tops == 0
}

// nearRemainder is x mod q or that plus q, for q below 2^32 and high = floor(2^64/q).
func nearRemainder(x, q, high uint64) uint64 {
	quotient, _ := bits.Mul64(x, high)
	return x - quotient*q
}

// unpack decodes whole words of input and tells whether all elements were canonical.
func (p packing) unpack(dst []uint64, src []byte) bool {
	if p.down == 15 {
		return p.unpack16(dst, src)
	}
	return p.unpack32(dst, src)
}

func (p packing) unpack16(dst []uint64, src []byte) bool {
	var outside uint64
	for len(dst) >= 4 && len(src) >= 8 {
		x := binary.BigEndian.Uint64(src)
		outside |= p.outside(x)
		dst[0], dst[1], dst[2], dst[3] = x>>48, x>>32&0xffff, x>>16&0xffff, x&0xffff
		dst, src = dst[4:], src[8:]
	}
	return outside&p.tops == 0
}

func (p packing) unpack32(dst []uint64, src []byte) bool {
	var outside uint64
	for len(dst) >= 4 && len(src) >= 16 {
		x, y := binary.BigEndian.Uint64(src), binary.BigEndian.Uint64(src[8:])
		outside |= p.outside(x) | p.outside(y)
		dst[0], dst[1], dst[2], dst[3] = x>>32, x&0xffffffff, y>>32, y&0xffffffff
		dst, src = dst[4:], src[16:]
	}
	if len(dst) >= 2 && len(src) >= 8 {
		x := binary.BigEndian.Uint64(src)
		outside |= p.outside(x)
		dst[0], dst[1] = x>>32, x&0xffffffff
	}
	return outside&p.tops == 0
}
