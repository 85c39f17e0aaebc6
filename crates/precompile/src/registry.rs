//! The parameters of the signature standards: published prices, and transforms whose tables are
//! made once.
//!
//! They are three for ever, so that keeping their tables is no cache whose state a price would have
//! to know.

use crate::header::{Form, Header};
use alloc::boxed::Box;
use once_cell::race::OnceBox;
use papilio_ntt::Plan;
use papilio_ntt::lattice::{self, FALCON_PRIME, ML_DSA_PRIME};

/// A row of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Falcon512,
    Falcon1024,
    MlDsa,
}

impl Entry {
    const ALL: [Self; 3] = [Self::Falcon512, Self::Falcon1024, Self::MlDsa];

    /// The entry of a header. Form X states a root of its own and has no entry.
    pub(crate) fn of(header: &Header) -> Option<Self> {
        if header.form == Form::Extended {
            return None;
        }
        match (header.n, header.modulus.to_u64()?) {
            (512, FALCON_PRIME) => Some(Self::Falcon512),
            (1024, FALCON_PRIME) => Some(Self::Falcon1024),
            (256, ML_DSA_PRIME) => Some(Self::MlDsa),
            _ => None,
        }
    }

    /// The EIP's prices of the two directions.
    pub(crate) fn gas(self) -> (u64, u64) {
        match self {
            Self::Falcon512 => (790, 790),
            Self::Falcon1024 => (1750, 1750),
            Self::MlDsa => (220, 270),
        }
    }

    /// The plan, or `None` if there is none on this platform.
    pub(crate) fn plan(self) -> Option<&'static Plan<u32>> {
        static PLANS: [OnceBox<Option<Plan<u32>>>; 3] = [const { OnceBox::new() }; 3];
        let made = match self {
            Self::Falcon512 => PLANS[0].get_or_init(|| Box::new(lattice::falcon(512).ok())),
            Self::Falcon1024 => PLANS[1].get_or_init(|| Box::new(lattice::falcon(1024).ok())),
            Self::MlDsa => PLANS[2].get_or_init(|| Box::new(lattice::ml_dsa().ok())),
        };
        made.as_ref()
    }

    /// Makes the tables, so that the first call finds them.
    pub(crate) fn prepare() {
        Self::ALL.iter().for_each(|entry| {
            entry.plan();
        });
    }
}
