//! The fields of a water that can be written, each in its unit.
//!
//! | field | of models that count | of models in real units | of the others |
//! | --- | --- | --- | --- |
//! | height | weights | m | m |
//! | velocity | weights a step | m/s of the model's own time | m a step |
//! | slope | m/m | m/m | m/m |
//! | obstruction | 1 open to 0 solid | the same | the same |
//! | depth | | m | m |
//!
//! Heights of the ripple are the stored numbers / 2^fraction_bits: a stone of weight 100 is −100. A model in real units is
//! one that has a time step in seconds.

use crate::command::arguments::What;
use crate::grid::Grid;
use crate::heights::{Heights, METRES_PER_WEIGHT};
use crate::pool::{Model, Size, Water};
use crate::water::MODELS;
use anyhow::{Result, bail};

/// Numbers for every cell.
pub enum Field {
    /// One number, and how a picture of them is to be read.
    Scalar(Grid<f32>, Ends),
    /// Two numbers: along x, along z.
    Vector(Grid<[f32; 2]>),
}

/// What black and white stand for in a picture of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ends {
    /// The lowest and the highest number there is.
    LowestHighest,
    /// Nothing and the highest number there is: as a map of the water wants it.
    ZeroHighest,
    /// 0 and 1: as a mask wants it.
    ZeroOne,
}

/// Says so if the water, or the one `beside` it, has no such field.
pub fn check(what: What, water: &dyn Water, beside: bool) -> Result<()> {
    if what != What::Depth || water.depth().is_some() {
        return Ok(());
    }
    // Some can be without a bottom, and are so unless they are given one.
    let has_depth = |model: &&&Model| {
        let mut parameters = model.parameters.iter();
        parameters.any(|parameter| parameter.key == "depth")
            || model.create(Size::default()).depth().is_some()
    };
    let names: Vec<_> = MODELS
        .iter()
        .filter(has_depth)
        .map(|model| model.name)
        .collect();
    let own = water.model().name;
    if names.is_empty() {
        bail!("--what depth: the model {own} knows no depth, and neither does any other");
    }
    if names.contains(&own) {
        let table = if beside { "compare" } else { "water" };
        bail!("--what depth: this water has no bottom; give it one, as in --set {table}.depth=1");
    }
    let option = if beside {
        "--set compare.model=NAME"
    } else {
        "--model NAME"
    };
    bail!(
        "--what depth: the model {own} knows no depth; these do: {} ({option})",
        names.join(", ")
    )
}

/// The field as it is now. A depth that the water does not know is 0.
pub fn of(what: What, water: &dyn Water) -> Field {
    let heights = water.heights();
    match what {
        What::Height => Field::Scalar(height(&heights), Ends::LowestHighest),
        What::Velocity => {
            let metres = water.velocity();
            // Of models that count, both are powers of two: nothing is rounded.
            let unit = match heights {
                Heights::Counts { .. } => f64::from(METRES_PER_WEIGHT),
                Heights::Metres(_) => water.time_step().unwrap_or(1.0),
            };
            let scaled = |&metres: &f32| (f64::from(metres) / unit) as f32;
            Field::Scalar(mapped(&metres, scaled), Ends::LowestHighest)
        }
        What::Slope => Field::Vector(slope(&heights, water.spacing())),
        What::Obstruction => Field::Scalar(water.obstruction().into_owned(), Ends::ZeroOne),
        What::Depth => {
            let none = || Grid::new(heights.columns(), heights.rows(), 0.0);
            let depth = water.depth().map_or_else(none, |depth| depth.into_owned());
            Field::Scalar(depth, Ends::ZeroHighest)
        }
    }
}

/// Heights above the rest level, columns × rows, in the model's unit.
fn height(heights: &Heights) -> Grid<f32> {
    match heights {
        Heights::Counts { counts, unit } => {
            // Both are powers of two: nothing is rounded.
            let weights = unit / METRES_PER_WEIGHT;
            mapped(counts, |&count| f32::from(count) * weights)
        }
        Heights::Metres(metres) => (*metres).clone(),
    }
}

/// (∂h/∂x, ∂h/∂z), dimensionless: half the difference of the two neighbours over `spacing` metres, at the edge the whole
/// difference to the one there is. Cells of walls count with the height that the model gives them.
fn slope(heights: &Heights, spacing: f64) -> Grid<[f32; 2]> {
    let (columns, rows) = (heights.columns() as i64, heights.rows() as i64);
    let metres = |(column, row): (i64, i64)| f64::from(heights.metres(column, row));
    let difference = |here: i64, count: i64, at: &dyn Fn(i64) -> (i64, i64)| {
        let (before, after) = ((here - 1).max(0), (here + 1).min(count - 1));
        let apart = (after - before).max(1) as f64 * spacing;
        ((metres(at(after)) - metres(at(before))) / apart) as f32
    };
    Grid::from_fn(columns as usize, rows as usize, |column, row| {
        let (column, row) = (column as i64, row as i64);
        [
            difference(column, columns, &|column| (column, row)),
            difference(row, rows, &|row| (column, row)),
        ]
    })
}

fn mapped<T>(grid: &Grid<T>, f: impl Fn(&T) -> f32) -> Grid<f32> {
    Grid::from_fn(grid.columns(), grid.rows(), |column, row| {
        f(&grid[(column, row)])
    })
}
