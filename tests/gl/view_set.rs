//! The views of one water, and what they keep of it from frame to frame.

use super::support::{GREY, Picture, draw_gallery, on_both, plain};
use waterlab::gl::Gl;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab::session::{ViewSet, WaterView};
use waterlab::view::{Materials, Pictures, VIEWS};
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
    };
    draw_gallery(gl, view_set, &water_view, SIZE)
}

#[test]
fn another_water_of_the_same_revision_is_drawn_and_lit_anew() {
    on_both(|gl| {
        let (one, other) = (water(0.25), water(0.75));
        assert_eq!(one.revision(), other.revision());
        let mut kept = view_set(gl);
        let before = drawn(gl, &mut kept, &*one);
        kept.water_changed();
        let after = drawn(gl, &mut kept, &*other);
        assert_ne!(before, after);
        assert_eq!(after, drawn(gl, &mut view_set(gl), &*other));
    });
}

#[test]
fn the_views_stand_in_the_order_in_which_they_are_listed() {
    on_both(|gl| {
        let mut view_set = view_set(gl);
        for (index, kind) in VIEWS.into_iter().enumerate() {
            view_set.show(index);
            assert!(std::ptr::eq(view_set.view().kind(), kind), "{}", kind.name);
        }
        view_set.show(VIEWS.len());
        assert_eq!(view_set.shown(), 0, "past the last is the first again");
    });
}

#[test]
fn a_twin_has_the_settings_and_the_picture_of_the_first_and_a_water_of_its_own() {
    on_both(|gl| {
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
        // Alternating frames keep each their own water.
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
    });
}

#[test]
fn a_follower_takes_over_every_later_change_of_the_settings() {
    on_both(|gl| {
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
    });
}

#[test]
fn twins_share_the_walls_which_are_uploaded_for_both_at_once() {
    on_both(|gl| {
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
            // By their number the twin's walls are there already: it does not look at them.
            assert_eq!(alone, drawn_among(gl, view_set, &*water, (walls, 1)));
        }
        assert_ne!(
            alone,
            drawn_among(gl, &mut new_sharing, &*water, (&open, 2))
        );
        // What a view in 2D has uploaded, one in 3D shows.
        first.show(1);
        drawn_among(gl, &mut first, &*water, (&walled, 3));
        assert_eq!(
            alone,
            drawn_among(gl, &mut new_sharing, &*water, (&walled, 3))
        );
    });
}

#[test]
fn walls_that_change_again_and_again_throw_their_own_shadow_each_time() {
    on_both(|gl| {
        let water = water(0.25);
        let mut kept = view_set(gl);
        for (revision, at) in [0.3, 0.7, 0.5, 0.6].into_iter().enumerate() {
            let mut walls = Obstruction::open(water.size());
            walls.add(&Obstacle::Disc {
                at: Fraction::clamped(at, at),
                radius: 8.0,
            });
            let walls = (&walls, revision as u64);
            let fresh = drawn_among(gl, &mut view_set(gl), &*water, walls);
            assert_eq!(drawn_among(gl, &mut kept, &*water, walls), fresh, "{at}");
        }
    });
}

#[test]
fn whatever_was_shown_before_each_water_is_drawn_in_each_view_as_if_it_were_the_first() {
    on_both(|gl| {
        let sea = |steps: usize| {
            let model = waterlab::water::Model::named("sea").expect("a sea");
            let mut sea = model.create(Size::new(32, 32).expect("a size"));
            (0..steps).for_each(|_| sea.step());
            sea
        };
        let waters = [water(0.25), sea(3), water(0.75), sea(40), sea(40)];
        let mut kept = view_set(gl);
        for (index, water) in waters.iter().enumerate() {
            kept.water_changed();
            for view in [0, 1, 0] {
                kept.show(view);
                let mut fresh = view_set(gl);
                fresh.show(view);
                let after = drawn(gl, &mut kept, &**water);
                assert_eq!(after, drawn(gl, &mut fresh, &**water), "{index} {view}");
            }
        }
        // A sea that goes on in time changes what is shown.
        let mut moving = sea(0);
        kept.water_changed();
        kept.show(0);
        let before = drawn(gl, &mut kept, &*moving);
        (0..30).for_each(|_| moving.step());
        assert_ne!(before, drawn(gl, &mut kept, &*moving));
    });
}
