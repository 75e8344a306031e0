//! The views of one water, and what they keep of it from frame to frame.

use super::support::{GREY, Picture, draw_gallery, on_both, plain};
use waterlab::gl::Gl;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::play::{Gallery, Scenery};
use waterlab::pool::{Disturbance, Fraction, Obstacle, Obstruction, Size};
use waterlab::view::{Materials, Pictures, VIEWS};
use waterlab::water::{MODELS, Water};

const SIZE: (usize, usize) = (160, 100);

fn gallery(gl: &Gl) -> Gallery {
    let grey = plain(GREY);
    let pictures = Pictures {
        picture: &Pyramid::new(grey.clone()),
        tiles: &grey,
        sky: &grey,
        deck: &grey,
        panorama: &grey,
    };
    let materials = Materials::new(gl, pictures).expect("textures");
    Gallery::new(gl, materials)
}

/// Ten steps after a stone at the fraction (u, ½).
fn water(u: f64) -> Box<dyn Water> {
    let mut water = MODELS[0].create(Size::new(64, 64).expect("a size"));
    water.disturb(&Disturbance::stone(Fraction::clamped(u, 0.5), 5.0, 100));
    for _ in 0..10 {
        water.step();
    }
    water
}

fn drawn(gl: &Gl, gallery: &mut Gallery, water: &dyn Water) -> Picture {
    drawn_among(gl, gallery, water, (&Obstruction::open(water.size()), 0))
}

fn drawn_among(
    gl: &Gl,
    gallery: &mut Gallery,
    water: &dyn Water,
    (walls, walls_revision): (&Obstruction, u64),
) -> Picture {
    let scenery = Scenery {
        water,
        walls,
        walls_revision,
    };
    draw_gallery(gl, gallery, &scenery, SIZE)
}

#[test]
fn another_water_of_the_same_revision_is_drawn_and_lit_anew() {
    on_both(|gl| {
        let (one, other) = (water(0.25), water(0.75));
        assert_eq!(one.revision(), other.revision());
        let mut kept = gallery(gl);
        let before = drawn(gl, &mut kept, &*one);
        kept.water_changed();
        let after = drawn(gl, &mut kept, &*other);
        assert_ne!(before, after);
        assert_eq!(after, drawn(gl, &mut gallery(gl), &*other));
    });
}

#[test]
fn the_views_stand_in_the_order_in_which_they_are_listed() {
    on_both(|gl| {
        let mut gallery = gallery(gl);
        for (index, kind) in VIEWS.into_iter().enumerate() {
            gallery.show(index);
            assert!(std::ptr::eq(gallery.view().kind(), kind), "{}", kind.name);
        }
        gallery.show(VIEWS.len());
        assert_eq!(gallery.shown(), 0, "past the last is the first again");
    });
}

#[test]
fn a_twin_has_the_settings_and_the_picture_of_the_first_and_a_water_of_its_own() {
    on_both(|gl| {
        let (one, other) = (water(0.25), water(0.75));
        let mut first = gallery(gl);
        let settings = first.view_mut().settings_mut();
        settings
            .set("height_scale", Value::Real(2.0))
            .expect("a parameter");
        let mut twin = first.twin();
        let beside = drawn(gl, &mut twin, &*other);
        assert_ne!(beside, drawn(gl, &mut gallery(gl), &*other));
        assert_ne!(beside, drawn(gl, &mut first, &*one));
        // Alternating frames keep each their own water.
        assert_eq!(beside, drawn(gl, &mut twin, &*other));
        first.water_changed();
        assert_eq!(beside, drawn(gl, &mut first, &*other));

        first.show(1);
        twin.follow(&first);
        assert_eq!(twin.shown(), 1);
        let before = drawn(gl, &mut twin, &*other);
        let red = Pyramid::new(plain([200, 30, 40, 255]));
        first.set_picture(&red).expect("a picture");
        let after = drawn(gl, &mut twin, &*other);
        assert_ne!(before, after);
        assert_eq!(after, drawn(gl, &mut first, &*other));
    });
}

#[test]
fn a_follower_takes_over_every_later_change_of_the_settings() {
    on_both(|gl| {
        let mut first = gallery(gl);
        let mut twin = first.twin();
        let changes = [
            ("height_scale", Value::Real(3.0)),
            ("look", Value::Choice(0)),
        ];
        for (view, (key, value)) in changes.into_iter().enumerate() {
            first.show(view);
            twin.show(view);
            let settings = first.view_mut().settings_mut();
            settings.set(key, value).expect("a parameter");
            assert_ne!(twin.view().settings().get(key), Some(value));
            twin.follow(&first);
            assert_eq!(twin.view().settings().get(key), Some(value));
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
        let alone = drawn_among(gl, &mut gallery(gl), &*water, (&walled, 1));
        let mut first = gallery(gl);
        let mut twin = first.twin();
        for (gallery, walls) in [(&mut first, &walled), (&mut twin, &open)] {
            // By their number the twin's walls are there already: it does not look at them.
            assert_eq!(alone, drawn_among(gl, gallery, &*water, (walls, 1)));
        }
        assert_ne!(alone, drawn_among(gl, &mut twin, &*water, (&open, 2)));
        // What a view in 2D has uploaded, one in 3D shows.
        first.show(1);
        drawn_among(gl, &mut first, &*water, (&walled, 3));
        assert_eq!(alone, drawn_among(gl, &mut twin, &*water, (&walled, 3)));
    });
}

#[test]
fn walls_that_change_again_and_again_throw_their_own_shadow_each_time() {
    on_both(|gl| {
        let water = water(0.25);
        let mut kept = gallery(gl);
        for (revision, at) in [0.3, 0.7, 0.5, 0.6].into_iter().enumerate() {
            let mut walls = Obstruction::open(water.size());
            walls.add(&Obstacle::Disc {
                at: Fraction::clamped(at, at),
                radius: 8.0,
            });
            let walls = (&walls, revision as u64);
            let fresh = drawn_among(gl, &mut gallery(gl), &*water, walls);
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
        let mut kept = gallery(gl);
        for (index, water) in waters.iter().enumerate() {
            kept.water_changed();
            for view in [0, 1, 0] {
                kept.show(view);
                let mut fresh = gallery(gl);
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
