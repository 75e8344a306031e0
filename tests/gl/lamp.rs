//! The underwater lamp: the light that the surface reflects downward, against mirror images and by its energy.

use super::support::{Studio, core, set};
use super::tracer::{DEPTH, RIM, SIZE, Surface, eye, level, sampled, view, waves};
use glam::{Vec2, Vec3};
use waterlab::gl::Gl;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::light::{FRESH_WATER_INDEX, Lamp, LampHours, reflectance};
use waterlab::parameter::{Choice, Value};
use waterlab::view::{CausticMaps, LitView};

const DEEP: f32 = DEPTH;
const INDEX: f64 = 1.0 / FRESH_WATER_INDEX[1];

fn lamp() -> Lamp {
    Lamp::of_pool(Vec2::ONE, DEEP, LampHours::On, 1.0).expect("lit")
}

fn lit() -> LitView {
    let mut view = view("pure");
    let on = LampHours::ALL
        .iter()
        .position(|hours| *hours == LampHours::On);
    set(&mut view, "lamp", Value::Choice(on.expect("a choice")));
    view
}

/// The light reflected by a surface, relative to the lamp's intensity along its axis.
fn reflected_down(gl: &Gl, surface: Surface) -> CausticMaps {
    let mut studio = Studio::in_sun(gl, Vec3::new(0.3, 0.8, 0.2).normalize());
    studio.show(&Heights::Metres(&sampled(surface, 128)));
    let mut view = lit();
    let eye = eye(Vec3::new(0.0, 1.5, 1.5), Vec3::ZERO);
    studio.draw(&mut view, &eye, SIZE);
    view.lamp_caustics().expect("a lamp")
}

/// Points of the lens, relative to its centre.
fn lens() -> impl Iterator<Item = Vec3> {
    (0..24).map(|point| {
        let far = lamp().lens * ((point as f32 + 0.5) / 24.0).sqrt();
        let turn = 2.4 * point as f32;
        far * Vec3::new(turn.cos(), turn.sin(), 0.0)
    })
}

/// The reflectance of level water for the mirror image of this point of the lens, and the irradiance of the reflected light on a plane
/// with this normal, relative to the lamp's intensity.
fn of_image(lens: Vec3, point: Vec3, normal: Vec3) -> (f32, f32) {
    let offset = point - lamp().mirrored() - lens;
    let direction = offset.normalize();
    let reflected = reflectance(f64::from(-direction.y), INDEX) as f32;
    let straight =
        direction.z.powi(2) * (-direction.dot(normal)).max(0.0) / offset.length_squared();
    (reflected, reflected * straight)
}

#[test]
fn level_water_reflects_the_lamp_like_its_mirror_image() {
    // Means over an eighth of a map in each direction: within a triangle of the surface, light is uniform.
    const PARTS: usize = 8;
    let gl = &*core();
    let maps = reflected_down(gl, &level);
    let check = |name: &str, map: &Grid<[f32; 3]>, place: &dyn Fn(f32, f32) -> (Vec3, Vec3)| {
        let (columns, rows) = (map.columns() / PARTS, map.rows() / PARTS);
        let mut compared = 0;
        for block in 0..PARTS * PARTS {
            let first = (block % PARTS * columns, block / PARTS * rows);
            let (mut found, mut expected) = (0.0, 0.0);
            let (mut min, mut max) = (1.0_f32, 0.0_f32);
            let (mut highest, mut nearest) = (f32::MIN, f32::MAX);
            for index in 0..columns * rows {
                let (column, row) = (first.0 + index % columns, first.1 + index / columns);
                let part = |at: usize, of: usize| (at as f32 + 0.5) / of as f32;
                let (point, normal) = place(part(column, map.columns()), part(row, map.rows()));
                found += map[(column, row)][0];
                for lens in lens() {
                    let (reflected, light) = of_image(lens, point, normal);
                    expected += light / 24.0;
                    (min, max) = (min.min(reflected), max.max(reflected));
                }
                highest = highest.max(point.y);
                // From the lamp's wall to the point of reflection.
                let share = lamp().mirrored().y / (lamp().mirrored().y - point.y);
                nearest = nearest.min(share * (point.z + 1.0));
            }
            // Where total reflection begins, a cell has both; a cell beside the lamp has all angles.
            let is_plain = highest < -0.05 && nearest > 8.0 * 2.0 / 128.0;
            if is_plain && (min > 0.9 || max < 0.1) {
                assert!(
                    (found / expected - 1.0).abs() < 0.04,
                    "{name} {first:?}: {found}, {expected}"
                );
                compared += 1;
            }
        }
        assert!(compared > 7, "{compared}");
    };
    check("floor", &maps.floor, &|x, z| {
        (Vec3::new(2.0 * x - 1.0, -DEEP, 2.0 * z - 1.0), Vec3::Y)
    });
    let up = |part: f32| part * (DEEP + RIM) - DEEP;
    check("far", &maps.walls[3], &|x, y| {
        (Vec3::new(2.0 * x - 1.0, up(y), 1.0), Vec3::NEG_Z)
    });
    check("side", &maps.walls[0], &|z, y| {
        (Vec3::new(-1.0, up(y), 2.0 * z - 1.0), Vec3::X)
    });
}

#[test]
fn light_of_the_lamp_reflected_by_waves_is_conserved() {
    // Integrate over the surface: the incident light times the reflectance, where it is reflected downward.
    let cells = 1000;
    let lamp = lamp();
    let mut expected = 0.0;
    for row in 0..cells {
        for column in 0..cells {
            let place =
                Vec2::new(column as f32 + 0.5, row as f32 + 0.5) * (2.0 / cells as f32) - 1.0;
            let (height, slope) = waves(place);
            let area = Vec3::new(-slope.x, 1.0, -slope.y);
            let normal = area.normalize();
            let offset = Vec3::new(place.x, height, place.y) - lamp.place;
            let direction = offset.normalize();
            let facing = direction.dot(normal).max(0.0);
            let down = direction - 2.0 * direction.dot(normal) * normal;
            if down.y < -0.02 {
                let reflected = reflectance(f64::from(facing), INDEX) as f32;
                expected += reflected * direction.z.powi(2) * direction.dot(area).max(0.0)
                    / offset.length_squared()
                    * (2.0 / cells as f32).powi(2);
            }
        }
    }
    let gl = &*core();
    let maps = reflected_down(gl, &waves);
    let total = |map: &Grid<[f32; 3]>, area: f32| {
        let sum: f64 = map.cells().iter().map(|texel| f64::from(texel[0])).sum();
        sum as f32 * area / map.cells().len() as f32
    };
    let walls: f32 = maps
        .walls
        .iter()
        .map(|wall| total(wall, 2.0 * (DEEP + RIM)))
        .sum();
    let found = total(&maps.floor, 4.0) + walls;
    assert!((found / expected - 1.0).abs() < 0.02, "{found}, {expected}");
}

#[test]
fn patterns_of_the_lamp_are_not_finer_than_its_lens() {
    let gl = &*core();
    let floor = reflected_down(gl, &waves).floor;
    // As in a pinhole camera, each point of the surface images the lens on the floor as a disc of this radius.
    let radius = lamp().lens * DEEP / -lamp().place.y;
    let texels = radius / 2.0 * floor.columns() as f32;
    assert!(texels > 8.0, "{texels}");
    // A disc that moves by a tenth of its radius loses 2·0.1/π of its area and gains as much: twice that, plus a
    // quarter for the samples that represent it.
    let step = (0.1 * texels).round().max(1.0) as usize;
    let bound = 1.25 * 4.0 / std::f32::consts::PI * step as f32 / texels;
    let light = |column: usize, row: usize| floor[(column, row)][0];
    let (columns, rows) = (floor.columns(), floor.rows());
    let mut patterned = 0;
    for row in (0..rows - step).step_by(3) {
        for column in (0..columns - step).step_by(3) {
            let (here, there) = (light(column, row), light(column + step, row));
            // The bound holds even if all light were at the edge of the disc.
            assert!(
                (here - there).abs() <= bound * here.max(there) + 1e-3,
                "{column}, {row}: {here}, {there}"
            );
            patterned += usize::from((here - there).abs() > 0.02 * here);
        }
    }
    assert!(patterned > 100, "waves gather it all the same: {patterned}");
}

#[test]
fn the_lamp_lights_the_pool_only_after_sunset() {
    let gl = &*core();
    let brightness = |elevation: f32, hours: LampHours| {
        let sun = elevation.to_radians();
        let mut studio = Studio::in_sun(gl, Vec3::new(sun.cos(), sun.sin(), 0.0));
        studio.show(&Heights::Metres(&Grid::new(64, 64, 0.0)));
        let mut view = view("pool");
        let choice = LampHours::ALL.iter().position(|known| *known == hours);
        set(&mut view, "lamp", Value::Choice(choice.expect("a choice")));
        let eye = eye(Vec3::new(0.0, 1.5, 1.2), Vec3::new(0.0, -0.3, 0.0));
        studio.radiance(&mut view, &eye, SIZE)[(SIZE.0 / 2, SIZE.1 / 2)][1]
    };
    let noon = [LampHours::Off, LampHours::Dusk].map(|hours| brightness(60.0, hours));
    assert_eq!(noon[0], noon[1]);
    let night = [LampHours::Off, LampHours::Dusk].map(|hours| brightness(-10.0, hours));
    assert!(night[1] > 20.0 * night[0], "{night:?}");
}

#[test]
fn a_stone_casts_the_lamps_shadow_on_the_floor() {
    let gl = &*core();
    let cells = 128;
    let lamp = lamp();
    // Between the lamp and the pool's centre, as high as the water and higher.
    let stone = lamp.place + 0.5 * lamp.inward;
    let open = Grid::from_fn(cells, cells, |column, row| {
        let at = |cell: usize| 2.0 * (cell as f32 + 0.5) / cells as f32 - 1.0;
        let offset = Vec2::new(at(column) - stone.x, at(row) - stone.z);
        if offset.length() < 0.12 { 0.0 } else { 1.0 }
    });
    // The floor below `ground` from above, at night.
    let seen = |walls: bool, ground: Vec2| {
        let mut studio = Studio::in_sun(gl, Vec3::new(0.9, -0.4, 0.0).normalize());
        studio.show(&Heights::Metres(&Grid::new(cells, cells, 0.0)));
        if walls {
            studio.walls.upload(&open).expect("uploaded");
        }
        let mut view = lit();
        let eye = eye(
            Vec3::new(ground.x, 1.5, ground.y + 0.02),
            Vec3::new(ground.x, 0.0, ground.y),
        );
        studio.radiance(&mut view, &eye, SIZE)[(SIZE.0 / 2, SIZE.1 / 2)][1]
    };
    let inward = Vec2::new(lamp.inward.x, lamp.inward.z);
    let at = Vec2::new(lamp.place.x, lamp.place.z);
    let behind = at + 0.95 * inward;
    let compared = behind + 0.6 * inward.perp();
    let [open, shaded] = [false, true].map(|walls| seen(walls, behind));
    assert!(
        shaded < 0.45 * open,
        "behind: {shaded}, without stone {open}"
    );
    let [open, lit] = [false, true].map(|walls| seen(walls, compared));
    assert!(
        (lit / open - 1.0).abs() < 0.1,
        "beside: {lit}, without stone {open}"
    );
}
