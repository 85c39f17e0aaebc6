//! `papilio.bgv`.

use crate::exact::exact_scheme;

exact_scheme! {
    /// BGV: exact arithmetic modulo a plaintext modulus, slot by slot, by levels.
    ///
    /// ``Bgv(parameters, plaintext_modulus)``: the modulus is from 2 to 2^61 - 1, or a field of
    /// ``papilio.field`` for its prime. For N slots it is a prime t, and 2N divides t - 1. Products
    /// choose their level, and operands are brought to one level by themselves.
    ///
    /// >>> import numpy as np
    /// >>> from papilio.bgv import BatchEncoder, Bgv, Parameters, RelinearizationKey, SecretKey
    /// >>> bgv = Bgv(Parameters.advise(17, depth=1, scheme="bgv").parameters, 65537)
    /// >>> secret, encoder = SecretKey.generate(bgv), BatchEncoder(bgv)
    /// >>> bgv.relinearization_key = RelinearizationKey.generate(bgv, secret)
    /// >>> x = bgv.encrypt_secret(secret, encoder.encode(np.array([1, 2, 3])))
    /// >>> encoder.decode(bgv.decrypt(secret, x * x + 1))[:4].tolist()
    /// [2, 5, 10, 1]
    ///
    /// Raises ``papilio.ParametersError`` when the modulus has no room for messages.
    Bgv in "papilio.bgv", native: crate::exact::bgv
}
