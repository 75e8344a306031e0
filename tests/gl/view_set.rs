//! The views of one water, and their state between frames.

use super::support::{GREY, Picture, core, draw_view_set, plain};
use waterlab::gl::Gl;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab::scene::Scene;
use waterlab::session::{ViewSet, WaterView};
use waterlab::view::{Materials, Pictures, VIEWS, Weather};
use waterlab::water::{MODELS, Water};

const SIZE: (usize, usize) = (160, 100);

fn view_set(gl: &Gl) -> ViewSet {
    let grey = plain(GREY);
    let pictures = Pictures {
        picture: &Pyramid::new(grey.clone()),
        tiles: &grey,
        sky: &grey,
        deck: &grey,
        panorama: &grey,
    };
    let materials = Materials::new(gl, pictures).expect("textures");
    ViewSet::new(gl, materials)
}

/// Ten steps after a stone at the fraction (u, ½).
fn water(u: f64) -> Box<dyn Water> {
    let mut water = MODELS[0].create(Size::new(64, 64).expect("a size"));
    water.disturb(&Disturbance::stone(Fraction::clamped(u, 0.5), 5.0, 100.0));
    for _ in 0..10 {
        water.step();
    }
    water
}

fn drawn(gl: &Gl, view_set: &mut ViewSet, water: &dyn Water) -> Picture {
    drawn_among(gl, view_set, water, (&Obstruction::open(water.size()), 0))
}

fn drawn_among(
    gl: &Gl,
    view_set: &mut ViewSet,
    water: &dyn Water,
    (walls, walls_revision): (&Obstruction, u64),
) -> Picture {
    let water_view = WaterView {
        water,
        walls,
        walls_revision,
        bodies: None,
        weather: Weather::default(),
    };
    draw_view_set(gl, view_set, &water_view, SIZE)
}

#[test]
fn another_water_of_the_same_revision_is_drawn_and_lit_again() {
    let gl = &*core();
    let (one, other) = (water(0.25), water(0.75));
    assert_eq!(one.revision(), other.revision());
    let mut reused = view_set(gl);
    let before = drawn(gl, &mut reused, &*one);
    reused.water_changed();
    let after = drawn(gl, &mut reused, &*other);
    assert_ne!(before, after);
    assert_eq!(after, drawn(gl, &mut view_set(gl), &*other));
}

#[test]
fn the_views_are_in_the_order_of_the_list() {
    let gl = &*core();
    let mut view_set = view_set(gl);
    for (index, kind) in VIEWS.into_iter().enumerate() {
        view_set.show(index);
        assert!(std::ptr::eq(view_set.view().kind(), kind), "{}", kind.name);
    }
    view_set.show(VIEWS.len());
    assert_eq!(view_set.shown(), 0, "past the last is the first again");
}

#[test]
fn a_shared_view_set_has_the_settings_and_picture_of_the_first_and_its_own_water() {
    let gl = &*core();
    let (one, other) = (water(0.25), water(0.75));
    let mut first = view_set(gl);
    let settings = first.view_mut().settings_mut();
    settings
        .set("height_scale", Value::Real(2.0))
        .expect("a parameter");
    let mut new_sharing = first.new_sharing();
    let compared = drawn(gl, &mut new_sharing, &*other);
    assert_ne!(compared, drawn(gl, &mut view_set(gl), &*other));
    assert_ne!(compared, drawn(gl, &mut first, &*one));
    // Alternating frames each show their own water.
    assert_eq!(compared, drawn(gl, &mut new_sharing, &*other));
    first.water_changed();
    assert_eq!(compared, drawn(gl, &mut first, &*other));

    first.show(1);
    new_sharing.follow(&first);
    assert_eq!(new_sharing.shown(), 1);
    let before = drawn(gl, &mut new_sharing, &*other);
    let red = Pyramid::new(plain([200, 30, 40, 255]));
    first.set_picture(&red).expect("a picture");
    let after = drawn(gl, &mut new_sharing, &*other);
    assert_ne!(before, after);
    assert_eq!(after, drawn(gl, &mut first, &*other));
}

#[test]
fn built_in_pictures_are_loaded_when_a_view_that_draws_with_them_is_drawn() {
    let gl = &*core();
    let scene = Scene::default();
    let water = water(0.5);
    for (view, kind) in VIEWS.iter().enumerate() {
        let mut view_set = ViewSet::of_scene(Some(gl), &scene).expect("views");
        assert_eq!(view_set.picture().expect("a picture").size(), (1, 1));
        view_set.show(view);
        let found = drawn(gl, &mut view_set, &*water);
        let has_picture = view_set.picture().expect("a picture").size() == (1920, 1200);
        assert_eq!(has_picture, kind.name != "lit", "{}", kind.name);
        // All of them from the start.
        let mut complete = super::support::view_set(gl);
        complete.apply_settings(&scene.view);
        complete.set_sky(scene.sky.conditions());
        complete.show(view);
        assert!(found == drawn(gl, &mut complete, &*water), "{}", kind.name);
    }
}

#[test]
fn a_shared_view_set_follows_later_changes_of_the_settings() {
    let gl = &*core();
    let mut first = view_set(gl);
    let mut new_sharing = first.new_sharing();
    let changes = [
        ("height_scale", Value::Real(3.0)),
        ("look", Value::Choice(0)),
    ];
    for (view, (key, value)) in changes.into_iter().enumerate() {
        first.show(view);
        new_sharing.show(view);
        let settings = first.view_mut().settings_mut();
        settings.set(key, value).expect("a parameter");
        assert_ne!(new_sharing.view().settings().get(key), Some(value));
        new_sharing.follow(&first);
        assert_eq!(new_sharing.view().settings().get(key), Some(value));
    }
}

#[test]
fn shared_view_sets_upload_their_walls_once() {
    let gl = &*core();
    let water = water(0.25);
    let open = Obstruction::open(water.size());
    let mut walled = open.clone();
    walled.add(&Obstacle::Disc {
        at: Fraction::clamped(0.6, 0.6),
        radius: 8.0,
    });
    let alone = drawn_among(gl, &mut view_set(gl), &*water, (&walled, 1));
    let mut first = view_set(gl);
    let mut new_sharing = first.new_sharing();
    for (view_set, walls) in [(&mut first, &walled), (&mut new_sharing, &open)] {
        // The revision of the shared walls is known, so they are not read again.
        assert_eq!(alone, drawn_among(gl, view_set, &*water, (walls, 1)));
    }
    assert_ne!(
        alone,
        drawn_among(gl, &mut new_sharing, &*water, (&open, 2))
    );
    // A 3D view shows what a 2D view has uploaded.
    first.show(1);
    drawn_among(gl, &mut first, &*water, (&walled, 3));
    assert_eq!(
        alone,
        drawn_among(gl, &mut new_sharing, &*water, (&walled, 3))
    );
}

#[test]
fn changed_walls_cast_their_own_shadow_each_time() {
    let gl = &*core();
    let water = water(0.25);
    let mut reused = view_set(gl);
    for (revision, at) in [0.3, 0.7, 0.5, 0.6].into_iter().enumerate() {
        let mut walls = Obstruction::open(water.size());
        walls.add(&Obstacle::Disc {
            at: Fraction::clamped(at, at),
            radius: 8.0,
        });
        let walls = (&walls, revision as u64);
        let fresh = drawn_among(gl, &mut view_set(gl), &*water, walls);
        assert_eq!(drawn_among(gl, &mut reused, &*water, walls), fresh, "{at}");
    }
}

#[test]
fn each_view_of_each_water_is_independent_of_earlier_frames() {
    let gl = &*core();
    let sea = |steps: usize| {
        let model = waterlab::water::Model::named("sea").expect("a sea");
        let mut sea = model.create(Size::new(32, 32).expect("a size"));
        (0..steps).for_each(|_| sea.step());
        sea
    };
    let waters = [water(0.25), sea(3), water(0.75), sea(40), sea(40)];
    let mut reused = view_set(gl);
    for (index, water) in waters.iter().enumerate() {
        reused.water_changed();
        for view in [0, 1, 0] {
            reused.show(view);
            let mut fresh = view_set(gl);
            fresh.show(view);
            let after = drawn(gl, &mut reused, &**water);
            assert_eq!(after, drawn(gl, &mut fresh, &**water), "{index} {view}");
        }
    }
    // A sea that advances changes the picture.
    let mut moving = sea(0);
    reused.water_changed();
    reused.show(0);
    let before = drawn(gl, &mut reused, &*moving);
    (0..30).for_each(|_| moving.step());
    assert_ne!(before, drawn(gl, &mut reused, &*moving));
}
