package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// server answers requests. It keeps the keys from one request to the next of the same set.
type server struct {
	set     Set
	library *Lattigo
}

// serve answers requests, one a line, until the input ends.
func serve(input io.Reader, output io.Writer) error {
	var server server
	lines := bufio.NewScanner(input)
	for lines.Scan() {
		if _, err := output.Write(append(server.reply(lines.Bytes()), '\n')); err != nil {
			return err
		}
	}
	return lines.Err()
}

// reply is the line of answer to a line.
func (s *server) reply(line []byte) []byte {
	var request Request
	answer, err := any(nil), json.Unmarshal(line, &request)
	if err == nil {
		answer, err = s.answer(&request)
	}
	if err != nil {
		answer = Refusal{err.Error()}
	}
	// Both types consist of strings and finite numbers, with which this does not fail.
	reply, _ := json.Marshal(answer)
	return reply
}

// answer does what is asked. Lattigo panics where it is given what it does not expect: that is an answer as well.
func (s *server) answer(request *Request) (answer Answer, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("Lattigo panics: %v", cause)
		}
	}()
	operation, known := operations[request.Operation]
	if !known {
		return answer, fmt.Errorf("no operation %q", request.Operation)
	}
	if s.library == nil || !reflect.DeepEqual(s.set, request.Set) {
		// The keys of another set go before those of this one come.
		s.library = nil
		if s.library, err = NewLattigo(&request.Set); err != nil {
			return answer, err
		}
		s.set = request.Set
	}
	measured, err := operation(s.library, request.Samples)
	return Answer{name, request.Operation, measured.milliseconds, measured.correct, measured.note}, err
}
