//! The waves of a running water and their frequencies, compared with the dispersion relation and with the water's own scheme.
//!
//! Free waves of one wavelength have, averaged over time, ⟨v²⟩ = ω²·⟨h²⟩. Velocities here are differences between steps; for an oscillation
//! of ω radians per step they are 2·sin(ω/2) times the heights:
//!
//! ```text
//! ω(k) = 2·arcsin(½·√(Σ|v(p, q)|² / Σ|h(p, q)|²))        over all modes (p, q) in a band about k
//! ```
//!
//! Heights and velocities are first faded to 0 toward the edge (Hann's window), so that the boundary condition of the water hardly
//! matters.

use super::dispersion::omega_of;
use super::section::{modes, wave_number};
use super::{Axis, Chart, Colour, Corner, Panel, Sign, Stroke, graded};
use crate::grid::Grid;
use crate::sea::{Dispersion, Relation, dispersion_of};
use crate::water::Water;
use std::f64::consts::{PI, TAU};

/// Number of bands of wave numbers, in geometric progression.
const BANDS: usize = 32;

/// Minimum decay factor of a sample per step: at 60 steps per second, half of it remains after two thirds of a second.
const DECAY: f64 = 0.983;

/// Averaging time for long waves, in periods.
const SWINGS: f64 = 2.0;

/// Bands with less than this share of the highest are not shown: leakage from others exceeds their own energy.
const MIN_SHARE: f64 = 2e-3;

/// Bands with more than this share are shown as dominant.
const DOMINANT_SHARE: f64 = 0.2;

/// The waves of a water, observed from step to step.
#[derive(Clone, Debug, Default)]
pub struct WavesPresent {
    of: Option<(&'static str, [usize; 2], [f64; 2])>,
    step: u64,
    /// The step of the first observation.
    begun: Option<u64>,
    bands: [Band; BANDS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Band {
    /// Sums of squares of heights and of velocities, and of the heights times the wave number.
    heights: f64,
    velocities: f64,
    weighed: f64,
}

/// The waves of a band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresentWave {
    /// Wave number, rad/m.
    pub number: f64,
    /// Angular frequency, rad/step.
    pub omega: f64,
    /// Its sum of squares as a share of the highest.
    pub share: f64,
}

impl WavesPresent {
    /// Observes the water after this many steps, unless that step has been observed already.
    pub fn follow(&mut self, step: u64, water: &dyn Water) {
        let heights = water.heights();
        let (columns, rows) = (heights.columns(), heights.rows());
        let metre = water.spacing();
        let length = [columns, rows].map(|cells| cells as f64 * metre);
        let of = Some((water.model().name, [columns, rows], length));
        if self.of != of || step < self.step {
            *self = Self {
                of,
                ..Self::default()
            };
        } else if step == self.step {
            return;
        }
        let passed = (step - self.step) as f64;
        self.step = step;
        self.begun.get_or_insert(step);
        let velocity = water.velocity();
        if (velocity.columns(), velocity.rows()) != (columns, rows) {
            return;
        }
        let heights = windowed(columns, rows, |column, row| {
            heights.metres(column as i64, row as i64)
        });
        let velocities = windowed(columns, rows, |column, row| velocity[(column, row)]);
        for band in &mut self.bands {
            *band = band.faded(passed);
        }
        let (lowest, highest) = ends(length, metre);
        for (cell, (height, velocity)) in heights.iter().zip(&velocities).enumerate().skip(1) {
            let k = wave_number(cell % columns, cell / columns, length);
            let part = (k / lowest).ln() / (highest / lowest).ln() * BANDS as f64;
            if let Some(band) = self.bands.get_mut(part.max(0.0) as usize) {
                let [height, velocity] = [*height, *velocity].map(f64::from);
                band.heights += height * height;
                band.velocities += velocity * velocity;
                band.weighed += height * height * k;
            }
        }
    }

    /// The bands with waves, after an observation time of one period.
    pub fn waves(&self) -> Vec<PresentWave> {
        let highest = self
            .bands
            .iter()
            .map(|band| band.heights)
            .fold(0.0, f64::max);
        let there = self
            .bands
            .iter()
            // Within a step of a water that divides its steps, short waves rise by more than a swing from step to step could.
            .filter(|band| {
                band.heights > MIN_SHARE * highest && band.velocities < 4.0 * band.heights
            });
        let seen = (self.step - self.begun.unwrap_or(self.step)) as f64;
        there
            .map(|band| PresentWave {
                number: band.weighed / band.heights,
                omega: band.omega(),
                share: band.heights / highest,
            })
            .filter(|wave| seen * wave.omega >= TAU)
            .collect()
    }
}

impl Band {
    /// The band after decaying for this many steps.
    fn faded(self, passed: f64) -> Self {
        let left = (-passed * self.omega() / (SWINGS * TAU)).exp().max(DECAY);
        Self {
            heights: left * self.heights,
            velocities: left * self.velocities,
            weighed: left * self.weighed,
        }
    }

    /// Angular frequency, rad/step; 0 without waves.
    fn omega(self) -> f64 {
        let square = (self.velocities / self.heights.max(f64::MIN_POSITIVE)).min(4.0);
        2.0 * (0.5 * square.sqrt()).asin()
    }
}

/// The wave numbers of the longest and the shortest wave: half a wavelength along the water, and two cells; rad/m.
fn ends(length: [f64; 2], spacing: f64) -> (f64, f64) {
    (PI / length[0].max(length[1]), PI / spacing)
}

/// The cosine modes of a windowed field, without its mean.
fn windowed(columns: usize, rows: usize, field: impl Fn(usize, usize) -> f32) -> Vec<f32> {
    let hann =
        |index: usize, count: usize| 0.5 - 0.5 * (TAU * (index as f64 + 0.5) / count as f64).cos();
    let grid = Grid::from_fn(columns, rows, |column, row| f64::from(field(column, row)));
    let mean = grid.cells().iter().sum::<f64>() / (columns * rows) as f64;
    let field = Grid::from_fn(columns, rows, |column, row| {
        (hann(column, columns) * hann(row, rows) * (grid[(column, row)] - mean)) as f32
    });
    modes(field)
}

/// Frequency by wave number of a water whose time step is `step` seconds: the dispersion relation that it models, if any, and that of its
/// own arithmetic. For [`with_waves`].
pub fn frequencies(water: &dyn Water, step: f64) -> Chart {
    let heights = water.heights();
    let spacing = water.spacing();
    let length = [heights.columns(), heights.rows()].map(|cells| cells as f64 * spacing);
    let (lowest, highest) = ends(length, spacing);
    let scheme = omega_of(water);
    let law = law(water);
    let numbers = || graded(lowest, highest, 121);
    let scheme_points: Vec<[f64; 2]> = match &scheme {
        Some(omega) => numbers().map(|k| [k, omega(k * spacing) / step]).collect(),
        None => Vec::new(),
    };
    let law_points: Vec<[f64; 2]> = match &law {
        Some(law) => numbers().map(|k| [k, law.omega(k)]).collect(),
        None => Vec::new(),
    };
    let ends = |points: &[[f64; 2]]| {
        let finite = points
            .iter()
            .map(|point| point[1])
            .filter(|omega| *omega > 0.0);
        finite.fold((f64::INFINITY, 0.0_f64), |(low, high), omega| {
            (low.min(omega), high.max(omega))
        })
    };
    let [(low, high), (other_low, other_high)] = [ends(&scheme_points), ends(&law_points)];
    let (low, high) = (low.min(other_low), high.max(other_high));
    let (low, high) = if low < high {
        (low, high)
    } else {
        (0.1, 100.0)
    };
    let mut panel = Panel::new(
        "",
        Axis::logarithmic("wave number", "rad/m", lowest, highest),
        Axis::logarithmic("angular frequency", "rad/s", 0.8 * low, 1.5 * high),
        Corner::LowerRight,
    );
    if law.is_some() {
        panel.add("the law", (Colour::Ink, Stroke::Heavy), law_points);
    }
    if scheme.is_some() {
        panel.add("its scheme", (Colour::Blue, Stroke::Solid), scheme_points);
    }
    Chart {
        title: water.model().title.to_owned(),
        panels: vec![panel],
        columns: 1,
        note: String::new(),
    }
}

/// The chart with the present waves of a water whose time step is `step` seconds.
pub fn with_waves(mut chart: Chart, waves: &[PresentWave], step: f64) -> Chart {
    if let Some(panel) = chart.panels.first_mut() {
        for (name, colour, sign, from, to) in [
            (
                "most of the waves now",
                Colour::Orange,
                Sign::Disc,
                DOMINANT_SHARE,
                2.0,
            ),
            ("others", Colour::Orange, Sign::Ring, 0.0, DOMINANT_SHARE),
        ] {
            let there = waves.iter().filter(|wave| (from..to).contains(&wave.share));
            let points = there.map(|wave| [wave.number, wave.omega / step]);
            panel.add(name, (colour, Stroke::Signs(sign)), points);
        }
    }
    chart
}

/// The dispersion relation that a water models.
fn law(water: &dyn Water) -> Option<Dispersion> {
    let settings = water.settings();
    let real = |key: &str| settings.get(key).map(|_| settings.real(key));
    if water.model().is_open() {
        return Some(dispersion_of(settings));
    }
    let gravity = real("gravity")?;
    // In the metres of the waves, which for both kinds of iWave are cells.
    let cells = water.size().columns().max(water.size().rows());
    let metre = water.spacing() * cells as f64 / water.length();
    let depth = real("depth").filter(|depth| *depth > 0.0);
    let depth = depth.map(|depth| depth * metre);
    Some(Dispersion {
        relation: if depth.is_some() {
            Relation::Depth
        } else {
            Relation::Deep
        },
        gravity,
        depth: depth.unwrap_or(f64::INFINITY),
        tension_length: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Disturbance, Fraction, Size};
    use crate::water::MODELS;

    #[test]
    fn the_waves_of_every_water_follow_its_dispersion_relation() {
        for model in MODELS {
            let mut water = model.create(Size::new(96, 96).unwrap());
            // Waves that are small in 10 cm of water.
            let weight = if model.ground { 1.0 } else { 300.0 };
            if !model.is_open() {
                for (x, z, radius) in [(0.5, 0.5, 3.0), (0.3, 0.6, 6.0), (0.6, 0.35, 10.0)] {
                    let place = Fraction::new(x, z).unwrap();
                    water.disturb(&Disturbance::stone(place, radius, weight));
                }
            }
            let mut present = WavesPresent::default();
            for step in 1..250 {
                water.step();
                if !model.is_open() || step % 3 == 0 {
                    present.follow(step, &*water);
                }
            }
            let waves = present.waves();
            assert!(waves.len() > 3, "{}", model.name);
            let step = water.time_step().unwrap_or(1.0 / 60.0);
            let chart = with_waves(frequencies(&*water, step), &waves, step);
            let curve = chart.panels[0]
                .curves
                .iter()
                .rfind(|curve| matches!(curve.stroke, Stroke::Solid | Stroke::Heavy));
            let curve = &curve.expect("a line").points;
            let signs = chart.panels[0]
                .curves
                .iter()
                .filter(|curve| matches!(curve.stroke, Stroke::Signs(_)));
            // The longest waves do not complete a cycle within the window.
            let (longest, _) = ends([96.0 * water.spacing(); 2], water.spacing());
            let ratios: Vec<f64> = signs
                .flat_map(|curve| &curve.points)
                .filter(|[k, _]| *k > 6.0 * longest)
                .map(|[k, omega]| {
                    let after = curve.iter().position(|point| point[0] >= *k);
                    omega / curve[after.expect("within")][1]
                })
                .collect();
            assert!(ratios.len() > 5, "{}: {ratios:?}", model.name);
            let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
            assert!((mean - 1.0).abs() < 0.05, "{}: {mean}", model.name);
            // Diagonal waves differ a little from the relation along an axis.
            let near = ratios.iter().all(|ratio| (ratio - 1.0).abs() < 0.15);
            assert!(near, "{}: {ratios:.2?}", model.name);
        }
    }

    #[test]
    fn still_water_has_no_waves_and_another_water_starts_over() {
        let size = Size::new(32, 32).unwrap();
        let mut water = MODELS[0].create(size);
        let mut present = WavesPresent::default();
        present.follow(1, &*water);
        assert!(present.waves().is_empty());
        water.disturb(&Disturbance::stone(
            Fraction::new(0.5, 0.5).unwrap(),
            4.0,
            300.0,
        ));
        water.step();
        present.follow(2, &*water);
        assert!(present.waves().is_empty(), "waves before the first cycle");
        for step in 3..100 {
            water.step();
            present.follow(step, &*water);
        }
        let seen = present.waves();
        assert!(!seen.is_empty());
        water.step();
        present.follow(99, &*water);
        assert_eq!(present.waves(), seen, "time has not advanced");
        present.follow(100, &*MODELS[3].create(size));
        assert!(present.waves().is_empty());
    }
}
