//go:build papilio_native

package native

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/papilio-ntt/papilio/go/internal/inputs"
	"github.com/papilio-ntt/papilio/go/ntt"
)

func rule(err error) (r ntt.Rule) {
	if err != nil && !errors.As(err, &r) {
		return 255
	}
	return r
}

// setting is a number of the environment, if it has one of that name.
func setting(t *testing.T, name string, usual uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return usual
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// compare wants the same output, rule and gas of the Go package and of the Rust core.
func compare(t *testing.T, op ntt.Op, in []byte) ntt.Rule {
	t.Helper()
	out, err := ntt.Run(op, in)
	got, gotErr := Run(op, in)
	switch a, b := ntt.Gas(op, in), Gas(op, in); {
	case rule(err) != rule(gotErr):
		t.Fatalf("%s: Go says %v, the core %v", describe(op, in), err, gotErr)
	case !bytes.Equal(out, got):
		t.Fatalf("%s: outputs differ", describe(op, in))
	case a != b:
		t.Fatalf("%s: gas %d in Go, %d in the core", describe(op, in), a, b)
	}
	return rule(err)
}

// describe has the header; the seed has the rest.
func describe(op ntt.Op, in []byte) string {
	return fmt.Sprintf("%v of %d bytes %x", op, len(in), in[:min(len(in), 100)])
}

func TestDifferential(t *testing.T) {
	source := inputs.New(setting(t, "PAPILIO_DIFFERENTIAL_SEED", 7885))
	var rules [ntt.Primality + 1]int
	for range setting(t, "PAPILIO_DIFFERENTIAL_COUNT", 20_000) {
		op, in := source.Next()
		rules[compare(t, ntt.Op(op), in)]++
	}
	t.Logf("accepted, and refused by rules 1 to 11: %v", rules)
}

func TestLargestDegrees(t *testing.T) {
	source := inputs.New(3)
	for _, op := range ntt.Ops {
		for _, in := range source.Largest(uint8(op)) {
			if compare(t, op, in) != 0 {
				t.Fatalf("%s: not valid", describe(op, in))
			}
		}
	}
}

func FuzzDifferential(f *testing.F) {
	source := inputs.New(2)
	for range 200 {
		op, in := source.Next()
		f.Add(op, in)
	}
	f.Fuzz(func(t *testing.T, number uint8, in []byte) {
		compare(t, ntt.Ops[number%4], in)
	})
}
