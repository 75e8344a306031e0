//! The fields of a water that can be written, each in its unit.
//!
//! | field | of models that count | of models in real units | of the others |
//! | --- | --- | --- | --- |
//! | height | weights | m | m |
//! | velocity | weights a step | m/s of the model's own time, of the seas too | m a step |
//! | horizontal-velocity (x, z) | | m/s of the model's own time | |
//! | slope | m/m | m/m | m/m |
//! | obstruction | 1 open to 0 solid | the same | the same |
//! | depth | | m | m |
//!
//! Caustics, of pools, are no numbers of cells but of texels of the floor: see `caustics`.
//!
//! Of the seas and both iWaves, which are in real units: displacement D in m (the surface lies at x + λD with λ = −choppiness). Of
//! the iWaves alone: horizontal-velocity. Of the seas alone: jacobian J,
//! folding J−, fold-direction e− (x, z), foam as a share, spectrum Ψ in m⁴. They and the slopes of a sea are sums of its cascades, pokes and all, and no differences.
//!
//! Heights of the ripple are the stored numbers / 2^fraction_bits: a stone of weight 100 is −100. A model in real units is
//! one that has a time step in seconds; that of a sea is what its steps are apart.

use crate::command::arguments::What;
use crate::grid::Grid;
use crate::heights::{Heights, METRES_PER_WEIGHT};
use crate::sea::Folding;
use crate::surface::Cascades;
use crate::water::{FieldKind, MODELS, Model, Water};
use anyhow::{Result, bail};
use waterlab_bodies::{Bodies, BodyState, Floating};

/// A field: numbers for every cell.
pub enum Field {
    /// One number, and how a picture of them is scaled.
    Scalar(Grid<f32>, Ends),
    /// Two numbers: along x, along z.
    Vector(Grid<[f32; 2]>),
}

impl Field {
    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Scalar(grid, _) => (grid.columns(), grid.rows()),
            Self::Vector(grid) => (grid.columns(), grid.rows()),
        }
    }

    /// Number of columns and of numbers per cell; and all numbers, row-major.
    pub fn numbers(&self) -> ((usize, usize), &[f32]) {
        match self {
            Self::Scalar(grid, _) => ((grid.columns(), 1), grid.cells()),
            Self::Vector(grid) => ((grid.columns(), 2), grid.cells().as_flattened()),
        }
    }
}

/// A row for each body; see [`What::Bodies`].
pub fn of_bodies(bodies: &Bodies) -> Field {
    let row = |floating: &Floating| {
        let BodyState {
            position,
            rotation,
            velocity,
            spin,
        } = floating.body().state;
        let volume = [floating.immersion().volume];
        let parts: [&[f64]; 5] = [
            &position.to_array(),
            &rotation.to_array(),
            &velocity.to_array(),
            &spin.to_array(),
            &volume,
        ];
        parts.concat()
    };
    let rows: Vec<_> = bodies.iter().map(row).collect();
    let grid = Grid::from_fn(14, rows.len(), |column, row| rows[row][column] as f32);
    Field::Scalar(grid, Ends::LowestHighest)
}

/// The values of black and white in a picture of a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ends {
    /// The lowest and the highest value.
    LowestHighest,
    /// 0 and the highest value: as for a map of the water.
    ZeroHighest,
    /// 0 and 1: as for a mask.
    ZeroOne,
}

/// An error if the model of the water, or of the `compared` one, has no such field.
pub fn check(what: What, model: &Model, compared: bool) -> Result<()> {
    let name = what.name();
    let field = FieldKind::named(&name);
    match field.filter(|field| !(field.has)(model)) {
        Some(field) => {
            let option = format!("--what {name}");
            others(&option, model, field.lack, compared, field.has)
        }
        None => Ok(()),
    }
}

/// An error if the depth is requested of a water without a floor.
pub fn check_bottom(what: What, water: &dyn Water, compared: bool) -> Result<()> {
    if what == What::Depth && water.depth().is_none() {
        // Some models have no floor unless the scene sets a depth.
        let table = if compared { "compare" } else { "water" };
        bail!("--what depth: this water has no bottom; give it one, as in --set {table}.depth=1");
    }
    Ok(())
}

/// An error if the model of the water, or of the `compared` one, is not a function of time.
pub fn check_time(model: &Model, compared: bool) -> Result<()> {
    match model.is_open() {
        true => Ok(()),
        false => others(
            "--time",
            model,
            "goes step by step; these are functions of time",
            compared,
            Model::is_open,
        ),
    }
}

/// The error for a field that a model lacks, with the models that have it.
fn others(
    option: &str,
    own: &Model,
    lack: &str,
    compared: bool,
    can: fn(&Model) -> bool,
) -> Result<()> {
    let able = MODELS.iter().filter(|model| can(model));
    let names: Vec<_> = able.map(|model| model.name).collect();
    let choice = if compared {
        "--set compare.model=NAME"
    } else {
        "--model NAME"
    };
    bail!(
        "{option}: the model {} {lack}: {} ({choice})",
        own.name,
        names.join(", ")
    )
}

/// Ψ of the largest cascade.
fn spectrum(water: &dyn Water) -> Option<Grid<f32>> {
    water.open_water()?.sea().waves().density(0)
}

/// Depth times horizontal velocity, m²/s.
fn discharge(water: &dyn Water) -> Option<[Grid<f32>; 2]> {
    let (depth, mut flow) = (water.water_depth()?, water.flow()?.velocity);
    for grid in &mut flow {
        for (cell, depth) in grid.cells_mut().iter_mut().zip(depth.cells()) {
            *cell *= depth;
        }
    }
    Some(flow)
}

/// The current field; all 0 if [`check`] rejects it.
pub fn of(what: What, water: &dyn Water) -> Field {
    let heights = water.heights();
    let none = || Grid::new(heights.columns(), heights.rows(), 0.0);
    match what {
        What::Height => Field::Scalar(height(&heights, weight(water)), Ends::LowestHighest),
        What::Velocity => {
            let metres = water.velocity();
            // For counting models, both are powers of two: nothing is rounded.
            let unit = match heights {
                Heights::Counts { .. } => f64::from(weight(water)),
                Heights::Metres(_) => water.time_step().unwrap_or(1.0),
            };
            let scaled = |&metres: &f32| (f64::from(metres) / unit) as f32;
            Field::Scalar(mapped(&metres, scaled), Ends::LowestHighest)
        }
        What::HorizontalVelocity => {
            let velocity = water.flow().map(|flow| flow.velocity);
            Field::Vector(paired(velocity.unwrap_or_else(|| [none(), none()])))
        }
        What::Slope => Field::Vector(match cascades(water) {
            Some(cascades) => {
                paired([0, 1].map(|axis| cascades.sum(|cascade| cascade.slope[axis])))
            }
            None => slope(&heights, water.spacing()),
        }),
        What::Displacement => {
            let aside = |cascades: Cascades| {
                paired([0, 1].map(|axis| cascades.sum(|cascade| cascade.displacement[axis])))
            };
            let displacement = || water.flow().and_then(|flow| flow.displacement);
            let of_pool = || paired(displacement().unwrap_or_else(|| [none(), none()]));
            Field::Vector(cascades(water).map_or_else(of_pool, aside))
        }
        What::Jacobian => Field::Scalar(
            folding(water, |folding| folding.jacobian),
            Ends::LowestHighest,
        ),
        What::Folding => Field::Scalar(
            folding(water, |folding| folding.min_stretch),
            Ends::LowestHighest,
        ),
        What::FoldDirection => {
            Field::Vector(paired([0, 1].map(|axis: usize| {
                folding(water, move |folding| folding.min_along[axis])
            })))
        }
        What::Foam => {
            let foam = cascades(water).map(|cascades| cascades.foam.coverage().clone());
            Field::Scalar(foam.unwrap_or_else(none), Ends::ZeroOne)
        }
        What::Spectrum => Field::Scalar(spectrum(water).unwrap_or_else(none), Ends::ZeroHighest),
        What::Obstruction => Field::Scalar(water.obstruction().into_owned(), Ends::ZeroOne),
        What::Depth => {
            let still = || water.depth().map_or_else(none, |depth| depth.into_owned());
            let depth = water.water_depth().unwrap_or_else(still);
            Field::Scalar(depth, Ends::ZeroHighest)
        }
        What::Flow => Field::Vector(paired(discharge(water).unwrap_or_else(|| [none(), none()]))),
        // Not numbers of cells: see `caustics`, `of_bodies` and `mesh`.
        What::Caustics | What::Bodies | What::Mesh => Field::Scalar(none(), Ends::ZeroHighest),
    }
}

/// The cascades of open water.
fn cascades(water: &dyn Water) -> Option<Cascades<'_>> {
    water.surface().cascades().copied()
}

/// Metres of a weight.
fn weight(water: &dyn Water) -> f32 {
    METRES_PER_WEIGHT * (0.5 * water.length()) as f32
}

/// Heights above the rest level, columns × rows, in the model's unit: a `weight` in metres, or metres.
fn height(heights: &Heights, weight: f32) -> Grid<f32> {
    match heights {
        Heights::Counts { counts, unit } => {
            // Both are powers of two: nothing is rounded.
            let weights = unit / weight;
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

/// Applies `of` to the folding of the surface at each point.
fn folding(water: &dyn Water, of: impl Fn(Folding) -> f32) -> Grid<f32> {
    let Some(cascades) = cascades(water) else {
        return Grid::new(1, 1, 0.0);
    };
    let [xx, zz, xz] = [0, 1, 2].map(|part| cascades.sum(|cascade| cascade.strain[part]));
    Grid::from_fn(xx.columns(), xx.rows(), |column, row| {
        let strain = [&xx, &zz, &xz].map(|grid| grid[(column, row)]);
        of(Folding::new(strain, cascades.lambda))
    })
}

/// Along x and along z as two numbers a cell.
fn paired([along_x, along_z]: [Grid<f32>; 2]) -> Grid<[f32; 2]> {
    Grid::from_fn(along_x.columns(), along_x.rows(), |column, row| {
        [along_x[(column, row)], along_z[(column, row)]]
    })
}

fn mapped<T>(grid: &Grid<T>, f: impl Fn(&T) -> f32) -> Grid<f32> {
    Grid::from_fn(grid.columns(), grid.rows(), |column, row| {
        f(&grid[(column, row)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::water::FIELDS;
    use clap::ValueEnum;

    #[test]
    fn every_field_that_can_be_asked_for_is_in_the_list_and_no_other() {
        // Bodies and meshes are no field of the water.
        let asked: Vec<_> = What::value_variants()
            .iter()
            .filter(|what| !matches!(what, What::Bodies | What::Mesh))
            .map(|what| what.name())
            .collect();
        let listed: Vec<_> = FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(asked, listed);
    }
}
