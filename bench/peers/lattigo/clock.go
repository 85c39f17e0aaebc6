package main

import (
	"runtime"
	"slices"
	"time"
)

// median is the median time of a call in milliseconds, over so many samples after one that warms up. Garbage of what came
// before is collected first, so that no call pays for it.
func median(samples int, call func() error) (float64, error) {
	runtime.GC()
	if err := call(); err != nil {
		return 0, err
	}
	times := make([]float64, max(samples, 1))
	for i := range times {
		var err error
		if times[i], err = once(call); err != nil {
			return 0, err
		}
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

// once is the time of a single call in milliseconds, for what takes seconds.
func once(call func() error) (float64, error) {
	start := time.Now()
	err := call()
	return float64(time.Since(start).Nanoseconds()) / 1e6, err
}
