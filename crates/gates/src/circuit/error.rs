//! Why a netlist is refused.

/// Why a netlist is no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CircuitError {
    /// The text is not of the format.
    #[error("{format}, {place}: {fault}")]
    Syntax {
        /// Name of the format.
        format: &'static str,
        /// Where.
        place: String,
        /// The fault.
        fault: String,
    },
    /// A version that this one does not read.
    #[error("a netlist of version {found}, where {known} is read")]
    Version {
        /// Its version.
        found: u64,
        /// The one that is read.
        known: u64,
    },
    /// A gate that is not known.
    #[error("{place}: no gate `{name}`: there are {known}")]
    UnknownGate {
        /// Where.
        place: String,
        /// Its name.
        name: String,
        /// The known ones.
        known: String,
    },
    /// A gate with too many or too few inputs.
    #[error("{place}: {found} inputs of `{gate}`, which has {expected}")]
    Inputs {
        /// Where.
        place: String,
        /// Name of the gate.
        gate: String,
        /// Inputs given.
        found: usize,
        /// Inputs of the gate.
        expected: usize,
    },
    /// Nothing drives a net that is used.
    #[error("nothing drives the net `{net}`, which {used_by} uses")]
    Undriven {
        /// Name of the net.
        net: String,
        /// Its user.
        used_by: String,
    },
    /// A net is driven twice.
    #[error("the net `{net}` is driven by {first} and by {second}")]
    DrivenTwice {
        /// Name of the net.
        net: String,
        /// One driver.
        first: String,
        /// The other driver.
        second: String,
    },
    /// A net depends on itself.
    #[error("the net `{net}` depends on itself, by way of {way}")]
    Cycle {
        /// Name of a net of the cycle.
        net: String,
        /// Nets of the cycle, or the first of them.
        way: String,
    },
    /// Two inputs or two outputs have one name.
    #[error("two {what} are named `{name}`")]
    Name {
        /// Inputs or outputs.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// More than is taken.
    #[error("{found} {what}, of which at most {most} are taken")]
    Size {
        /// The things counted.
        what: &'static str,
        /// How many.
        found: usize,
        /// The most.
        most: usize,
    },
}
