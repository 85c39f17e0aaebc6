package inputs

import "encoding/hex"

// Ecrecover is an input of the signature recovery, the yardstick of prices: that of go-ethereum's
// own benchmark.
func Ecrecover() []byte {
	in, err := hex.DecodeString("38d18acb67d25c8bb9942764b62f18e17054f66a817bd4295423adf9ed98873e" +
		"000000000000000000000000000000000000000000000000000000000000001b" +
		"38d18acb67d25c8bb9942764b62f18e17054f66a817bd4295423adf9ed98873e" +
		"789d1dd423d25f0772d2748d60f7e4b81bb14d086eba8e8e8efb6dcff8a4ae02")
	if err != nil {
		panic(err)
	}
	return in
}
