//! The controls of the panel: sliders and switches from parameter descriptions, tables, plots.

use super::palette::Palette;
use super::widgets;
use crate::parameter::{
    Parameter, ParameterError, Preset, Range, Settings, SurfaceKind, Value, title_of,
};
use crate::session::FrameTimes;
use crate::view::Pass;
use egui::{
    Align, Checkbox, ComboBox, DragValue, Grid, Id, InnerResponse, Label, Layout, Pos2, Rect,
    Response, RichText, Sense, Slider, Stroke, Ui, Vec2,
};

/// Longer ranges have no slider: its steps would be too coarse.
const LONGEST_SLIDER: i64 = 100_000;

/// Widths of a row's label and of its number, points.
const LABEL: f32 = 116.0;
const VALUE: f32 = 70.0;

/// Width of a letter and of what is beside a number, points, and most digits of one with a long unit.
const LETTER: f32 = 7.0;
const MARGIN: f32 = 7.0;
const DIGITS: usize = 4;

/// The water that settings are offered for.
#[derive(Default)]
pub(super) struct Offer<'a> {
    /// The kinds of its surfaces; empty where they make no difference.
    pub(super) kinds: &'a [SurfaceKind],
    /// Options without effect on it, by key and index.
    pub(super) idle: &'a [(&'static str, usize)],
}

/// The presets, a button for the defaults, and a control for each parameter that `is_shown` and that applies to the water. Returns the new
/// settings if any changed.
pub(super) fn settings(
    ui: &mut Ui,
    id: &str,
    settings: &Settings,
    presets: &'static [Preset],
    offer: &Offer,
    is_shown: impl Fn(&Parameter) -> bool,
) -> Option<Settings> {
    let mut wanted = None;
    let chosen = preset_of(settings, presets);
    ui.horizontal(|ui| {
        if !presets.is_empty() {
            let list = ComboBox::from_id_salt((id, "presets"))
                .selected_text(chosen.map_or("Presets", |preset| preset.title))
                .width(LABEL - ui.spacing().item_spacing.x)
                .show_ui(ui, |ui| {
                    for preset in presets {
                        let is_chosen = chosen.is_some_and(|chosen| std::ptr::eq(chosen, preset));
                        if ui.selectable_label(is_chosen, preset.title).clicked() {
                            wanted = changed(settings, |settings| settings.apply(preset));
                        }
                    }
                });
            widgets::call(&list.response, "Presets");
        }
        if ui.button("Defaults").clicked() {
            wanted = Some(Settings::new(settings.parameters()));
        }
    });
    each(ui, id, settings, offer, is_shown).or(wanted)
}

/// A control for each parameter that `is_shown` and that applies to these kinds of surface. Returns the new settings if any changed.
pub(super) fn each(
    ui: &mut Ui,
    id: &str,
    settings: &Settings,
    offer: &Offer,
    is_shown: impl Fn(&Parameter) -> bool,
) -> Option<Settings> {
    let mut wanted = None;
    for (parameter, value) in settings.relevant(offer.kinds) {
        if is_shown(parameter)
            && let Some(value) = control(ui, id, parameter, value, offer)
        {
            wanted = changed(settings, |settings| settings.set(parameter.key, value));
        }
    }
    wanted
}

/// A control for each of these parameters that applies to these kinds of surface and whose name or description matches `search`. Returns
/// the new settings if any changed, and whether there is any match.
pub(super) fn matching(
    ui: &mut Ui,
    id: &str,
    settings: &Settings,
    offer: &Offer,
    search: &str,
) -> (Option<Settings>, bool) {
    let mut wanted = None;
    let mut is_any = false;
    for (parameter, value) in settings.relevant(offer.kinds) {
        if is_about(parameter, search) {
            is_any = true;
            if let Some(value) = control(ui, id, parameter, value, offer) {
                wanted = changed(settings, |settings| settings.set(parameter.key, value));
            }
        }
    }
    (wanted, is_any)
}

/// Synonyms of the names of settings and presets.
const SYNONYMS: [(&str, &[&str]); 12] = [
    ("night", &["dusk", "hour", "lamp"]),
    ("evening", &["dusk", "golden hour", "hour"]),
    ("sunset", &["dusk", "golden hour", "hour"]),
    ("time", &["hour", "day", "steps per second"]),
    (
        "weather",
        &["clouds", "haze", "wind", "storm", "gale", "calm"],
    ),
    ("storm", &["storm", "gale", "wind"]),
    ("rough", &["storm", "gale", "wind", "choppiness"]),
    ("fps", &["frame rate", "quality"]),
    ("speed", &["frame rate", "quality", "steps per second"]),
    ("slow", &["frame rate", "quality"]),
    ("resolution", &["quality", "detail"]),
    ("fog", &["haze"]),
];

/// The words of `search` and their synonyms.
fn meant(search: &str) -> Vec<String> {
    let search = search.trim().to_lowercase();
    let others = SYNONYMS.iter().filter(|(word, _)| *word == search);
    let others = others.flat_map(|(_, others)| others.iter().map(|other| (*other).to_owned()));
    let others: Vec<_> = others.collect();
    std::iter::once(search).chain(others).collect()
}

/// Whether a name contains the words of `search`.
pub(super) fn is_named(name: &str, search: &str) -> bool {
    let name = name.to_lowercase();
    meant(search).iter().any(|words| name.contains(words))
}

/// Whether the name or the description of a parameter contains the words of `search`, or its name a synonym of them.
pub(super) fn is_about(parameter: &Parameter, search: &str) -> bool {
    is_named(parameter.title, search)
        || is_named(parameter.key, search)
        || parameter
            .about
            .to_lowercase()
            .contains(&search.trim().to_lowercase())
}

/// The preset that the settings are equal to, if any.
pub(super) fn preset_of(
    settings: &Settings,
    presets: &'static [Preset],
) -> Option<&'static Preset> {
    presets.iter().find(|preset| is_set(settings, preset))
}

/// Whether every parameter is as the preset sets it.
fn is_set(settings: &Settings, preset: &Preset) -> bool {
    settings.iter().all(|(parameter, value)| {
        let mut named = preset
            .values
            .iter()
            .filter(|(key, _)| *key == parameter.key);
        let wanted = named.next().map(|(_, value)| *value);
        match wanted {
            None if parameter.kept => true,
            wanted => value == wanted.unwrap_or(parameter.range.default_value()),
        }
    })
}

/// The settings after a change; `None` if the value is not allowed, which no control offers.
fn changed(
    settings: &Settings,
    change: impl FnOnce(&mut Settings) -> Result<(), ParameterError>,
) -> Option<Settings> {
    let mut wanted = settings.clone();
    change(&mut wanted).ok().map(|()| wanted)
}

/// A label and a control; all rows share their columns.
pub(super) fn row<R: Labelled>(
    ui: &mut Ui,
    title: &str,
    about: &str,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    row_of(ui, (title, about), VALUE, add)
}

/// As [`row`], with a number `value` points wide.
fn row_of<R: Labelled>(
    ui: &mut Ui,
    (title, about): (&str, &str),
    value: f32,
    add: impl FnOnce(&mut Ui) -> R,
) -> R {
    let gap = ui.spacing().item_spacing.x;
    let width = ui.available_width();
    let label = LABEL.min(width / 2.0);
    ui.horizontal(|ui| {
        let size = Vec2::new(label, ui.spacing().interact_size.y);
        let layout = Layout::left_to_right(Align::Center);
        let name = ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(label);
            ui.add(Label::new(title).truncate()).on_hover_text(about).id
        });
        let rest = width - label - 2.0 * gap;
        ui.spacing_mut().interact_size.x = value;
        ui.spacing_mut().slider_width = (rest - value).max(8.0);
        ui.spacing_mut().combo_width = rest + gap;
        add(ui).labelled(name.inner)
    })
    .inner
}

/// Widgets that can be labelled, for accessibility.
pub(super) trait Labelled {
    /// The same, labelled by the label with this ID.
    fn labelled(self, label: Id) -> Self;
}

impl Labelled for Response {
    fn labelled(self, label: Id) -> Self {
        self.labelled_by(label)
    }
}

impl<T> Labelled for InnerResponse<T> {
    fn labelled(mut self, label: Id) -> Self {
        self.response = self.response.labelled_by(label);
        self
    }
}

/// One control. Returns the new value if it changed.
fn control(
    ui: &mut Ui,
    id: &str,
    parameter: &Parameter,
    value: Value,
    offer: &Offer,
) -> Option<Value> {
    let Parameter { title, about, .. } = *parameter;
    let unit = match parameter.unit {
        "" | "°" => parameter.unit.to_owned(),
        unit => format!(" {unit}"),
    };
    // A number of five digits and its unit, or the text in its place.
    let letters = (unit.chars().count() + DIGITS).max(parameter.zero.chars().count());
    let wide = VALUE.max(LETTER * letters as f32 + 2.0 * MARGIN);
    match (&parameter.range, value) {
        (Range::Integer { min, max, .. }, Value::Integer(mut number)) => {
            let range = *min..=*max;
            let response = row_of(ui, (title, about), wide, |ui| {
                if max.saturating_sub(*min) > LONGEST_SLIDER {
                    ui.add(
                        DragValue::new(&mut number)
                            .range(range)
                            .suffix(unit)
                            .custom_parser(number_in),
                    )
                } else {
                    ui.add(
                        Slider::new(&mut number, range)
                            .suffix(unit)
                            .custom_parser(number_in),
                    )
                }
            });
            response.changed().then_some(Value::Integer(number))
        }
        (Range::Real { min, max, .. }, Value::Real(mut number)) => {
            let (zero, is_zero) = (parameter.zero, number == 0.0 && !parameter.zero.is_empty());
            let (before, decimals) = (number, if *max <= 10.0 { 4 } else { 3 });
            let slider = Slider::new(&mut number, *min..=*max)
                .suffix(if is_zero { String::new() } else { unit })
                .custom_parser(number_in)
                .logarithmic(*min >= 0.0 && (*max >= 100.0 || *max >= 100.0 * *min && *min > 0.0))
                .max_decimals(decimals);
            let slider = match is_zero {
                true => slider.custom_formatter(move |_, _| zero.to_owned()),
                false => slider,
            };
            row_of(ui, (title, about), wide, |ui| ui.add(slider));
            // A slider rounds a value that it shows, which is no change by the user.
            let unit = 10_f64.powi(decimals as i32);
            let is_rounded =
                number != before && (number - (before * unit).round() / unit).abs() < 1e-9;
            (number != before && !is_rounded).then_some(Value::Real(number))
        }
        (Range::Switch { .. }, Value::Switch(mut on)) => {
            let response = row(ui, title, about, |ui| {
                ui.add(Checkbox::without_text(&mut on))
            });
            response.changed().then_some(Value::Switch(on))
        }
        (Range::Choice { options, .. }, Value::Choice(chosen)) => {
            let mut wanted = chosen;
            row(ui, title, about, |ui| {
                ComboBox::from_id_salt((id, parameter.key))
                    .selected_text(title_of(options.get(chosen).copied().unwrap_or_default()))
                    .show_ui(ui, |ui| {
                        for (index, option) in options.iter().enumerate() {
                            // The current option is always listed.
                            if index != chosen && offer.idle.contains(&(parameter.key, index)) {
                                continue;
                            }
                            ui.selectable_value(&mut wanted, index, title_of(option));
                        }
                    })
            });
            (wanted != chosen).then_some(Value::Choice(wanted))
        }
        // Settings hold only values of their parameter's kind.
        _ => None,
    }
}

/// Parses a typed number: with a decimal point or comma, optionally with its unit. Of several separators the last one is the decimal
/// separator, unless it occurs twice: then all of them separate thousands.
pub(super) fn number_in(text: &str) -> Option<f64> {
    let is_separator = |letter: char| matches!(letter, '.' | ',');
    let digits: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace() && !matches!(letter, '\'' | '’'))
        .map(|letter| if letter == '−' { '-' } else { letter })
        .collect();
    let digits = digits.trim_end_matches(|letter: char| {
        letter.is_alphabetic() || matches!(letter, '°' | '%' | '/' | '²' | '³')
    });
    let last = digits.rfind(is_separator);
    let decimal = last.filter(|&last| {
        let (before, after) = digits.split_at(last);
        !after
            .chars()
            .next()
            .is_some_and(|sign| before.contains(sign))
    });
    let kept = digits.char_indices().filter_map(|(place, letter)| {
        match (is_separator(letter), Some(place) == decimal) {
            (false, _) => Some(letter),
            (true, true) => Some('.'),
            (true, false) => None,
        }
    });
    kept.collect::<String>().parse().ok()
}

/// Width of the first of two columns of text, points.
const FIRST: f32 = 84.0;

/// Two columns of text: the second wraps, and goes below the first where there is little room.
pub(super) fn table(ui: &mut Ui, rows: &[(&str, &str)]) {
    ui.spacing_mut().interact_size.y = 16.0;
    let is_narrow = ui.available_width() < 2.0 * FIRST;
    for (left, right) in rows {
        if is_narrow {
            ui.add(Label::new(RichText::new(*left).strong()).wrap());
            ui.add(Label::new(*right).wrap());
            continue;
        }
        ui.horizontal_top(|ui| {
            let first = Vec2::new(FIRST, 16.0);
            ui.allocate_ui_with_layout(first, Layout::left_to_right(Align::Min), |ui| {
                ui.set_min_width(FIRST);
                ui.label(RichText::new(*left).strong());
            });
            ui.add(Label::new(*right).wrap());
        });
    }
}

/// Milliseconds of each pass of a frame, and the clock that measures them.
pub(super) fn passes(ui: &mut Ui, passes: &[(Pass, f32)], clock: &str) {
    if passes.is_empty() {
        return;
    }
    Grid::new("passes")
        .num_columns(2)
        .spacing(Vec2::new(24.0, 2.0))
        .show(ui, |ui| {
            for (pass, milliseconds) in passes {
                ui.label(pass.name());
                ui.label(format!("{milliseconds:.2} ms"));
                ui.end_row();
            }
        });
    ui.weak(clock);
}

/// The last frame times, newest at the right, with a line at a sixtieth of a second.
pub(super) fn plot(ui: &mut Ui, times: &FrameTimes) {
    let Some(summary) = times.summary() else {
        return;
    };
    ui.label(format!(
        "median {:.1} ms, 95 % under {:.1}, longest {:.1}",
        summary.median, summary.p95, summary.max
    ));
    let size = Vec2::new(ui.available_width(), 56.0);
    let (response, painter) = ui.allocate_painter(size, Sense::hover());
    let area = response.rect;
    let top = summary.max.max(20.0);
    let y = |milliseconds: f32| area.bottom() - milliseconds / top * area.height();
    widgets::sunken(ui, area);
    let palette = Palette::of(ui.visuals());
    let guide = [
        Pos2::new(area.left(), y(16.7)),
        Pos2::new(area.right(), y(16.7)),
    ];
    painter.line_segment(guide, Stroke::new(1.0, palette.words));
    let width = area.width() / FrameTimes::MAX as f32;
    for (index, milliseconds) in times.milliseconds().enumerate() {
        let left = area.left() + index as f32 * width;
        let bar = Rect::from_min_max(
            Pos2::new(left, y(milliseconds)),
            Pos2::new(left + width, area.bottom()),
        );
        painter.rect_filled(bar, 0.0, palette.bars);
    }
}

#[cfg(test)]
mod tests {
    use super::{is_about, is_named, number_in};
    use crate::scene::keys::SKY;
    use crate::sea::SPECTRAL;

    #[test]
    fn a_search_finds_settings_by_other_words_for_them() {
        let found = |search: &str| {
            let all = SKY.iter().chain(SPECTRAL.parameters);
            let found = all.filter(|parameter| is_about(parameter, search));
            found.map(|parameter| parameter.key).collect::<Vec<_>>()
        };
        assert!(found("night").contains(&"hour"));
        assert!(found("Storm ").contains(&"wind"));
        assert!(found("fog").contains(&"haze"));
        assert!(is_named("Dusk", "night") && is_named("Storm", "storm"));
        assert!(is_named("frame rate", "fps") && !is_named("Wind", "fps"));
    }

    #[test]
    fn a_number_is_read_with_a_decimal_point_or_a_decimal_comma() {
        for (text, number) in [
            ("3,5", 3.5),
            ("3.5", 3.5),
            (" −0,25 m", -0.25),
            ("1.000,5", 1000.5),
            ("1,000.5", 1000.5),
            ("1 234 567", 1_234_567.0),
            ("1,234,567", 1_234_567.0),
            ("2e3", 2000.0),
            ("15 m/s", 15.0),
        ] {
            assert_eq!(number_in(text), Some(number), "{text}");
        }
        for text in ["", "wide", "3;5", "--1", "nan"] {
            assert_eq!(number_in(text), None, "{text}");
        }
    }
}
