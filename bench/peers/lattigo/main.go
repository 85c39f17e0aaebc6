// The operations of Lattigo for BFV, one by one: a peer that is asked over standard input.
package main

import (
	"fmt"
	"os"
	"runtime"
)

func main() {
	if len(os.Args) != 2 || os.Args[1] != "bfv" {
		fmt.Fprintln(os.Stderr, "usage: papilio-peer-lattigo bfv")
		os.Exit(2)
	}
	// The collector of garbage would otherwise work on other processors, beside what is timed.
	runtime.GOMAXPROCS(1)
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
