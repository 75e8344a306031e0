//! Tests of charts at points with known values, and of their legibility.

use super::*;
use crate::light::WaterType;
use crate::sea::SPECTRAL;
use crate::water::pools;

fn bay() -> Settings {
    let mut bay = Settings::new(SPECTRAL.parameters);
    for (key, value) in BAY {
        bay.set(key, value).unwrap();
    }
    bay
}

fn all() -> Vec<Chart> {
    let own = Settings::new(SPECTRAL.parameters);
    vec![
        fresnel(4.0 / 3.0),
        attenuation(&SHOWN_WATERS, 40.0),
        caustics(&bay(), &CAUSTIC_DEPTHS).unwrap(),
        looping(&own),
        profile(&SPECTRAL.create(&own, 256, 256).unwrap(), 3.0),
        dispersion(&own),
        spectrum(&own).unwrap(),
        kernel(),
        energy(&own),
    ]
}

/// y of a curve at a point that it has.
fn at(panel: &Panel, name: &str, x: f64) -> f64 {
    let curve = panel.curves.iter().find(|curve| curve.name == name);
    let curve = curve.unwrap_or_else(|| panic!("no curve {name}"));
    let near = |point: &&[f64; 2]| (point[0] - x).abs() < 1e-9;
    curve
        .points
        .iter()
        .find(near)
        .unwrap_or_else(|| panic!("{name} at {x}"))[1]
}

#[test]
fn every_chart_has_curves_that_can_be_seen_and_told_apart() {
    for chart in all() {
        assert!(
            !chart.panels.is_empty() && chart.columns >= 1,
            "{}",
            chart.title
        );
        for panel in &chart.panels {
            let named = chart.panels.iter().filter(|panel| panel.legend.is_some());
            let names: Vec<_> = named
                .flat_map(|panel| &panel.curves)
                .map(|curve| &curve.name)
                .collect();
            assert!(
                panel
                    .curves
                    .iter()
                    .all(|curve| names.contains(&&curve.name)),
                "{}",
                panel.title
            );
            assert!(!panel.curves.is_empty(), "{}", panel.title);
            assert!(!panel.x.name.is_empty() && !panel.y.name.is_empty());
            for (index, curve) in panel.curves.iter().enumerate() {
                let what = format!("{}: {}", panel.title, curve.name);
                let shown: usize = panel.visible(curve).iter().map(Vec::len).sum();
                assert!(shown >= 2, "{what} shows {shown} points");
                // Except for a surface that folds over.
                assert!(
                    curve.name.starts_with("choppiness")
                        || curve.points.is_sorted_by(|one, other| one[0] <= other[0]),
                    "{what}"
                );
                for other in &panel.curves[..index] {
                    assert_ne!(curve.name, other.name);
                    assert_ne!(
                        (curve.colour, curve.stroke),
                        (other.colour, other.stroke),
                        "{what}"
                    );
                }
            }
        }
    }
}

#[test]
fn fresnel_has_the_values_of_the_tables_from_both_sides() {
    let chart = fresnel(4.0 / 3.0);
    let [air, water] = &chart.panels[..] else {
        panic!("two panels")
    };
    for panel in [air, water] {
        for name in [
            "unpolarised, exact",
            "across the plane (s)",
            "in the plane (p)",
            "Schlick",
        ] {
            assert!(
                (at(panel, name, 0.0) - 0.0204).abs() < 1e-4,
                "{name} straight down"
            );
            assert!(
                (at(panel, name, 90.0) - 1.0).abs() < 1e-9,
                "{name} at grazing"
            );
        }
    }
    // Schlick at 60°: 1/49 + 48/49·(1/2)⁵ = 0.0510, where the law has 0.0600.
    assert!((at(air, "Schlick", 60.0) - 0.0510).abs() < 1e-4);
    assert!((at(air, "unpolarised, exact", 60.0) - 0.0600).abs() < 5e-4);
    assert!((air.marks[0].x - 53.13).abs() < 0.01, "Brewster's angle");
    assert!(
        (water.marks[0].x - 48.59).abs() < 0.01,
        "the critical angle"
    );
    assert!(at(water, "unpolarised, exact", 48.5) < 1.0);
    assert_eq!(at(water, "unpolarised, exact", 48.75), 1.0);
}

#[test]
fn daylight_falls_by_the_same_part_in_every_metre() {
    let chart = attenuation(&[WaterType::JerlovIB], 40.0);
    // Kd of green is 0.072/m: e^−0.72 at 10 m, e^−1.44 at 20 m.
    assert!((at(&chart.panels[0], "green, 550 nm", 10.0) - 0.4868).abs() < 1e-4);
    assert!((at(&chart.panels[0], "green, 550 nm", 20.0) - 0.2369).abs() < 1e-4);
    assert_eq!(at(&chart.panels[0], "red, 650 nm", 0.0), 1.0);
}

#[test]
fn a_spectrum_has_the_area_of_its_sea() {
    for (swell, spread) in [
        (0.0, "hasselmann"),
        (2.0, "hasselmann"),
        (0.0, "cos2"),
        (1.0, "cos6"),
    ] {
        let mut settings = bay();
        settings.set("swell_height", swell).unwrap();
        let parameter = settings
            .parameters()
            .iter()
            .find(|parameter| parameter.key == "spread");
        let spread = parameter.unwrap().option(spread).unwrap();
        settings.set("spread", spread).unwrap();
        let sea = crate::sea::Spectrum::of(&settings).unwrap();
        let step = 0.01;
        let area: f64 = (1..3000)
            .map(|index| sea.frequency_density(f64::from(index) * step) * step)
            .sum();
        let error = (area / sea.variance() - 1.0).abs();
        assert!(
            error < 2e-3,
            "{swell}, {spread:?}: {area} of {}",
            sea.variance()
        );
    }
}

#[test]
fn pierson_and_moskowitz_sea_is_a_fifth_of_v_squared_over_g_high() {
    // 4·√∫S dω = 4·√(α/(4·0.74))·(1.026·U)²/g = 0.2093·(1.026·U)²/g.
    let chart = spectrum(&Settings::new(SPECTRAL.parameters)).unwrap();
    let curves = &chart.panels[0].curves;
    let grown = curves
        .iter()
        .find(|curve| curve.name.starts_with("Pierson"))
        .unwrap();
    let pairs = grown.points.windows(2);
    let area: f64 = pairs
        .map(|pair| pair[1][1] * (pair[1][0] - pair[0][0]))
        .sum();
    let height = 4.0 * area.sqrt();
    let wanted = 0.2093 * (1.026_f64 * 8.0).powi(2) / 9.81;
    // What lies beyond the axis is a few hundredths.
    assert!((height / wanted - 1.0).abs() < 0.05, "{height} of {wanted}");
}

#[test]
fn settings_of_another_model_make_no_spectrum() {
    for model in pools() {
        assert!(spectrum(&Settings::new(model.parameters)).is_err());
        assert!(caustics(&Settings::new(model.parameters), &CAUSTIC_DEPTHS).is_err());
    }
}

#[test]
fn a_level_is_that_of_its_heights() {
    // Half the cells at 2 cm, half at 0: ½·9810·2·10⁻⁴ = 0.981 J/m², 1 cm on average.
    let grid =
        crate::grid::Grid::from_fn(8, 6, |column, _| if column < 4 { 0.02 } else { 0.0_f32 });
    for most in [usize::MAX, 12] {
        let level = Level::of(&crate::heights::Heights::Metres(&grid), most);
        assert!((level.energy - 0.981).abs() < 1e-6, "{level:?}");
        assert!((level.mean - 0.01).abs() < 1e-8, "{level:?}");
    }
}

#[test]
fn a_stone_leaves_every_pool_with_less_energy_than_it_brought() {
    let chart = energy(&Settings::new(SPECTRAL.parameters));
    assert_eq!(chart.panels[0].curves.len(), pools().count());
    for curve in &chart.panels[0].curves {
        let (first, last) = (curve.points[0][1], curve.points[curve.points.len() - 1][1]);
        assert!(
            first > 0.0 && last < 0.5 * first,
            "{}: {last} of {first}",
            curve.name
        );
    }
}

fn panel(low: f64, high: f64) -> Panel {
    let axis = || Axis::linear("x", "", low, high);
    Panel::new("", axis(), axis(), Corner::UpperLeft)
}

#[test]
fn a_line_leaves_the_panel_at_its_edge_and_comes_back() {
    let look = (Colour::Ink, Stroke::Solid);
    let panel = panel(0.0, 1.0).with("v", look, [[0.0, 0.5], [0.5, 1.5], [1.0, 0.5]]);
    let parts = panel.visible(&panel.curves[0]);
    assert_eq!(
        parts,
        [vec![[0.0, 0.5], [0.25, 1.0]], vec![[0.75, 1.0], [1.0, 0.5]]]
    );
}

#[test]
fn what_is_no_number_is_a_gap_and_signs_outside_are_left_out() {
    let points = [
        [0.0, 0.2],
        [0.25, 0.2],
        [0.5, f64::NAN],
        [0.75, 0.2],
        [1.0, 0.2],
    ];
    let line = panel(0.0, 1.0).with("gap", (Colour::Ink, Stroke::Solid), points);
    assert_eq!(line.visible(&line.curves[0]).len(), 2);
    let signs = (Colour::Ink, Stroke::Signs(Sign::Ring));
    let signs = panel(0.1, 0.9).with("signs", signs, points);
    assert_eq!(
        signs.visible(&signs.curves[0]),
        [vec![[0.25, 0.2], [0.75, 0.2]]]
    );
}

#[test]
fn ticks_are_round_numbers_that_are_written_as_such() {
    let written = |axis: &Axis, most: usize| -> Vec<String> {
        axis.ticks(most)
            .iter()
            .map(|tick| axis.label(*tick))
            .collect()
    };
    let linear = |low, high| Axis::linear("x", "", low, high);
    let logarithmic = |low, high| Axis::logarithmic("x", "", low, high);
    assert_eq!(
        written(&linear(0.0, 1.0), 5),
        ["0", "0.2", "0.4", "0.6", "0.8", "1"]
    );
    assert_eq!(written(&linear(-0.2, 1.0), 3), ["0", "0.5", "1"]);
    assert_eq!(
        written(&linear(-1.0, 1.0), 4),
        ["−1", "−0.5", "0", "0.5", "1"]
    );
    assert_eq!(
        written(&linear(0.0, 1500.0), 3),
        ["0", "500", "1000", "1500"]
    );
    assert_eq!(written(&logarithmic(0.01, 1.0), 2), ["0.01", "0.1", "1"]);
    assert_eq!(written(&logarithmic(1.0, 10.0), 4), ["1", "2", "5", "10"]);
    assert_eq!(
        written(&logarithmic(1e-6, 1.0), 3),
        ["1e−6", "1e−4", "1e−2", "1"]
    );
    assert_eq!(written(&logarithmic(1e5, 1e7), 2), ["1e5", "1e6", "1e7"]);
}

#[test]
fn an_axis_that_makes_no_sense_is_still_one() {
    for axis in [
        Axis::linear("x", "", 1.0, 1.0),
        Axis::linear("x", "", f64::NAN, 1.0),
        Axis::logarithmic("x", "", 0.0, 1.0),
        Axis::logarithmic("x", "", 2.0, f64::INFINITY),
    ] {
        assert!(
            axis.low < axis.high && !axis.ticks(5).is_empty(),
            "{axis:?}"
        );
    }
}

#[test]
fn looping_rounds_frequencies_down_to_multiples_of_the_period_s() {
    let mut sea = Settings::new(SPECTRAL.parameters);
    sea.set("dispersion", crate::sea::Relation::Deep).unwrap();
    sea.set("period", 7.0).unwrap();
    let chart = looping(&sea);
    let [frequency, ratio] = &chart.panels[..] else {
        panic!("two panels")
    };
    // √(9.81·10) = 9.9045 rad/s, of which 31.5 fit into 20 s, 157.6 into 100 s and 11.03 into 7 s.
    for (seconds, cycles) in [(20.0, 31.0), (100.0, 157.0), (7.0, 11.0)] {
        let name = format!("repeats after {seconds} s");
        let omega = std::f64::consts::TAU * cycles / seconds;
        assert!((at(frequency, &name, 10.0) - omega).abs() < 1e-9);
        assert!(
            (at(ratio, &name, 10.0) - omega / 9.904_544).abs() < 1e-6,
            "{name}"
        );
    }
    assert!((at(frequency, "exact", 10.0) - 9.904_544).abs() < 1e-6);
    // Waves of 628 m swing once in 20 s, which is the least: 0.31416 rad/s for 0.31321.
    assert!((at(ratio, "repeats after 20 s", 0.01) - 1.003_04).abs() < 1e-4);
}

#[test]
fn the_profile_of_one_gerstner_wave_has_its_displacement_and_jacobian() {
    use crate::sea::GerstnerWave;
    // A wave of length 20 m and amplitude 1 m along x: h = cos kx, displaced by −sin kx.
    let mut settings = Settings::new(crate::sea::GERSTNER.parameters);
    settings.set("patch", 100.0).unwrap();
    let wave = GerstnerWave {
        length: 20.0,
        amplitude: 1.0,
        direction: 0.0,
        phase: 0.0,
    };
    let sea = crate::water::sea(
        crate::water::Model::named("gerstner").unwrap(),
        &settings,
        &[wave],
        crate::pool::Size::new(100, 20).unwrap(),
    );
    let chart = profile(&sea.unwrap().unwrap(), 0.0);
    let [height, folding] = &chart.panels[..] else {
        panic!("two panels")
    };
    let k = std::f64::consts::TAU / 20.0;
    let highest = height.curves[0]
        .points
        .iter()
        .map(|point| point[1])
        .fold(0.0, f64::max);
    assert!((highest - 1.0).abs() < 1e-5);
    // J = ∂/∂x (x − sin kx) = 1 − k·cos kx; across the wave nothing moves, so the other eigenvalue is 1.
    for (index, [x, h]) in height.curves[0].points.iter().enumerate() {
        let [jx, jacobian] = folding.curves[0].points[index];
        assert_eq!(*x, jx);
        assert!(
            (jacobian - (1.0 - k * h)).abs() < 1e-4,
            "{x}: {jacobian}, {h}"
        );
        let lowest = folding.curves[1].points[index][1];
        assert!((lowest - jacobian.min(1.0)).abs() < 1e-4);
        // Crests and troughs stay where they are; in between points move toward the crests.
        let displaced = height.curves[1].points[index][0] - x;
        assert!((displaced + (k * x).sin()).abs() < 1e-4, "{x}: {displaced}");
    }
}

#[test]
fn attenuation_over_extinction_falls_from_1_to_0_with_the_share_of_scattering() {
    let chart = attenuation(&SHOWN_WATERS, 40.0);
    let panel = chart.panels.last().unwrap();
    assert_eq!(at(panel, "Kirk", 0.0), 1.0);
    assert!(at(panel, "Kirk", 1.0).abs() < 1e-9);
    // √(0.25 + 0.256/4) = 0.56036.
    assert!((at(panel, "Kirk", 0.5) - 0.560_36).abs() < 1e-5);
    // In red, pure water scatters 0.0007/m of an extinction of 0.3407/m, and K is almost the absorption.
    let red = &panel.curves[1];
    assert!(
        (red.points[0][0] - 0.0007 / 0.3407).abs() < 1e-6 && (red.points[0][1] - 1.0).abs() < 0.002
    );
    assert_eq!(red.points.len(), SHOWN_WATERS.len());
}
