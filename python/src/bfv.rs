//! `papilio.bfv`.

use crate::exact::exact_scheme;

exact_scheme! {
    /// BFV: exact arithmetic modulo a plaintext modulus, slot by slot.
    ///
    /// ``Bfv(parameters, plaintext_modulus)``: the modulus is from 2 to 2^61 - 1, or a field of
    /// ``papilio.field`` for its prime. For N slots it is a prime t, and 2N divides t - 1.
    ///
    /// >>> import numpy as np
    /// >>> from papilio.bfv import BatchEncoder, Bfv, Parameters, RelinearizationKey, SecretKey
    /// >>> bfv = Bfv(Parameters.advise(17, depth=1).parameters, 65537)
    /// >>> secret, encoder = SecretKey.generate(bfv), BatchEncoder(bfv)
    /// >>> bfv.relinearization_key = RelinearizationKey.generate(bfv, secret)
    /// >>> x = bfv.encrypt_secret(secret, encoder.encode(np.array([1, 2, 3])))
    /// >>> encoder.decode(bfv.decrypt(secret, x * x + 1))[:4].tolist()
    /// [2, 5, 10, 1]
    ///
    /// Raises ``papilio.ParametersError`` when the modulus has no room for messages.
    Bfv in "papilio.bfv", native: crate::exact::bfv
}
