//! Every parameter of every view changes the picture where it is declared to apply, and nowhere else.

use super::support::{Picture, core, draw_view_set_from, silent, view_set};
use glam::Vec3;
use waterlab::gl::{ApiChoice, Gl};
use waterlab::parameter::{Parameter, Range, Settings, SurfaceKind, Value};
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab::session::{FlyCamera, ViewSet, WaterView};
use waterlab::view::{VIEWS, Weather};
use waterlab::water::{Model, Water};

/// Of another aspect than the built-in picture.
const SIZE: (usize, usize) = (130, 110);

/// A pool or a sea with waves, and a wall for pools.
fn water(kind: SurfaceKind) -> (Box<dyn Water>, Obstruction) {
    let name = match kind {
        SurfaceKind::Bounded => "wave",
        SurfaceKind::Open => "sea",
    };
    let model = Model::named(name).expect("a model");
    let size = Size::new(64, 64).expect("a size");
    let mut water = model.create(size);
    let mut walls = Obstruction::open(size);
    if model.walls {
        walls.add(&Obstacle::Disc {
            at: Fraction::clamped(0.6, 0.4),
            radius: 5.0,
        });
    }
    let stone = Disturbance::stone(Fraction::clamped(0.4, 0.6), 5.0, 200.0);
    water.disturb(&stone);
    (0..12).for_each(|_| water.step());
    (water, walls)
}

fn drawn(
    gl: &Gl,
    view_set: &mut ViewSet,
    (water, walls): &(Box<dyn Water>, Obstruction),
) -> Picture {
    view_set.water_changed();
    let water_view = WaterView {
        water: &**water,
        walls,
        walls_revision: 0,
        bodies: None,
        weather: Weather::default(),
    };
    // It sees the pool and what lies beside it.
    let camera = FlyCamera::new(Vec3::new(-0.6, 1.4, 1.6), Vec3::new(0.7, 0.0, 0.0), 70.0);
    let eye = camera.eye(SIZE.0 as f32 / SIZE.1 as f32);
    draw_view_set_from(gl, view_set, &water_view, &eye, SIZE)
}

/// Values far from the default.
fn others(parameter: &Parameter) -> Vec<Value> {
    let all = match parameter.range {
        Range::Real { min, max, .. } => vec![Value::Real(min), Value::Real(0.5 * (min + max))],
        Range::Integer { min, max, .. } => vec![Value::Integer(min), Value::Integer(max)],
        Range::Switch { .. } => vec![Value::Switch(false), Value::Switch(true)],
        Range::Choice { options, .. } => (0..options.len()).map(Value::Choice).collect(),
    };
    let default = parameter.range.default_value();
    all.into_iter().filter(|value| *value != default).collect()
}

#[test]
fn every_parameter_of_a_view_has_an_effect_exactly_where_it_applies() {
    let gl = &*core();
    let mut view_set = view_set(gl);
    let kinds = [SurfaceKind::Bounded, SurfaceKind::Open];
    let waters = kinds.map(water);
    for (index, view) in VIEWS.into_iter().enumerate() {
        view_set.show(index);
        // Pictures at default values but for a choice.
        let mut before = Vec::new();
        for parameter in view.parameters {
            // Every option of the choice that it depends on, if any.
            let choices: Vec<_> = match parameter.when {
                None => vec![None],
                Some((key, _)) => {
                    let choice = view.parameters.iter().find(|p| p.key == key);
                    let choice = choice.expect("a choice");
                    let default = choice.range.default_value();
                    let all = others(choice).into_iter().chain([default]);
                    all.map(|value| Some((key, value))).collect()
                }
            };
            let mut shows = false;
            for (kind, water) in kinds.iter().zip(&waters) {
                for choice in &choices {
                    let mut settings = Settings::new(view.parameters);
                    if let Some((key, value)) = choice {
                        settings.set(key, *value).expect("an option");
                    }
                    let mut relevant = settings.relevant(std::slice::from_ref(kind));
                    let relevant = relevant.any(|(known, _)| known.key == parameter.key);
                    let drawn_before = before.iter().position(|(of, _)| *of == (*kind, *choice));
                    let at = drawn_before.unwrap_or_else(|| {
                        *view_set.view_mut().settings_mut() = settings.clone();
                        before.push(((*kind, *choice), drawn(gl, &mut view_set, water)));
                        before.len() - 1
                    });
                    let changed = others(parameter).into_iter().any(|value| {
                        let mut settings = settings.clone();
                        settings.set(parameter.key, value).expect("allowed");
                        *view_set.view_mut().settings_mut() = settings;
                        drawn(gl, &mut view_set, water) != before[at].1
                    });
                    let about = format!("{} {} {kind:?} {choice:?}", view.name, parameter.key);
                    assert!(relevant || !changed, "{about} shows, but is not offered");
                    shows |= changed;
                }
            }
            assert!(shows, "{} {} shows nowhere", view.name, parameter.key);
        }
        // Nothing of the other settings has remained.
        for ((kind, choice), picture) in &before {
            let mut settings = Settings::new(view.parameters);
            if let Some((key, value)) = choice {
                settings.set(key, *value).expect("an option");
            }
            *view_set.view_mut().settings_mut() = settings;
            let (_, water) = (kinds.iter().zip(&waters))
                .find(|(other, _)| *other == kind)
                .expect("a kind");
            let about = format!("{} {kind:?} {choice:?}", view.name);
            assert!(drawn(gl, &mut view_set, water) == *picture, "{about}");
        }
    }
}

#[test]
fn every_choice_of_a_parameter_draws_on_es() {
    let gl = &*silent(ApiChoice::Es);
    let mut view_set = view_set(gl);
    for water in [SurfaceKind::Bounded, SurfaceKind::Open].map(water) {
        for (index, view) in VIEWS.into_iter().enumerate() {
            view_set.show(index);
            // Choices select programs; numbers are uniforms and sizes.
            let is_choice = |parameter: &&Parameter| {
                matches!(parameter.range, Range::Choice { .. } | Range::Switch { .. })
            };
            for parameter in view.parameters.iter().filter(is_choice) {
                for value in others(parameter) {
                    let mut settings = Settings::new(view.parameters);
                    settings.set(parameter.key, value).expect("allowed");
                    *view_set.view_mut().settings_mut() = settings;
                    drawn(gl, &mut view_set, &water);
                }
            }
        }
    }
}
