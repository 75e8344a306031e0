//! A wave under a sun overhead is a row of lenses: where they focus, where the light folds, how bright it is.

use std::f64::consts::PI;

use super::*;

/// h = a·cos(kx) one wave long, its crest in the middle: at the walls its slope is 0.
#[derive(Clone, Copy)]
struct Wave {
    amplitude: f64,
    k: f64,
}

const WAVE: Wave = Wave {
    amplitude: 0.01,
    k: 2.0 * PI,
};

impl Wave {
    /// Depth below the still level at which the crest focuses, to first order: 1/((1 − 1/n)·a·k²).
    fn focus(&self) -> f64 {
        1.0 / ((1.0 - 1.0 / INDEX) * self.amplitude * self.k * self.k)
    }

    /// The light on the floor, `texels` along x and one across.
    fn light(&self, depth: f64, cells: usize, texels: usize) -> Vec<f32> {
        let basin = basin(PI / self.k, 0.1, depth);
        let heights = sampled(&basin, (cells, 1), |x, _| {
            self.amplitude * (self.k * x).cos()
        });
        let light = Caustics::trace(&heights, &basin, [0.0, 1.0, 0.0], INDEX, (texels, 1));
        light.floor.irradiance.into_cells()
    }

    /// Where the ray through x lands, by Snell's law in full: it leaves the vertical by θi − θt toward where the surface rises.
    fn landing(&self, x: f64, depth: f64) -> f64 {
        let slope = -self.amplitude * self.k * (self.k * x).sin();
        let incident = slope.atan();
        let refracted = (incident.sin() / INDEX).asin();
        x + (depth + self.amplitude * (self.k * x).cos()) * (incident - refracted).tan()
    }

    /// d landing / dx.
    fn stretch(&self, x: f64, depth: f64) -> f64 {
        let tiny = 1e-6;
        (self.landing(x + tiny, depth) - self.landing(x - tiny, depth)) / (2.0 * tiny)
    }

    /// Σ T/|d landing / dx| over all rays that land at a place of the floor.
    fn brightness(&self, place: f64, depth: f64) -> (usize, f64) {
        const STEPS: usize = 20_000;
        let end = PI / self.k;
        let at = |step: usize| end * (2.0 * step as f64 / STEPS as f64 - 1.0);
        let (mut sheets, mut sum) = (0, 0.0);
        for step in 0..STEPS {
            let [before, after] = [at(step), at(step + 1)].map(|x| self.landing(x, depth) - place);
            if (before < 0.0) != (after < 0.0) {
                let x = at(step) + before / (before - after) * (at(step + 1) - at(step));
                let slope = self.amplitude * self.k * (self.k * x).sin();
                let passed = textbook_transmittance(slope.atan().abs().max(1e-6));
                sheets += 1;
                sum += passed / self.stretch(x, depth).abs();
            }
        }
        (sheets, sum)
    }
}

#[test]
fn a_crest_is_brightest_at_its_focal_depth() {
    for amplitude in [0.005, 0.01] {
        let wave = Wave { amplitude, ..WAVE };
        let texels = 8001;
        let on_axis = |depth| wave.light(depth, 1025, texels)[texels / 2];
        let (mut brightest, mut at) = (0.0, 0.0);
        for step in 0..=32 {
            let ratio = 0.96 + 0.0025 * f64::from(step);
            let light = on_axis(ratio * wave.focus());
            if light > brightest {
                (brightest, at) = (light, ratio);
            }
        }
        assert!((at - 1.0).abs() < 0.02, "{at}");
        assert!(brightest > 50.0, "{brightest}");
    }
}

#[test]
fn past_the_focus_three_sheets_lie_between_the_folds_and_add() {
    let depth = 2.0 * WAVE.focus();
    // dx_f/dx turns its sign where the sheets fold over.
    let (mut low, mut high) = (0.0, PI / WAVE.k);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        match WAVE.stretch(middle, depth) < 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    let fold = WAVE.landing(low, depth).abs();
    assert!(
        (fold * WAVE.k - 0.685).abs() < 0.01,
        "to first order: √3 − π/3, {fold}"
    );

    let texels = 2000;
    let light = WAVE.light(depth, 2000, texels);
    let size = 1.0 / texels as f64;
    let texel = |place: f64| ((place + 0.5) / size) as usize;
    let centre = |place: f64| (texel(place) as f64 + 0.5) * size - 0.5;
    for ratio in [-0.8, -0.5, 0.0, 0.3, 0.9, 1.05, 1.3, 2.0, -3.0] {
        let place = centre(ratio * fold);
        let (sheets, expected) = WAVE.brightness(place, depth);
        assert_eq!(sheets, if ratio.abs() < 1.0 { 3 } else { 1 }, "{ratio}");
        let found = f64::from(light[texel(place)]);
        assert!(
            (found / expected - 1.0).abs() < 0.02,
            "{ratio}: {found} of {expected}"
        );
    }
    // The fold itself: the brightest texel outside the middle, and the light falls off a cliff behind it.
    for side in [-1.0, 1.0] {
        let at = texel(side * fold) as i64;
        let light = |by: i64| light[(at + side as i64 * by) as usize];
        let edge = light(-1).max(light(0)).max(light(1));
        assert!(edge > 5.0 * light(3), "{edge}, {}", light(3));
        assert!(light(-3) > 4.0 * light(3) && edge > light(-3));
    }
}

#[test]
fn light_is_narrow_around_its_mean_in_the_shallows_and_long_tailed_at_the_focus() {
    // Standing waves of about the same length and steepness, as many up as down in a corner.
    let modes = [
        (5, 0),
        (0, 5),
        (3, 4),
        (4, 3),
        (5, 2),
        (2, 5),
        (4, 4),
        (5, 1),
    ];
    let amplitude = |i: usize| [0.004, -0.004, -0.004, 0.004][i % 4];
    let surface = |x: f64, z: f64| -> f64 {
        let wave = |(i, (m, n)): (usize, (i32, i32))| {
            let along = (PI * f64::from(m) * (x + 0.5)).cos();
            amplitude(i) * along * (PI * f64::from(n) * (z + 0.5)).cos()
        };
        modes.into_iter().enumerate().map(wave).sum()
    };
    // The crests' curvature varies; the mean square of ∇²h gives the scale of their focal depth.
    let mean_square: f64 = modes
        .into_iter()
        .enumerate()
        .map(|(i, (m, n))| {
            let squared = PI * PI * f64::from(m * m + n * n);
            let mean = if m * n == 0 { 0.5 } else { 0.25 };
            (amplitude(i) * squared).powi(2) * mean
        })
        .sum();
    let focus = 1.0 / ((1.0 - 1.0 / INDEX) * mean_square.sqrt());
    let statistics = |depth: f64| {
        let basin = basin(0.5, 0.5, depth);
        let heights = sampled(&basin, (120, 120), surface);
        let light = Caustics::trace(&heights, &basin, [0.0, 1.0, 0.0], INDEX, (90, 90));
        let cells = light.floor.irradiance.cells();
        let mean = |power: i32, about: f64| {
            let sum: f64 = cells
                .iter()
                .map(|&e| (f64::from(e) - about).powi(power))
                .sum();
            sum / cells.len() as f64
        };
        let average = mean(1, 0.0);
        let deviation = mean(2, average).sqrt();
        let walls: f64 = light.walls.iter().map(Receiver::flux).sum();
        (
            average + walls,
            deviation / average,
            mean(3, average) / deviation.powi(3),
        )
    };
    let (shallow_mean, shallow_width, shallow_skewness) = statistics(0.02 * focus);
    let (mean, width, skewness) = statistics(focus);
    assert!(
        (mean / shallow_mean - 1.0).abs() < 1e-5,
        "light is only moved"
    );
    assert!(shallow_width < 0.03 && shallow_skewness.abs() < 1.5);
    assert!(width > 0.5 && skewness > 5.0);
}

#[test]
fn a_focus_on_a_line_and_on_a_point_is_bright_and_a_number() {
    // A paraboloid for a lens, whose rays meet within a small part of a texel.
    for flat in [false, true] {
        let basin = basin(0.25, 0.25, 4.0);
        let curvature = 1.0 / ((1.0 - 1.0 / INDEX) * 4.0);
        let heights = sampled(&basin, (64, 64), |x, z| {
            let across = if flat { 0.0 } else { z * z };
            -0.5 * curvature * (x * x + across)
        });
        let light = Caustics::trace(&heights, &basin, [0.0, 1.0, 0.0], INDEX, (25, 25));
        let whole = 0.25 * textbook_transmittance(1e-6);
        let found = all_flux(&light);
        assert!((found / whole - 1.0).abs() < 1e-3, "{found} of {whole}");
        let brightest = light.floor.irradiance[(12, 12)];
        assert!(brightest > if flat { 20.0 } else { 400.0 }, "{brightest}");
    }
}
