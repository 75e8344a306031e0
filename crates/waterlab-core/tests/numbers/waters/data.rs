//! The metadata of each model is true.

use waterlab_core::parameter::{Settings, Value};
use waterlab_core::pool::{Obstacle, Obstruction, Size};
use waterlab_core::sea::GerstnerWave;
use waterlab_core::water::{MODELS, Model, pools, sea};

fn size() -> Size {
    Size::new(32, 32).expect("a size")
}

#[test]
fn every_model_has_a_unique_name() {
    for (index, model) in MODELS.iter().enumerate() {
        assert!(std::ptr::eq(
            *model,
            Model::named(model.name).expect("a model")
        ));
        assert!(
            MODELS[..index]
                .iter()
                .all(|before| before.name != model.name)
        );
        assert!(
            std::ptr::eq(*model, model.create(size()).model()),
            "{}",
            model.name
        );
    }
    assert!(Model::named("no such water").is_none());
    assert_eq!(pools().count(), 7);
}

#[test]
fn the_capabilities_of_a_model_are_those_of_its_water() {
    for model in MODELS {
        let mut water = model.create(size());
        let open = water.open_water();
        assert_eq!(open.is_some(), model.is_open(), "{}", model.name);
        let foam = (water.surface().cascades()).map(|open| open.foam.coverage().is_finite());
        assert_eq!(foam.is_some(), model.foams(), "{}", model.name);

        let fields: Vec<_> = model.fields().map(|field| field.name).collect();
        let has = |name| fields.contains(&name);
        assert!(has("height") && has("velocity") && has("slope"));
        let flow = water.flow();
        let is_displaced = water.surface().cascades().is_some()
            || flow.is_some_and(|flow| flow.displacement.is_some());
        assert_eq!(has("displacement"), is_displaced, "{}", model.name);
        let flows = water.flow().is_some();
        assert_eq!(has("horizontal-velocity"), flows, "{}", model.name);
        assert_eq!(has("foam"), model.foams());
        let density = open.and_then(|open| open.sea().waves().density(0));
        assert_eq!(has("spectrum"), density.is_some(), "{}", model.name);

        let mut walls = Obstruction::open(size());
        walls.add(&Obstacle::Disc {
            at: waterlab_core::pool::Fraction::clamped(0.5, 0.5),
            radius: 8.0,
        });
        water.set_obstacles(&walls);
        let solid = water.obstruction().cells().contains(&0.0);
        assert_eq!(solid, model.walls, "{}", model.name);

        // Some models have a bottom only with a depth.
        let mut deep = Settings::new(model.parameters);
        let _ = deep.set("depth", Value::Real(0.5));
        let water = model.create_with(&deep, size()).expect("stable");
        assert_eq!(water.depth().is_some(), model.depth, "{}", model.name);

        let settings = Settings::new(model.parameters);
        let open = sea(model, &settings, &[], size());
        assert_eq!(open.is_some(), model.is_open(), "{}", model.name);
        let spectrum = open.and_then(|sea| sea.expect("a sea").waves().density(0));
        assert_eq!(spectrum.is_some(), model.has_spectrum(), "{}", model.name);

        let wave = GerstnerWave {
            length: 10.0,
            amplitude: 0.3,
            direction: 0.4,
            phase: 0.0,
        };
        let heights = |waves: &[GerstnerWave]| {
            let water = model.create_of(&settings, waves, size()).expect("stable");
            water.heights().range()
        };
        let differs = heights(&[wave]) != heights(&[]);
        assert_eq!(differs, model.takes_waves(), "{}", model.name);
    }
}

#[test]
fn conflicting_settings_are_refused() {
    let model = Model::named("wave").expect("a model");
    let mut settings = Settings::new(model.parameters);
    settings.set("depth", Value::Real(5.0)).expect("allowed");
    settings
        .set("time_step", Value::Real(0.5))
        .expect("allowed");
    assert!(model.create_with(&settings, size()).is_err());
    let other = Model::named("sea").expect("a model");
    assert!(other.create_with(&settings, size()).is_err());
}
