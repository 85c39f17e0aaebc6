"""The operations of OpenFHE for CKKS, one by one: a peer that is asked over standard input."""

import json
import os
import statistics
import sys
import time

# One thread, which the library asks for when it is loaded.
os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
import openfhe

NAME = "OpenFHE 1.6.1"
EXACT = 64.0


class Refused(Exception):
    """The operations that cannot be done, and why."""


def message(slots, seed):
    """Complex numbers whose parts are as good as uniform between -1 and 1: SplitMix64 from seed * 2^32."""
    with np.errstate(over="ignore"):
        z = (np.uint64(seed << 32) + np.arange(1, 2 * slots + 1, dtype=np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        parts = ((z ^ (z >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) / 2.0**52 - 1
    return parts[::2] + 1j * parts[1::2]


def precision(have, want):
    """The least and the mean precision of slots in bits."""
    errors = np.abs(np.asarray(have)[: len(want)] - want)
    bits = -np.log2(np.where(np.isfinite(errors), np.maximum(errors, 2.0**-EXACT), 2.0**EXACT))
    return float(bits.min()), float(bits.mean())


def watch(samples, call):
    """The last result of a call, the median milliseconds, and the most resident memory meanwhile."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass
    result, times = call(), []
    for _ in range(max(samples, 1)):
        start = time.perf_counter()
        result = call()
        times.append((time.perf_counter() - start) * 1e3)
    return result, statistics.median_high(times), peak()


def peak():
    try:
        with open("/proc/self/status") as file:
            return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return None


def series(degree, radius):
    """The polynomial that interpolates the logistic function, in Chebyshev's."""
    angles = np.pi * (np.arange(degree + 1) + 0.5) / (degree + 1)
    values = 1 / (1 + np.exp(-radius * np.cos(angles)))
    coefficients = np.array([2 / (degree + 1) * np.sum(values * np.cos(k * angles)) for k in range(degree + 1)])
    coefficients[0] /= 2
    return coefficients


class OpenFhe:
    """The library with the keys of one set of parameters, and two messages to compute with."""

    def __init__(self, request):
        primes, special, scale = request["prime_bits"], request["special_bits"], request["scale_bits"]
        if request["primes_per_level"] != 1 or any(bits != scale for bits in primes[1:]):
            raise Refused("every prime but the first has the bits of the scale")
        self.degree, self.depth = 1 << request["log_degree"], len(primes) - 1
        parameters = openfhe.CCParamsCKKSRNS()
        parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
        parameters.SetRingDim(self.degree)
        parameters.SetBatchSize(self.degree // 2)
        parameters.SetMultiplicativeDepth(self.depth)
        parameters.SetScalingModSize(scale)
        parameters.SetFirstModSize(primes[0])
        parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
        parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
        self.digits = -(-len(primes) // len(special))
        parameters.SetNumLargeDigits(self.digits)
        parameters.SetCKKSDataType(openfhe.CKKSDataType.COMPLEX)
        self.context = openfhe.GenCryptoContext(parameters)
        for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE", "ADVANCEDSHE"):
            self.context.Enable(getattr(openfhe.PKESchemeFeature, feature))
        self.keys = self.context.KeyGen()
        self.bound = min(max(scale - request["log_degree"] - 12, 8), 32)
        self.messages = [message(self.degree // 2, seed) for seed in (1, 2)]
        self.plaintexts = [self.context.MakeCKKSPackedPlaintext(m) for m in self.messages]
        self.ciphertexts = [self.context.Encrypt(self.keys.publicKey, p) for p in self.plaintexts]
        self.ciphertext_bytes = 2 * self.degree * 8 * len(primes)
        self.multiplying, self.rotating = None, set()

    def levels(self, needed):
        if self.depth < needed:
            raise Refused(f"needs {needed} levels, the set has {self.depth}")

    def decrypt(self, ciphertext):
        return self.context.Decrypt(self.keys.secretKey, ciphertext).GetCKKSPackedValue()

    def multiply_key(self):
        if self.multiplying is None:
            start = time.perf_counter()
            self.context.EvalMultKeyGen(self.keys.secretKey)
            self.multiplying = (time.perf_counter() - start) * 1e3

    def rotate_keys(self, steps):
        if missing := sorted(set(steps) - self.rotating):
            self.context.EvalRotateKeyGen(self.keys.secretKey, missing)
            self.rotating |= set(missing)

    def timed(self, samples, call, want, note=None):
        out, milliseconds, memory = watch(samples, call)
        return milliseconds, memory, precision(self.decrypt(out), want), note

    def encode(self, samples):
        out, milliseconds, memory = watch(samples, lambda: self.context.MakeCKKSPackedPlaintext(self.messages[0]))
        have = precision(self.decrypt(self.context.Encrypt(self.keys.secretKey, out)), self.messages[0])
        return milliseconds, memory, have, "precision after encryption under the secret key"

    def encrypt(self, samples):
        call = lambda: self.context.Encrypt(self.keys.publicKey, self.plaintexts[0])
        return self.timed(samples, call, self.messages[0])

    def encrypt_secret(self, samples):
        call = lambda: self.context.Encrypt(self.keys.secretKey, self.plaintexts[0])
        return self.timed(samples, call, self.messages[0])

    def decrypt_(self, samples):
        call = lambda: self.context.Decrypt(self.keys.secretKey, self.ciphertexts[0])
        out, milliseconds, memory = watch(samples, call)
        have = precision(out.GetCKKSPackedValue(), self.messages[0])
        return milliseconds, memory, have, "with decoding, which is no operation of its own"

    def add(self, samples):
        call = lambda: self.context.EvalAdd(*self.ciphertexts)
        return self.timed(samples, call, self.messages[0] + self.messages[1])

    def multiply_plain(self, samples):
        self.levels(1)
        call = lambda: self.context.EvalMult(self.ciphertexts[0], self.plaintexts[1])
        return self.timed(samples, call, self.messages[0] * self.messages[1], "not rescaled")

    def relinearization_key(self, samples):
        self.levels(1)
        self.multiply_key()
        _, memory, have, _ = self.multiply(1)
        return self.multiplying, memory, have, "one call: the library keeps the first"

    def multiply(self, samples):
        self.levels(1)
        self.multiply_key()
        call = lambda: self.context.Rescale(self.context.EvalMult(*self.ciphertexts))
        return self.timed(samples, call, self.messages[0] * self.messages[1])

    def square(self, samples):
        self.levels(1)
        self.multiply_key()
        call = lambda: self.context.Rescale(self.context.EvalSquare(self.ciphertexts[0]))
        return self.timed(samples, call, self.messages[0] ** 2)

    def rescale(self, samples):
        self.levels(1)
        product = self.context.EvalMult(self.ciphertexts[0], self.plaintexts[1])
        call = lambda: self.context.Rescale(product)
        return self.timed(samples, call, self.messages[0] * self.messages[1])

    def rotate(self, samples):
        self.rotate_keys([1])
        call = lambda: self.context.EvalRotate(self.ciphertexts[0], 1)
        return self.timed(samples, call, np.roll(self.messages[0], -1))

    def rotate_hoisted_8(self, samples):
        steps = range(1, 9)
        self.rotate_keys(steps)

        def call():
            digits = self.context.EvalFastRotationPrecompute(self.ciphertexts[0])
            return [self.context.EvalFastRotation(self.ciphertexts[0], i, 2 * self.degree, digits) for i in steps]

        out, milliseconds, memory = watch(samples, call)
        each = [precision(self.decrypt(c), np.roll(self.messages[0], -i)) for i, c in zip(steps, out)]
        return milliseconds, memory, (min(p[0] for p in each), float(np.mean([p[1] for p in each]))), None

    def conjugate(self, samples):
        element = 2 * self.degree - 1
        keys = self.context.EvalAutomorphismKeyGen(self.keys.secretKey, [element])
        call = lambda: self.context.EvalAutomorphism(self.ciphertexts[0], element, keys)
        return self.timed(samples, call, np.conj(self.messages[0]))

    def chebyshev_31(self, samples):
        self.levels(6)
        self.multiply_key()
        coefficients, x = series(31, 8), self.messages[0].real
        plaintext = self.context.MakeCKKSPackedPlaintext((8 * x).astype(complex))
        ciphertext = self.context.Encrypt(self.keys.publicKey, plaintext)
        # The library halves the first coefficient.
        given = [float(2 * coefficients[0]), *map(float, coefficients[1:])]
        call = lambda: self.context.EvalChebyshevSeries(ciphertext, given, -8.0, 8.0)
        return self.timed(samples, call, np.polynomial.chebyshev.chebval(x, coefficients))


OPERATIONS = {
    "relinearization_key": OpenFhe.relinearization_key,
    "encode": OpenFhe.encode,
    "encrypt": OpenFhe.encrypt,
    "encrypt_secret": OpenFhe.encrypt_secret,
    "decrypt": OpenFhe.decrypt_,
    "add": OpenFhe.add,
    "multiply_plain": OpenFhe.multiply_plain,
    "multiply_relinearize_rescale": OpenFhe.multiply,
    "square": OpenFhe.square,
    "rescale": OpenFhe.rescale,
    "rotate": OpenFhe.rotate,
    "rotate_hoisted_8": OpenFhe.rotate_hoisted_8,
    "conjugate": OpenFhe.conjugate,
    "chebyshev_31": OpenFhe.chebyshev_31,
}


class Server:
    """Keeps the library with its keys from one request to the next of the same set."""

    def __init__(self):
        self.set, self.library = None, None

    def answer(self, line):
        request = json.loads(line)
        operation = OPERATIONS.get(request["operation"])
        if operation is None:
            raise Refused(f"no operation {request['operation']!r} here")
        names = ("log_degree", "prime_bits", "special_bits", "scale_bits", "primes_per_level")
        chosen = {name: request[name] for name in names}
        if chosen != self.set:
            self.set, self.library = None, None
            self.library, self.set = OpenFhe(request), chosen
        milliseconds, memory, (least, mean), note = operation(self.library, request["samples"])
        special = "special primes of the library's choice"
        return {
            "peer": NAME,
            "operation": request["operation"],
            "milliseconds": milliseconds,
            "correct": least >= self.library.bound,
            "precision_min": least,
            "precision_mean": mean,
            "key_bytes": None,
            "ciphertext_bytes": self.library.ciphertext_bytes,
            "peak_bytes": memory,
            "note": f"{note}; {special}" if note else special,
        }


def main():
    if sys.argv[1:] != ["ckks"]:
        print("usage: papilio-peer-openfhe ckks", file=sys.stderr)
        return 2
    server = Server()
    for line in sys.stdin:
        try:
            reply = server.answer(line)
        except Exception as error:  # The library's own errors come as several kinds.
            reply = {"error": str(error)}
        print(json.dumps(reply), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
