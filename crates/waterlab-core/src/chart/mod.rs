//! Charts as numbers: theory and measurements of the models, as curves over named axes. Nothing is drawn here.
//!
//! A [`Chart`] is one or more [`Panel`]s side by side, each with two [`Axis`] and the [`Curve`]s between them. Files and the panel of the
//! window draw the same charts. The numbers come from the modules that compute them; curves that exist only for comparison (Schlick,
//! Pierson and Moskowitz, a scheme's own dispersion) are computed here and labelled as such.
//!
//! | file | chart | docs/models.md |
//! | --- | --- | --- |
//! | `fresnel` | reflectance by angle, from air and from water | §10a |
//! | `attenuation` | what kinds of water leave of daylight by depth, and K/c by b/c | §11a |
//! | `caustics` | how bright the floor is at given depths below waves | §11b |
//! | `dispersion` | frequency by wave number: the law, and what the pools do | §1, §4 to §6a, §8 |
//! | `spectrum` | how much of a sea lies in which frequencies | §9 |
//! | `looping` | frequency by wave number of a sea that repeats | §8 |
//! | `profile` | height, choppy surface, J and J− along a line across a sea | §9b |
//! | `kernel` | iWave's kernel and what its cut does | §6 |
//! | `section` | a cut through the surface, and which waves are there now | §0 |
//! | `present` | which waves there are now, and how fast they swing | §0, §8 |
//! | `energy` | energy and mean level over a run of each pool | §1 to §6a |
//!
//! ```
//! let chart = waterlab_core::chart::fresnel(4.0 / 3.0);
//! let exact = &chart.panels[0].curves[0];
//! assert!((exact.points[0][1] - 1.0 / 49.0).abs() < 1e-12, "straight down 2 % is mirrored");
//! ```

mod attenuation;
mod axis;
mod caustics;
mod dispersion;
mod energy;
mod fresnel;
mod kernel;
mod looping;
mod present;
mod profile;
mod section;
mod spectrum;
#[cfg(test)]
mod tests;

pub use attenuation::{SHOWN_WATERS, attenuation};
pub use axis::{Axis, Scale};
pub use caustics::{BAY, CAUSTIC_DEPTHS, caustics};
pub use dispersion::dispersion;
pub use energy::{Level, energy, levels};
pub use fresnel::fresnel;
pub use kernel::kernel;
pub use looping::looping;
pub use present::{PresentWave, WavesPresent, frequencies, with_waves};
pub use profile::profile;
pub use section::{WaveContent, cross_section, waves};
pub use spectrum::spectrum;

use crate::parameter::Settings;
use crate::pool::Size;
use crate::water::{Model, Water};

/// A group of related panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The subject.
    pub title: String,
    /// The panels, row by row; at least one.
    pub panels: Vec<Panel>,
    /// Number of panels side by side, at least 1.
    pub columns: usize,
    /// A note to the reader, one line; empty if there is none.
    pub note: String,
}

/// Curves over two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// The subject; empty if the title of the chart is sufficient.
    pub title: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The curves, the most important first.
    pub curves: Vec<Curve>,
    /// Named places on the x axis.
    pub marks: Vec<Mark>,
    /// A corner without curves, for the legend; `None` if another panel of the chart has the legend.
    pub legend: Option<Corner>,
}

/// Points in the units of the axes, with a style that distinguishes them from other curves, in greyscale too.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The name in the legend.
    pub name: String,
    /// (x, y), with x not decreasing except where a surface folds over. A value that is not finite is a gap.
    pub points: Vec<[f64; 2]>,
    /// The colour.
    pub colour: Colour,
    /// The line style or the markers.
    pub stroke: Stroke,
}

/// A vertical line with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Position on the x axis.
    pub x: f64,
    /// The label.
    pub name: String,
}

/// Colours that remain distinguishable in greyscale as far as six can; the renderer selects a shade for its background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Black on a light background.
    Ink,
    /// Blue.
    Blue,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Orange.
    Orange,
    /// Violet.
    Violet,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// A line.
    Solid,
    /// A thicker line: the reference for the others.
    Heavy,
    /// Long dashes.
    Dashed,
    /// Short dashes.
    Dotted,
    /// A marker at each point, without a line: measurements.
    Signs(Sign),
}

/// The marker of a measured point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A ring.
    Ring,
    /// A disc.
    Disc,
    /// A cross, ×.
    Cross,
    /// A triangle.
    Triangle,
}

/// A corner of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Corner {
    UpperLeft,
    UpperRight,
    LowerLeft,
    LowerRight,
}

/// Colours and strokes in rotation, for curves of equal rank.
const TURNS: [(Colour, Stroke); 7] = [
    (Colour::Blue, Stroke::Solid),
    (Colour::Red, Stroke::Dashed),
    (Colour::Green, Stroke::Dotted),
    (Colour::Orange, Stroke::Heavy),
    (Colour::Violet, Stroke::Dashed),
    (Colour::Ink, Stroke::Dotted),
    (Colour::Green, Stroke::Solid),
];

impl Panel {
    /// An empty panel.
    pub fn new(
        title: impl Into<String>,
        x: Axis,
        y: Axis,
        legend: impl Into<Option<Corner>>,
    ) -> Self {
        Self {
            title: title.into(),
            x,
            y,
            curves: Vec::new(),
            marks: Vec::new(),
            legend: legend.into(),
        }
    }

    /// Adds a curve.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        (colour, stroke): (Colour, Stroke),
        points: impl IntoIterator<Item = [f64; 2]>,
    ) {
        self.curves.push(Curve {
            name: name.into(),
            points: points.into_iter().collect(),
            colour,
            stroke,
        });
    }

    /// The panel with one more curve.
    pub fn with(
        mut self,
        name: impl Into<String>,
        look: (Colour, Stroke),
        points: impl IntoIterator<Item = [f64; 2]>,
    ) -> Self {
        self.add(name, look, points);
        self
    }

    /// The panel with one more mark.
    pub fn marked(mut self, x: f64, name: impl Into<String>) -> Self {
        let name = name.into();
        self.marks.push(Mark { x, name });
        self
    }

    /// The parts of a curve inside the panel, in the units of the axes: a line is cut where it crosses the
    /// edge; markers are kept if they are inside.
    pub fn visible(&self, curve: &Curve) -> Vec<Vec<[f64; 2]>> {
        let places = curve
            .points
            .iter()
            .map(|&[x, y]| [self.x.fraction(x), self.y.fraction(y)]);
        let value = |[u, v]: [f64; 2]| [self.x.value(u), self.y.value(v)];
        if let Stroke::Signs(_) = curve.stroke {
            let inside = places.filter(|place| place.iter().all(|part| (0.0..=1.0).contains(part)));
            return vec![inside.map(value).collect()];
        }
        let mut parts: Vec<Vec<[f64; 2]>> = Vec::new();
        let mut last: Option<[f64; 2]> = None;
        // Whether the last point is inside the panel, so that the line continues.
        let mut goes_on = false;
        for place in places {
            let finite = place.iter().all(|part| part.is_finite());
            let segment = last.filter(|_| finite).and_then(|last| clip(last, place));
            last = finite.then_some(place);
            let Some([from, to]) = segment else {
                goes_on = false;
                continue;
            };
            match parts.last_mut().filter(|_| goes_on) {
                Some(part) => part.push(value(to)),
                None => parts.push(vec![value(from), value(to)]),
            }
            goes_on = to == place;
        }
        parts
    }
}

/// The part of a segment between 0 and 1 along both axes (Liang and Barsky 1984); `None` if there is none.
fn clip(from: [f64; 2], to: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for axis in [0, 1] {
        let along = to[axis] - from[axis];
        let ends = [-from[axis], 1.0 - from[axis]];
        if along == 0.0 {
            if ends[0] > 0.0 || ends[1] < 0.0 {
                return None;
            }
            continue;
        }
        let [one, other] = ends.map(|end| end / along);
        enter = enter.max(one.min(other));
        leave = leave.min(one.max(other));
    }
    let at = |part: f64| [0, 1].map(|axis| from[axis] + part * (to[axis] - from[axis]));
    (enter <= leave).then(|| {
        [
            if enter > 0.0 { at(enter) } else { from },
            if leave < 1.0 { at(leave) } else { to },
        ]
    })
}

/// `count` evenly spaced numbers from `low` to `high`, both included; at least 2.
fn even(low: f64, high: f64, count: usize) -> impl Iterator<Item = f64> {
    let last = count.max(2) - 1;
    (0..=last).map(move |index| low + (high - low) * index as f64 / last as f64)
}

/// `count` geometrically spaced numbers from `low` to `high`, both positive.
fn graded(low: f64, high: f64, count: usize) -> impl Iterator<Item = f64> {
    even(low.ln(), high.ln(), count).map(f64::exp)
}

/// A pool at rest: with the settings `own` if they belong to this model and are valid for that size, otherwise with its defaults.
fn built(model: &'static Model, own: &Settings, size: Size) -> Box<dyn Water> {
    model
        .create_with(own, size)
        .unwrap_or_else(|_| model.create(size))
}
