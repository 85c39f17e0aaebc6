package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestEveryOperationIsCorrect(t *testing.T) {
	set := Set{LogDegree: 12, PrimeBits: []int{50, 50, 50}, PlainModulus: 4293918721}
	library, err := NewLattigo(&set)
	if err != nil {
		t.Fatal(err)
	}
	for name, operation := range operations {
		measured, err := operation(library, 1)
		if err != nil || !measured.correct || measured.milliseconds <= 0 {
			t.Errorf("%s: %+v, %v", name, measured, err)
		}
	}
}

func TestALineIsAnsweredByALine(t *testing.T) {
	const set = `{"set":"small","log_degree":12,"prime_bits":[50,50,50],"plain_modulus":4293918721,"operation":"%s","samples":1}`
	lines := []string{"nonsense", fmt.Sprintf(set, "none"), fmt.Sprintf(set, "add")}
	var output bytes.Buffer
	if err := serve(schemes["bfv"](), strings.NewReader(strings.Join(lines, "\n")+"\n"), &output); err != nil {
		t.Fatal(err)
	}
	replies := strings.Split(strings.TrimSpace(output.String()), "\n")
	if len(replies) != 3 || !strings.HasPrefix(replies[0], `{"error":`) || replies[1] != `{"error":"no operation \"none\""}` {
		t.Fatal(replies)
	}
	var answer Answer
	if err := json.Unmarshal([]byte(replies[2]), &answer); err != nil || !answer.Correct || answer.Operation != "add" {
		t.Fatal(replies[2], err)
	}
}

func TestClear(t *testing.T) {
	clear := Clear{17, 4}
	a, b := []uint64{0, 1, 15, 16}, []uint64{16, 2, 3, 16}
	for _, pair := range [][2][]uint64{
		{clear.Add(a, b), {16, 3, 1, 15}},
		{clear.Multiply(a, b), {0, 2, 11, 1}},
		{clear.Negate(a), {0, 16, 2, 1}},
		{clear.RotateRows(a), {1, 0, 16, 15}},
		{clear.RotateColumns(a), {15, 16, 0, 1}},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Error(pair)
		}
	}
}
