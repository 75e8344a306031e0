//! A line across a sea: its height, the choppy surface with its horizontal displacement, the Jacobian J and its smaller eigenvalue J−
//! (docs/models.md §9b), after Tessendorf's figures in "Simulating Ocean Water".

use super::{Axis, Chart, Colour, Corner, Panel, Stroke};
use crate::grid::Grid;
use crate::sea::Sea;

/// Maximum number of points of the line: with more, single crests cannot be distinguished.
const MAX_POINTS: usize = 200;

/// The middle of the first row of a sea at a `time` in seconds: height and choppy surface in metres along x in metres, and
/// J and J−, dimensionless, at the same grid points.
pub fn profile(sea: &Sea, time: f64) -> Chart {
    let mut state = sea.new_state();
    sea.compute(time, &mut state);
    let surface = state.surface();
    let columns = surface.height.columns();
    let patches = sea.waves().patches();
    let spacing = patches.first().map_or(1.0, |patch| patch.spacing());
    let lambda = -sea.choppiness();
    let count = columns.min(MAX_POINTS);
    let first = (columns - count) / 2;
    let x = |column: usize| (column - first) as f64 * spacing;
    let line = |of: &dyn Fn(usize) -> [f64; 2]| -> Vec<[f64; 2]> {
        (first..first + count).map(of).collect()
    };
    let height = |column: usize| f64::from(surface.height[(column, 0)]);
    let displaced =
        |column: usize| x(column) + lambda * f64::from(surface.displacement[0][(column, 0)]);
    let length = (count.max(2) - 1) as f64 * spacing;
    let heights = line(&|column| [x(column), height(column)]);
    let highest = heights
        .iter()
        .map(|point| point[1].abs())
        .fold(1e-3, f64::max);
    let along = || Axis::linear("along x", "m", 0.0, length);
    let y = Axis::linear("height", "m", -1.2 * highest, 1.7 * highest);
    let upper = Panel::new("Height", along(), y, Corner::UpperRight)
        .with(
            "without horizontal displacement",
            (Colour::Blue, Stroke::Dashed),
            heights,
        )
        .with(
            format!("choppiness {}", sea.choppiness()),
            (Colour::Ink, Stroke::Solid),
            line(&|column| [displaced(column), height(column)]),
        );
    let values = |grid: &Grid<f32>| line(&|column| [x(column), f64::from(grid[(column, 0)])]);
    let (jacobian, min_stretch) = (values(state.jacobian()), values(state.min_stretch()));
    let both = || jacobian.iter().chain(&min_stretch).map(|point| point[1]);
    let low = both().fold(0.0, f64::min) - 0.2;
    let high = both().fold(1.0, f64::max);
    // A third of the panel above the curves holds their names.
    let y = Axis::linear("Jacobian", "", low, high + 0.4 * (high - low));
    let zero = [[0.0, 0.0], [length, 0.0]];
    let lower = Panel::new("Folding", along(), y, Corner::UpperRight)
        .with("J", (Colour::Blue, Stroke::Dashed), jacobian)
        .with(
            "J−, smaller eigenvalue",
            (Colour::Red, Stroke::Solid),
            min_stretch,
        )
        .with("0: folds below", (Colour::Ink, Stroke::Dotted), zero);
    Chart {
        title: "A line across the sea".to_owned(),
        panels: vec![upper, lower],
        columns: 1,
        note: format!("At {time} s. The surface folds over itself where J− is below 0."),
    }
}
