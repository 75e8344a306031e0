//! Deferred shading of a lit sea, against forward shading of its mesh.

use super::deferred::alike_but_for_edges;
use super::lit_sea;
use super::made_sea::Sea;
use super::support::{Picture, Studio, core, difference};
use glam::{DVec2, Vec3};
use std::rc::Rc;
use waterlab::bodies::{Body, Shape};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::light::SunPosition;
use waterlab::rainfall::Rainfall;
use waterlab::surface::Window;
use waterlab::tiling::Tiling;
use waterlab::view::{CascadeTextures, Eye, LitView, Weather};

/// Not a multiple of anything.
const SIZE: (usize, usize) = (317, 213);

fn eye(from: Vec3, to: Vec3) -> Eye {
    lit_sea::eye(from, to, 55.0, SIZE)
}

fn studio(gl: &Gl) -> Studio {
    let sun = SunPosition {
        elevation: 40.0,
        azimuth: 160.0,
    };
    Studio::in_sun(gl, sun.direction())
}

/// The picture with deferred shading, and that of the mesh.
fn both(studio: &Studio, eye: &Eye, cascades: &Rc<CascadeTextures>) -> [Picture; 2] {
    [true, false].map(|is_deferred| {
        let mut view = LitView::new();
        if !is_deferred {
            view.leave_out_deferred_shading();
        }
        studio.draw_cascades(&mut view, eye, SIZE, Some(cascades))
    })
}

/// The lowest rows, in which water is near: farther away, pixels are edges of crests all over.
const NEAR: usize = SIZE.1 / 5;
const FIRST_NEAR: usize = SIZE.1 - NEAR;

/// The near water is the same but for edges of crests, few pixels of the rest differ, and it is as bright.
fn assert_alike(once: &Picture, mesh: &Picture, name: &str) {
    let near = |picture: &Picture| Grid::from_fn(SIZE.0, NEAR, |x, y| picture[(x, FIRST_NEAR + y)]);
    alike_but_for_edges(&near(once), &near(mesh), name);
    let apart = difference(once, mesh, 2);
    assert!(apart.mean < 0.7 && apart.beyond < 0.06, "{name}: {apart:?}");
    let mean = |picture: &Picture| {
        let cells = picture.cells();
        cells.iter().map(|cell| f64::from(cell[1])).sum::<f64>() / cells.len() as f64
    };
    let [one, other] = [once, mesh].map(mean);
    assert!((one - other).abs() < 0.4, "{name}: {one}, {other}");
}

#[test]
fn deferred_shading_of_a_sea_equals_the_mesh() {
    let gl = &*core();
    let high = eye(Vec3::new(0.0, 7.0, 12.0), Vec3::new(-6.0, 3.0, -20.0));
    // Below the highest crests, which are at 2.5 m.
    let low = eye(Vec3::new(0.0, 1.6, 12.0), Vec3::new(-6.0, 1.2, -20.0));
    // Half in the water.
    let across = eye(Vec3::new(0.0, 0.86, 12.0), Vec3::new(-6.0, 0.6, -20.0));
    let sea = Sea::new();
    let bed = Grid::from_fn(64, 64, |column, _| 0.3 + 0.01 * column as f32);
    let laid = Tiling {
        steps: [DVec2::new(0.31, 0.17), DVec2::new(0.43, 0.59)],
        correlation: [0.0; 3],
    };
    let window = Window {
        centre: [3.0, -4.0],
        length: [25.0; 2],
    };
    let cases = [
        ("from above", high, sea.uploaded(gl)),
        ("crests before the sky", low, sea.uploaded(gl)),
        ("half in the water", across, sea.uploaded(gl)),
        ("over a level floor", high, sea.uploaded_over(gl, 4.0)),
        ("over an uneven floor", high, sea.uploaded_on(gl, 5.0, &bed)),
        ("tiled", low, sea.uploaded_in(gl, Some(laid), window)),
    ];
    for (name, eye, cascades) in cases {
        let [once, mesh] = both(&studio(gl), &eye, &cascades);
        assert_eq!(once != mesh, gl.capability().is_software(), "{name}");
        assert_alike(&once, &mesh, name);
    }
}

#[test]
fn bodies_and_rain_are_seen_as_on_the_mesh() {
    let gl = &*core();
    let eye = eye(Vec3::new(0.0, 9.0, 4.0), Vec3::new(0.0, 0.0, -4.0));
    let cascades = Sea::new().uploaded(gl);
    let mut studio = studio(gl);
    let weather = Weather {
        rain: Rainfall::new(8.0),
        seconds: 3.0,
        ..Weather::default()
    };
    studio.sky.set_weather(weather);
    let ball = Body::new(Shape::Ball { diameter: 3.0 }, 300.0).expect("a ball");
    // Above the water, half in it, and below it; all of them in the near rows.
    studio.bodies = [3.0, 0.5, -2.0]
        .map(|height| ball.clone().at([2.0 * height - 2.0, height, 1.0]))
        .into();
    let [once, mesh] = both(&studio, &eye, &cascades);
    assert_eq!(once != mesh, gl.capability().is_software());
    studio.bodies.clear();
    let [_, empty] = both(&studio, &eye, &cascades);
    let near = (FIRST_NEAR..SIZE.1).flat_map(|y| (0..SIZE.0).map(move |x| (x, y)));
    let changed = near.filter(|&at| mesh[at] != empty[at]).count();
    assert!(changed > 500, "bodies change {changed} pixels");
    assert_alike(&once, &mesh, "bodies and rain");
}

#[test]
fn no_place_of_the_last_frame_remains() {
    let gl = &*core();
    let cascades = Sea::new().uploaded(gl);
    let mut studio = studio(gl);
    let mut reused = LitView::new();
    let high = eye(Vec3::new(0.0, 7.0, 12.0), Vec3::new(-6.0, 3.0, -20.0));
    let up = eye(Vec3::new(0.0, 7.0, 12.0), Vec3::new(-6.0, 12.0, -20.0));
    let under = eye(Vec3::new(0.0, -5.0, 12.0), Vec3::new(-6.0, -5.0, -20.0));
    let small = (SIZE.0 / 3, SIZE.1 / 3);
    let frames = [
        (1, high, SIZE),
        (1, up, SIZE),
        (1, up, small),
        (4, up, small),
        (1, under, small),
        (1, up, small),
        (1, high, SIZE),
    ];
    for (frame, (samples, eye, size)) in frames.into_iter().enumerate() {
        studio.samples = samples;
        let found = studio.draw_cascades(&mut reused, &eye, size, Some(&cascades));
        let expected = studio.draw_cascades(&mut LitView::new(), &eye, size, Some(&cascades));
        assert!(found == expected, "frame {frame}");
    }
}
