//! Caustics of the mesh view: the shader compared with its formula and with traced rays, and the light as it appears on a floor of one
//! colour.

use super::support::{GREY, Picture, Studio, core, counted, eye_above, noise, set};
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;
use waterlab::gl::{Blend, Depth, Gl, HeightTexture, Primitive, Program, Target, assemble};
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{Basin, Caustics, Pyramid, transmittance};
use waterlab::parameter::Value;
use waterlab::view::{Eye, MeshView};

const SIZE: (usize, usize) = (200, 200);
const DEPTH: f32 = 0.5;
const REFRACTIVE_INDEX: f32 = 4.0 / 3.0;

/// Brightness of the floor with caustics minus that with uniform light, for every pixel of floor well away from the
/// walls: (x, z) on the floor, added light in levels of 1/255, summed over the channels.
fn added_light(gl: &Gl, surface: &Grid<f32>) -> Vec<(Vec2, f64)> {
    let mut studio = Studio::new(gl, &Pyramid::new(super::support::plain(GREY)));
    studio.depth = f64::from(DEPTH);
    let mut view = MeshView::new();
    studio.show(&Heights::Metres(surface));
    let eye = eye_above(SIZE);
    set(&mut view, "background_alpha", Value::Real(0.0));
    let mut drawn = |focusing| {
        set(&mut view, "focusing", Value::Real(focusing));
        studio.draw(&mut view, &eye, SIZE)
    };
    let (even, gathered) = (drawn(0.0), drawn(1.0));
    let sum = |picture: &Picture, pixel| -> f64 {
        picture[pixel].iter().take(3).map(|&c| f64::from(c)).sum()
    };
    let mut added = Vec::new();
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let place = floor_at(&eye, column, row);
            if place.abs().max_element() < 0.6 {
                let pixel = (column, row);
                added.push((place, sum(&gathered, pixel) - sum(&even, pixel)));
            }
        }
    }
    assert!(added.len() > 5000);
    added
}

/// The point (x, z) where the unrefracted ray through a pixel hits the floor.
fn floor_at(eye: &Eye, column: usize, row: usize) -> Vec2 {
    let pixel = Vec2::new(column as f32, row as f32);
    let size = Vec2::new(SIZE.0 as f32, SIZE.1 as f32);
    let (origin, direction) = eye.ray(pixel, size);
    let hit = origin + direction * ((-DEPTH - origin.y) / direction.y);
    Vec2::new(hit.x, hit.z)
}

/// A bump, 30 cm wide and 2 cm high or deep, in the middle of the pool.
fn bump(height: f32) -> Grid<f32> {
    let place = |index: usize| (index as f32 + 0.5) / 64.0 - 1.0;
    Grid::from_fn(128, 128, |column, row| {
        let square = place(column).powi(2) + place(row).powi(2);
        height * (-square / (2.0 * 0.15 * 0.15)).exp()
    })
}

/// The point of the floor on the refracted sun ray through the middle of the surface.
fn lit_place() -> Vec2 {
    let sun = Vec3::new(0.449, 0.696, 0.561).normalize();
    let refracted = Vec2::new(sun.x, sun.z) / REFRACTIVE_INDEX;
    let down = (1.0 - refracted.length_squared()).sqrt();
    -refracted * (DEPTH / down)
}

fn mean(added: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = added.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    assert!(count > 20);
    sum / f64::from(count)
}

/// The output of `classic/caustics.frag` for a surface: one texel per cell; row 0 of the picture is the grid's last row.
fn light_map(
    gl: &Gl,
    surface: &Heights,
    (spacing, focusing, reach): ([f32; 2], f32, [usize; 2]),
) -> Grid<[u8; 4]> {
    let kind = match surface {
        Heights::Counts { .. } => "HEIGHTS_INTEGER",
        Heights::Metres(_) => "HEIGHTS_FLOAT",
    };
    let heights_glsl = include_str!("../../shaders/lib/heights.glsl");
    let full = |text| {
        let profile = gl.capability().profile;
        assemble(
            profile,
            &[kind],
            &[
                ("lib/heights.glsl", heights_glsl),
                (
                    "lib/constants.glsl",
                    "const float MESH_INDEX = 4.0 / 3.0;\n",
                ),
            ],
            text,
        )
    };
    let vertex = full(include_str!("../../shaders/lib/screen.vert"));
    let fragment = full(include_str!("../../shaders/classic/caustics.frag"));
    // SAFETY: the optics have no arrays.
    let program = unsafe { Program::new(gl, "light", &vertex, &fragment, &[]) };
    let program = program.expect("a program");
    let (columns, rows) = (surface.columns(), surface.rows());
    let mut heights = HeightTexture::new(gl).expect("a height texture");
    heights.upload(surface).expect("uploaded");
    program.set("u_heights", heights.texture().expect("uploaded"));
    program.set("u_cells", [columns as i32, rows as i32]);
    program.set("u_unit", heights.unit());
    program.set("u_spacing", Vec2::from(spacing));
    program.set("u_depth", DEPTH);
    program.set("u_focusing", focusing);
    program.set("u_reach", reach.map(|cells| cells as i32));
    let target = Target::texture(gl, columns, rows, false).expect("a target");
    target.draw_here();
    gl.state(Blend::Off, Depth::Off);
    gl.draw(&program, Primitive::Triangles, 3, 1);
    let mut map = Grid::new(1, 1, [0; 4]);
    target.read(&mut map);
    map
}

/// ∇²h from nine heights (docs/models.md §11).
fn laplacian(
    heights: &Heights,
    (column, row): (i64, i64),
    reach: [usize; 2],
    spacing: [f32; 2],
) -> f32 {
    let [r, s] = reach.map(|cells| cells as i64);
    let at = |x: i64, z: i64| heights.metres(column + x * r, row + z * s);
    let along_x = at(1, 0) + at(-1, 0) - 2.0 * at(0, 0);
    let along_z = at(0, 1) + at(0, -1) - 2.0 * at(0, 0);
    let corners = at(1, 1) + at(-1, -1) + at(1, -1) + at(-1, 1);
    let [a, b] = [0, 1].map(|axis| (spacing[axis] * reach[axis] as f32).powi(-2));
    let both = corners - 4.0 * at(0, 0) - 2.0 * (along_x + along_z);
    a * along_x + b * along_z + (a + b) / 12.0 * both
}

/// Brightness of the floor from that curvature (docs/models.md §11).
fn brightness(laplacian: f32, focusing: f32) -> f32 {
    let gathering = -focusing * (1.0 - 1.0 / REFRACTIVE_INDEX) * DEPTH * laplacian;
    let bounded = match gathering > 0.0 {
        true => gathering / (1.0 + gathering / 0.66),
        false => gathering,
    };
    1.0 / (1.0 - bounded)
}

#[test]
fn gentle_waves_focus_light_as_traced_rays_do() {
    // A square pool 2 m long, in which the waves meet the walls at a right angle.
    let cells = 64;
    let wave = |index: usize| ((index as f32 + 0.5) / cells as f32 * 2.0 * TAU).cos();
    let heights = Grid::from_fn(cells, cells, |column, row| 0.01 * wave(column) * wave(row));
    let basin = Basin::new([1.0; 2], f64::from(DEPTH)).expect("a basin");
    let index = f64::from(REFRACTIVE_INDEX);
    let traced = Caustics::trace(&heights, &basin, [0.0, 1.0, 0.0], index, (cells, cells));
    let map = light_map(
        &core(),
        &Heights::Metres(&heights),
        ([2.0 / cells as f32; 2], 1.0, [2; 2]),
    );
    let (mut common, mut square) = (0.0, 0.0);
    for row in 0..cells {
        for column in 0..cells {
            let exact = f64::from(traced.floor.irradiance[(column, row)]);
            let exact = exact / transmittance(1.0, index) - 1.0;
            let drawn = f64::from(map[(column, cells - 1 - row)][0]) / (0.25 * 255.0) - 1.0;
            common += exact * drawn;
            square += exact * exact;
        }
    }
    // At crests the bound takes an eighth of the brightness, at troughs nothing.
    let ratio = common / square;
    assert!((0.85..1.0).contains(&ratio), "{ratio}");
}

#[test]
fn the_shader_computes_the_first_order_formula_within_half_a_level() {
    let gl = &*core();
    let (columns, rows) = (37, 23);
    let counts = noise(columns, rows, 40, 11);
    let metres = Grid::from_fn(columns, rows, |column, row| {
        0.03 * (column as f32 * 0.4).sin() * (row as f32 * 0.7).cos()
    });
    for surface in [counted(&counts), Heights::Metres(&metres)] {
        for setting in [
            ([0.05; 2], 1.0, [1; 2]),
            ([0.02; 2], 1.0, [2; 2]),
            ([0.02, 0.03], 3.0, [1; 2]),
            ([0.06, 0.02], 1.0, [1, 3]),
            ([0.1; 2], 0.0, [3; 2]),
        ] {
            let (spacing, focusing, reach) = setting;
            let map = light_map(gl, &surface, setting);
            for row in 0..rows {
                for column in 0..columns {
                    let cell = (column as i64, row as i64);
                    let curvature = laplacian(&surface, cell, reach, spacing);
                    let law = 0.25 * brightness(curvature, focusing) * 255.0;
                    let drawn = f32::from(map[(column, rows - 1 - row)][0]);
                    assert!(
                        (drawn - law).abs() < 0.52,
                        "{cell:?} at {setting:?}: {drawn}, not {law}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_crest_focuses_light_where_its_refracted_rays_converge() {
    let gl = &*core();
    let added = added_light(gl, &bump(0.02));
    let near = |from: f32, to: f32| {
        let within = from..to;
        mean(
            added
                .iter()
                .filter(|(place, _)| within.contains(&place.distance(lit_place())))
                .map(|&(_, added)| added),
        )
    };
    let (under, around, far) = (near(0.0, 0.08), near(0.25, 0.35), near(0.55, 0.7));
    assert!(under > 30.0, "under the crest {under}");
    assert!(around < -4.0, "around it {around}");
    assert!(far.abs() < 1.0, "far off {far}");
}

#[test]
fn a_trough_spreads_light() {
    let gl = &*core();
    let added = added_light(gl, &bump(-0.02));
    let close = added
        .iter()
        .filter(|(place, _)| place.distance(lit_place()) < 0.08);
    let under = mean(close.map(|&(_, added)| added));
    assert!(under < -15.0, "{under}");
}

#[test]
fn caustics_conserve_light() {
    let gl = &*core();
    for height in [0.005, -0.005, 0.01] {
        let added = added_light(gl, &bump(height));
        let mean = mean(added.iter().map(|&(_, added)| added));
        let moved = added
            .iter()
            .map(|&(_, added)| added.abs())
            .fold(0.0, f64::max);
        assert!(
            mean.abs() < 1.0 && moved > 6.0,
            "{height}: {mean} of {moved}"
        );
    }
}
