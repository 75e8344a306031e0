//! Histograms of brightness on the floor below waves, by depth (docs/models.md §11b): a narrow peak near the surface, and where waves focus
//! a long bright tail, after Tessendorf's comparison of 2 m and 10 m in "Simulating Ocean Water".

use super::{Axis, Chart, Colour, Corner, Panel, Stroke};
use crate::grid::Grid;
use crate::light::{Basin, Caustics, SEA_WATER_INDEX};
use crate::parameter::{ParameterError, Settings};
use crate::sea::SPECTRAL;

/// The default depths of the comparison, metres.
pub const CAUSTIC_DEPTHS: [f64; 2] = [2.0, 10.0];

/// Cells of the sea and texels of the floor along a side.
const CELLS: usize = 256;
const TEXELS: usize = 512;

/// The fraction of the floor at each side that is omitted: light from outside the patch is missing there.
const RIM: f64 = 0.2;

/// The upper end of the bins, and the number of bins per unit of brightness.
const BRIGHTEST: f64 = 8.0;
const BINS_PER_UNIT: usize = 20;

/// Replaces a share of 0 on the logarithmic axis: below every axis.
const NONE: f64 = 1e-12;

/// Default settings of the sea, a light wind over a bay, because only nearby waves focus light.
pub const BAY: [(&str, f64); 4] = [
    ("patch", 30.0),
    ("wind", 4.0),
    ("fetch", 2.0),
    ("cutoff", 0.05),
];

/// The histogram of brightness on the floor below a sea at each of `depths` (metres; at most four), and a line across each floor,
/// with the sun at the zenith. An error if the `settings` are not the spectral sea's, or not valid together; those of [`BAY`] are suitable.
pub fn caustics(settings: &Settings, depths: &[f64]) -> Result<Chart, ParameterError> {
    settings.check_of(SPECTRAL.parameters)?;
    let (patch, wind) = (settings.real("patch"), settings.real("wind"));
    let surface = surface(settings)?;
    let bright = Axis::linear("brightness, of the mean", "", 0.0, BRIGHTEST);
    let share = Axis::logarithmic("share of floor per 1 of brightness", "", 1e-4, 10.0);
    let mut histogram = Panel::new("How much is how bright", bright, share, Corner::UpperRight);
    let along = Axis::linear("along the floor", "m", 0.0, (1.0 - 2.0 * RIM) * patch);
    let brightness = Axis::linear("brightness, of the mean", "", 0.0, BRIGHTEST);
    let mut line = Panel::new("A line across the floor", along, brightness, None);
    let looks = [
        (Colour::Blue, Stroke::Heavy),
        (Colour::Red, Stroke::Solid),
        (Colour::Green, Stroke::Dashed),
        (Colour::Violet, Stroke::Dotted),
    ];
    // The deep ones below, because their curves are higher.
    for (&depth, look) in depths.iter().zip(looks).rev() {
        let floor = floor(&surface, patch, depth);
        let name = format!("{depth} m below, spread {:.2}", spread(&floor));
        histogram.add(name.clone(), look, steps(&floor));
        let metres = |column: usize| (column as f64 + 0.5) * patch / TEXELS as f64;
        let across = floor.row(floor.rows() / 2).iter().enumerate();
        line.add(
            name,
            look,
            across.map(|(column, bright)| [metres(column), f64::from(*bright)]),
        );
    }
    Ok(Chart {
        title: "Sunlight on the floor below waves".to_owned(),
        panels: vec![histogram, line],
        columns: 2,
        note: format!(
            "A patch of {patch} m under {wind} m/s of wind, the sun straight above. Spread: the standard deviation, 0 under level water."
        ),
    })
}

/// The heights of one patch at time 0, metres.
fn surface(settings: &Settings) -> Result<Grid<f32>, ParameterError> {
    let sea = SPECTRAL.create(settings, CELLS, CELLS)?;
    let mut state = sea.new_state();
    sea.compute_height(0.0, &mut state);
    Ok(state.surface().height.clone())
}

/// Brightness of the floor without its rim, relative to its mean.
fn floor(surface: &Grid<f32>, patch: f64, depth: f64) -> Grid<f32> {
    let Some(basin) = Basin::new([patch / 2.0; 2], depth) else {
        return Grid::new(1, 1, 1.0);
    };
    let sun = [0.0, 1.0, 0.0];
    let light = Caustics::trace(surface, &basin, sun, SEA_WATER_INDEX[1], (TEXELS, TEXELS));
    let irradiance = light.floor.irradiance;
    let rim = (RIM * TEXELS as f64) as usize;
    let inner = TEXELS - 2 * rim;
    let mut inner = Grid::from_fn(inner, inner, |column, row| {
        irradiance[(column + rim, row + rim)]
    });
    let mean = inner.mean() as f32;
    for cell in inner.cells_mut() {
        *cell /= mean;
    }
    inner
}

/// The standard deviation of brightness.
fn spread(floor: &Grid<f32>) -> f64 {
    let squares = floor
        .cells()
        .iter()
        .map(|&bright| (f64::from(bright) - 1.0).powi(2));
    (squares.sum::<f64>() / floor.cells().len() as f64).sqrt()
}

/// The outline of the histogram: the share of texels in each bin, over the bin's width. Values above the last bin are
/// omitted; an empty bin lies below the axis.
fn steps(floor: &Grid<f32>) -> Vec<[f64; 2]> {
    let mut counts = vec![0_u32; BRIGHTEST as usize * BINS_PER_UNIT];
    for &bright in floor.cells() {
        let bin = (f64::from(bright) * BINS_PER_UNIT as f64) as usize;
        if let Some(count) = counts.get_mut(bin) {
            *count += 1;
        }
    }
    let unit = BINS_PER_UNIT as f64 / floor.cells().len() as f64;
    let width = 1.0 / BINS_PER_UNIT as f64;
    let edges = counts.iter().enumerate().flat_map(|(bin, &count)| {
        let density = (f64::from(count) * unit).max(NONE);
        [bin, bin + 1].map(|edge| [edge as f64 * width, density])
    });
    edges.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The standard deviation and the skewness of the brightness.
    fn spread_and_skew(depth: f64) -> (f64, f64) {
        let mut settings = Settings::new(SPECTRAL.parameters);
        for (key, value) in BAY {
            settings.set(key, value).unwrap();
        }
        let floor = floor(&surface(&settings).unwrap(), settings.real("patch"), depth);
        let spread = spread(&floor);
        let cubes = floor
            .cells()
            .iter()
            .map(|&bright| (f64::from(bright) - 1.0).powi(3));
        let skew = cubes.sum::<f64>() / floor.cells().len() as f64 / spread.powi(3);
        (spread, skew)
    }

    #[test]
    fn light_is_uniform_near_the_surface_and_skewed_at_the_focus() {
        let [near, shallow, deep] = [0.1, 2.0, 10.0].map(spread_and_skew);
        assert!(near.0 < 0.1 && near.1.abs() < 1.0, "{near:?}");
        assert!(
            near.0 < shallow.0 && shallow.0 < deep.0,
            "{shallow:?} {deep:?}"
        );
        assert!(deep.1 > 2.0, "{deep:?}");
    }

    #[test]
    fn a_histogram_contains_all_texels_and_empty_bins_are_0() {
        let outline = steps(&Grid::from_fn(
            10,
            10,
            |column, _| if column < 3 { 0.5 } else { 1.2 },
        ));
        // Each bin has two points, so half the area is its share.
        let area: f64 =
            outline.iter().map(|point| point[1]).sum::<f64>() / 2.0 / BINS_PER_UNIT as f64;
        assert!((area - 1.0).abs() < 1e-9, "{area}");
        let at = |bright: f64| outline.iter().rfind(|point| point[0] <= bright).unwrap()[1];
        assert!((at(0.52) - 0.3 * BINS_PER_UNIT as f64).abs() < 1e-9);
        assert_eq!(at(0.82), NONE);
    }
}
