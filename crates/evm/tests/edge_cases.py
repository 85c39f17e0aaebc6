"""Writes crates/evm/tests/data/edge-cases.json: keys, messages and signatures at the edges of what is valid.

Falcon-512: h = (c - s1) / s2 makes a key under which any short s1 and s2 are a signature, so that the norm can be had to
the unit. ML-DSA-44: signatures of dilithium-py, with its loop here so that a bound can be left out. In the schemes of
EIP-8051's text mu is the hash of tr, of 32 bytes, and the message; Dilithium2 of round 3 verifies them.

    pip install dilithium-py==1.5.1 pycryptodome==4.4.0
    python crates/evm/tests/edge_cases.py > crates/evm/tests/data/edge-cases.json
"""

import hashlib
import json
import sys

import dilithium_py.dilithium.dilithium as round3
import dilithium_py.ml_dsa.ml_dsa as scheme
import dilithium_py.polynomials.polynomials as polynomials
from dilithium_py.dilithium import Dilithium2
from dilithium_py.ml_dsa import ML_DSA_44
from signing import Counter

MESSAGE = b"papilio: edge cases"
CASES = []


def add(name, title, key, message, signature, valid, why, source):
    fields = {"public_key": key, "message": message, "signature": signature}
    case = {"scheme": name, "title": title} | {field: value.hex() for field, value in fields.items()}
    CASES.append(case | {"valid": valid, "why": why, "source": source})


def stream(purpose, hash_name=None):
    data = hashlib.shake_256(purpose.encode()).digest(1 << 16)
    return iter(data)


# Falcon-512

Q, N, BOUND = 12289, 512, 34034726
ROUND3 = "Falcon, round 3, section "
SALT = bytes(range(40))


def transform_points():
    psi = 49  # the least root of X^512 + 1
    assert pow(psi, N, Q) == Q - 1
    return [pow(psi, 2 * i + 1, Q) for i in range(N)]


POINTS = transform_points()


def values(a):
    # Evaluation at all odd powers of the root by halving: a(x) = even(x^2) + x odd(x^2).
    def evaluate(coefficients, points):
        if len(coefficients) == 1:
            return {x: coefficients[0] % Q for x in points}
        squares = {x * x % Q for x in points}
        even, odd = evaluate(coefficients[::2], squares), evaluate(coefficients[1::2], squares)
        return {x: (even[x * x % Q] + x * odd[x * x % Q]) % Q for x in points}

    found = evaluate(a, set(POINTS))
    return [found[x] for x in POINTS]


def coefficients(v):
    # psi^-j / n sum_i v_i omega^(-ij), by the same halving over the powers of omega.
    omega = pow(49, 2, Q)

    def evaluate(sequence, root):
        if len(sequence) == 1:
            return sequence
        half = len(sequence) // 2
        even, odd = evaluate(sequence[::2], root * root % Q), evaluate(sequence[1::2], root * root % Q)
        result, power = [0] * len(sequence), 1
        for i in range(half):
            result[i] = (even[i] + power * odd[i]) % Q
            result[i + half] = (even[i] - power * odd[i]) % Q
            power = power * root % Q
        return result

    sums, inverse = evaluate(v, pow(omega, -1, Q)), pow(N, -1, Q)
    return [s * inverse * pow(49, -j, Q) % Q for j, s in enumerate(sums)]


def samples(name, message, salt):
    if name == "falcon512":
        data = hashlib.shake_256(salt + message).digest(4 * N)
    else:
        data = Counter(message + salt).read(4 * N)
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]


def point(name, message, salt):
    return [s % Q for s in samples(name, message, salt) if s < 5 * Q][:N]


def salt_of_sample(name, wanted):
    """A salt under which one of the first samples is this one."""
    number = 0
    while wanted not in samples(name, MESSAGE, number.to_bytes(40, "big"))[:N]:
        number += 1
    return number.to_bytes(40, "big")


def bits(text):
    text += "0" * (-len(text) % 8)
    return bytes(int(text[i : i + 8], 2) for i in range(0, len(text), 8))


def compressed_bits(s2):
    return "".join(f"{int(s < 0)}{abs(s) % 128:07b}" + "0" * (abs(s) // 128) + "1" for s in s2)


def falcon_key(name, s1, s2, message=MESSAGE, salt=SALT):
    divisor = values(s2)
    assert all(divisor), "s2 has no inverse"
    dividend = values([c - s for c, s in zip(point(name, message, salt), s1)])
    h = coefficients([a * pow(b, -1, Q) % Q for a, b in zip(dividend, divisor)])
    return h, b"\x09" + bits("".join(f"{x:014b}" for x in h))


def invertible(make):
    number = 0
    while True:
        s2 = make(stream(f"s2 {number}"))
        if all(values(s2)):
            return s2
        number += 1


def usual(data):
    # A sum of bytes, of about the spread of a signature's coefficients.
    return [sum(next(data) for _ in range(5)) - sum(next(data) for _ in range(5)) >> 1 for _ in range(N)]


def with_norm(norm, front=()):
    """Coefficients of this squared norm that begin with some given ones."""

    def make(data):
        s2 = list(front)
        left = norm - sum(s * s for s in s2)
        while left > 0 and len(s2) < N:
            s = min(int(left**0.5), 200 + next(data))
            s2.append(s if next(data) & 1 else -s)
            left -= s * s
        return s2 + [0] * (N - len(s2)) if left == 0 else [0] * N

    return invertible(make)


def falcon(name):
    zero = [0] * N

    def case(title, s1, s2, valid, why, section, salt=SALT):
        total = sum(s * s for s in s1 + s2)
        assert (total <= BOUND) == valid, (title, total)
        signature = b"\x39" + salt + bits(compressed_bits(s2))
        add(name, title, falcon_key(name, s1, s2, salt=salt)[1], MESSAGE, signature, valid, why, ROUND3 + section)

    s2 = invertible(usual)
    case("coefficients as usual", zero, s2, True, "short, and canonically encoded", "3.10")
    for step, valid in ((-1, True), (0, True), (1, False)):
        case(f"norm: the bound {step:+}", zero, with_norm(BOUND + step), valid, f"the bound is {BOUND}, and belongs to it", "3.10")
    for first, total, valid in ((5833, BOUND, True), (-5833, BOUND, True), (5834, 5834**2, False), (-6144, 6144**2, False)):
        rest = with_norm(max(total - first * first, 0) or 4_000_000)
        why = "s1 is taken from -6144 to 6144, and its squares count"
        case(f"s1 of one coefficient {first}", [first] + [0] * (N - 1), rest, valid, why, "3.10")
    extremes = with_norm(BOUND, [2047, -2047] * 4)
    case("eight coefficients of 2047 and -2047", zero, extremes, True, "the greatest that have an encoding", "3.11.2")
    longest = invertible(lambda data: [(1 - 2 * (next(data) & 1)) * (384 if i < 5 else 256) for i in range(N)])
    assert len(bits(compressed_bits(longest))) == 705
    case("the longest encoding, of 705 bytes", zero, longest, True, "no longer one has a norm within the bound", "3.11.2")
    for length, more, why in ((625, 392, "as long as the padded form"), (626, 393, "longer than the padded form")):
        stretched = invertible(lambda data: [(1 - 2 * (next(data) & 1)) * (128 if i < more else 5) for i in range(N)])
        assert len(bits(compressed_bits(stretched))) == length
        case(f"coefficients that take {length} bytes", zero, stretched, True, why, "3.11.3")
    for title, sample, why in (("5q", 5 * Q, "left out"), ("5q - 1", 5 * Q - 1, "taken as q - 1")):
        case(f"a sample of {title} in the point", zero, s2, True, f"it is {why}", "3.7", salt_of_sample(name, sample))

    h, key = falcon_key(name, zero, s2)
    text = compressed_bits(s2)
    assert len(text) % 8, "there is room for a bit"
    body = bits(text)

    def encoded(title, signature, valid, why, section="3.11.3", key=key, message=MESSAGE):
        add(name, title, key, message, signature, valid, why, ROUND3 + section)

    def of(s2_bits):
        return b"\x39" + SALT + bits(s2_bits)

    negative = next(i for i, s in enumerate(s2) if s == 0)
    front = compressed_bits(s2[:negative])
    encoded("minus zero", of(front + "1" + text[len(front) + 1 :]), False, "zero has one encoding", "3.11.2")
    encoded("a coefficient of 2048", of("0" + "0" * 7 + "0" * 16 + "1" + compressed_bits(s2[1:])), False, "above 2047", "3.11.2")
    encoded("a bit behind the last coefficient", b"\x39" + SALT + body[:-1] + bytes([body[-1] | 1]), False, "padding is zero", "3.11.2")
    padded = body + bytes(625 - len(body))
    encoded("padded to 666 bytes", b"\x39" + SALT + padded, True, "the padded form")
    encoded("padded, the last bit 1", b"\x39" + SALT + padded[:-1] + b"\x01", False, "padding is zero")
    encoded("padded by one byte", b"\x39" + SALT + body + b"\x00", False, "neither of the two lengths")
    encoded("padded to 665 bytes", b"\x39" + SALT + padded[:-1], False, "neither of the two lengths")
    encoded("padded to 667 bytes", b"\x39" + SALT + padded + b"\x00", False, "neither of the two lengths")
    encoded("one byte less", b"\x39" + SALT + body[:-1], False, "the last coefficient is cut")
    for length in (0, 1, 40, 41):
        encoded(f"the first {length} bytes", (b"\x39" + SALT + body)[:length], False, "no coefficients")
    for first, why in ((0x29, "the form of signed messages"), (0x49, "no form"), (0x59, "without compression"), (0x3A, "Falcon-1024"), (0x00, "no form")):
        encoded(f"first byte {first:02x}", bytes([first]) + SALT + body, False, why)
    encoded("salt before the first byte", SALT + b"\x29" + body, False, "another form")
    encoded("another message", of(text), False, "the point is another", "3.10", message=MESSAGE + b"\x00")
    encoded("another salt", b"\x39" + SALT[::-1] + body, False, "the point is another", "3.10")
    encoded("all coefficients zero", of(compressed_bits(zero)), False, "s1 is the point", "3.10")
    at = next(i for i, x in enumerate(h) if x < (1 << 14) - Q)
    over = h[:at] + [h[at] + Q] + h[at + 1 :]
    encoded("a key with q added to a coefficient", of(text), False, "a key is canonical", "3.11.4", b"\x09" + bits("".join(f"{x:014b}" for x in over)))
    exact = [Q if i == 0 else x for i, x in enumerate(h)]
    encoded("a key with a coefficient q", of(text), False, "a key is canonical", "3.11.4", b"\x09" + bits("".join(f"{x:014b}" for x in exact)))
    encoded("a key that begins with 0a", of(text), False, "Falcon-1024", "3.11.4", b"\x0a" + key[1:])
    encoded("a key of one byte less", of(text), False, "its length", "3.11.4", key[:-1])
    encoded("a key of one byte more", of(text), False, "its length", "3.11.4", key + b"\x00")


# ML-DSA-44

FIPS = "FIPS 204, "
GAMMA1, GAMMA2, BETA = 1 << 17, 95232, 78


class Signer:
    def __init__(self, name):
        self.seed = hashlib.shake_256(f"edge cases of {name}".encode()).digest(32)
        self.public, self.secret = ML_DSA_44._keygen_internal(self.seed)
        rho, self.k, self.tr, *vectors = ML_DSA_44._unpack_sk(self.secret)
        self.s1, self.s2, self.t0 = (vector.to_ntt() for vector in vectors)
        self.matrix = ML_DSA_44._expand_matrix_from_seed(rho)
        self.text = name.endswith("text")

    def represented(self, message):
        """The bytes that are hashed to mu."""
        return self.tr[:32] + message if self.text else self.tr + b"\0\0" + message

    def attempts(self, represented):
        """Signatures of a message, with z and the number of hints; z is not checked."""
        mu = ML_DSA_44._h(represented, 64)
        seed = ML_DSA_44._h(self.k + bytes(32) + mu, 64)
        for place in range(0, 1 << 16, 4):
            y = ML_DSA_44._expand_mask_vector(seed, place)
            w = (self.matrix @ y.to_ntt()).from_ntt()
            challenge = ML_DSA_44._h(mu + w.high_bits(2 * GAMMA2).bit_pack_w(GAMMA2), 32)
            c = ML_DSA_44.R.sample_in_ball(challenge, 39).to_ntt()
            z = y + self.s1.scale(c).from_ntt()
            greatest = max(abs(centered(x)) for row in z._data for poly in row for x in poly.coeffs)
            if greatest > GAMMA1 - BETA:
                continue
            rest = w - self.s2.scale(c).from_ntt()
            if rest.low_bits(2 * GAMMA2).check_norm_bound(GAMMA2 - BETA):
                continue
            product = self.t0.scale(c).from_ntt()
            hints = (-product).make_hint(rest + product, 2 * GAMMA2)
            if product.check_norm_bound(GAMMA2) or hints.sum_hint() > 80:
                continue
            yield ML_DSA_44._pack_sig(challenge, z, hints), greatest, hints.sum_hint()

    def first(self, wanted):
        """A message and its signature of a given kind."""
        number = 0
        while True:
            message = MESSAGE + b", %d" % number
            for signature, greatest, hints in self.attempts(self.represented(message)):
                if wanted(greatest, hints):
                    return message, signature
                if greatest < GAMMA1 - BETA:
                    # A signer ends here, so that the bound of z is all that sets invalid ones apart.
                    break
            number += 1

    def verifies(self, key, message, signature):
        if self.text:
            return Dilithium2.verify(key, message, signature)
        return ML_DSA_44._verify_internal(key, b"\0\0" + message, signature)

    def others(self):
        """Representatives of the message that another form has, and where that is from."""
        framed = b"\0\0" + MESSAGE
        if self.text:
            yield "framed as in FIPS 204, behind 32 bytes of tr", self.tr[:32] + framed, FIPS + "algorithm 3"
            yield "not framed, behind 64 bytes of tr", self.tr + MESSAGE, FIPS + "algorithm 1"
            yield "of FIPS 204", self.tr + framed, FIPS + "algorithm 3"
            return
        yield "in a context", self.tr + bytes([0, 1]) + b"c" + MESSAGE, FIPS + "algorithm 3"
        yield "not framed", self.tr + MESSAGE, FIPS + "algorithm 3, line 5"
        yield "framed as a hash", self.tr + bytes([1, 0]) + MESSAGE, FIPS + "algorithm 5"
        yield "of EIP-8051's text", self.tr[:32] + MESSAGE, "EIP-8051, text"


def centered(x):
    return (x + 4190208) % 8380417 - 4190208


def ml_dsa(name):
    signer = Signer(name)
    key = signer.public

    def case(title, signature, valid, why, section, key=key, message=MESSAGE):
        if len(key) == 1312:
            assert (len(signature) == 2420 and signer.verifies(key, message, signature)) == valid, title
        add(name, title, key, message, signature, valid, why, FIPS + section)

    signature = next(s for s, greatest, _ in signer.attempts(signer.represented(MESSAGE)) if greatest < GAMMA1 - BETA)
    case("a signature", signature, True, "the first that is short, without randomness", "algorithm 7")
    for bound, valid in ((GAMMA1 - BETA - 1, True), (GAMMA1 - BETA, False)):
        message, found = signer.first(lambda greatest, _: greatest == bound)
        why = "the greatest coefficient of z is below gamma1 - beta" if valid else "z reaches gamma1 - beta; all else is right"
        case(f"z reaches {bound}", found, valid, why, "algorithm 8, line 13", message=message)
    message, eighty = signer.first(lambda greatest, hints: greatest < GAMMA1 - BETA and hints == 80)
    case("80 hints", eighty, True, "omega is 80", "algorithm 20", message=message)
    more = eighty[:-1] + b"\x51"
    case("81 hints by their number", more, False, "more than omega", "algorithm 21, line 4", message=message)

    hints, ends = 2336, 2416
    last = [0, *signature[ends:]]

    def changed(**at):
        other = bytearray(signature)
        for place, value in at.items():
            other[int(place[1:])] = value
        return bytes(other)

    def hint(title, why, line, **at):
        case(title, changed(**at), False, why, f"algorithm 21, line {line}")

    a, b = signature[hints], signature[hints + 1]
    hint("two places of hints exchanged", "places increase", 9, **{f"_{hints}": b, f"_{hints + 1}": a})
    hint("a place of a hint twice", "places increase", 9, **{f"_{hints + 1}": a})
    hint("a byte behind the last place", "those are zero", 17, **{f"_{hints + last[4]}": 1})
    hint("the last byte of places", "those are zero", 17, **{f"_{ends - 1}": 255})
    hint("numbers of hints that decrease", "they do not decrease", 4, **{f"_{ends + 1}": last[1] - 1})
    hint("255 hints", "more than omega", 4, **{f"_{ends + 3}": 255})
    hint("a hint less by the number", "the place behind the last is not zero", 17, **{f"_{ends + 3}": last[4] - 1})
    case("a hint of the next row", changed(**{f"_{ends}": last[1] + 1}), False, "places increase, or the hash is another", "algorithm 21")
    no_hints = signature[:hints] + bytes(84)
    case("no hints", no_hints, False, "the high parts are others", "algorithm 8, line 13")
    out = bytearray(signature)
    out[32], out[33], out[34] = 0, 0, out[34] & 0xFC
    case("z of gamma1", bytes(out), False, "a field of zeros is gamma1", "algorithm 8, line 13")
    flipped = changed(_0=signature[0] ^ 1)
    case("a bit of the challenge", flipped, False, "the hash is another", "algorithm 8, line 13")
    for length in (0, 32, 2419):
        case(f"the first {length} bytes", signature[:length], False, "its length", "section 4, table 2")
    case("one byte more", signature + b"\x00", False, "its length", "section 4, table 2")
    case("another message", signature, False, "mu is another", "algorithm 8, line 7", message=MESSAGE + b"\x00")
    known = "the hash of 32 bytes of tr and the message" if signer.text else "that of 00 00 before the message"
    for title, represented, source in signer.others():
        other = next(s for s, greatest, _ in signer.attempts(represented) if greatest < GAMMA1 - BETA)
        add(name, f"a message {title}", key, MESSAGE, other, False, f"mu is {known}", source)
    case("a key of one byte less", signature, False, "its length", "section 4, table 2", key=key[:-1])
    case("a key of one byte more", signature, False, "its length", "section 4, table 2", key=key + b"\x00")
    case("a key with another t1", signature, False, "tr and t1 are others", "algorithm 8", key=key[:-1] + bytes([key[-1] ^ 128]))


def main():
    falcon("falcon512")
    ml_dsa("mldsa44")
    ml_dsa("mldsa44-text")
    for module in (scheme, polynomials, round3):
        module.shake256 = Counter
    polynomials.shake128 = Counter
    falcon("falcon512-eth")
    ml_dsa("mldsa44-eth")
    ml_dsa("mldsa44-eth-text")
    about = "Every signature is detached, in its standard encoding or none; keys that are not well formed count as invalid."
    source = "crates/evm/tests/edge_cases.py; ML-DSA-44 by dilithium-py 1.5.1"
    print(json.dumps({"about": about, "source": source, "cases": CASES}, indent=1))
    print(len(CASES), "cases", file=sys.stderr)


if __name__ == "__main__":
    main()
