// Package native is the same four precompiles as package ntt, by the Rust core
// through its C interface. It has contents with the build tag papilio_native
// alone, because it needs cgo and the static library:
//
//	cargo build --release -p papilio-precompile-c
//	go build -tags papilio_native ./...
//
// A library elsewhere than in target/release is found by
// CGO_LDFLAGS=-L/its/folder.
package native
