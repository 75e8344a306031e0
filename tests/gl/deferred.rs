//! Deferred shading of a lit pool, against forward shading of its mesh.

use super::support::{Ground, Picture, Studio, core, difference, eye_above, lit_choice, set};
use glam::camera::rh::{proj::opengl::perspective, view::look_at_mat4};
use glam::{DQuat, DVec3, Vec3};
use waterlab::bodies::{Body, Shape};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::parameter::Value;
use waterlab::rainfall::Rainfall;
use waterlab::session::textures::Textures;
use waterlab::view::{Eye, LitView, Weather};

/// Not a multiple of anything.
const SIZE: (usize, usize) = (397, 259);

/// Twenty balls, in four rows of five.
const CROWD: [([f64; 3], f64); 20] = [
    ([-0.72, 0.00, -0.45], 0.10),
    ([-0.36, 0.12, -0.45], 0.16),
    ([0.00, 0.04, -0.45], 0.20),
    ([0.36, -0.30, -0.45], 0.10),
    ([0.72, -0.10, -0.45], 0.16),
    ([-0.72, 0.00, -0.15], 0.20),
    ([-0.36, 0.12, -0.15], 0.10),
    ([0.00, 0.04, -0.15], 0.16),
    ([0.36, -0.30, -0.15], 0.20),
    ([0.72, -0.10, -0.15], 0.10),
    ([-0.72, 0.00, 0.15], 0.16),
    ([-0.36, 0.12, 0.15], 0.20),
    ([0.00, 0.04, 0.15], 0.10),
    ([0.36, -0.30, 0.15], 0.16),
    ([0.72, -0.10, 0.15], 0.20),
    ([-0.72, 0.00, 0.45], 0.10),
    ([-0.36, 0.12, 0.45], 0.16),
    ([0.00, 0.04, 0.45], 0.20),
    ([0.36, -0.30, 0.45], 0.10),
    ([0.72, -0.10, 0.45], 0.16),
];

/// A view of the same waves.
struct Case {
    name: &'static str,
    setting: &'static str,
    lamp: &'static str,
    eye: Eye,
    /// Amplitude in world metres.
    waves: f32,
    is_walled: bool,
    is_uneven: bool,
    /// Centres and diameters of balls.
    balls: &'static [([f64; 3], f64)],
    /// Centres of tilted planks, and their angles about the vertical, radians.
    planks: &'static [([f64; 3], f64)],
    is_raining: bool,
    /// Of the mesh.
    detail: i64,
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
        balls: &[],
        planks: &[],
        is_raining: false,
        detail: 128,
    }
}

fn grid(of: impl Fn(f32, f32) -> f32) -> Grid<f32> {
    Grid::from_fn(96, 64, |column, row| {
        of(column as f32 / 96.0, row as f32 / 96.0)
    })
}

/// The waves of a case, over real tiles.
fn studio(gl: &Gl, case: &Case) -> Studio {
    let mut studio = Studio::in_sun(gl, Vec3::new(0.5, 0.7, 0.4));
    studio.materials = Textures::built_in().materials(gl).expect("textures");
    let waves =
        grid(|x, z| case.waves * (0.6 * (21.0 * x + 9.0 * z).sin() + 0.4 * (37.0 * z).cos()));
    let depth = studio.depth as f32;
    let depth = case.is_uneven.then(|| grid(|x, _| (0.4 + 0.6 * x) * depth));
    studio.numbers = Some((
        waves,
        Ground {
            depth,
            ..Ground::default()
        },
    ));
    if case.is_walled {
        let is_stone = |x: f32, z: f32| (x - 0.5).abs() < 0.1 && (z - 0.3).abs() < 0.08;
        let parts = grid(|x, z| f32::from(u8::from(!is_stone(x, z))));
        studio.walls.upload(&parts).expect("uploaded");
    }
    let ball = |&(at, diameter): &([f64; 3], f64)| {
        let ball = Body::new(Shape::Ball { diameter }, 300.0).expect("a ball");
        ball.at(at)
    };
    let plank = |&(at, turn): &([f64; 3], f64)| {
        let size = DVec3::new(0.6, 0.05, 0.1);
        let mut plank = Body::new(Shape::Box { size }, 600.0)
            .expect("a plank")
            .at(at);
        plank.state.rotation = DQuat::from_rotation_y(turn) * DQuat::from_rotation_z(0.3);
        plank
    };
    let balls = case.balls.iter().map(ball);
    studio.bodies = balls.chain(case.planks.iter().map(plank)).collect();
    if case.is_raining {
        let weather = Weather {
            rain: Rainfall::new(8.0),
            seconds: 3.0,
            ..Weather::default()
        };
        studio.sky.set_weather(weather);
    }
    studio
}

fn view(case: &Case) -> LitView {
    let mut view = LitView::new();
    let settings = [
        ("setting", lit_choice("setting", case.setting)),
        ("lamp", lit_choice("lamp", case.lamp)),
        ("detail", Value::Integer(case.detail)),
        // Enough texels that the mesh does not smooth them more than deferred shading does.
        ("caustics", Value::Integer(512)),
    ];
    for (key, value) in settings {
        set(&mut view, key, value);
    }
    view
}

/// By deferred shading, and by the mesh.
fn drawn(gl: &Gl, case: &Case) -> [Picture; 2] {
    let studio = studio(gl, case);
    let mut mesh = view(case);
    mesh.leave_out_deferred_shading();
    [&mut view(case), &mut mesh].map(|view| studio.draw(view, &case.eye, SIZE))
}

/// At edges of crests and of the pool, lines two pixels wide, pixels have other neighbours. Nothing else may differ by more
/// than two levels.
pub fn alike_but_for_edges(once: &Picture, mesh: &Picture, name: &str) {
    const WIDE: usize = 4;
    let differs = |x: usize, y: usize| {
        let [one, other] = [once[(x, y)], mesh[(x, y)]];
        (0..3).any(|channel| one[channel].abs_diff(other[channel]) > 2)
    };
    for y in 0..=once.rows() - WIDE {
        for x in 0..=once.columns() - WIDE {
            let mut block = (0..WIDE * WIDE).map(|at| (x + at % WIDE, y + at / WIDE));
            assert!(!block.all(|(x, y)| differs(x, y)), "{name}: at {x}, {y}");
        }
    }
    let apart = difference(once, mesh, 2);
    assert!(apart.mean < 0.2 && apart.beyond < 0.02, "{name}: {apart:?}");
}

#[test]
fn deferred_shading_equals_the_mesh() {
    let low = eye(Vec3::new(0.2, 0.22, 1.6), Vec3::new(0.0, 0.0, -0.4));
    let cases = [
        from_above(),
        Case {
            name: "crests before troughs, as high as the rim",
            eye: low,
            waves: 0.06,
            ..from_above()
        },
        Case {
            name: "crests over the rim, on a coarse mesh",
            eye: low,
            waves: 0.12,
            detail: 24,
            ..from_above()
        },
        Case {
            name: "behind what stands on a terrace",
            setting: "terrace",
            eye: eye(Vec3::new(-0.9, 0.5, -2.2), Vec3::ZERO),
            ..from_above()
        },
        Case {
            name: "a tank, through its glass",
            setting: "tank",
            eye: eye(Vec3::new(0.3, 0.3, 2.4), Vec3::new(0.0, -0.2, 0.0)),
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
            name: "with balls in the air, half in the water, and under it",
            balls: &[
                ([0.1, 0.25, -0.2], 0.3),
                ([-0.4, 0.0, 0.1], 0.25),
                ([0.3, -0.4, 0.2], 0.35),
                ([0.35, -0.1, 0.25], 0.1),
                ([0.5, 0.02, -0.4], 0.2),
            ],
            ..from_above()
        },
        Case {
            name: "with balls, among crests before troughs",
            eye: low,
            waves: 0.06,
            balls: &[
                ([0.1, 0.25, -0.2], 0.3),
                ([-0.4, 0.0, 0.1], 0.25),
                ([0.3, -0.4, 0.2], 0.35),
            ],
            ..from_above()
        },
        Case {
            name: "with tilted planks",
            waves: 0.02,
            planks: &[
                ([0.2, 0.05, 0.1], 0.4),
                ([-0.4, 0.0, -0.3], 2.1),
                ([0.1, -0.3, -0.5], 1.2),
            ],
            ..from_above()
        },
        Case {
            name: "with balls, in the rain",
            balls: &CROWD,
            is_raining: true,
            ..from_above()
        },
        Case {
            name: "with more balls than a mask has bits",
            balls: &CROWD,
            ..from_above()
        },
        Case {
            name: "from so far that all of it is small",
            eye: eye(Vec3::new(4.0, 9.0, 12.0), Vec3::ZERO),
            ..from_above()
        },
        Case {
            name: "from so near that there is nothing else",
            eye: eye(Vec3::new(0.1, 0.16, 0.1), Vec3::new(0.2, 0.0, 0.1)),
            ..from_above()
        },
    ];
    let gl = &*core();
    let mut is_another_path = false;
    for case in &cases {
        let name = case.name;
        let [once, mesh] = drawn(gl, case);
        is_another_path |= once != mesh;
        alike_but_for_edges(&once, &mesh, name);
    }
    // They differ in the last bits, so deferred shading was in use.
    assert_eq!(is_another_path, gl.capability().is_software());
}

#[test]
fn waves_of_unknown_height_are_drawn() {
    // Heights in a texture only: their maximum is unknown to the CPU, and larger than that of any pool here.
    let gl = &*core();
    let mut studio = Studio::in_sun(gl, Vec3::new(0.5, 0.7, 0.4));
    let waves = grid(|x, z| 0.15 * (21.0 * x + 9.0 * z).sin());
    studio.show(&Heights::Metres(&waves));
    let low = eye(Vec3::new(0.2, 0.5, 1.9), Vec3::new(0.0, 0.0, -0.4));
    let [once, mesh] = [true, false].map(|is_deferred| {
        let mut view = LitView::new();
        if !is_deferred {
            view.leave_out_deferred_shading();
        }
        set(&mut view, "setting", lit_choice("setting", "open"));
        set(&mut view, "height_scale", Value::Real(2.0));
        studio.draw(&mut view, &low, SIZE)
    });
    assert_eq!(once == mesh, !gl.capability().is_software());
    alike_but_for_edges(&once, &mesh, "on the card");
}

#[test]
fn no_pixels_of_the_last_frame_remain() {
    let gl = &*core();
    let case = from_above();
    let mut studio = studio(gl, &case);
    let mut reused = view(&case);
    let under = eye(Vec3::new(0.2, -0.2, 0.6), Vec3::new(0.0, -0.1, -0.4));
    let low = eye(Vec3::new(0.2, 0.22, 1.6), Vec3::new(0.0, 0.0, -0.4));
    let small = (SIZE.0 / 3, SIZE.1 / 3);
    let frames = [
        (1, case.eye, SIZE),
        (1, low, SIZE),
        (1, low, small),
        (4, low, small),
        (1, low, small),
        (1, under, small),
        (1, case.eye, SIZE),
    ];
    for (frame, (samples, eye, size)) in frames.into_iter().enumerate() {
        studio.samples = samples;
        let found = studio.draw(&mut reused, &eye, size);
        let expected = studio.draw(&mut view(&case), &eye, size);
        assert!(found == expected, "frame {frame}");
    }
}
