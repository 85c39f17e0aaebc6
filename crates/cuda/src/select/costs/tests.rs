use super::*;

fn costs() -> Costs {
    let median = |operation, degree, limbs, microseconds| CpuMedian {
        operation,
        shape: Shape { degree, limbs, special: 1 },
        microseconds,
    };
    Costs {
        machine: "a processor, by a kernel".to_owned(),
        cpu: vec![
            median(Operation::Multiply, 8192, 3, 400.0),
            median(Operation::Multiply, 16_384, 12, 5850.5),
            median(Operation::NttForward, 8192, 3, 22.0),
        ],
        device: Some(rates()),
    }
}

fn rates() -> DeviceRates {
    let (upload, download, copy) = (2e10, 1e10, 4e12);
    DeviceRates { name: "a GPU".to_owned(), upload, download, copy, butterflies: 1e12, products: 1e12, launch: 2.5 }
}

fn request(operation: Operation, degree: usize, limbs: usize, batch: usize, resident: bool) -> Request {
    Request { operation, shape: Shape { degree, limbs, special: 1 }, batch, resident }
}

#[test]
fn a_text_is_read_back() {
    for costs in [costs(), Costs { device: None, ..costs() }, Costs { cpu: Vec::new(), ..costs() }] {
        assert_eq!(costs.to_string().parse(), Ok(costs));
    }
}

#[test]
fn texts_of_other_versions_and_damaged_ones_are_refused_with_the_line() {
    let whole = costs().to_string();
    let refused = |text: &str| text.parse::<Costs>().expect_err(text);
    let without = |from: &str, to: &str| {
        let text = whole.replacen(from, to, 1);
        assert_ne!(text, whole, "{from}");
        refused(&text)
    };
    assert_eq!(without("costs 1\n", "costs 2\n"), CostsError::Format { found: 2 });
    for text in ["", "{}", "papilio engine costs", "papilio engine costs one", "papilio engine costs1\nend"] {
        assert!(matches!(refused(text), CostsError::Header { .. }), "{text}");
    }
    let line = |error: CostsError| match error {
        CostsError::Line { line, .. } => line,
        other => panic!("{other}"),
    };
    let faults = [
        ("cpu multiply", "cpu divide", 3),
        ("400.0", "-400.0", 3),
        ("400.0", "inf", 3),
        ("400.0", "NaN", 3),
        ("400.0", "400.0 1", 3),
        ("8192 3 1 400.0", "8191 3 1 400.0", 3),
        ("8192 3 1 400.0", "8192 0 1 400.0", 3),
        ("cpu ntt_forward", "gpu ntt_forward", 5),
        ("device a GPU\n", "", 6),
        ("rate copy", "rate cope", 9),
        ("rate upload 20000000000.0", "rate upload 0", 7),
        ("machine ", "machine x\nmachine ", 3),
        ("end\n", "end\nend\n", 14),
        ("end\n", "the end\n", 13),
    ];
    for (from, to, expected) in faults {
        let error = without(from, to);
        assert!(error.to_string().contains(&format!("line {expected} ")), "{from}: {error}");
        assert_eq!(line(error), expected, "{from}");
    }
    assert_eq!(without("rate launch 2.5\n", ""), CostsError::Rates { line: 6 });
    assert_eq!(without("rate launch 2.5\n", "rate upload 2.5\n"), CostsError::Rates { line: 6 });
    // Wherever a text is cut, it is not taken for a whole one.
    for cut in 0..whole.len() - 1 {
        assert!(whole[..cut].parse::<Costs>().is_err(), "{cut} bytes");
    }
    let long = format!("papilio engine costs 1\n{}", "cpu add 8192 3 0 1.0\n".repeat(MAX_LINES));
    assert_eq!(refused(&long), CostsError::TooLong { line: MAX_LINES + 1 });
}

#[test]
fn the_median_of_the_nearest_shape_is_scaled() {
    let costs = costs();
    let cpu = |operation, degree, limbs, batch| costs.cpu_microseconds(&request(operation, degree, limbs, batch, true));
    assert_eq!(cpu(Operation::Multiply, 8192, 3, 1), Some(400.0));
    assert_eq!(cpu(Operation::Multiply, 16_384, 12, 8), Some(8.0 * 5850.5));
    assert_eq!(cpu(Operation::Add, 8192, 3, 1), None);
    let between = cpu(Operation::Multiply, 16_384, 3, 1).expect("a median");
    assert!((800.0..900.0).contains(&between), "{between}");
    let above = cpu(Operation::Multiply, 32_768, 12, 1).expect("a median");
    assert!((2.0 * 5850.5..2.2 * 5850.5).contains(&above), "{above}");
}

#[test]
fn a_device_takes_the_time_of_its_launches_its_work_and_the_transfers() {
    let rates = rates();
    // Two launches; 3 limbs read and written twice, 4096·13 butterflies each.
    let (bytes, butterflies) = (12.0 * 65536.0, 3.0 * 4096.0 * 13.0);
    let work = f64::max(bytes / 4e12, butterflies / 1e12) * 1e6;
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9 * expected, "{found}, {expected}");
    near(rates.microseconds(&request(Operation::NttForward, 8192, 3, 1, true)), 5.0 + work);
    // One launch takes the batch.
    near(rates.microseconds(&request(Operation::NttForward, 8192, 3, 64, true)), 5.0 + 64.0 * work);
    let transfers = 3.0 * 65536.0 * (1.0 / 2e10 + 1.0 / 1e10) * 1e6;
    near(rates.microseconds(&request(Operation::NttForward, 8192, 3, 1, false)), 5.0 + work + transfers);
    // One launch makes 64 sums.
    let sum = 18.0 * 65536.0 / 4e12 * 1e6;
    for (batch, launches) in [(1, 1.0), (64, 1.0), (65, 2.0), (128, 2.0)] {
        let found = rates.microseconds(&request(Operation::Add, 8192, 3, batch, true));
        near(found, 2.5 * launches + batch as f64 * sum);
    }
    // Each of a batch of products with plaintexts has its own two.
    let product = 15.0 * 65536.0 / 4e12 * 1e6;
    near(rates.microseconds(&request(Operation::MultiplyPlain, 8192, 3, 8, true)), 8.0 * (5.0 + product));
}
