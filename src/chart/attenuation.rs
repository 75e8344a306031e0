//! What water leaves of daylight on its way down, e^(−Kd·z), in red, green and blue, by kind of water (docs/models.md §11a).

use super::{Axis, Chart, Colour, Corner, Panel, Stroke, even};
use crate::light::{WAVELENGTHS, WaterType};
use crate::parameter::Choice;

/// The kinds that a chart of several shows: from nothing but water to a pond.
pub const SHOWN_WATERS: [WaterType; 6] = [
    WaterType::Pure,
    WaterType::Pool,
    WaterType::JerlovIB,
    WaterType::JerlovIII,
    WaterType::Jerlov5C,
    WaterType::Pond,
];

/// The least share that is shown: where less is left, little grows.
const LEAST: f64 = 0.01;

/// Share of the daylight just below the surface that is left at a depth in metres, a panel for each of `waters`, down to
/// `deepest` metres.
pub fn attenuation(waters: &[WaterType], deepest: f64) -> Chart {
    let last = waters.len().saturating_sub(1);
    let panels = waters.iter().enumerate();
    let panels = panels
        .map(|(index, &water)| panel(water, deepest, index == last))
        .collect();
    Chart {
        title: "What water leaves of daylight".to_owned(),
        panels,
        columns: waters.len().clamp(1, 3),
        note: "Of the light just below the surface; straight lines, as the share is told in equal ratios. At 1 % little grows.".to_owned(),
    }
}

/// One kind; `names` the colours, which are the same in all.
fn panel(water: WaterType, deepest: f64, names: bool) -> Panel {
    let colours = [
        ("red", Colour::Red, Stroke::Dashed),
        ("green", Colour::Green, Stroke::Dotted),
        ("blue", Colour::Blue, Stroke::Solid),
    ];
    let x = Axis::linear("depth", "m", 0.0, deepest);
    let y = Axis::logarithmic("share left", "", LEAST, 1.0);
    let optics = water.optics();
    let legend = names.then_some(Corner::UpperRight);
    let panel = Panel::new(title(water), x, y, legend);
    let channels = colours.into_iter().zip(WAVELENGTHS).enumerate();
    channels.fold(
        panel,
        |panel, (channel, ((name, colour, stroke), nanometres))| {
            let points = even(0.0, deepest, 81)
                .map(|depth| [depth, f64::from(optics.daylight(depth as f32)[channel])]);
            panel.with(format!("{name}, {nanometres} nm"), (colour, stroke), points)
        },
    )
}

/// What a kind of water is called on a chart.
fn title(water: WaterType) -> String {
    use WaterType::*;
    let name = WaterType::NAMES[water as usize];
    match water {
        Pure => "Pure water".to_owned(),
        Pool => "Swimming pool".to_owned(),
        JerlovIB | JerlovII | JerlovIII => format!("Ocean, Jerlov {name}"),
        Jerlov1C | Jerlov3C | Jerlov5C => format!("Coast, Jerlov {name}"),
        Pond => "Village pond".to_owned(),
        Ink => "Ink".to_owned(),
    }
}
