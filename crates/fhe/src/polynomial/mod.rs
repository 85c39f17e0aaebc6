//! Polynomials with clear coefficients, evaluated on ciphertexts: one text for every scheme.
//!
//! * [`Polynomial`]: coefficients in the power basis, or in that of Chebyshev on an [`Interval`],
//!   which real functions are [fitted][Polynomial::fit] in.
//! * [`Plan`]: the products that an evaluation takes (M. S. Paterson and L. J. Stockmeyer, "On the
//!   number of nonscalar multiplications necessary to evaluate polynomials", 1973): the fewest that
//!   the search finds among those of the least depth, or of a greater depth that a caller allows.
//! * [`PolynomialScheme`]: the operations on ciphertexts that a scheme brings. [`Keyed`] brings
//!   those of BFV and BGV.
//! * [`approximation`]: polynomials that approximate the sign and other functions.
//!
//! # Depth
//! A product of ciphertexts is one level, and so is a linear combination of ciphertexts, for its
//! coefficients have a scale in CKKS. Sums, and products with two, cost none. The least depth of a
//! polynomial of degree `d` is `⌈log2(d + 1)⌉`, and every plan of [`Plan::new`] has it; an interval
//! that is not of length 2 takes one level more, which [`Polynomial::without_substitution`] leaves
//! to the caller.
//!
//! ```
//! use papilio_fhe::polynomial::{Interval, Plan, Polynomial};
//!
//! let (exponential, error) = Polynomial::fit(|x| (3.0 * x).exp(), Interval::UNIT, 15)?;
//! assert!(error < 1e-9);
//! let plan = Plan::new(&exponential);
//! assert_eq!((plan.depth(), plan.products()), (4, 8));
//! // A level more saves a product.
//! assert_eq!(Plan::within(&exponential, 5)?.products(), 7);
//! # Ok::<(), papilio_fhe::polynomial::PolynomialError>(())
//! ```

pub mod approximation;
mod basis;
mod coefficients;
mod error;
mod evaluate;
mod fit;
mod interval;
mod keyed;
mod plan;
mod powers;
mod residues;
mod scheme;
mod search;
mod shape;
mod support;
#[cfg(test)]
mod tests;

pub use basis::Basis;
pub use coefficients::Polynomial;
pub use error::PolynomialError;
pub use fit::MOST_FITTED;
pub use interval::{Interval, Substitution};
pub use keyed::Keyed;
pub use plan::Plan;
pub use powers::Step;
pub use scheme::PolynomialScheme;
