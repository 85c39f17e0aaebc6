//! The picture of a sweep: time and operation counts against multiplicative depth, as SVG or PNG.

mod elements;
mod error;

pub(crate) use error::PlotError;

use crate::files::temporary;
use elements::{Area, Drawn, Frame, INK, Mark, Marks, Spot, along, beside, font, joined, solid, thin, width, words};
use error::failed;
use plotters::coord::combinators::BindKeyPoints;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use resvg::{tiny_skia, usvg};
use std::ops::Range;
use std::path::Path;

const SIZE: (u32, u32) = (1400, 680);
/// Pixels of a PNG for each of the drawing, on a side: what screens and paper show sharply.
const DENSITY: u32 = 2;
/// Where headings and legends begin.
const LEFT: i32 = 100;
/// Okabe and Ito's palette, told apart by color-blind readers, without its yellow, too faint on
/// white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(70, 70, 70),
];

/// One problem size at every depth measured.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Its name in the legend.
    pub(crate) name: String,
    /// The depths asked for.
    pub(crate) points: Vec<Point>,
    /// The planner's choice when it is free.
    pub(crate) planner: Option<Point>,
}

/// One measurement. What is not positive has no place on a logarithmic axis and is left out.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Multiplicative depth, or what else the axis shows.
    pub(crate) depth: u32,
    /// Time measured.
    pub(crate) seconds: f64,
    /// Ciphertext–plaintext multiplications.
    pub(crate) multiplies: u64,
    /// Ciphertext–ciphertext additions.
    pub(crate) additions: u64,
    /// Time published for the same row.
    pub(crate) reference_seconds: Option<f64>,
}

/// The caption above the picture.
#[derive(Clone, Debug)]
pub(crate) struct Caption {
    /// The subject of the measurements.
    pub(crate) title: String,
    /// The machine and the day.
    pub(crate) origin: String,
}

/// The horizontal axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    /// The meaning of [`Point::depth`].
    pub(crate) label: &'static str,
    /// Where it begins.
    pub(crate) first: u32,
}

/// Draws `series` into the file at `path`, in the format of its extension; the file appears whole
/// or not at all.
pub(crate) fn draw(series: &[Series], axis: &Axis, caption: &Caption, path: &Path) -> Result<(), PlotError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let encode: fn(String) -> Result<Vec<u8>, PlotError> = match extension.as_str() {
        "svg" => |svg| Ok(svg.into_bytes()),
        "png" => |svg| rasterize(&svg),
        _ => return Err(PlotError::Format { path: path.to_owned(), extension }),
    };
    let picture = encode(render(series, axis, caption)?)?;
    temporary::write_whole(path, &picture).map_err(|source| PlotError::Io { path: path.to_owned(), source })
}

/// Plotters' own bitmaps drop the bearings of letters; and this way both formats are the same
/// picture.
fn rasterize(svg: &str) -> Result<Vec<u8>, PlotError> {
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = usvg::Tree::from_str(svg, &options).map_err(failed)?;
    let mut pixels =
        tiny_skia::Pixmap::new(DENSITY * SIZE.0, DENSITY * SIZE.1).ok_or_else(|| failed("no memory for the pixels"))?;
    let scale = tiny_skia::Transform::from_scale(DENSITY as f32, DENSITY as f32);
    resvg::render(&tree, scale, &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}

fn render(series: &[Series], axis: &Axis, caption: &Caption) -> Result<String, PlotError> {
    let deepest = all(series).map(|p| p.depth).max().ok_or(PlotError::Empty)?.max(1);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        let left = (LEFT, 30);
        let style = font(22).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(caption.title.as_str(), left, style)).map_err(failed)?;
        words(&root, &caption.origin, (left.0, 56), HPos::Left, &INK)?;
        let top = legend(&root, series, 86)?;
        let (left, right) = root.split_vertically(top).1.split_horizontally(SIZE.0 / 2);
        TIME.draw(&root, &left, series, (axis, deepest))?;
        COUNTS.draw(&root, &right, series, (axis, deepest))?;
        root.present().map_err(failed)?;
    }
    Ok(svg)
}

fn all(series: &[Series]) -> impl Iterator<Item = &Point> {
    series.iter().flat_map(|s| s.points.iter().chain(&s.planner))
}

/// Whether a logarithmic axis has a place for `value`; the bounds keep the axis short whatever was
/// measured.
fn drawable(value: f64) -> bool {
    (1e-12..1e21).contains(&value)
}

/// Draws the legend from `top` on, what the colors mean and then what the lines do; returns where
/// it ends.
fn legend(root: &Area<'_>, series: &[Series], top: i32) -> Result<i32, PlotError> {
    let names: Vec<_> = series.iter().map(|s| s.name.as_str()).collect();
    let colors = row(root, &names, top)?;
    for (swatch, color) in colors.iter().zip(PALETTE.iter().cycle()) {
        solid(root, swatch, color)?;
    }
    let mut marks: Vec<(&str, Mark)> = vec![("measured", |root, at| solid(root, at, &INK))];
    if series.iter().flat_map(|s| &s.points).any(|p| drawable((TIME.thin)(p))) {
        marks.push(("published", |root, at| thin(root, at, &INK, TIME.dash)));
    }
    if series.iter().any(|s| s.planner.is_some()) {
        marks.push(("planner's choice", |root, at| Marks::default().diamond(root, (at[0].0 + 16, at[0].1), &INK)));
    }
    let names: Vec<_> = marks.iter().map(|m| m.0).collect();
    let swatches = row(root, &names, colors.last().map_or(top, |at| at[0].1 + 26))?;
    swatches.iter().zip(&marks).try_for_each(|(at, mark)| (mark.1)(root, at))?;
    Ok(swatches.last().map_or(top, |at| at[0].1) + 14)
}

/// Writes `names` in a row, or in as many as they need, and returns where the swatch of each goes.
fn row(root: &Area<'_>, names: &[&str], top: i32) -> Result<Vec<[Spot; 2]>, PlotError> {
    let right = SIZE.0 as i32 - 24;
    let mut at = (LEFT, top);
    let place = |name: &&str| {
        let needed = 44 + width(name);
        if at.0 > LEFT && at.0 + needed > right {
            at = (LEFT, at.1 + 26);
        }
        let (x, y) = at;
        at.0 += needed + 20;
        words(root, name, (x + 42, y), HPos::Left, &INK).map(|()| [(x, y), (x + 32, y)])
    };
    names.iter().map(place).collect()
}

/// One half of the picture.
struct Panel {
    title: &'static str,
    unit: &'static str,
    solid: fn(&Point) -> f64,
    thin: fn(&Point) -> f64,
    /// Lengths of a dash and of the gap after it.
    dash: (u32, u32),
}

const TIME: Panel = Panel {
    title: "Time in seconds, log scale",
    unit: " s",
    solid: |p| p.seconds,
    thin: |p| p.reference_seconds.unwrap_or_default(),
    dash: (8, 5),
};
const COUNTS: Panel = Panel {
    title: "Ciphertext–plaintext multiplies (dotted: additions), log scale",
    unit: "",
    solid: |p| p.multiplies as f64,
    thin: |p| p.additions as f64,
    dash: (2, 4),
};

impl Panel {
    fn draw(&self, root: &Area<'_>, area: &Area<'_>, series: &[Series], (axis, deepest): (&Axis, u32)) -> Drawn {
        let decades = self.decades(series);
        let power = |k: &i32| 10f64.powi(*k);
        let every = decades.len().div_ceil(9);
        let depths = (axis.first..=deepest).step_by(deepest.div_ceil(20) as usize).map(tenths).collect();
        let bold = (decades.start..=decades.end).step_by(every).map(|k| power(&k)).collect();
        let light = decades.clone().flat_map(|k| (2..10).map(move |i| f64::from(i) * 10f64.powi(k)));
        let y = (power(&decades.start)..power(&decades.end)).log_scale().with_key_points(bold).with_light_points(light);
        let mut builder = ChartBuilder::on(area);
        builder.margin(16).margin_right(24).x_label_area_size(56).y_label_area_size(116);
        let mut chart = builder
            .build_cartesian_2d((tenths(axis.first) - 4..tenths(deepest) + 4).with_key_points(depths), y)
            .map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc(axis.label)
            .y_desc(self.title)
            .x_label_formatter(&|x| number(*x as f64 / 10.0))
            .y_label_formatter(&|y| number(*y))
            .label_style(font(14))
            .axis_desc_style(font(16))
            .bold_line_style(RGBColor(215, 215, 215))
            .light_line_style(RGBColor(242, 242, 242))
            .axis_style(INK)
            .draw()
            .map_err(failed)?;
        let place = |depth: u32, value: f64| chart.backend_coord(&(tenths(depth), value));
        self.curves(root, series, &place, &chart.plotting_area().get_pixel_range())
    }

    /// The powers of ten between which everything lies, not quite at the edge.
    fn decades(&self, series: &[Series]) -> Range<i32> {
        let thin = series.iter().flat_map(|s| &s.points).map(self.thin);
        let values = all(series).map(self.solid).chain(thin).filter(|v| drawable(*v));
        let (low, high) = values.fold((f64::MAX, 0.0), |(low, high), v| (v.min(low), v.max(high)));
        if high == 0.0 {
            return 0..1;
        }
        (low / 1.25).log10().floor() as i32..(high * 1.25).log10().ceil() as i32
    }

    fn curves(&self, root: &Area<'_>, series: &[Series], place: &dyn Fn(u32, f64) -> Spot, frame: &Frame) -> Drawn {
        let (mut taken, mut dots, mut marks) = (Vec::new(), Vec::new(), Marks::default());
        for (s, color) in series.iter().zip(PALETTE.iter().cycle()) {
            let mut points: Vec<_> = s.points.iter().collect();
            points.sort_by_key(|p| p.depth);
            let path = |value: fn(&Point) -> f64| -> Vec<Spot> {
                let values = points.iter().map(|p| (p.depth, value(p)));
                values.filter(|(_, v)| drawable(*v)).map(|(depth, v)| place(depth, v)).collect()
            };
            let (below, above) = (path(self.thin), path(self.solid));
            thin(root, &below, color, self.dash)?;
            joined(root, &above, color)?;
            dots.push((above.clone(), color));
            taken.extend(along(&below));
            taken.extend(along(&above));
        }
        dots.iter().try_for_each(|(line, color)| marks.dots(root, line, color))?;
        let chosen = series.iter().zip(PALETTE.iter().cycle()).filter_map(|(s, color)| Some((s.planner.as_ref()?, color)));
        let chosen: Vec<_> = chosen.filter(|(p, _)| drawable((self.solid)(p))).collect();
        for (p, color) in &chosen {
            let at = place(p.depth, (self.solid)(p));
            marks.diamond(root, at, color)?;
            taken.extend(along(&[(at.0 - 12, at.1), (at.0 + 12, at.1)]));
        }
        for (p, color) in chosen {
            let value = (self.solid)(p);
            let label = format!("planner: {}{}", number(value), self.unit);
            let at = beside(place(p.depth, value), width(&label) / 2, frame, &mut taken);
            words(root, &label, at, HPos::Center, &RGBColor(color.0 / 3 * 2, color.1 / 3 * 2, color.2 / 3 * 2))?;
        }
        Ok(())
    }
}

/// Depths are placed by tenths: the axis begins and ends between two.
fn tenths(depth: u32) -> i64 {
    i64::from(depth) * 10
}

/// Three significant digits, and every digit of a whole number: 0.014, 2.6, 131,072.
fn number(value: f64) -> String {
    if value < 100.0 {
        let digits = (2.0 - value.log10().floor()).clamp(0.0, 12.0) as usize;
        let text = format!("{value:.digits$}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    let mut text = format!("{value:.0}");
    for at in (1..text.len()).rev().filter(|at| (text.len() - at) % 3 == 0).collect::<Vec<_>>() {
        text.insert(at, ',');
    }
    text
}

#[cfg(test)]
mod tests;
