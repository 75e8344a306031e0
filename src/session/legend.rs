//! Legend of a field shown in colours: the name of the field, its unit, and ticks along its scale.

use super::Session;
use crate::parameter::Choice;
use crate::scene::Simulation;
use crate::session::SideBySide;
use crate::view::{ColourScale, Colours};
use crate::water::{MODELS, Water};

/// Minimum number of ticks on either side of 0.
const NUMBERS: f32 = 2.0;

/// Ticks of the direction of a flow, in turns from x toward z: the edges of the pool.
const DIRECTIONS: [(f32, &str); 5] = [
    (0.0, "east"),
    (0.25, "south"),
    (0.5, "west"),
    (0.75, "north"),
    (1.0, "east"),
];

/// A colour scale and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Legend {
    /// The field with its unit, or why there is nothing to see.
    pub title: String,
    /// The values of the colours.
    pub scale: ColourScale,
    /// Ticks along the scale: position, −1 or 0 to 1 of the whole, and label.
    pub ticks: Vec<(f32, String)>,
    /// The value of the last colour, in the unit of the title.
    pub full: f32,
    /// The part of the picture it belongs to, from the left, 0 to 1.
    pub part: [f32; 2],
}

impl Session {
    /// Options of the view's settings, by key and index, without effect: colours of a field that no water of the scene has.
    pub fn idle_options(&self) -> Vec<(&'static str, usize)> {
        let is_idle = |colours: &Colours| {
            let mut waters = self.simulation.waters();
            !waters.any(|water| has_field(*colours, water))
        };
        let idle = Colours::ALL.iter().copied().filter(is_idle);
        idle.map(|colours| ("colours", colours as usize)).collect()
    }

    /// The legends of the last frame, one for each water shown in colours.
    pub fn legends(&self) -> Vec<Legend> {
        Legend::all(&self.views, &self.simulation)
    }
}

impl Legend {
    /// The legends of the last frame, one for each water shown in colours.
    pub fn all(views: &SideBySide, simulation: &Simulation) -> Vec<Self> {
        let split = match simulation.other() {
            Some(_) => views.split.left() as f32,
            None => 1.0,
        };
        let parts = [[0.0, split], [split, 1.0]];
        let waters = simulation.waters().zip(parts).enumerate();
        let legends = waters.filter_map(|(index, (water, part))| {
            let scale = views.colour_scale(index)?;
            Some(Self::of(scale, water, simulation.steps_per_second(), part))
        });
        legends.collect()
    }

    /// The legend in one line: the field, and the values of the first and the last colour.
    pub fn line(&self) -> String {
        if self.scale.colours == Colours::Direction {
            return format!("{}: hues from east over south, west and north", self.title);
        }
        let first = if self.scale.colours.is_signed() {
            format!("−{:.4}", self.full)
        } else {
            "0".to_owned()
        };
        format!("{}: colours from {first} to {:.4}", self.title, self.full)
    }

    fn of(scale: ColourScale, water: &dyn Water, steps_per_second: f64, part: [f32; 2]) -> Self {
        let (factor, unit) = unit(&scale, steps_per_second as f32);
        let full = scale.full * factor;
        let model = water.model();
        let title = match scale.colours {
            Colours::None => String::new(),
            Colours::Height => format!("height, {unit}"),
            Colours::Slope => "slope".to_owned(),
            Colours::Velocity => format!("velocity, {unit}"),
            Colours::Foam if !has_field(scale.colours, water) => format!("{}: no foam", model.name),
            Colours::Foam => format!("foam, {unit}"),
            Colours::Depth if !has_field(scale.colours, water) => {
                format!("{}: no depth", model.name)
            }
            Colours::Depth => format!("depth, {unit}"),
            Colours::Speed | Colours::Froude | Colours::Direction
                if !has_field(scale.colours, water) =>
            {
                let flowing = MODELS.iter().filter(|model| model.ground);
                let names: Vec<_> = flowing.map(|model| model.name).collect();
                format!("{}: no flow; see {}", model.name, names.join(", "))
            }
            Colours::Speed => format!("speed, {unit}"),
            Colours::Froude => "Froude number".to_owned(),
            Colours::Direction => format!("direction, brightest from {full:.2} {unit}"),
        };
        let ticks = match scale.colours {
            Colours::Direction => DIRECTIONS.map(|(at, name)| (at, name.to_owned())).to_vec(),
            _ => ticks(scale.colours, full),
        };
        Self {
            title,
            ticks,
            scale,
            full,
            part,
        }
    }
}

/// Round values of a field along its scale.
fn ticks(colours: Colours, full: f32) -> Vec<(f32, String)> {
    let step = step(full);
    let last = (full / step * 1.0001).floor() as i32;
    let first = if colours.is_signed() { -last } else { 0 };
    let digits = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    let tick = |index: i32| {
        let value = index as f32 * step;
        let sign = if value < 0.0 { "−" } else { "" };
        (value / full, format!("{sign}{:.digits$}", value.abs()))
    };
    (first..=last).map(tick).collect()
}

/// Whether a water has a field: only some have foam, only those with a known floor have a depth, and shallow water flows.
pub(in crate::session) fn has_field(colours: Colours, water: &dyn Water) -> bool {
    match colours {
        Colours::Foam => water.model().foams(),
        Colours::Depth => {
            let surface = water.surface();
            let floor = surface.cascades().and_then(|cascades| cascades.floor());
            floor.is_some() || water.depth().is_some()
        }
        Colours::Speed | Colours::Froude | Colours::Direction => water.model().ground,
        _ => true,
    }
}

/// The factor and the unit in which a value has few digits.
fn unit(scale: &ColourScale, steps_per_second: f32) -> (f32, &'static str) {
    let per_second = match scale.colours {
        Colours::Slope | Colours::Froude | Colours::None => return (1.0, ""),
        Colours::Speed | Colours::Direction => return (1.0, "m/s"),
        Colours::Foam => return (100.0, "%"),
        Colours::Velocity => steps_per_second,
        Colours::Height | Colours::Depth => 1.0,
    };
    let is_speed = scale.colours == Colours::Velocity;
    match scale.full * per_second {
        small if small < 0.01 => (1e3 * per_second, if is_speed { "mm/s" } else { "mm" }),
        small if small < 1.0 => (1e2 * per_second, if is_speed { "cm/s" } else { "cm" }),
        _ => (per_second, if is_speed { "m/s" } else { "m" }),
    }
}

/// Tick spacing: 1, 2 or 5 times a power of ten, with at least [`NUMBERS`] ticks.
fn step(full: f32) -> f32 {
    let most = full / NUMBERS;
    let power = 10_f32.powf(most.log10().floor());
    let part = most / power;
    power
        * if part >= 5.0 {
            5.0
        } else if part >= 2.0 {
            2.0
        } else {
            1.0
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Size;
    use crate::water::Model;

    fn legend(colours: Colours, full: f32, model: &str) -> Legend {
        let water = Model::named(model)
            .unwrap()
            .create(Size::new(16, 16).unwrap());
        Legend::of(ColourScale { colours, full }, &*water, 60.0, [0.0, 1.0])
    }

    fn written(legend: &Legend) -> Vec<&str> {
        legend.ticks.iter().map(|(_, text)| text.as_str()).collect()
    }

    #[test]
    fn numbers_are_round_lie_where_they_belong_and_have_a_unit_that_suits_them() {
        let height = legend(Colours::Height, 0.0341, "ripple");
        assert_eq!(height.title, "height, cm");
        assert_eq!(written(&height), ["−3", "−2", "−1", "0", "1", "2", "3"]);
        assert!((height.ticks[6].0 - 3.0 / 3.41).abs() < 1e-5);
        assert_eq!(height.ticks[3].0, 0.0);
        let line = "height, cm: colours from −3.4100 to 3.4100";
        assert_eq!(height.line(), line);
        let slope = legend(Colours::Slope, 0.5, "ripple");
        assert_eq!(written(&slope), ["0.0", "0.2", "0.4"]);
        // 0.2 mm per step is 12 mm per second.
        let velocity = legend(Colours::Velocity, 2e-4, "wave");
        assert_eq!(velocity.title, "velocity, cm/s");
        assert_eq!(written(&velocity), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        let foam = legend(Colours::Foam, 1.0, "sea");
        assert_eq!(
            (&*foam.title, written(&foam)),
            ("foam, %", vec!["0", "50", "100"])
        );
        assert_eq!(
            written(&legend(Colours::Depth, 12.0, "wave")),
            ["0", "5", "10"]
        );
    }

    #[test]
    fn a_flow_has_its_critical_froude_number_and_the_edges_it_goes_to_on_the_scale() {
        let froude = legend(Colours::Froude, 2.0, "shallow");
        assert_eq!(froude.title, "Froude number");
        assert_eq!(froude.ticks[1], (0.5, "1".to_owned()));
        let direction = legend(Colours::Direction, 0.5, "shallow");
        assert_eq!(direction.title, "direction, brightest from 0.50 m/s");
        assert_eq!(direction.ticks[1], (0.25, "south".to_owned()));
        let speed = legend(Colours::Speed, 0.5, "shallow");
        assert_eq!(speed.title, "speed, m/s");
    }

    #[test]
    fn what_a_water_has_not_is_said() {
        assert_eq!(
            legend(Colours::Foam, 1.0, "ripple").title,
            "ripple: no foam"
        );
        assert_eq!(
            legend(Colours::Depth, 1.0, "ripple").title,
            "ripple: no depth"
        );
        assert_eq!(
            legend(Colours::Froude, 2.0, "wave").title,
            "wave: no flow; see shallow"
        );
        assert!(
            legend(Colours::Depth, 1.0, "wave")
                .title
                .starts_with("depth")
        );
    }
}
