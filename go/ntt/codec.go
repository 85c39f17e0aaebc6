package ntt

import "encoding/binary"

// decode returns the index of the first residue that is not below q, or -1.
func (w *word) decode(dst []uint64, src []byte, width int) int {
	p, packed := newPacking(w.q, width)
	if packed && len(src)%8 == 0 && p.unpack(dst, src) {
		return -1
	}
	for i := range dst {
		switch width {
		case 2:
			dst[i] = uint64(binary.BigEndian.Uint16(src[2*i:]))
		case 4:
			dst[i] = uint64(binary.BigEndian.Uint32(src[4*i:]))
		default:
			return decodeWords(dst, src, w.q)
		}
		if dst[i] >= w.q {
			return i
		}
	}
	return -1
}

func decodeWords(dst []uint64, src []byte, q uint64) int {
	src = src[:8*len(dst)]
	for i := range dst {
		x := binary.BigEndian.Uint64(src[8*i:])
		if x >= q {
			return i
		}
		dst[i] = x
	}
	return -1
}

func (w *word) encode(dst []byte, src []uint64, width int) {
	switch width {
	case 2:
		for ; len(src) >= 4 && len(dst) >= 8; src, dst = src[4:], dst[8:] {
			binary.BigEndian.PutUint64(dst, src[0]<<48|src[1]<<32|src[2]<<16|src[3])
		}
		for i, x := range src {
			binary.BigEndian.PutUint16(dst[2*i:], uint16(x))
		}
	case 4:
		for ; len(src) >= 4 && len(dst) >= 16; src, dst = src[4:], dst[16:] {
			binary.BigEndian.PutUint64(dst, src[0]<<32|src[1])
			binary.BigEndian.PutUint64(dst[8:], src[2]<<32|src[3])
		}
		for i, x := range src {
			binary.BigEndian.PutUint32(dst[4*i:], uint32(x))
		}
	default:
		for i, x := range src {
			binary.BigEndian.PutUint64(dst[8*i:], x)
		}
	}
}

func (f *field) decode(dst []limbs, src []byte, _ int) int {
	for i := range dst {
		dst[i].read(src[32*i:])
		if dst[i].below(&f.q) == 0 {
			return i
		}
	}
	return -1
}

func (f *field) encode(dst []byte, src []limbs, _ int) {
	for i := range src {
		src[i].write(dst[32*i:])
	}
}
