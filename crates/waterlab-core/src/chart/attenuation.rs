//! Transmittance of daylight in water by depth, e^(−Kd·z), in red, green and blue, by water type (docs/models.md §11a).

use super::{Axis, Chart, Colour, Corner, Panel, Sign, Stroke, even};
use crate::light::{WAVELENGTHS, WaterType};
use crate::parameter::Choice;

/// The water types of a chart of several: from pure water to a pond.
pub const SHOWN_WATERS: [WaterType; 7] = [
    WaterType::Pure,
    WaterType::Pool,
    WaterType::JerlovIB,
    WaterType::JerlovIII,
    WaterType::Jerlov1C,
    WaterType::Jerlov5C,
    WaterType::Pond,
];

/// The minimum share on the axis: below it, little grows.
const MIN_SHARE: f64 = 0.01;

/// Share of the daylight just below the surface that remains at a depth in metres, a panel for each of `waters`, down to
/// `deepest` metres.
pub fn attenuation(waters: &[WaterType], deepest: f64) -> Chart {
    let last = waters.len().saturating_sub(1);
    let panels = waters.iter().enumerate();
    let mut panels: Vec<_> = panels
        .map(|(index, &water)| panel(water, deepest, index == last))
        .collect();
    if waters.len() > 1 {
        panels.push(extinction(waters));
    }
    Chart {
        title: "What water leaves of daylight".to_owned(),
        panels,
        columns: waters.len().clamp(1, 4),
        note: "Share of the light just below the surface, on a logarithmic axis. K: attenuation of daylight, a: absorption, b: scattering, c = a + b; Kirk: K² = a² + 0.256·a·b.".to_owned(),
    }
}

/// The attenuation of daylight K by the share of scattering in the beam attenuation, both relative to the extinction c = a + b: by Kirk
/// 1984, K² = a² + 0.256·a·b, and for each of `waters` in each colour.
fn extinction(waters: &[WaterType]) -> Panel {
    let x = Axis::linear("b/c", "", 0.0, 1.0);
    let y = Axis::linear("K/c", "", 0.0, 1.1);
    let line = even(0.0, 1.0, 101).map(|scattered| {
        let absorbed = 1.0 - scattered;
        [
            scattered,
            (absorbed * absorbed + 0.256 * absorbed * scattered).sqrt(),
        ]
    });
    let panel = Panel::new("K/c against b/c", x, y, Corner::LowerLeft);
    let panel = panel.with("Kirk", (Colour::Ink, Stroke::Solid), line);
    let signs = [
        ("red, these waters", Colour::Red, Sign::Ring),
        ("green, these waters", Colour::Green, Sign::Cross),
        ("blue, these waters", Colour::Blue, Sign::Triangle),
    ];
    signs
        .into_iter()
        .enumerate()
        .fold(panel, |panel, (channel, (name, colour, sign))| {
            let mut points: Vec<_> = waters
                .iter()
                .map(|water| {
                    let optics = water.optics();
                    let [a, b, k] = [
                        optics.absorption,
                        optics.scattering,
                        optics.diffuse_attenuation,
                    ]
                    .map(|all| f64::from(all[channel]));
                    [b / (a + b), k / (a + b)]
                })
                .collect();
            points.sort_unstable_by(|one, other| one[0].total_cmp(&other[0]));
            panel.with(name, (colour, Stroke::Signs(sign)), points)
        })
}

/// The panel of one water type; `names` shows the legend of the colours, which are the same in all panels.
fn panel(water: WaterType, deepest: f64, names: bool) -> Panel {
    let colours = [
        ("red", Colour::Red, Stroke::Dashed),
        ("green", Colour::Green, Stroke::Dotted),
        ("blue", Colour::Blue, Stroke::Solid),
    ];
    let x = Axis::linear("depth", "m", 0.0, deepest);
    let y = Axis::logarithmic("transmittance", "", MIN_SHARE, 1.0);
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

/// The title of a water type on a chart.
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
