package ntt

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
)

// vector is an entry of a file of vectors: testdata/eip7885.json, or one named by
// PAPILIO_PRECOMPILE_VECTORS, such as the program writes.
type vector struct {
	Name   string   `json:"name"`
	Op     named    `json:"op"`
	Input  string   `json:"input"`
	OK     bool     `json:"ok"`
	Output string   `json:"output"`
	Gas    uint64   `json:"gas"`
	Error  expected `json:"error"`
}

// named is an operation by its number or by the program's name.
type named Op

func (n *named) UnmarshalJSON(text []byte) error {
	for op, name := range []string{"fw", "inv", "mul", "add"} {
		if string(text) == strconv.Quote(name) || string(text) == strconv.Itoa(op) {
			*n = named(op)
			return nil
		}
	}
	return fmt.Errorf("no operation %s", text)
}

// expected is an error by the number of its rule, 0 for any, or by its text.
type expected struct {
	rule Rule
	text *string
}

func (e *expected) UnmarshalJSON(text []byte) error {
	if text[0] == '"' || string(text) == "null" {
		return json.Unmarshal(text, &e.text)
	}
	return json.Unmarshal(text, &e.rule)
}

func runVectors(t *testing.T, file string) {
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(content, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range vectors {
		in, err := hex.DecodeString(v.Input)
		if err != nil {
			t.Fatal(err)
		}
		op := Op(v.Op)
		out, err := Run(op, in)
		switch rule := ruleOf(t, err); {
		case v.OK != (err == nil):
			t.Errorf("%s: %v: got error %v", v.Name, op, err)
		case v.OK && hex.EncodeToString(out) != v.Output:
			t.Errorf("%s: %v: wrong output", v.Name, op)
		case v.Error.text != nil && err.Error() != *v.Error.text:
			t.Errorf("%s: %v: got error %v, want %s", v.Name, op, err, *v.Error.text)
		case v.Error.rule != 0 && rule != v.Error.rule:
			t.Errorf("%s: %v: rule %d, want %d", v.Name, op, rule, v.Error.rule)
		}
		if gas := Gas(op, in); v.Gas != 0 && gas != v.Gas {
			t.Errorf("%s: %v: gas %d, want %d", v.Name, op, gas, v.Gas)
		}
	}
	t.Logf("%d vectors", len(vectors))
}

func TestPublishedVectors(t *testing.T) { runVectors(t, "testdata/eip7885.json") }

func TestSharedVectors(t *testing.T) {
	file := os.Getenv("PAPILIO_PRECOMPILE_VECTORS")
	if file == "" {
		t.Skip("PAPILIO_PRECOMPILE_VECTORS names no file")
	}
	runVectors(t, file)
}
