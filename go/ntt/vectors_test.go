package ntt

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"
)

// vector is an entry of a file of vectors: testdata/eip7885.json, or one named by
// PAPILIO_PRECOMPILE_VECTORS.
type vector struct {
	Name   string `json:"name"`
	Op     Op     `json:"op"`
	Input  string `json:"input"`
	OK     bool   `json:"ok"`
	Output string `json:"output"`
	Gas    uint64 `json:"gas"`
	Error  int    `json:"error"` // number of the rule, 0 for any
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
		out, err := Run(v.Op, in)
		switch rule := ruleOf(t, err); {
		case v.OK != (err == nil):
			t.Errorf("%s: %v: got error %v", v.Name, v.Op, err)
		case v.OK && hex.EncodeToString(out) != v.Output:
			t.Errorf("%s: %v: wrong output", v.Name, v.Op)
		case v.Error != 0 && rule != Rule(v.Error):
			t.Errorf("%s: %v: rule %d, want %d", v.Name, v.Op, rule, v.Error)
		}
		if gas := Gas(v.Op, in); v.Gas != 0 && gas != v.Gas {
			t.Errorf("%s: %v: gas %d, want %d", v.Name, v.Op, gas, v.Gas)
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
