//! The controls of the panel: sliders and switches made from the description of parameters, a table, a plot.

use super::super::FrameTimes;
use crate::parameter::{Parameter, Preset, Range, Settings, Value};
use egui::{
    Color32, ComboBox, DragValue, Grid, Pos2, Rect, RichText, Sense, Slider, Stroke, Ui, Vec2,
};

/// Ranges longer than this have no slider: a step of it would be thousands.
const LONGEST_SLIDER: i64 = 100_000;

/// What somebody did to a list of parameters.
pub(super) enum Change {
    /// One has another value.
    Value(&'static str, Value),
    /// A preset was chosen.
    Preset(&'static Preset),
    /// Everything goes back to its default.
    Reset,
}

/// A control for each parameter, the presets, and a button for the defaults.
pub(super) fn settings(
    ui: &mut Ui,
    id: &str,
    settings: &Settings,
    presets: &'static [Preset],
) -> Option<Change> {
    let mut change = None;
    ui.horizontal(|ui| {
        if !presets.is_empty() {
            ComboBox::from_id_salt((id, "presets"))
                .selected_text("Presets")
                .show_ui(ui, |ui| {
                    for preset in presets {
                        if ui.selectable_label(false, preset.title).clicked() {
                            change = Some(Change::Preset(preset));
                        }
                    }
                });
        }
        if ui.button("Defaults").clicked() {
            change = Some(Change::Reset);
        }
    });
    for (parameter, value) in settings.iter() {
        let changed = control(ui, id, parameter, value);
        if let Some(value) = changed {
            change = Some(Change::Value(parameter.key, value));
        }
    }
    change
}

/// One control; the new value when it was moved.
fn control(ui: &mut Ui, id: &str, parameter: &Parameter, value: Value) -> Option<Value> {
    let title = match parameter.unit {
        "" => parameter.title.to_owned(),
        unit => format!("{}, {unit}", parameter.title),
    };
    match (&parameter.range, value) {
        (Range::Integer { min, max, .. }, Value::Integer(mut number)) => {
            let response = if max.saturating_sub(*min) > LONGEST_SLIDER {
                ui.horizontal(|ui| {
                    let response = ui.add(DragValue::new(&mut number).range(*min..=*max));
                    ui.label(title);
                    response
                })
                .inner
            } else {
                ui.add(Slider::new(&mut number, *min..=*max).text(title))
            };
            response
                .on_hover_text(parameter.about)
                .changed()
                .then_some(Value::Integer(number))
        }
        (Range::Real { min, max, .. }, Value::Real(mut number)) => {
            let slider = Slider::new(&mut number, *min..=*max).text(title);
            let slider = slider
                .logarithmic(*min >= 0.0 && *max >= 100.0)
                .max_decimals(3);
            ui.add(slider)
                .on_hover_text(parameter.about)
                .changed()
                .then_some(Value::Real(number))
        }
        (Range::Switch { .. }, Value::Switch(mut on)) => ui
            .checkbox(&mut on, title)
            .on_hover_text(parameter.about)
            .changed()
            .then_some(Value::Switch(on)),
        (Range::Choice { options, .. }, Value::Choice(chosen)) => {
            let mut wanted = chosen;
            ComboBox::from_id_salt((id, parameter.key))
                .selected_text(options.get(chosen).copied().unwrap_or_default())
                .show_ui(ui, |ui| {
                    for (index, option) in options.iter().enumerate() {
                        ui.selectable_value(&mut wanted, index, *option);
                    }
                })
                .response
                .on_hover_text(parameter.about);
            (wanted != chosen).then_some(Value::Choice(wanted))
        }
        // Settings hold only values of their parameter's kind.
        _ => None,
    }
}

/// Two columns of text.
pub(super) fn table(ui: &mut Ui, id: &str, rows: &[(&str, &str)]) {
    Grid::new(id)
        .num_columns(2)
        .spacing(Vec2::new(24.0, 6.0))
        .show(ui, |ui| {
            for (left, right) in rows {
                ui.label(RichText::new(*left).strong());
                ui.label(*right);
                ui.end_row();
            }
        });
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
    painter.rect_filled(area, 3.0, Color32::from_black_alpha(120));
    let guide = [
        Pos2::new(area.left(), y(16.7)),
        Pos2::new(area.right(), y(16.7)),
    ];
    painter.line_segment(guide, Stroke::new(1.0, Color32::from_gray(90)));
    let width = area.width() / FrameTimes::MOST as f32;
    for (index, milliseconds) in times.milliseconds().enumerate() {
        let left = area.left() + index as f32 * width;
        let bar = Rect::from_min_max(
            Pos2::new(left, y(milliseconds)),
            Pos2::new(left + width, area.bottom()),
        );
        painter.rect_filled(bar, 0.0, Color32::from_rgb(90, 180, 220));
    }
}
