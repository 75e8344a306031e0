//! A lit pool's surface whose every pixel is shaded once, against the triangles of its mesh shaded one by one.

use super::support::{Ground, Picture, Studio, difference, eye_above, lit_choice, on_both, set};
use glam::Vec3;
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::view::{Eye, LitView};

/// Not a multiple of anything.
const SIZE: (usize, usize) = (533, 347);

/// What is seen of the same waves.
struct Case {
    name: &'static str,
    setting: &'static str,
    lamp: &'static str,
    eye: Eye,
    /// World metres from rest to crest.
    waves: f32,
    is_walled: bool,
    is_uneven: bool,
    /// Of the mesh.
    detail: i64,
    /// The share of pixels at most that lie at an edge of a crest or of the pool, where they have other neighbours.
    edges: f64,
}

fn eye(position: Vec3, to: Vec3) -> Eye {
    let aspect = SIZE.0 as f32 / SIZE.1 as f32;
    let projection = perspective(0.8, aspect, 0.01, 200.0);
    Eye::new(position, look_at_mat4(position, to, Vec3::Y), projection)
}

fn from_above() -> Case {
    Case {
        name: "from above",
        setting: "open",
        lamp: "off",
        eye: eye_above(SIZE),
        waves: 0.01,
        is_walled: false,
        is_uneven: false,
        detail: 128,
        edges: 0.0,
    }
}

fn grid(of: impl Fn(f32, f32) -> f32) -> Grid<f32> {
    Grid::from_fn(96, 64, |column, row| {
        of(column as f32 / 96.0, row as f32 / 96.0)
    })
}

fn drawn(gl: &Gl, case: &Case, samples: usize) -> Picture {
    let mut studio = Studio::in_sun(gl, Vec3::new(0.5, 0.7, 0.4));
    let waves =
        grid(|x, z| case.waves * (0.6 * (21.0 * x + 9.0 * z).sin() + 0.4 * (37.0 * z).cos()));
    let bottom = case.is_uneven.then(|| grid(|x, _| 0.4 + 0.6 * x));
    studio.numbers = Some((waves, Ground(bottom)));
    studio.samples = samples;
    if case.is_walled {
        let is_stone = |x: f32, z: f32| (x - 0.5).abs() < 0.1 && (z - 0.3).abs() < 0.08;
        let parts = grid(|x, z| f32::from(u8::from(!is_stone(x, z))));
        studio.walls.upload(&parts).expect("uploaded");
    }
    let mut view = LitView::new();
    let settings = [
        ("setting", lit_choice("setting", case.setting)),
        ("lamp", lit_choice("lamp", case.lamp)),
        ("detail", Value::Integer(case.detail)),
        ("caustics", Value::Integer(256)),
    ];
    for (key, value) in settings {
        set(&mut view, key, value);
    }
    studio.draw(&mut view, &case.eye, SIZE)
}

#[test]
fn what_is_shaded_once_is_what_the_mesh_draws() {
    let low = eye(Vec3::new(0.2, 0.22, 1.6), Vec3::new(0.0, 0.0, -0.4));
    let cases = [
        from_above(),
        Case {
            name: "crests before troughs, as high as the rim",
            eye: low,
            waves: 0.06,
            edges: 0.01,
            ..from_above()
        },
        Case {
            name: "crests over the rim, on a coarse mesh",
            eye: low,
            waves: 0.12,
            detail: 24,
            edges: 0.01,
            ..from_above()
        },
        Case {
            name: "behind what stands on a terrace",
            setting: "terrace",
            eye: eye(Vec3::new(-0.9, 0.5, -2.2), Vec3::ZERO),
            edges: 0.005,
            ..from_above()
        },
        Case {
            name: "a tank, through its glass",
            setting: "tank",
            eye: eye(Vec3::new(0.3, 0.3, 2.4), Vec3::new(0.0, -0.2, 0.0)),
            edges: 0.005,
            ..from_above()
        },
        Case {
            name: "about stone, over a slope, by a lamp",
            lamp: "on",
            is_walled: true,
            is_uneven: true,
            ..from_above()
        },
        Case {
            name: "from so far that all of it is small",
            eye: eye(Vec3::new(4.0, 9.0, 12.0), Vec3::ZERO),
            edges: 0.001,
            ..from_above()
        },
        Case {
            name: "from so near that there is nothing else",
            eye: eye(Vec3::new(0.1, 0.16, 0.1), Vec3::new(0.2, 0.0, 0.1)),
            ..from_above()
        },
    ];
    on_both(|gl| {
        for case in &cases {
            let name = case.name;
            let [once, mesh] = [1, 4].map(|samples| drawn(gl, case, samples));
            let is_software = gl.capability().is_software();
            assert_eq!(once == mesh, !is_software, "{name}: how it was drawn");
            let apart = difference(&once, &mesh, 2);
            let few = apart.mean < 1e-3 + 10.0 * case.edges && apart.beyond <= case.edges;
            assert!(few, "{name}: {apart:?}");
        }
    });
}

#[test]
fn waves_that_nobody_knows_the_height_of_are_drawn_too() {
    // On the card alone: nothing but their picture tells how high they are.
    on_both(|gl| {
        let mut studio = Studio::in_sun(gl, Vec3::new(0.5, 0.7, 0.4));
        let waves = grid(|x, z| 0.08 * (21.0 * x + 9.0 * z).sin());
        studio.show(&Heights::Metres(&waves));
        let low = eye(Vec3::new(0.2, 0.22, 1.6), Vec3::new(0.0, 0.0, -0.4));
        let [once, mesh] = [1, 4].map(|samples| {
            studio.samples = samples;
            let mut view = LitView::new();
            set(&mut view, "setting", lit_choice("setting", "open"));
            studio.draw(&mut view, &low, SIZE)
        });
        let apart = difference(&once, &mesh, 2);
        assert!(apart.mean < 0.1 && apart.beyond < 0.01, "{apart:?}");
    });
}
