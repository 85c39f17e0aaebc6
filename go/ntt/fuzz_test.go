package ntt

import (
	"bytes"
	"testing"

	"github.com/papilio-ntt/papilio/go/internal/inputs"
)

// FuzzPrecompile wants of every input: no panic, a price, a Rule or an output of
// one vector of canonical residues; and that the inverse undoes the forward transform.
func FuzzPrecompile(f *testing.F) {
	source := inputs.New(1)
	for range 200 {
		op, in := source.Next()
		f.Add(op, in)
	}
	f.Fuzz(func(t *testing.T, number uint8, in []byte) {
		op := Ops[number%4]
		if Gas(op, in) == 0 {
			t.Fatal("free of charge")
		}
		before := bytes.Clone(in)
		out, err := Run(op, in)
		if !bytes.Equal(in, before) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			if rule := ruleOf(t, err); out != nil || rule < TooShort || rule > Primality {
				t.Fatalf("rule %d, output of %d bytes", rule, len(out))
			}
			return
		}
		h, err := parse(in)
		if err != nil || len(out) != h.n*h.elementWidth(op, len(in)) {
			t.Fatalf("output of %d bytes; header: %v", len(out), err)
		}
		again := append(bytes.Clone(in[:h.size]), out...)
		switch op {
		case Forward:
			if back := mustRun(t, Inverse, again); !bytes.Equal(back, in[h.size:]) {
				t.Fatal("the inverse of the transform is not its input")
			}
		case Inverse:
			if back := mustRun(t, Forward, again); !bytes.Equal(back, in[h.size:]) {
				t.Fatal("the transform of the inverse is not its input")
			}
		default:
			mustRun(t, Add, append(again, out...))
		}
	})
}
