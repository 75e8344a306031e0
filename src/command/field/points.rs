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

/// Numbers of a place: x and z as in the table, height, normal x, y, z, and velocity x, y, z.
const NUMBERS: usize = 9;

/// Reads a table of places, x and z in metres.
pub fn load(file: &Path) -> Result<Vec<Row>> {
    let error = |why: String| anyhow!("--points {}: {why}", named(file));
    let opened = Disk::default().open(file).map_err(error)?;
    series_file::rows(opened, "x and z in metres").map_err(error)
}

/// A row of numbers for each place. Returns an error for a place outside of the pool.
pub fn of(water: &dyn Water, steps_per_second: f64, places: &[Row]) -> Result<Field> {
    let sampler = Sampler::new(water, steps_per_second);
    let row = |place: &Row| {
        let [x, z] = place.numbers;
        let is_finite = x.is_finite() && z.is_finite();
        let sample = is_finite.then(|| sampler.at(x, z)).flatten();
        let sample = sample.with_context(|| {
            let why = match water.surface() {
                Surface::Bounded(pool) => {
                    let [x, z] = pool.field.size.map(|side| 0.5 * side);
                    format!("lies outside: the pool reaches from -{x} to {x} m along x, and from -{z} to {z} m along z")
                }
                Surface::Open(_) => "must be finite".to_owned(),
            };
            format!("--points: {}", place.error(why))
        })?;
        let mut row = [
            x as f32,
            z as f32,
            sample.height,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        ];
        row[3..6].copy_from_slice(&sample.normal.to_array());
        row[6..].copy_from_slice(&sample.velocity.to_array());
        Ok(row)
    };
    let rows: Vec<_> = places.iter().map(row).collect::<Result<_>>()?;
    let grid = Grid::from_fn(NUMBERS, rows.len(), |column, row| rows[row][column]);
    Ok(Field::Scalar(grid, Ends::LowestHighest))
}
