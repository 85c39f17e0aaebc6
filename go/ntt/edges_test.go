package ntt

import (
	"encoding/hex"
	"errors"
	"math/big"
	"testing"
)

// The first bad element is named, counted through both vectors, wherever a piece ends.
func TestIndexOfBadElements(t *testing.T) {
	moduli := map[int][]string{
		2: {"3001", "ffff"}, 4: {"007fe001", "ffffffff"}, 8: {"7fffffffffffffff", "ffffffffffffffff"},
		16: {"7fffffffffffffffffffffffffffffff", "ffffffffffffffffffffffffffffffff"},
		32: {"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff", "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
	}
	const n = 256
	for width, list := range moduli {
		for _, digits := range list {
			q, err := hex.DecodeString(digits)
			if err != nil {
				t.Fatal(err)
			}
			header := append([]byte{1, 0, 8, byte(width)}, q...)
			header = append(header, make([]byte, width)...)
			for _, op := range []Op{Mul, Add} {
				for _, bad := range [][]int{
					{0}, {1}, {63}, {64}, {65}, {n - 1}, {n}, {n + 1}, {n + 63}, {n + 64}, {2*n - 1},
					{n, n - 1}, {n + 1, 64}, {2*n - 1, n + 65}, {100, n + 3},
				} {
					in := append(append([]byte{}, header...), make([]byte, 2*n*width)...)
					first := 2 * n
					for _, i := range bad {
						copy(in[len(header)+i*width:], q)
						first = min(first, i)
					}
					_, err := Run(op, in)
					var index coefficientFailure
					if !errors.As(err, &index) || int(index) != first {
						t.Fatalf("%v of %d bytes modulo %s, bad at %v: %v", op, width, digits, bad, err)
					}
				}
			}
		}
	}
}

// Complex numbers modulo a prime above 2^63, of which two products do not add up in 128 bits.
func TestGaussianAboveHalfTheWord(t *testing.T) {
	q := new(big.Int).SetUint64(0x8000000000000063)
	re, im := new(big.Int), new(big.Int)
	header, err := hex.DecodeString("0103020880000000000000635726d2366219976b28d92dc99de668f8")
	if err != nil {
		t.Fatal(err)
	}
	re.SetBytes(header[12:20])
	im.SetBytes(header[20:28])
	type complex [2]*big.Int
	mul := func(x, y complex) complex {
		a, b := new(big.Int).Mul(x[0], y[0]), new(big.Int).Mul(x[1], y[1])
		c, d := new(big.Int).Mul(x[0], y[1]), new(big.Int).Mul(x[1], y[0])
		return complex{a.Mod(a.Sub(a, b), q), c.Mod(c.Add(c, d), q)}
	}
	last := new(big.Int).Sub(q, big.NewInt(1))
	root, z := complex{re, im}, complex{last, last}
	var want []byte
	power := root
	for range 2 {
		// The powers are 1 and 5.
		p := mul(z, power)
		for i := range p {
			p[i].Mod(p[i].Add(p[i], z[i]), q)
			want = append(want, p[i].FillBytes(make([]byte, 8))...)
		}
		square := mul(root, root)
		power = mul(power, mul(square, square))
	}
	in := append([]byte{}, header...)
	for range 4 {
		in = append(in, last.Bytes()...)
	}
	out, err := Run(Forward, in)
	if err != nil || string(out) != string(want) {
		t.Fatalf("%x, %v; want %x", out, err, want)
	}
	back, err := Run(Inverse, append(append([]byte{}, header...), out...))
	if err != nil || string(back) != string(in[len(header):]) {
		t.Fatalf("%x, %v", back, err)
	}
}
