//! Bars as SVG, for reports in notebooks.

use crate::error::Error;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use pyo3::prelude::*;

/// Pixels of a bar with the space around it.
const ROW: i32 = 30;
/// Pixels from a bar to the edge of its row.
const SPACE: i32 = 5;
/// Where bars begin, behind their names.
const LEFT: i32 = 300;
/// The longest bar, and the room for its value.
const LONGEST: i32 = 420;
const VALUE: i32 = 140;
const INK: RGBColor = RGBColor(40, 40, 40);
/// The first color of Okabe and Ito's palette, told from others by color-blind readers.
const FILL: RGBColor = RGBColor(0, 114, 178);

/// A drawing with a bar for each ``(name, value)``, as the text of an SVG. Values are zero or
/// positive and have the same unit, which is written behind them.
///
/// Raises ``ValueError`` for no bars, or a value that is negative or no number.
#[pyfunction]
#[pyo3(signature = (bars: "collections.abc.Sequence[tuple[str, float]]", unit))]
pub(crate) fn bars(bars: Vec<(String, f64)>, unit: &str) -> PyResult<String> {
    let greatest = bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
    if bars.is_empty() || !bars.iter().all(|(_, value)| value.is_finite() && *value >= 0.0) {
        return Err(Error::value(format!("bars are {bars:?}: values are zero or positive, and there is one at least")));
    }
    drawn(&bars, unit, greatest).map_err(Error::value)
}

fn drawn(bars: &[(String, f64)], unit: &str, greatest: f64) -> Result<String, Box<dyn std::error::Error>> {
    let size = ((LEFT + LONGEST + VALUE) as u32, ROW as u32 * bars.len() as u32);
    let style = |across| TextStyle::from(("sans-serif", 14).into_font()).color(&INK).pos(Pos::new(across, VPos::Center));
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        // Notebooks may be dark.
        root.fill(&WHITE)?;
        for ((name, value), top) in bars.iter().zip((0..).step_by(ROW as usize)) {
            let (middle, end) = (top + ROW / 2, LEFT + (f64::from(LONGEST) * value / greatest.max(f64::MIN_POSITIVE)) as i32);
            root.draw(&Rectangle::new([(LEFT, top + SPACE), (end, top + ROW - SPACE)], FILL.filled()))?;
            root.draw(&Text::new(name.as_str(), (LEFT - 8, middle), style(HPos::Right)))?;
            root.draw(&Text::new(format!("{} {unit}", three_digits(*value)), (end + 8, middle), style(HPos::Left)))?;
        }
        root.present()?;
    }
    Ok(svg)
}

/// With three significant digits.
fn three_digits(value: f64) -> String {
    let before = if value > 0.0 { value.log10().floor() } else { 0.0 };
    format!("{value:.*}", (2.0 - before).clamp(0.0, 12.0) as usize)
}
