package ntt

import "encoding/binary"

// piece is how many elements are looked at together: a call that fails ends at the piece that has
// the first bad element, so that it takes no longer than one that succeeds.
const piece = 64

// decode returns the index of the first residue that is not below q, or -1.
func (w *word) decode(dst []uint64, src []byte, width int) int {
	if width == 8 {
		return decodeWords(dst, src, w.q)
	}
	p, packed := newPacking(w.q, width)
	for at := 0; at < len(dst); at += piece {
		part := dst[at:min(at+piece, len(dst))]
		from := src[at*width:][:len(part)*width]
		if packed && len(from)%8 == 0 && p.unpack(part, from) {
			continue
		}
		if i := decodeNarrow(part, from, width, w.q); i >= 0 {
			return at + i
		}
	}
	return -1
}

// decodeNarrow is decode for elements of 2 or 4 bytes, one by one.
func decodeNarrow(dst []uint64, src []byte, width int, q uint64) int {
	for i := range dst {
		if width == 2 {
			dst[i] = uint64(binary.BigEndian.Uint16(src[2*i:]))
		} else {
			dst[i] = uint64(binary.BigEndian.Uint32(src[4*i:]))
		}
		if dst[i] >= q {
			return i
		}
	}
	return -1
}

// outside is the error of the first residue that is not below q, from byte at of either vector on;
// those of a come before those of b. It is free of allocations, as calls that fail must be no dearer.
func (w *word) outside(a, b []byte, at, width int) error {
	var space [piece]uint64
	for i, vector := range [...][]byte{a, b} {
		for from := at; from < len(vector); from += piece * width {
			part := vector[from:min(from+piece*width, len(vector))]
			if j := w.decode(space[:len(part)/width], part, width); j >= 0 {
				return coefficientFailure((i*len(a)+from)/width + j)
			}
		}
	}
	return nil
}

// outside is that of elements as wide as q is written.
func (h *header) outside(a, b []byte, at int) error {
	if h.width <= 8 {
		return newWord(h.smallModulus()).outside(a, b, at, h.width)
	}
	first := doubleOutside
	if h.width == 32 {
		first = limbsOutside
	}
	for i, vector := range [...][]byte{a, b} {
		if from := first(vector[at:], h.q); from >= 0 {
			return coefficientFailure((i*len(a) + at + from) / h.width)
		}
	}
	return nil
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
