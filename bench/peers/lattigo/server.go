package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// server answers requests about one scheme. It keeps the library, with its keys, from one request to the next of the same set:
// S is a set of parameters, L the library with keys for it, and M what became of an operation.
type server[S, L, M any] struct {
	operations map[string]func(library L, samples int) (M, error)
	create     func(set *S) (L, error)
	answer     func(operation string, measured M) any
	set        *S
	library    L
}

// replier has a line of answer to a line.
type replier interface {
	reply(line []byte) []byte
}

// serve answers requests, one a line, until the input ends.
func serve(server replier, input io.Reader, output io.Writer) error {
	lines := bufio.NewScanner(input)
	for lines.Scan() {
		if _, err := output.Write(append(server.reply(lines.Bytes()), '\n')); err != nil {
			return err
		}
	}
	return lines.Err()
}

// reply is the line of answer to a line.
func (s *server[S, L, M]) reply(line []byte) []byte {
	answer, err := s.measure(line)
	if err != nil {
		answer = Refusal{err.Error()}
	}
	// Answers consist of strings and finite numbers, with which this does not fail.
	reply, _ := json.Marshal(answer)
	return reply
}

// measure does what is asked. Lattigo panics where it is given what it does not expect: that is an answer as well.
func (s *server[S, L, M]) measure(line []byte) (answer any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("Lattigo panics: %v", cause)
		}
	}()
	var request Request
	set := new(S)
	if err = json.Unmarshal(line, &request); err != nil {
		return nil, err
	}
	if err = json.Unmarshal(line, set); err != nil {
		return nil, err
	}
	operation, known := s.operations[request.Operation]
	if !known {
		return nil, fmt.Errorf("no operation %q", request.Operation)
	}
	if err = s.prepare(set); err != nil {
		return nil, err
	}
	measured, err := operation(s.library, request.Samples)
	if err != nil {
		return nil, err
	}
	return s.answer(request.Operation, measured), nil
}

// prepare makes the library ready for a set.
func (s *server[S, L, M]) prepare(set *S) (err error) {
	if s.set != nil && reflect.DeepEqual(s.set, set) {
		return nil
	}
	// The keys of another set go before those of this one come.
	var none L
	s.set, s.library = nil, none
	if s.library, err = s.create(set); err == nil {
		s.set = set
	}
	return err
}
