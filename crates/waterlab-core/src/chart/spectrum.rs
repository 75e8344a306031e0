//! Frequency spectra of a sea: the spectra for one wind, and the growth of a sea with the fetch (docs/models.md §9).
//!
//! For comparison, the fully developed sea of Pierson and Moskowitz (1964), in deep water:
//!
//! ```text
//! S = α·g²·ω⁻⁵·exp(−0.74·(g/(U·ω))⁴)        α = 0.0081, U the wind 19.5 m above the sea, 1.026 times that at 10 m
//! ```

use super::{Axis, Chart, Colour, Corner, Panel, Stroke, TURNS, even, graded};
use crate::parameter::{ParameterError, Settings};
use crate::sea::{Spectrum, WindLaw};

/// Fetches of the growth panel, kilometres.
const FETCHES: [f64; 4] = [10.0, 30.0, 100.0, 300.0];

/// Minimum wind in m/s: the sea of a weaker one would not be visible.
const MIN_WIND: f64 = 0.5;

/// What lies along the axes.
const FREQUENCY: &str = "angular frequency";
const DENSITY: &str = "density";

/// Frequencies along the axis.
const POINTS: usize = 241;

/// The frequency spectra of a sea: `settings` are those of the spectral sea. The first panel has that sea, and each spectrum
/// for its wind, fetch and gravity; the second the growth of JONSWAP's sea with the fetch. An error if the settings belong to
/// another model.
pub fn spectrum(settings: &Settings) -> Result<Chart, ParameterError> {
    let sea = Spectrum::of(settings)?;
    let wind = settings.real("wind").max(MIN_WIND);
    let mut alone = settings.clone();
    alone.set("wind", wind)?;
    alone.set("swell_height", 0.0)?;
    alone.set("significant_height", 0.0)?;
    // A law is not the sea's own cut-off of small waves.
    alone.set("cutoff", 0.0)?;
    Ok(Chart {
        title: format!("Spectra of a sea under {} m/s of wind", (100.0 * wind).round() / 100.0),
        panels: vec![laws(&sea, &alone, settings)?, growth(&alone)?],
        columns: 2,
        note: "The area under a curve is the variance of the height; the significant height is four times its root. JONSWAP's growth has no end.".to_owned(),
    })
}

/// The sea itself, and each spectrum.
fn laws(sea: &Spectrum, alone: &Settings, settings: &Settings) -> Result<Panel, ParameterError> {
    let law = |law: WindLaw, depth: f64| -> Result<Spectrum, ParameterError> {
        let mut settings = alone.clone();
        settings.set("spectrum", law)?;
        settings.set("depth", depth)?;
        Spectrum::of(&settings)
    };
    let (wind, gravity) = (alone.real("wind"), alone.real("gravity"));
    let depth = settings.real("depth");
    let jonswap = law(WindLaw::Jonswap, depth)?;
    let peak = peak(&jonswap, gravity, wind);
    // Where the waves at the peak feel the bottom, and no deeper than this sea.
    let shallow = two_digits((0.7 * gravity / (peak * peak)).clamp(0.01, depth));
    let curves = [
        (
            format!("this sea, {:.2} m high", sea.significant_height()),
            sea.clone(),
        ),
        ("JONSWAP".to_owned(), jonswap),
        (
            format!("TMA, {shallow} m deep"),
            law(WindLaw::Tma, shallow)?,
        ),
        ("Phillips".to_owned(), law(WindLaw::Phillips, depth)?),
    ];
    let strokes = [
        (Colour::Ink, Stroke::Heavy),
        (Colour::Red, Stroke::Dashed),
        (Colour::Green, Stroke::Dotted),
        (Colour::Blue, Stroke::Solid),
    ];
    let most = 4.0 * peak;
    let grown = |omega: f64| pierson_moskowitz(omega, wind, gravity);
    let x = Axis::linear(FREQUENCY, "rad/s", 0.0, most);
    let y = Axis::linear(DENSITY, "m²·s", 0.0, 1.0);
    let mut panel = Panel::new("The laws for one wind", x, y, Corner::UpperRight);
    for ((name, spectrum), look) in curves.into_iter().zip(strokes) {
        let points =
            even(0.0, most, POINTS).map(|omega| [omega, spectrum.frequency_density(omega)]);
        panel.add(name, look, points);
    }
    let points = even(0.0, most, POINTS).map(|omega| [omega, grown(omega)]);
    panel.add(
        "Pierson–Moskowitz",
        (Colour::Orange, Stroke::Dashed),
        points,
    );
    panel.y = Axis::linear(DENSITY, "m²·s", 0.0, 1.05 * highest(&panel));
    Ok(panel)
}

/// JONSWAP's sea by the fetch, in ratios: the peak moves, the tail is the same.
fn growth(alone: &Settings) -> Result<Panel, ParameterError> {
    let mut settings = alone.clone();
    settings.set("spectrum", WindLaw::Jonswap)?;
    let seas = FETCHES.map(|fetch| {
        settings.set("fetch", fetch)?;
        Ok((fetch, Spectrum::of(&settings)?))
    });
    let seas = seas
        .into_iter()
        .collect::<Result<Vec<_>, ParameterError>>()?;
    let (gravity, wind) = (settings.real("gravity"), settings.real("wind"));
    let peaks = seas.iter().map(|(_, sea)| peak(sea, gravity, wind));
    let (low, high) = peaks.fold((f64::INFINITY, 0.0_f64), |(low, high), peak| {
        (low.min(peak), high.max(peak))
    });
    let (low, high) = (0.5 * low, 3.0 * high);
    let x = Axis::logarithmic(FREQUENCY, "rad/s", low, high);
    let y = Axis::linear(DENSITY, "m²·s", 0.0, 1.0);
    let title = "How a sea grows with the fetch (JONSWAP)";
    let mut panel = Panel::new(title, x, y, Corner::UpperRight);
    for ((fetch, sea), look) in seas.into_iter().zip(TURNS) {
        let points = graded(low, high, POINTS).map(|omega| [omega, sea.frequency_density(omega)]);
        let name = format!("{fetch} km: {:.2} m high", sea.significant_height());
        panel.add(name, look, points);
    }
    let highest = highest(&panel);
    panel.y = Axis::logarithmic(DENSITY, "m²·s", 1e-4 * highest, 3.0 * highest);
    Ok(panel)
}

/// The maximum of all curves.
fn highest(panel: &Panel) -> f64 {
    let points = panel.curves.iter().flat_map(|curve| &curve.points);
    points.map(|point| point[1]).fold(0.0, f64::max)
}

/// The frequency of the maximum, rad/s, searched between a tenth and thirty times the frequency of waves that travel with the wind.
fn peak(spectrum: &Spectrum, gravity: f64, wind: f64) -> f64 {
    let with_wind = gravity / wind;
    let densities = graded(0.1 * with_wind, 30.0 * with_wind, 400)
        .map(|omega| (omega, spectrum.frequency_density(omega)));
    densities
        .fold(
            (with_wind, 0.0),
            |best, next| if next.1 > best.1 { next } else { best },
        )
        .0
}

/// S of the fully grown sea of a wind in m/s 10 m above it.
fn pierson_moskowitz(omega: f64, wind: f64, gravity: f64) -> f64 {
    if omega <= 0.0 {
        return 0.0;
    }
    let over = gravity / (1.026 * wind * omega);
    0.0081 * gravity * gravity * omega.powi(-5) * (-0.74 * over.powi(4)).exp()
}

/// The number with its first two digits.
fn two_digits(number: f64) -> f64 {
    let rounded = format!("{number:.1e}").parse();
    rounded.unwrap_or(number)
}
