//! Netlists in the Berkeley Logic Interchange Format ("Berkeley Logic Interchange Format (BLIF)",
//! University of California, 1992): one model of `.names`.

use super::cells::{Cell, Cells, Function};
use super::truth_table::TruthTable;
use super::{Circuit, CircuitError};

const FORMAT: &str = "BLIF";

/// The part of the text that is read so far.
#[derive(Default)]
struct Reader<'a> {
    cells: Cells,
    /// The function that is being read.
    open: Option<Open<'a>>,
}

/// A function whose rows are not all there.
struct Open<'a> {
    line: usize,
    /// Inputs, and the output.
    nets: Vec<&'a str>,
    /// Bits of the inputs, and the value.
    rows: Vec<(&'a str, &'a str)>,
}

impl Circuit {
    /// The circuit of a text in BLIF of one model: functions of up to six inputs by their
    /// rows. Latches and further models are refused.
    ///
    /// # Errors
    /// [`CircuitError`], which names the line or the net.
    pub fn from_blif(text: &str) -> Result<Self, CircuitError> {
        let joined = join_lines(text);
        let (mut reader, mut models) = (Reader::default(), 0);
        for (line, text) in &joined {
            let mut words = text.split_whitespace();
            let Some(first) = words.next() else { continue };
            if !first.starts_with('.') {
                reader.row(*line, first, words.collect())?;
                continue;
            }
            reader.close()?;
            match first {
                ".model" if models > 0 => return Err(syntax(*line, "a second model: only one is read")),
                ".model" => models += 1,
                ".inputs" => reader.cells.inputs.extend(words.map(str::to_owned)),
                ".outputs" => reader.cells.outputs.extend(words.map(|name| (name.to_owned(), name.to_owned()))),
                ".names" => reader.open = Some(Open { line: *line, nets: words.collect(), rows: Vec::new() }),
                ".end" => break,
                other => return Err(syntax(*line, &format!("`{other}` is not read: only .names are"))),
            }
        }
        reader.close()?;
        reader.cells.circuit()
    }
}

impl<'a> Reader<'a> {
    fn row(&mut self, line: usize, first: &'a str, others: Vec<&'a str>) -> Result<(), CircuitError> {
        let Some(Open { nets, rows, .. }) = &mut self.open else {
            return Err(syntax(line, &format!("`{first}` outside of a function")));
        };
        match others[..] {
            [] if nets.len() == 1 => rows.push(("", first)),
            [value] => rows.push((first, value)),
            _ => return Err(syntax(line, "a row has bits of the inputs and one of the output")),
        }
        Ok(())
    }

    /// The function whose rows are all there.
    fn close(&mut self) -> Result<(), CircuitError> {
        let Some(Open { line, mut nets, rows }) = self.open.take() else { return Ok(()) };
        let output = nets.pop().ok_or_else(|| syntax(line, "a function without an output"))?;
        if nets.len() > TruthTable::MOST {
            return Err(CircuitError::Size { what: "inputs of a function", found: nets.len(), most: TruthTable::MOST });
        }
        let value = rows.first().map_or("1", |(_, value)| value);
        if !["0", "1"].contains(&value) || rows.iter().any(|(_, other)| *other != value) {
            return Err(syntax(line, "the rows of a function end all in 1 or all in 0"));
        }
        let table = TruthTable::of_rows(nets.len(), rows.iter().map(|(bits, _)| *bits));
        let table = table.ok_or_else(|| syntax(line, "a row has another number of bits than inputs, or not 0, 1 and -"))?;
        let table = if value == "0" { table.negated() } else { table };
        self.cells.cells.push(Cell {
            function: Function::Table(table),
            gate: ".names".to_owned(),
            place: format!("line {line}"),
            inputs: nets.into_iter().map(str::to_owned).collect(),
            output: output.to_owned(),
        });
        Ok(())
    }
}

/// Lines without comments, those that end in a backslash joined with the next, by the number of the
/// first.
fn join_lines(text: &str) -> Vec<(usize, String)> {
    let mut lines: Vec<(usize, String)> = Vec::new();
    let mut continues = false;
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.split('#').next().unwrap_or_default().trim_end();
        let (text, goes_on) = text.strip_suffix('\\').map_or((text, false), |text| (text, true));
        match lines.last_mut().filter(|_| continues) {
            Some((_, last)) => {
                last.push(' ');
                last.push_str(text);
            }
            None => lines.push((line, text.to_owned())),
        }
        continues = goes_on;
    }
    lines
}

fn syntax(line: usize, fault: &str) -> CircuitError {
    CircuitError::Syntax { format: FORMAT, place: format!("line {line}"), fault: fault.to_owned() }
}
