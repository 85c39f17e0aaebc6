use super::*;

const DEPTHS: Axis = Axis { label: "Multiplicative depth", first: 1 };

fn point(depth: u32, seconds: f64, multiplies: u64, reference: Option<f64>) -> Point {
    Point { depth, seconds, multiplies, additions: multiplies / 2, reference_seconds: reference }
}

fn caption() -> Caption {
    Caption { title: "What was measured".to_owned(), origin: "on a machine, 2026-11-22".to_owned() }
}

fn one(points: Vec<Point>, planner: Option<Point>) -> Vec<Series> {
    vec![Series { name: "5,570 entries <a>".to_owned(), points, planner }]
}

#[test]
fn either_format_appears_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, png) = (folder.path().join("a.svg"), folder.path().join("a.PNG"));
    let series = one((1..6).map(|d| point(d, 0.1, 9 << d, Some(2.5))).collect(), Some(point(3, 0.01, 70, None)));
    draw(&series, &DEPTHS, &caption(), &svg).expect("svg");
    draw(&series, &DEPTHS, &caption(), &png).expect("png");
    let svg = std::fs::read_to_string(svg).expect("text");
    assert!(
        svg.contains("5,570 entries &lt;a&gt;")
            && svg.contains("planner: 0.01 s")
            && svg.contains("What was measured")
            && svg.contains("on a machine, 2026-11-22")
    );
    assert!(svg.ends_with("</svg>\n"));
    let png = std::fs::read(png).expect("bytes");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((&png[..4], side(16), side(20)), (&b"\x89PNG"[..], 2 * SIZE.0, 2 * SIZE.1));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "a temporary file is left");
}

#[test]
fn what_has_no_logarithm_is_left_out() {
    let odd = [0.0, -1.0, f64::NAN, f64::INFINITY].map(|t| point(2, t, 0, Some(t)));
    for points in [vec![], vec![point(1, 1.0, 1, None)], odd.to_vec()] {
        let planner = Some(point(0, 3e-9, u64::MAX, None));
        assert!(render(&one(points, planner), &DEPTHS, &caption()).is_ok());
    }
}

#[test]
fn refusals_say_why() {
    assert!(matches!(draw(&[], &DEPTHS, &caption(), Path::new("a.svg")), Err(PlotError::Empty)));
    assert!(matches!(draw(&one(vec![], None), &DEPTHS, &caption(), Path::new("a.png")), Err(PlotError::Empty)));
    let error = draw(&[], &DEPTHS, &caption(), Path::new("a.gif")).expect_err("an unknown format").to_string();
    assert!(error.contains("\"gif\""), "{error}");
}

#[test]
fn numbers_are_short() {
    let shown = [1e-5, 0.014, 0.1, 2.6, 10.0, 387.05, 11_729.7, 1e6, 131_072.0].map(number);
    assert_eq!(shown, ["0.00001", "0.014", "0.1", "2.6", "10", "387", "11,730", "1,000,000", "131,072"]);
}

#[test]
fn marks_at_one_place_are_all_seen() {
    let curve = |name: &str| Series {
        name: name.to_owned(),
        points: vec![point(2, 0.1, 9, None)],
        planner: Some(point(2, 0.1, 9, None)),
    };
    let svg = render(&[curve("one"), curve("two"), curve("three")], &DEPTHS, &caption()).expect("a picture");
    // A panel has a filled dot and a ring around it for each of the others, besides those of the
    // legend.
    for radius in [7, 10] {
        assert_eq!(svg.matches(&format!("r=\"{radius}\"")).count(), 2, "{radius}");
    }
    assert!(!svg.contains("<polygon"), "what is filled hides what lies below it");
}
