package main

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// forgetPeak makes the system count anew what the process has resident at most, after what is garbage was given back.
func forgetPeak() {
	debug.FreeOSMemory()
	// A system without this file has no peak to tell either.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// peak is the most memory in bytes that the process had resident since; nothing where the system does not tell.
func peak() *uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kibibytes, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			if err != nil {
				return nil
			}
			bytes := kibibytes * 1024
			return &bytes
		}
	}
	return nil
}
