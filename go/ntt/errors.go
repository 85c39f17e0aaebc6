package ntt

import "fmt"

// Rule is a condition on inputs, and the error of an input that breaks it. Rules
// are checked in the order of their numbers, and the first one broken is reported.
// The failure of an input is consensus; which rule it breaks is for people and tests.
type Rule uint8

const (
	TooShort    Rule = iota + 1 // the header is complete
	Header                      // form, kind and width are defined ones
	DegreePower                 // n is a power of two
	DegreeRange                 // n is at least 2, and within the bound for the width
	ZeroModulus                 // q is not zero
	Modulus                     // q is odd, at least 3, of the stated width, and for kind 3 is 3 mod 4
	Congruence                  // form S: q is 1 mod 2n
	Root                        // form X: the root has the order the kind needs
	Length                      // the input is as long as its header says
	Coefficient                 // all elements are below q
	Primality                   // form S: q is prime
)

var ruleTexts = map[Rule]string{
	TooShort:    "input too short: minimum 12 bytes required",
	Header:      "unsupported header",
	DegreePower: "ring degree must be a power of 2",
	DegreeRange: "invalid ring degree",
	ZeroModulus: "modulus cannot be zero",
	Modulus:     "unsupported modulus",
	Congruence:  "modulus must be congruent to 1 mod 2*ringDegree",
	Root:        "invalid root of unity",
	Length:      "input length mismatch",
	Coefficient: "coefficient exceeds modulus",
	Primality:   "modulus is not prime",
}

func (r Rule) Error() string {
	if text, ok := ruleTexts[r]; ok {
		return text
	}
	return fmt.Sprintf("rule %d", uint8(r))
}

// lengthFailure and coefficientFailure are broken rules with the numbers that broke them. Their text
// is made when it is asked for: a call that fails must not take longer than one that succeeds.
type lengthFailure struct{ expected, got int }

func (f lengthFailure) Error() string {
	return fmt.Sprintf("input length mismatch: expected %d, got %d", f.expected, f.got)
}
func (lengthFailure) Unwrap() error { return Length }

type coefficientFailure int

func (i coefficientFailure) Error() string {
	return fmt.Sprintf("coefficient %d exceeds modulus", int(i))
}
func (coefficientFailure) Unwrap() error { return Coefficient }
