//! The picture of a sweep: time and operation counts against multiplicative depth, as SVG or PNG.

use plotters::coord::Shift;
use plotters::coord::combinators::BindKeyPoints;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use resvg::{tiny_skia, usvg};
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const SIZE: (u32, u32) = (1400, 620);
/// Of a letter, generously: the reader's own sans-serif font may be a wide one.
const TEXT_WIDTH: i32 = 8;
/// Okabe and Ito's palette, told apart by colour-blind readers, without its yellow, too faint on white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(70, 70, 70),
];
const INK: RGBColor = RGBColor(40, 40, 40);

/// One problem size at every depth measured.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// As the legend names it.
    pub(crate) name: String,
    /// The depths asked for.
    pub(crate) points: Vec<Point>,
    /// What the planner chooses when it is free to.
    pub(crate) planner: Option<Point>,
}

/// One measurement. What is not positive has no place on a logarithmic axis and is left out.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// Multiplicative depth.
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

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlotError {
    /// The file's name does not say which format.
    #[error("cannot draw {path}: its extension is {extension:?}, neither \"svg\" nor \"png\"")]
    Format {
        /// The file.
        path: PathBuf,
        /// What its name ends in.
        extension: String,
    },
    /// Neither a point nor a planner's choice.
    #[error("there is nothing to draw")]
    Empty,
    /// The drawing libraries refused.
    #[error("cannot draw: {0}")]
    Draw(String),
    /// The operating system refused.
    #[error("cannot write {path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

/// Draws `series` into the file at `path`, in the format of its extension; the file appears whole or not at all.
pub(crate) fn draw(series: &[Series], path: &Path) -> Result<(), PlotError> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let encode: fn(String) -> Result<Vec<u8>, PlotError> = match extension.as_str() {
        "svg" => |svg| Ok(svg.into_bytes()),
        "png" => |svg| rasterise(&svg),
        _ => return Err(PlotError::Format { path: path.to_owned(), extension }),
    };
    let picture = encode(render(series)?)?;
    save(&picture, path).map_err(|source| PlotError::Io { path: path.to_owned(), source })
}

fn save(bytes: &[u8], path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    #[cfg(unix)]
    file.as_file().set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    file.persist(path)?;
    Ok(())
}

/// Plotters' own bitmaps drop the bearings of letters; and this way both formats are the same picture.
fn rasterise(svg: &str) -> Result<Vec<u8>, PlotError> {
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let tree = usvg::Tree::from_str(svg, &options).map_err(failed)?;
    let mut pixels = tiny_skia::Pixmap::new(SIZE.0, SIZE.1).ok_or_else(|| failed("no memory for the pixels"))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}

fn failed(reason: impl Display) -> PlotError {
    PlotError::Draw(reason.to_string())
}

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Pixel = (i32, i32);
type Frame = (Range<i32>, Range<i32>);
type Drawn = Result<(), PlotError>;

fn render(series: &[Series]) -> Result<String, PlotError> {
    let deepest = all(series).map(|p| p.depth).max().ok_or(PlotError::Empty)?.max(1);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        let top = legend(&root, series)?;
        let (left, right) = root.split_vertically(top).1.split_horizontally(SIZE.0 / 2);
        TIME.draw(&root, &left, series, deepest)?;
        COUNTS.draw(&root, &right, series, deepest)?;
        root.present().map_err(failed)?;
    }
    Ok(svg)
}

fn all(series: &[Series]) -> impl Iterator<Item = &Point> {
    series.iter().flat_map(|s| s.points.iter().chain(&s.planner))
}

fn drawable(value: f64) -> bool {
    value.is_finite() && value > 0.0
}

/// Draws the legend along the top, and returns where it ends.
fn legend(root: &Area<'_>, series: &[Series]) -> Result<i32, PlotError> {
    let (left, right) = (100, SIZE.0 as i32 - 24);
    let mut at = (left, 26);
    let mut next = |name: &str| {
        let needed = 44 + TEXT_WIDTH * name.chars().count() as i32;
        if at.0 > left && at.0 + needed > right {
            at = (left, at.1 + 26);
        }
        let start = at;
        at.0 += needed + 20;
        words(root, name, (start.0 + 42, start.1), HPos::Left, &INK).map(|()| [start, (start.0 + 32, start.1)])
    };
    for (s, colour) in series.iter().zip(PALETTE.iter().cycle()) {
        solid(root, &next(&s.name)?, colour)?;
    }
    solid(root, &next("measured")?, &INK)?;
    if series.iter().flat_map(|s| &s.points).any(|p| drawable((TIME.thin)(p))) {
        thin(root, &next("published")?, &INK, TIME.dash)?;
    }
    if series.iter().any(|s| s.planner.is_some()) {
        let [(x, y), _] = next("planner's choice")?;
        diamond(root, (x + 16, y), &INK)?;
    }
    Ok(at.1 + 14)
}

/// What one half of the picture shows.
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
    fn draw(&self, root: &Area<'_>, area: &Area<'_>, series: &[Series], deepest: u32) -> Drawn {
        let decades = self.decades(series);
        let power = |k: &i32| 10f64.powi(*k);
        let every = decades.len().div_ceil(9);
        let depths = (1..=deepest).step_by(deepest.div_ceil(20) as usize).map(tenths).collect();
        let bold = (decades.start..=decades.end).step_by(every).map(|k| power(&k)).collect();
        let light = decades.clone().flat_map(|k| (2..10).map(move |i| f64::from(i) * 10f64.powi(k)));
        let y = (power(&decades.start)..power(&decades.end)).log_scale().with_key_points(bold).with_light_points(light);
        let mut builder = ChartBuilder::on(area);
        builder.margin(16).margin_right(24).x_label_area_size(56).y_label_area_size(96);
        let mut chart = builder.build_cartesian_2d((6..tenths(deepest) + 4).with_key_points(depths), y).map_err(failed)?;
        chart
            .configure_mesh()
            .x_desc("Multiplicative depth")
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

    fn curves(&self, root: &Area<'_>, series: &[Series], place: &dyn Fn(u32, f64) -> Pixel, frame: &Frame) -> Drawn {
        let mut taken = Vec::new();
        for (s, colour) in series.iter().zip(PALETTE.iter().cycle()) {
            let mut points: Vec<_> = s.points.iter().collect();
            points.sort_by_key(|p| p.depth);
            let path = |value: fn(&Point) -> f64| -> Vec<Pixel> {
                let values = points.iter().map(|p| (p.depth, value(p)));
                values.filter(|(_, v)| drawable(*v)).map(|(depth, v)| place(depth, v)).collect()
            };
            let (below, above) = (path(self.thin), path(self.solid));
            thin(root, &below, colour, self.dash)?;
            solid(root, &above, colour)?;
            taken.extend(along(&below));
            taken.extend(along(&above));
        }
        let chosen = series.iter().zip(PALETTE.iter().cycle()).filter_map(|(s, colour)| Some((s.planner.as_ref()?, colour)));
        let chosen: Vec<_> = chosen.filter(|(p, _)| drawable((self.solid)(p))).collect();
        for (p, colour) in &chosen {
            let at = place(p.depth, (self.solid)(p));
            diamond(root, at, colour)?;
            taken.extend(along(&[(at.0 - 10, at.1), (at.0 + 10, at.1)]));
        }
        for (p, colour) in chosen {
            let value = (self.solid)(p);
            let label = format!("planner: {}{}", number(value), self.unit);
            let at = beside(place(p.depth, value), TEXT_WIDTH * label.chars().count() as i32 / 2, frame, &mut taken);
            words(root, &label, at, HPos::Center, colour)?;
        }
        Ok(())
    }
}

/// The place for the middle of a label `half` as wide, near `at` and over as little as possible of what is `taken`.
fn beside(at: Pixel, half: i32, frame: &Frame, taken: &mut Vec<Pixel>) -> Pixel {
    let offsets = [20, 32, 46].into_iter().flat_map(|dy| {
        [(0, -dy), (0, dy), (half, -dy), (-half, -dy), (half, dy), (-half, dy), (half + dy - 4, 0), (-half - dy + 4, 0)]
    });
    let hidden = |&(x, y): &Pixel| {
        let outside = x - half < frame.0.start || x + half > frame.0.end || y - 10 < frame.1.start || y + 10 > frame.1.end;
        taken.iter().filter(|t| (t.0 - x).abs() <= half + 3 && (t.1 - y).abs() <= 11).count() + usize::from(outside) * 1000
    };
    let (x, y) = offsets.map(|(dx, dy)| (at.0 + dx, at.1 + dy)).min_by_key(hidden).unwrap_or(at);
    for dy in [-9, 0, 9] {
        taken.extend(along(&[(x - half, y + dy), (x + half, y + dy)]));
    }
    (x, y)
}

/// Depths are placed by tenths: the axis begins and ends between two.
fn tenths(depth: u32) -> i64 {
    i64::from(depth) * 10
}

/// Pixels all along a line, a few apart.
fn along(line: &[Pixel]) -> Vec<Pixel> {
    let pieces = line.windows(2).flat_map(|ends| {
        let (dx, dy) = (ends[1].0 - ends[0].0, ends[1].1 - ends[0].1);
        let steps = dx.abs().max(dy.abs()) / 4 + 1;
        (0..steps).map(move |i| (ends[0].0 + dx * i / steps, ends[0].1 + dy * i / steps))
    });
    pieces.chain(line.last().copied()).collect()
}

fn solid(root: &Area<'_>, line: &[Pixel], colour: &RGBColor) -> Drawn {
    root.draw(&PathElement::new(line, colour.stroke_width(2))).map_err(failed)?;
    line.iter().try_for_each(|at| root.draw(&Circle::new(*at, 4, colour.filled()))).map_err(failed)
}

fn thin(root: &Area<'_>, line: &[Pixel], colour: &RGBColor, (dash, gap): (u32, u32)) -> Drawn {
    root.draw(&DashedPathElement::new(line.iter().copied(), dash, gap, colour.stroke_width(1))).map_err(failed)
}

fn diamond(root: &Area<'_>, (x, y): Pixel, colour: &RGBColor) -> Drawn {
    for (radius, colour) in [(11, &INK), (9, &WHITE), (7, colour)] {
        let corners = [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)];
        root.draw(&Polygon::new(corners, colour)).map_err(failed)?;
    }
    Ok(())
}

fn words(root: &Area<'_>, text: &str, at: Pixel, h: HPos, colour: &RGBColor) -> Drawn {
    let style = font(15).color(colour).pos(Pos::new(h, VPos::Center));
    root.draw(&Text::new(text, at, style)).map_err(failed)
}

/// Plotters takes the height of a line, not of an em.
fn font(pixels: u32) -> TextStyle<'static> {
    ("sans-serif", f64::from(pixels) * 1.24).into_font().color(&INK)
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
