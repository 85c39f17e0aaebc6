package ntt

// invalidGas is the price of an input whose header or length is wrong.
const invalidGas = 200

// Gas is the price of an input: a function of its header and length.
func Gas(op Op, in []byte) uint64 {
	h, err := parse(in)
	if err != nil {
		return invalidGas
	}
	width := h.elementWidth(op, len(in))
	if width == 0 {
		return invalidGas
	}
	if set := h.parameters(); set != nil {
		return set.gas[op]
	}
	return h.formula(op, width)
}

// price is by width class, up to 4 bytes, 8, 16 and 32: hundredths of gas for each element and, of
// butterflies, level.
type price [4]uint64

var (
	butterflyPrice = price{20, 50, 100, 150}
	mulPrice       = price{32, 60, 120, 450}
	mulStart       = price{20, 20, 30, 60} // whole gas
	addPrice       = price{30, 40, 60, 100}
)

func (p *price) of(width int) uint64 {
	switch {
	case width <= 4:
		return p[0]
	case width == 8:
		return p[1]
	case width == 16:
		return p[2]
	}
	return p[3]
}

// setUpPrice is that of the table and the codec for each element, in hundredths;
// form S pays for the primality test and the search for the root too.
func (h *header) setUpPrice() uint64 {
	switch {
	case h.short:
		return 150
	case h.width == 32:
		return 400
	}
	return 90
}

// formula prices inputs without a registered parameter set. No term can
// overflow, because the degree is bounded.
func (h *header) formula(op Op, width int) uint64 {
	n := uint64(h.n)
	switch op {
	case Mul:
		gas := mulStart.of(width) + hundredths(n*mulPrice.of(width))
		if h.kind == incomplete || h.kind == gaussian {
			gas *= 2
		}
		return gas
	case Add:
		return 20 + hundredths(n*addPrice.of(width))
	}
	perElement := butterflyPrice.of(width)*uint64(h.logDegree()) + h.setUpPrice()
	return 200 + hundredths(n*perElement)
}

func hundredths(x uint64) uint64 { return (x + 99) / 100 }
