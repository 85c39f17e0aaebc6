//! The elements of the picture, placed by pixels.

use super::error::{PlotError, failed};
use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

pub(super) const INK: RGBColor = RGBColor(40, 40, 40);
/// The width of a letter, generously: the reader's own sans-serif font may be a wide one.
const LETTER: i32 = 8;

pub(super) type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
pub(super) type Spot = (i32, i32);
pub(super) type Frame = (Range<i32>, Range<i32>);
pub(super) type Drawn = Result<(), PlotError>;
/// Draws a swatch of the legend between two places.
pub(super) type Mark = fn(&Area<'_>, &[Spot; 2]) -> Drawn;

/// The room that `text` needs.
pub(super) fn width(text: &str) -> i32 {
    LETTER * text.chars().count() as i32
}

/// The place for the middle of a label `half` as wide, near `at` and over as little as possible of
/// what is `taken`.
pub(super) fn beside(at: Spot, half: i32, frame: &Frame, taken: &mut Vec<Spot>) -> Spot {
    let offsets = [20, 32, 46].into_iter().flat_map(|dy| {
        [(0, -dy), (0, dy), (half, -dy), (-half, -dy), (half, dy), (-half, dy), (half + dy - 4, 0), (-half - dy + 4, 0)]
    });
    let hidden = |&(x, y): &Spot| {
        let outside = x - half < frame.0.start || x + half > frame.0.end || y - 10 < frame.1.start || y + 10 > frame.1.end;
        taken.iter().filter(|t| (t.0 - x).abs() <= half + 3 && (t.1 - y).abs() <= 11).count() + usize::from(outside) * 1000
    };
    let (x, y) = offsets.map(|(dx, dy)| (at.0 + dx, at.1 + dy)).min_by_key(hidden).unwrap_or(at);
    for dy in [-9, 0, 9] {
        taken.extend(along(&[(x - half, y + dy), (x + half, y + dy)]));
    }
    (x, y)
}

/// Pixels all along a line, a few apart.
pub(super) fn along(line: &[Spot]) -> Vec<Spot> {
    let pieces = line.windows(2).flat_map(|ends| {
        let (dx, dy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        let steps = dx.abs().max(dy.abs()) / 4 + 1;
        (0..steps).map(move |i| (ends[0].0 + dx * i / steps, ends[0].1 + dy * i / steps))
    });
    pieces.chain(line.last().copied()).collect()
}

/// A line with a dot at each of its points, as in the legend.
pub(super) fn solid(root: &Area<'_>, line: &[Spot], color: &RGBColor) -> Drawn {
    joined(root, line, color)?;
    Marks::default().dots(root, line, color)
}

/// A line.
pub(super) fn joined(root: &Area<'_>, line: &[Spot], color: &RGBColor) -> Drawn {
    root.draw(&PathElement::new(line, color.stroke_width(2))).map_err(failed)
}

/// The marks of a panel, drawn after its lines. One that meets others goes around them, so that
/// none is hidden.
#[derive(Debug, Default)]
pub(super) struct Marks {
    dots: Vec<Spot>,
    diamonds: Vec<Spot>,
}

/// How many of these are where another goes, which joins them.
fn meeting(others: &mut Vec<Spot>, at: Spot) -> i32 {
    let near = |other: &&Spot| (other.0 - at.0).abs() < 6 && (other.1 - at.1).abs() < 6;
    let count = others.iter().filter(near).count() as i32;
    others.push(at);
    count
}

impl Marks {
    /// A dot at each point, or a ring around those that are there.
    pub(super) fn dots(&mut self, root: &Area<'_>, line: &[Spot], color: &RGBColor) -> Drawn {
        line.iter().try_for_each(|&at| {
            let around = meeting(&mut self.dots, at);
            let style = if around == 0 { color.filled() } else { color.stroke_width(2) };
            root.draw(&Circle::new(at, 4 + 3 * around, style)).map_err(failed)
        })
    }

    /// The mark of the planner's choice, open so that what is measured shows in it.
    pub(super) fn diamond(&mut self, root: &Area<'_>, (x, y): Spot, color: &RGBColor) -> Drawn {
        let radius = 12 + 6 * meeting(&mut self.diamonds, (x, y));
        let corner = [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)];
        for (color, width) in [(&INK, 5), (&WHITE, 4), (color, 3)] {
            root.draw(&PathElement::new(corner, color.stroke_width(width))).map_err(failed)?;
        }
        Ok(())
    }
}

/// A broken line: `dash` pixels drawn, `gap` pixels not; a point alone gets a short one through it.
pub(super) fn thin(root: &Area<'_>, line: &[Spot], color: &RGBColor, (dash, gap): (u32, u32)) -> Drawn {
    let line = if let [(x, y)] = *line { vec![(x - 16, y), (x + 16, y)] } else { line.to_vec() };
    root.draw(&DashedPathElement::new(line, dash, gap, color.stroke_width(1))).map_err(failed)
}

/// A line of text, its middle at the height of `at`.
pub(super) fn words(root: &Area<'_>, text: &str, at: Spot, h: HPos, color: &RGBColor) -> Drawn {
    let style = font(15).color(color).pos(Pos::new(h, VPos::Center));
    root.draw(&Text::new(text, at, style)).map_err(failed)
}

/// Plotters takes the height of a line, not of an em.
pub(super) fn font(pixels: u32) -> TextStyle<'static> {
    ("sans-serif", f64::from(pixels) * 1.24).into_font().color(&INK)
}
