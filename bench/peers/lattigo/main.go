// The operations of Lattigo for BFV and for CKKS, one by one: a peer that is asked over standard input.
package main

import (
	"fmt"
	"os"
	"runtime"
)

// schemes are those that can be asked about.
var schemes = map[string]func() replier{
	"bfv": func() replier {
		return &server[Set, *Lattigo, measured]{operations: operations, create: NewLattigo, answer: answer}
	},
	"ckks": func() replier {
		return &server[CKKSSet, *CKKS, ckksMeasured]{operations: ckksOperations, create: NewCKKS, answer: ckksAnswer}
	},
}

func main() {
	if len(os.Args) != 2 || schemes[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: papilio-peer-lattigo bfv|ckks")
		os.Exit(2)
	}
	// The collector of garbage would otherwise work on other processors, beside what is timed.
	runtime.GOMAXPROCS(1)
	if err := serve(schemes[os.Args[1]](), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
