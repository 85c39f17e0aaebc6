//! Sets of parameters.

use crate::parameters::{Order, Parameters, ParametersLiteral, Precision};
use crate::search::deviation;
use crate::{Decomposition, SECURITY};

impl Parameters {
    /// The set of the library TFHE, with half products: three digits of masks and two of bodies,
    /// seven transforms a step instead of eight. About 119 bits of security by estimates of today.
    ///
    /// Dimensions and deviations are those of `TFHE_LIB_PARAMETERS` of TFHE-rs 1.8.2.
    #[must_use]
    pub fn tfhe_lib() -> Self {
        Self::known(ParametersLiteral {
            lwe_dimension: 630,
            lwe_deviation: (-15f64).exp2(),
            glwe_dimension: 1,
            log_degree: 10,
            glwe_deviation: (-25f64).exp2(),
            mask: Decomposition::new(3, 7),
            body: Decomposition::new(2, 7),
            key_switch: Decomposition::new(8, 2),
            order: Order::BlindRotationFirst,
            precision: Precision::Fixed,
            insecure: true,
        })
    }

    /// The set of TFHE-rs 1.8.2, `DEFAULT_PARAMETERS`, with half products: two digits of masks and
    /// one of bodies.
    #[must_use]
    pub fn tfhe_rs_default() -> Self {
        Self::known(ParametersLiteral {
            lwe_dimension: 805,
            lwe_deviation: 5.861_589_664_267_133_6e-6,
            glwe_dimension: 3,
            log_degree: 9,
            glwe_deviation: 9.315_272_083_503_367e-10,
            mask: Decomposition::new(2, 10),
            body: Decomposition::new(1, 12),
            key_switch: Decomposition::new(5, 3),
            order: Order::BlindRotationFirst,
            precision: Precision::Double,
            insecure: false,
        })
    }

    /// At least 128 bits of security, and a wrong bit in at most one gate of `2^64`, of any
    /// circuit: what
    /// [`crate::search::search`] finds for it.
    #[must_use]
    pub fn default_128() -> Self {
        let (n, k, log_degree) = (625, 2, 9);
        Self::known(ParametersLiteral {
            lwe_dimension: n,
            lwe_deviation: deviation(n, SECURITY),
            glwe_dimension: k,
            log_degree,
            glwe_deviation: deviation(k << log_degree, SECURITY),
            mask: Decomposition::new(3, 6),
            body: Decomposition::new(2, 6),
            key_switch: Decomposition::new(5, 2),
            order: Order::KeySwitchFirst,
            precision: Precision::Fixed,
            insecure: false,
        })
    }

    /// At least 128 bits of security, and a wrong bit in at most one gate of `2^128`, of any
    /// circuit.
    #[must_use]
    pub fn failure_128() -> Self {
        let (n, k, log_degree) = (660, 2, 9);
        Self::known(ParametersLiteral {
            lwe_dimension: n,
            lwe_deviation: deviation(n, SECURITY),
            glwe_dimension: k,
            log_degree,
            glwe_deviation: deviation(k << log_degree, SECURITY),
            mask: Decomposition::new(3, 6),
            body: Decomposition::new(3, 5),
            key_switch: Decomposition::new(6, 2),
            order: Order::KeySwitchFirst,
            precision: Precision::Fixed,
            insecure: false,
        })
    }

    fn known(literal: ParametersLiteral) -> Self {
        Self::new(literal).expect("a set of this file")
    }
}
