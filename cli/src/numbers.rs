//! Numbers as people read them: durations, sizes, counts.

/// A duration as people read it.
pub(crate) fn seconds(s: f64) -> String {
    if s < 1e-3 {
        format!("{:.0} us", s * 1e6)
    } else if s < 1.0 {
        format!("{:.1} ms", s * 1e3)
    } else {
        format!("{s:.2} s")
    }
}

/// A size as people read it.
pub(crate) fn size(bytes: u64) -> String {
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 1024.0 && unit < 3 {
        (value, unit) = (value / 1024.0, unit + 1);
    }
    format!("{value:.1} {}", ["B", "KiB", "MiB", "GiB"][unit])
}

/// A level of security in bits, zero below 128.
pub(crate) fn security(bits: u32) -> String {
    if bits == 0 { "BELOW 128-bit security".to_owned() } else { format!("{bits}-bit security") }
}

/// A number of things, in the singular or the plural.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    let number = grouped(count);
    match thing.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        _ if count == 1 => format!("{number} {thing}"),
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {thing}s"),
    }
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_easily() {
        let cases = [(0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (100_000, "100,000"), (2_250_280, "2,250,280")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
        let nouns = [(0, "0 primes"), (1, "1 prime"), (2, "2 primes"), (16_384, "16,384 primes")];
        for (count, text) in nouns {
            assert_eq!(counted(count, "prime"), text);
        }
        assert_eq!([counted(1, "entry"), counted(5570, "entry")], ["1 entry", "5,570 entries"]);
        assert_eq!([counted(1, "rotation key"), counted(8, "rotation key")], ["1 rotation key", "8 rotation keys"]);
    }
}
