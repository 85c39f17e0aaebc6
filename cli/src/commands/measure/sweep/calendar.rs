//! The day, for captions.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in Greenwich, as `2026-11-22`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day, so many days after the first of January 1970.
fn date(mut days: u64) -> (u64, usize, u64) {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while month < 11 && days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    (year, month + 1, days + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_their_dates() {
        let days = [(0, (1970, 1, 1)), (58, (1970, 2, 28)), (59, (1970, 3, 1)), (789, (1972, 2, 29)), (790, (1972, 3, 1))];
        let later = [(11_016, (2000, 2, 29)), (11_017, (2000, 3, 1)), (20_453, (2025, 12, 31)), (20_454, (2026, 1, 1))];
        for (day, expected) in days.into_iter().chain(later) {
            assert_eq!(date(day), expected);
        }
    }
}
