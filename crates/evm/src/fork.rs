//! The rules and the prices of a chain.

use crate::error::Error;
use revm::context_interface::cfg::gas_params::{GasId, GasParams};
use revm::primitives::hardfork::SpecId;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A fork of Ethereum: the rules that a transaction is executed under, and the price of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    name: String,
    spec: SpecId,
    pub(crate) prices: GasParams,
}

/// The content of a file of prices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Custom {
    name: String,
    rules: String,
    #[serde(deserialize_with = "each_once")]
    prices: BTreeMap<String, u64>,
}

/// Prices by name. Of one that is given twice a map would keep the last.
fn each_once<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, u64>, D::Error> {
    struct Prices;

    impl<'de> Visitor<'de> for Prices {
        type Value = BTreeMap<String, u64>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of prices")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut prices = Self::Value::new();
            while let Some((name, price)) = entries.next_entry::<String, u64>()? {
                if prices.contains_key(&name) {
                    return Err(A::Error::custom(format!("price {name:?} is given twice")));
                }
                prices.insert(name, price);
            }
            Ok(prices)
        }
    }

    deserializer.deserialize_map(Prices)
}

/// A text in which everything is seen: what controls a terminal or the direction of the text, or
/// has no place of its own, is written by its number.
fn visible(text: &str) -> String {
    let shown = |c: char| matches!(c, '"' | '\'' | '\\') || c.escape_debug().eq([c]);
    text.chars().map(|c| if shown(c) { c.to_string() } else { c.escape_unicode().to_string() }).collect()
}

impl Fork {
    /// The forks that have names, the oldest first. Amsterdam's rules and prices are those of the
    /// version of revm that this crate is built with, and may change until it is live.
    #[must_use]
    pub fn all() -> [Self; 3] {
        [SpecId::PRAGUE, SpecId::OSAKA, SpecId::AMSTERDAM].map(Self::named)
    }

    fn named(spec: SpecId) -> Self {
        Self { name: <&str>::from(spec).to_lowercase(), spec, prices: GasParams::new_spec(spec) }
    }

    /// A fork with prices of its own: an object with `name`, the name of the fork whose `rules` it
    /// has, and those `prices` that differ, by revm's names for them, such as
    /// `tx_floor_cost_per_token`.
    ///
    /// # Errors
    /// No such object; an unknown fork or price; a price that is given twice or out of range; a
    /// name that is empty, longer than 64 bytes, not printable, begins or ends with a space, or is
    /// that of another fork in any case.
    ///
    /// ```
    /// # use papilio_evm::Fork;
    /// let fork = Fork::custom(r#"{"name": "dear data", "rules": "osaka", "prices": {"tx_floor_cost_per_token": 24}}"#)?;
    /// assert_eq!(fork.name(), "dear data");
    /// # Ok::<(), papilio_evm::Error>(())
    /// ```
    pub fn custom(json: &str) -> Result<Self, Error> {
        let custom: Custom = serde_json::from_str(json).map_err(|e| Error::Prices(visible(&e.to_string())))?;
        let mut fork: Self = custom.rules.parse()?;
        let printable = visible(&custom.name) == custom.name && custom.name.trim() == custom.name;
        let sound = (1..=NAME_LIMIT).contains(&custom.name.len()) && printable;
        let is = |taken: &str| custom.name.eq_ignore_ascii_case(taken);
        if !sound || is("custom") || Self::all().iter().any(|fork| is(&fork.name)) {
            let name = custom.name.escape_default();
            return Err(Error::Prices(format!(
                "a name has 1 to {NAME_LIMIT} bytes, all printable, no space at its ends, and is that of no other fork; not \"{name}\""
            )));
        }
        let mut prices = Vec::new();
        for (name, price) in custom.prices {
            let unknown = || Error::Prices(format!("no price is called {name:?}; one of: {}", price_names().join(", ")));
            let id = GasId::from_name(&name).ok_or_else(unknown)?;
            let least = DIVISORS.iter().find(|(divisor, _)| *divisor == id.as_u8()).map_or(0, |&(_, least)| least);
            if !(least..=PRICE_LIMIT).contains(&price) {
                return Err(Error::Prices(format!("{name} is {price}, and has to be from {least} to {PRICE_LIMIT}")));
            }
            prices.push((id, price));
        }
        fork.prices.override_gas(prices);
        Ok(Self { name: custom.name, ..fork })
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn spec(&self) -> SpecId {
        self.spec
    }

    /// The greatest gas limit of a transaction: that of a block, or of EIP-7825. From Amsterdam on
    /// the latter leaves out what is paid for state (EIP-8037).
    pub(crate) fn gas_limit(&self) -> u64 {
        if self.spec == SpecId::OSAKA { 1 << 24 } else { BLOCK_GAS_LIMIT }
    }
}

/// A gas limit of blocks of 2026.
pub(crate) const BLOCK_GAS_LIMIT: u64 = 60_000_000;

/// The greatest price of one thing: products of two of them and of the bytes of a transaction stay
/// far below 2^64.
const PRICE_LIMIT: u64 = 1 << 20;

/// Most bytes of a name.
const NAME_LIMIT: usize = 64;

/// Entries of the table that revm divides by, each with the least that it may be. A caller that
/// keeps more than 1/64 of its gas could end a verification, with a verdict, whose precompiles ran
/// out of it.
const DIVISORS: [(u8, u64); 3] = [
    (GasId::memory_quadratic_reduction().as_u8(), 1),
    (GasId::max_refund_quotient().as_u8(), 1),
    (GasId::call_stipend_reduction().as_u8(), 64),
];

/// All names of prices that there are.
fn price_names() -> Vec<&'static str> {
    (0..=u8::MAX).map(|id| GasId::new(id).name()).filter(|&name| name != "unknown").collect()
}

/// The fork that Ethereum has: Osaka.
impl Default for Fork {
    fn default() -> Self {
        Self::named(SpecId::OSAKA)
    }
}

impl fmt::Display for Fork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for Fork {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let known = || Self::all().map(|fork| fork.name).join(", ");
        let unknown = || Error::Name { what: "fork", got: name.to_owned(), known: known() };
        Self::all().into_iter().find(|fork| fork.name == name).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forks_have_the_names_that_they_are_found_by() {
        for (fork, name) in Fork::all().into_iter().zip(["prague", "osaka", "amsterdam"]) {
            assert_eq!(fork.name(), name);
            assert_eq!(name.parse::<Fork>(), Ok(fork));
        }
        assert!(matches!("paris".parse::<Fork>(), Err(Error::Name { what: "fork", .. })));
    }

    #[test]
    fn prices_of_a_file_replace_those_of_its_rules() {
        let json = |rules: &str, price: &str| format!(r#"{{"name": "x", "rules": "{rules}", "prices": {{"{price}": 7}}}}"#);
        let fork = Fork::custom(&json("prague", "tx_token_cost")).expect("a fork");
        assert_eq!((fork.prices.tx_token_cost(), fork.spec()), (7, SpecId::PRAGUE));
        assert_eq!(fork.prices.tx_base_stipend(), Fork::all()[0].prices.tx_base_stipend());
        assert!(
            matches!(Fork::custom(&json("prague", "free_lunch")), Err(Error::Prices(reason)) if reason.contains("tx_token_cost"))
        );
        assert!(matches!(Fork::custom(&json("paris", "tx_token_cost")), Err(Error::Name { .. })));
        let priced = |price: &str, value: u64| {
            Fork::custom(&format!(r#"{{"name": "x", "rules": "osaka", "prices": {{"{price}": {value}}}}}"#))
        };
        for (divisor, least) in [("memory_quadratic_reduction", 1), ("max_refund_quotient", 1), ("call_stipend_reduction", 64)]
        {
            let below = priced(divisor, least - 1);
            assert!(matches!(below, Err(Error::Prices(reason)) if reason.contains(&format!("from {least} "))), "{divisor}");
            assert!(priced(divisor, least).is_ok());
        }
        assert!(priced("tx_token_cost", 0).is_ok() && priced("tx_token_cost", PRICE_LIMIT).is_ok());
        assert!(matches!(priced("tx_token_cost", PRICE_LIMIT + 1), Err(Error::Prices(reason)) if reason.contains("1048576")));
        for wrong in ["", "{}", r#"{"name": "x", "rules": "osaka", "prices": {}, "more": 1}"#] {
            assert!(matches!(Fork::custom(wrong), Err(Error::Prices(_))), "{wrong}");
        }
    }

    #[test]
    fn names_that_are_given_twice_are_refused() {
        let reason = |json: &str| match Fork::custom(json) {
            Err(Error::Prices(reason)) => reason,
            other => panic!("{other:?}"),
        };
        let prices = r#"{"tx_token_cost": 7, "tx_base_stipend": 1, "tx_token_cost": 7}"#;
        let twice = reason(&format!(r#"{{"name": "x", "rules": "osaka", "prices": {prices}}}"#));
        assert!(twice.contains(r#""tx_token_cost" is given twice"#), "{twice}");
        assert!(reason(r#"{"name": "x", "rules": "osaka", "prices": {}, "name": "y"}"#).contains("name"));
        let hidden = reason(r#"{"name": "x", "rules": "osaka", "prices": {}, "\u001b[2J\u202e": 1}"#);
        assert!(hidden.contains(r"\u{1b}[2J\u{202e}"), "{hidden}");
    }

    #[test]
    fn names_are_printable_and_short() {
        let named = |name: &str| {
            let json = serde_json::json!({ "name": name, "rules": "osaka", "prices": {} });
            Fork::custom(&json.to_string()).map(|fork| fork.name().to_owned())
        };
        for sound in ["x", "dear data", "l'été \"2027\" \\ 東京", &"x".repeat(64), &"é".repeat(32)] {
            assert_eq!(named(sound), Ok(sound.to_owned()));
        }
        // Controls, a line separator, directions of text and what has no width.
        let hidden = ["a\nb", "\u{1b}[2J", "\u{85}", "\u{2028}", "a\u{202e}b", "\u{2066}", "\u{200b}", "\u{200f}", "\u{feff}"];
        let long = ["x".repeat(65), "é".repeat(32) + "x"];
        for wrong in
            hidden.into_iter().chain(["", "osaka", "Osaka", "custom", " ", " x", "x "]).chain(long.iter().map(String::as_str))
        {
            assert!(matches!(named(wrong), Err(Error::Prices(reason)) if reason.is_ascii()), "{wrong:?}");
        }
    }
}
