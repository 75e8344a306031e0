//! Tables of two columns in CSV files, and series: a level over time.

use super::{Files, Opened};
use crate::grid::Grid;
use std::fmt::Display;
use std::io::{BufRead, ErrorKind, Write};
use std::path::Path;

/// Maximum size of a file, bytes, and magnitude of a level, metres.
const MAX_BYTES: u64 = 64 << 20;
const MAX_LEVEL: f32 = 1000.0;

/// Characters of a bad line that an error shows.
const MAX_SHOWN: usize = 40;

/// A row of two numbers.
pub(crate) struct Row {
    /// Of the line, from 1.
    number: usize,
    /// The beginning of the line.
    shown: String,
    /// Its numbers, finite or not.
    pub numbers: [f64; 2],
}

impl Row {
    /// A message about the row that names the line.
    pub fn error(&self, why: impl Display) -> String {
        format!("line {}: `{}` {why}", self.number, self.shown)
    }
}

/// Reads a table of two columns of these names. Values are separated by commas, semicolons, tabs or spaces; the first row may name them, and
/// rows that begin with `#` are comments. The error is a message without the file's name.
pub(crate) fn rows(file: Opened, names: &str) -> Result<Vec<Row>, String> {
    if file.length > MAX_BYTES {
        return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
    }
    let mut rows = Vec::new();
    let mut is_first = true;
    for (index, line) in file.bytes.lines().enumerate() {
        let line = line.map_err(|error| match error.kind() {
            ErrorKind::InvalidData => {
                format!("it is not a text file: write a CSV table of {names}")
            }
            _ => error.to_string(),
        })?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let found = pair(line);
        let is_title = std::mem::take(&mut is_first)
            && found.is_none()
            && words(line).all(|word| word.parse::<f64>().is_err());
        if is_title {
            continue;
        }
        let row = Row {
            number: index + 1,
            shown: line.chars().take(MAX_SHOWN).collect(),
            numbers: found.unwrap_or_default(),
        };
        if found.is_none() {
            return Err(row.error(format_args!(
                "must be two numbers, {names}, as in `60, 0.25`"
            )));
        }
        rows.push(row);
    }
    match rows.is_empty() {
        true => Err(format!("it has no rows: write {names} in each")),
        false => Ok(rows),
    }
}

/// Reads the table in a file: seconds, which increase, and levels of a magnitude of at most 1000 metres. The error is a message without the
/// file's name.
pub(super) fn load(files: &dyn Files, path: &Path) -> Result<Grid<f32>, String> {
    let rows = rows(files.open(path)?, "seconds and metres")?;
    let mut cells: Vec<f32> = Vec::with_capacity(2 * rows.len());
    for row in &rows {
        let [seconds, level] = row.numbers.map(|number| number as f32);
        if !seconds.is_finite() || !(-MAX_LEVEL..=MAX_LEVEL).contains(&level) {
            return Err(row.error(format_args!(
                "must have a level from -{MAX_LEVEL} to {MAX_LEVEL} m at a finite time"
            )));
        }
        if let [.., before, _] = cells[..]
            && seconds <= before
        {
            return Err(row.error(format_args!(
                "must be later than the row before, at {before} s"
            )));
        }
        cells.extend([seconds, level]);
    }
    Grid::from_cells(2, rows.len(), cells).ok_or_else(|| "it has no rows".to_owned())
}

/// What the separators of a row leave.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split([',', ';', '\t', ' ']);
    words.filter(|word| !word.is_empty())
}

/// The two numbers of a line.
fn pair(line: &str) -> Option<[f64; 2]> {
    let mut words = words(line);
    let pair = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    words.next().is_none().then_some(pair)
}

/// Writes a series so that [`load`] reads the same.
pub(super) fn write(series: &Grid<f32>, to: &mut impl Write) -> std::io::Result<()> {
    writeln!(to, "seconds,metres")?;
    for row in 0..series.rows() {
        writeln!(to, "{},{}", series[(0, row)], series[(1, row)])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Bundle;

    fn loaded(text: &str) -> Result<Grid<f32>, String> {
        let mut files = Bundle::default();
        files.put("gauge.csv", text.as_bytes().to_vec());
        load(&files, Path::new("gauge.csv"))
    }

    #[test]
    fn rows_in_any_usual_form_are_read_and_written_again() {
        let wanted = [0.0, 0.5, 60.0, -0.25, 90.5, 1e-3];
        for text in [
            "0,0.5\n60,-0.25\n90.5,0.001\n",
            "\u{feff}time; level\r\n0; .5\r\n60; -0.25\r\n90.5; 1e-3",
            "# a gauge\n\n0\t0.5\n60  -0.25\n # a gap\n90.5 0.001",
        ] {
            let series = loaded(text).unwrap();
            assert_eq!(series.cells(), wanted, "{text}");
            let mut written = Vec::new();
            write(&series, &mut written).unwrap();
            let again = loaded(std::str::from_utf8(&written).unwrap()).unwrap();
            assert_eq!(again.cells(), wanted);
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, why) in [
            ("", "no rows"),
            ("seconds,metres\n", "no rows"),
            ("0, 0.5 m\n", "line 1"),
            ("0,1\n5\n", "line 2: `5` must be two numbers"),
            ("0,1\n5,2,3\n", "line 2"),
            ("a,b\nc,d\n", "line 2"),
            (
                "0,1\n0,2\n",
                "line 2: `0,2` must be later than the row before, at 0 s",
            ),
            ("0,nan\n", "from -1000 to 1000 m"),
            ("inf,1\n", "at a finite time"),
            ("0,1e9\n", "line 1"),
        ] {
            let error = loaded(text).unwrap_err();
            assert!(error.contains(why), "{text:?}: {error}");
        }
    }
}
