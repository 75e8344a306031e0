//! Pools of different lengths, seen by a camera that is scaled with them: the basin scales with the pool.

use super::support::{Studio, core, default_eye, difference, kind_of_water, lit_choice, set};
use glam::Vec3;
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::view::{LitView, MeshView, View};

const SIZE: (usize, usize) = (160, 100);

/// A studio with waves and a wall in a pool of this length.
fn studio(gl: &Gl, length: f32) -> Studio {
    let mut studio = Studio::in_sun(gl, Vec3::new(0.4, 0.8, 0.3).normalize());
    studio.length = length.into();
    studio.depth = 0.25 * f64::from(length);
    let surface = Grid::from_fn(64, 48, |column, row| {
        let (x, z) = (column as f32 / 64.0, row as f32 / 64.0);
        0.5 * length * (0.012 * (19.0 * x + 7.0 * z).sin() + 0.008 * (13.0 * z).cos())
    });
    studio.show(&Heights::Metres(&surface));
    let open = Grid::from_fn(64, 48, |column, row| {
        f32::from(u8::from(!(40..44).contains(&column) || row > 30))
    });
    studio.walls.upload(&open).expect("walls");
    studio
}

fn alike(gl: &Gl, length: f32, make: impl Fn() -> Box<dyn View>) {
    let drawn = |length: f32| {
        let mut view = make();
        studio(gl, length).draw(&mut *view, &default_eye(SIZE), SIZE)
    };
    let (small, large) = (drawn(2.0), drawn(length));
    let found = difference(&small, &large, 2);
    // Rounding moves some edges by a pixel.
    assert!(
        found.beyond < 0.01 && found.mean < 0.1,
        "{length} m: {found:?}"
    );
}

#[test]
fn the_mesh_view_of_a_pool_is_the_same_at_any_length() {
    let gl = &*core();
    for length in [0.5, 6.0, 90.0] {
        alike(gl, length, || Box::new(MeshView::new()));
    }
}

#[test]
fn the_lit_view_of_a_pool_of_ink_is_the_same_at_any_length() {
    // Clear water differs, since its paths are longer.
    let gl = &*core();
    for setting in ["open", "tank"] {
        for length in [0.5, 6.0, 90.0] {
            alike(gl, length, || {
                let mut view = LitView::new();
                set(&mut view, "setting", lit_choice("setting", setting));
                set(&mut view, "water", kind_of_water("ink"));
                set(&mut view, "lamp", lit_choice("lamp", "off"));
                set(&mut view, "caustics", Value::Integer(128));
                Box::new(view)
            });
        }
    }
}

#[test]
fn a_longer_path_through_clear_water_absorbs_more_red() {
    let gl = &*core();
    let red = |length: f32| {
        let mut view = LitView::new();
        set(&mut view, "setting", lit_choice("setting", "open"));
        let eye = super::support::eye_above(SIZE);
        let radiance = studio(gl, length).radiance(&mut view, &eye, SIZE);
        let [red, green, ..] = radiance[(SIZE.0 / 4, SIZE.1 / 2)];
        red / green
    };
    assert!(red(12.0) < 0.8 * red(2.0), "{} {}", red(12.0), red(2.0));
}
