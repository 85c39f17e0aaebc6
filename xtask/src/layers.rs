//! The arrows between the crates.

use serde_json::Value;

/// Every crate of the workspace, and the crates of the workspace that it may depend on, for
/// whatever purpose.
///
/// `field → ntt → ring → fhe → hntt → ckks → bench → cli`, `fhe → gates → bench`, `field → ligero →
/// cli`, `ckks → cuda → bench`, `ntt → precompile → precompile-c` and `ntt → precompile → evm →
/// cli`; the facade `papilio` names all that are left of `bench`, the Python package `papilio-py`
/// stands on it, and the chores may make test data with `ligero`.
const LAYERS: [(&str, &[&str]); 18] = [
    ("papilio-field", &[]),
    ("papilio-ntt", &["papilio-field"]),
    ("papilio-ring", &["papilio-field", "papilio-ntt"]),
    ("papilio-fhe", &["papilio-field", "papilio-ntt", "papilio-ring"]),
    ("papilio-hntt", &["papilio-field", "papilio-ntt", "papilio-ring", "papilio-fhe"]),
    ("papilio-ckks", &["papilio-field", "papilio-ntt", "papilio-ring", "papilio-fhe", "papilio-hntt"]),
    ("papilio-cuda", &["papilio-field", "papilio-ntt", "papilio-ring", "papilio-fhe", "papilio-hntt", "papilio-ckks"]),
    ("papilio-gates", &["papilio-field", "papilio-ntt", "papilio-ring", "papilio-fhe"]),
    ("papilio-secrets", &["papilio-field", "papilio-ntt", "papilio-ring", "papilio-fhe", "papilio-ckks", "papilio-gates"]),
    ("papilio-ligero", &["papilio-field"]),
    ("papilio-precompile", &["papilio-field", "papilio-ntt"]),
    ("papilio-precompile-c", &["papilio-precompile"]),
    ("papilio-evm", &["papilio-ntt", "papilio-precompile"]),
    (
        "papilio-bench",
        &[
            "papilio-field",
            "papilio-ntt",
            "papilio-ring",
            "papilio-fhe",
            "papilio-cuda",
            "papilio-hntt",
            "papilio-ckks",
            "papilio-gates",
        ],
    ),
    (
        "papilio",
        &[
            "papilio-field",
            "papilio-ntt",
            "papilio-ring",
            "papilio-fhe",
            "papilio-hntt",
            "papilio-ckks",
            "papilio-gates",
            "papilio-cuda",
            "papilio-ligero",
            "papilio-precompile",
            "papilio-evm",
        ],
    ),
    (
        "papilio-cli",
        &[
            "papilio-field",
            "papilio-ntt",
            "papilio-ring",
            "papilio-fhe",
            "papilio-hntt",
            "papilio-ckks",
            "papilio-gates",
            "papilio-cuda",
            "papilio-ligero",
            "papilio-bench",
            "papilio-precompile",
            "papilio-evm",
        ],
    ),
    ("papilio-py", &["papilio"]),
    ("xtask", &["papilio-field", "papilio-ligero"]),
];

/// Dependencies against the arrows, and differences between the table and the workspace.
pub(crate) fn check(metadata: &Value) -> Vec<String> {
    let members = members(metadata);
    let unknown = |name: &str| !LAYERS.iter().any(|(layer, _)| *layer == name);
    let missing = |name: &str| !members.iter().any(|(member, _)| member == name);
    let strangers = members.iter().filter(|(name, _)| unknown(name));
    let strangers = strangers.map(|(name, _)| format!("{name} has no place in the table of xtask/src/layers.rs: give it one"));
    let ghosts = LAYERS.iter().filter(|(name, _)| missing(name));
    let ghosts = ghosts.map(|(name, _)| format!("{name} is in the table of xtask/src/layers.rs, but not in the workspace"));
    let reversed = members.iter().flat_map(|(name, dependencies)| reversed(name, dependencies));
    strangers.chain(ghosts).chain(reversed).collect()
}

fn reversed(name: &str, dependencies: &[String]) -> Vec<String> {
    let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| *layer == name) else { return Vec::new() };
    let inside = dependencies.iter().filter(|d| LAYERS.iter().any(|(layer, _)| layer == d));
    // A crate may ask itself for features, in its tests.
    let wrong = inside.filter(|d| *d != name && !allowed.contains(&d.as_str()));
    wrong.map(|d| format!("{name} depends on {d}, against the arrows: it may use {}", list(allowed))).collect()
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "no crate of this workspace".to_owned() } else { names.join(", ") }
}

/// Names of the members, each with the names of its dependencies of every kind.
fn members(metadata: &Value) -> Vec<(String, Vec<String>)> {
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    let dependencies = |package: &Value| package["dependencies"].as_array().into_iter().flatten().map(name).collect();
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages.map(|package| (name(package), dependencies(package))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Metadata of a workspace as the table has it, with more dependencies for one crate.
    fn workspace(name: &str, more: &[&str]) -> Value {
        let package = |(layer, allowed): &(&str, &[&str])| {
            let more = if *layer == name { more } else { &[] };
            let dependencies: Vec<Value> = allowed.iter().chain(more).map(|d| json!({ "name": d, "kind": "dev" })).collect();
            json!({ "name": layer, "dependencies": dependencies })
        };
        json!({ "packages": LAYERS.iter().map(package).collect::<Vec<_>>() })
    }

    #[test]
    fn the_table_itself_and_foreign_crates_pass() {
        assert_eq!(check(&workspace("papilio-ntt", &["serde", "rayon", "papilio-ntt"])), Vec::<String>::new());
    }

    #[test]
    fn a_reversed_arrow_is_named() {
        let failures = check(&workspace("papilio-ring", &["papilio-fhe"]));
        assert_eq!(failures.len(), 1);
        assert!(failures[0].starts_with("papilio-ring depends on papilio-fhe"), "{failures:?}");
        assert_eq!(check(&workspace("papilio-bench", &["papilio-ligero"])).len(), 1);
        assert_eq!(check(&workspace("papilio-ligero", &["papilio-hntt"])).len(), 1);
    }

    #[test]
    fn strangers_and_ghosts_are_named() {
        let failures = check(&json!({ "packages": [{ "name": "papilio-util", "dependencies": [] }] }));
        assert_eq!(failures.len(), 1 + LAYERS.len());
        assert!(failures[0].starts_with("papilio-util has no place"), "{failures:?}");
    }

    #[test]
    fn the_arrows_have_no_cycle() {
        // Every crate comes after those it may use, so an order exists.
        for (i, (name, allowed)) in LAYERS.iter().enumerate() {
            let earlier = |d: &&str| LAYERS[..i].iter().any(|(layer, _)| layer == d);
            assert!(allowed.iter().all(earlier), "{name}");
        }
    }
}
