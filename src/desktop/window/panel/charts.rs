//! The section of charts: energy of the running water, and formulas with the current settings.
//!
//! A chart is rebuilt when its input has changed, and the history is only recorded while it is visible.

use crate::chart::{self, Chart, Level, WaveContent, WavesPresent};
use crate::desktop::window::{chart as painted, widgets};
use crate::light::{FRESH_WATER_INDEX, SEA_WATER_INDEX, WaterType};
use crate::parameter::{Choice, Settings, Value};
use crate::pool::Size;
use crate::session::{CrossSection, PlaceOf, Session};
use crate::water::Water;
use egui::{Button, Ui};
use std::collections::VecDeque;

/// Seconds of history shown.
const SECONDS: f64 = 20.0;

/// Pause in the display, in seconds, after which the history restarts.
const UNSEEN: f64 = 1.0;

/// Maximum number of cells sampled for a point of the history.
const MAX_CELLS: usize = 1 << 16;

/// Fraction of daylight at which the chart of depths ends, and its maximum depth in metres.
const MIN_LIGHT: f64 = 0.01;
const DEEPEST: f64 = 40.0;

/// A chart.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Energy,
    Fresnel,
    Daylight,
    Spectrum,
    Section,
    Dispersion,
}

/// The buttons.
const BUTTONS: [(Shown, &str, &str); 6] = [
    (
        Shown::Energy,
        "Energy",
        "Wave energy and mean water level over time",
    ),
    (
        Shown::Fresnel,
        "Fresnel",
        "Reflectance of the surface by angle of incidence",
    ),
    (
        Shown::Daylight,
        "Daylight",
        "Daylight that remains at each depth in this type of water",
    ),
    (
        Shown::Spectrum,
        "Spectrum",
        "Wave energy by frequency; of a pool, measured now",
    ),
    (
        Shown::Section,
        "Section",
        "Cross-section of the surface at the last pointer position",
    ),
    (
        Shown::Dispersion,
        "Dispersion",
        "Frequency by wavenumber: the dispersion relation, the numerical scheme, and the waves measured now",
    ),
];

/// Shown in place of axes without a curve.
const CALM: &str = "The water is calm: there are no waves to measure. Drag the water.";

/// Buttons in a row.
const ROW: usize = 3;

/// The place of a cross-section before the pointer has been on the water.
const MIDDLE: PlaceOf = (0, (0.5, 0.5));

/// The input of a static chart.
#[derive(PartialEq)]
enum Subject {
    Index(f64),
    Kind(WaterType),
    Sea(Settings),
    Frequencies(Settings, Size, f64),
}

/// State kept from frame to frame.
pub(super) struct Charts {
    shown: Shown,
    /// Seconds of the scene, and the level at that time.
    run: VecDeque<(f64, Level)>,
    /// The water of the history.
    of: &'static str,
    still: Option<(Subject, Chart)>,
    present: WavesPresent,
}

impl Charts {
    pub(super) fn new() -> Self {
        Self {
            shown: Shown::Energy,
            run: VecDeque::new(),
            of: "",
            still: None,
            present: WavesPresent::default(),
        }
    }

    /// The buttons, and the selected chart; `pointed` is the last position of the pointer on the water.
    pub(super) fn show(&mut self, ui: &mut Ui, session: &Session, pointed: Option<PlaceOf>) {
        for row in BUTTONS.chunks(ROW) {
            widgets::even_row(ui, ROW, |ui, index, size| {
                let Some(&(shown, word, about)) = row.get(index) else {
                    return;
                };
                let button = Button::new(word).selected(self.shown == shown);
                if ui.add_sized(size, button).on_hover_text(about).clicked() {
                    self.shown = shown;
                }
            });
        }
        let top = ui.cursor().top();
        self.show_chosen(ui, session, pointed);
        // A text in place of a chart takes as much room, so that the panel does not jump.
        let taken = ui.cursor().top() - top;
        ui.add_space((painted::TALL - taken).max(0.0));
    }

    fn show_chosen(&mut self, ui: &mut Ui, session: &Session, pointed: Option<PlaceOf>) {
        let water = session.simulation.water();
        let subject = match self.shown {
            Shown::Energy => {
                let seconds =
                    session.simulation.step() as f64 / session.simulation.steps_per_second();
                self.follow(seconds, water);
                if self.run.len() < 2 && session.clock.is_paused() {
                    ui.label("The simulation is paused: there is no data yet.");
                    return;
                }
                if self.run.iter().all(|(_, level)| level.energy == 0.0) {
                    ui.label(CALM);
                    return;
                }
                painted::show(ui, &chart::levels(self.of, self.run.make_contiguous()));
                return;
            }
            Shown::Fresnel => Subject::Index(match water.model().is_open() {
                true => SEA_WATER_INDEX[1],
                false => FRESH_WATER_INDEX[1],
            }),
            Shown::Daylight => Subject::Kind(kind(session.views.view_set().view().settings())),
            Shown::Spectrum if water.model().has_spectrum() => {
                Subject::Sea(water.settings().clone())
            }
            Shown::Spectrum if water.model().is_open() => {
                ui.label("These waves are listed individually and have no spectrum.");
                return;
            }
            Shown::Spectrum => {
                let length = water.surface().field().size;
                let content = WaveContent::of(&water.heights(), length);
                if content.density.iter().all(|point| point[1] == 0.0) {
                    ui.label(CALM);
                    return;
                }
                painted::show(ui, &chart::waves(water.model().title, &content));
                return;
            }
            Shown::Section => {
                let section = session.cross_section(pointed.unwrap_or(MIDDLE));
                if let Some(CrossSection { title, along }) = section {
                    painted::show(ui, &chart::cross_section(title, &along));
                }
                return;
            }
            Shown::Dispersion => {
                let seconds = session.simulation.steps_per_second().recip();
                let step = water.time_step().unwrap_or(seconds);
                self.present.follow(session.simulation.step(), water);
                let subject = Subject::Frequencies(water.settings().clone(), water.size(), step);
                if self.still.as_ref().is_none_or(|(of, _)| *of != subject) {
                    self.still = Some((subject, chart::frequencies(water, step)));
                }
                if let Some((_, law)) = &self.still {
                    let chart = chart::with_waves(law.clone(), &self.present.waves(), step);
                    painted::show(ui, &chart);
                }
                return;
            }
        };
        if self.still.as_ref().is_none_or(|(of, _)| *of != subject) {
            self.still = drawn(&subject).map(|chart| (subject, chart));
        }
        if let Some((_, chart)) = &self.still {
            painted::show(ui, chart);
        }
    }

    /// Records the current level, if time has passed.
    fn follow(&mut self, seconds: f64, water: &dyn Water) {
        let last = self.run.back().map(|(time, _)| *time);
        let passed = last.map_or(0.0, |last| seconds - last);
        if !(0.0..UNSEEN).contains(&passed) || self.of != water.model().title {
            self.run.clear();
        }
        self.of = water.model().title;
        if self.run.is_empty() || passed > 0.0 {
            self.run
                .push_back((seconds, Level::of(&water.heights(), MAX_CELLS)));
        }
        while self
            .run
            .front()
            .is_some_and(|(time, _)| seconds - time > SECONDS)
        {
            self.run.pop_front();
        }
    }
}

/// The type of water of a view; for a view without one, that of a pool.
fn kind(view: &Settings) -> WaterType {
    let chosen = match view.get("water") {
        Some(Value::Choice(option)) => WaterType::ALL.get(option).copied(),
        _ => None,
    };
    chosen.unwrap_or(WaterType::Pool)
}

fn drawn(subject: &Subject) -> Option<Chart> {
    match subject {
        Subject::Index(index) => Some(chart::fresnel(*index)),
        Subject::Kind(kind) => {
            let clearest = kind
                .optics()
                .diffuse_attenuation
                .into_iter()
                .reduce(f32::min);
            let deepest = -MIN_LIGHT.ln() / f64::from(clearest.unwrap_or(1.0));
            Some(chart::attenuation(&[*kind], deepest.clamp(0.1, DEEPEST)))
        }
        // The settings of a running sea are valid.
        Subject::Sea(settings) => chart::spectrum(settings).ok(),
        // Computed from the water itself.
        Subject::Frequencies(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::water::MODELS;

    #[test]
    fn a_run_is_kept_for_its_time_and_begins_anew_when_nobody_looked() {
        let water = MODELS[0].create(Size::default());
        let mut charts = Charts::new();
        for frame in 0..30 * 60 {
            charts.follow(f64::from(frame) / 60.0, &*water);
            charts.follow(f64::from(frame) / 60.0, &*water);
        }
        let count = charts.run.len();
        assert!(
            (1195..=1202).contains(&count),
            "{count}: once a time, 20 s of them"
        );
        charts.follow(35.0, &*water);
        assert_eq!(charts.run.len(), 1, "5 s unseen");
        charts.follow(0.0, &*water);
        assert_eq!(charts.run.len(), 1, "the scene started again");
        charts.follow(0.1, &*MODELS[1].create(Size::default()));
        assert_eq!(charts.run.len(), 1, "another water");
    }

    #[test]
    fn every_kind_of_water_has_a_chart() {
        for &kind in WaterType::ALL {
            let chart = drawn(&Subject::Kind(kind)).expect("a chart");
            assert!(chart.panels[0].x.high > 0.05, "{kind:?}");
        }
    }
}
