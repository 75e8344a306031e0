//! The surface of the water at the places of a table.

use super::quantity::{Ends, Field};
use crate::command::named;
use crate::desktop::Disk;
use crate::grid::Grid;
use crate::scene::{Files, series_file};
use crate::surface::Surface;
use crate::water::{Sampler, Water};
use anyhow::{Context, Result, anyhow};
use series_file::Row;
use std::path::Path;

/// Numbers of a place: x and z of the point of the surface, height, normal x, y, z, and velocity x, y, z.
const NUMBERS: usize = 9;

/// Reads a table of places, x and z in metres.
pub fn load(file: &Path) -> Result<Vec<Row>> {
    let error = |why: String| anyhow!("--points {}: {why}", named(file));
    let opened = Disk.open(file).map_err(error)?;
    let rows = series_file::rows(opened, "x and z in metres").map_err(error)?;
    let is_finite = |row: &Row| row.numbers.iter().all(|number| number.is_finite());
    match rows.iter().find(|row| !is_finite(row)) {
        Some(row) => Err(error(row.error("must be two finite numbers"))),
        None => Ok(rows),
    }
}

/// A row of numbers for each place. Returns an error for a place outside of the pool.
pub fn of(water: &dyn Water, steps_per_second: f64, places: &[Row]) -> Result<Field> {
    let sampler = Sampler::new(water, steps_per_second);
    let row = |row: &Row| {
        let [x, z] = row.numbers;
        let sample = sampler.at(x, z).with_context(|| {
            let size = match water.surface() {
                Surface::Bounded(pool) => pool.field.size,
                Surface::Open(_) => [f64::INFINITY; 2],
            };
            let [x, z] = size.map(|side| 0.5 * side);
            let why = format_args!("lies outside: the pool reaches from -{x} to {x} m along x, and from -{z} to {z} m along z");
            format!("--points: {}", row.error(why))
        })?;
        let parts: [&[f32]; 4] = [
            &sample.place.as_vec2().to_array(),
            &[sample.height],
            &sample.normal.to_array(),
            &sample.velocity.to_array(),
        ];
        Ok(parts.concat())
    };
    let rows: Vec<_> = places.iter().map(row).collect::<Result<_>>()?;
    let grid = Grid::from_fn(NUMBERS, rows.len(), |column, row| rows[row][column]);
    Ok(Field::Scalar(grid, Ends::LowestHighest))
}
