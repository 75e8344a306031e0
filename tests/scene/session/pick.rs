//! Picking: intersections of rays and the surface, compared with ray marching.

use glam::{Vec2, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use waterlab::grid::Grid;
use waterlab::heights::Heights;
use waterlab::session::FlyCamera;
use waterlab::view::pick;

/// Height of the displayed surface (docs/models.md §0) at world (x, z), bilinear between cell centres, in f64. `None`
/// outside the pool.
fn surface(grid: &Grid<f32>, x: f64, z: f64) -> Option<f64> {
    let (columns, rows) = (grid.columns() as f64, grid.rows() as f64);
    let cell = 2.0 / columns.max(rows);
    let (across, along) = (x / cell + columns / 2.0, z / cell + rows / 2.0);
    if across < 0.0 || across > columns || along < 0.0 || along > rows {
        return None;
    }
    let (i, j) = ((across - 0.5).floor(), (along - 0.5).floor());
    let (s, t) = (across - 0.5 - i, along - 0.5 - j);
    let at = |di, dj| f64::from(grid.clamped(i as i64 + di, j as i64 + dj));
    Some(
        (at(0, 0) * (1.0 - s) + at(1, 0) * s) * (1.0 - t)
            + (at(0, 1) * (1.0 - s) + at(1, 1) * s) * t,
    )
}

/// World (x, z) of a fraction of the pool.
fn world(grid: &Grid<f32>, (u, v): (f64, f64)) -> (f64, f64) {
    let (columns, rows) = (grid.columns() as f64, grid.rows() as f64);
    let cell = 2.0 / columns.max(rows);
    ((u - 0.5) * columns * cell, (v - 0.5) * rows * cell)
}

fn flat(columns: usize, rows: usize, height: f32) -> Grid<f32> {
    Grid::new(columns, rows, height)
}

fn picked(origin: [f32; 3], direction: [f32; 3], grid: &Grid<f32>) -> Option<(f64, f64)> {
    pick(origin.into(), direction.into(), &Heights::Metres(grid), 1.0)
}

#[track_caller]
fn assert_near(found: Option<(f64, f64)>, (u, v): (f64, f64)) {
    let (found_u, found_v) = found.expect("a hit");
    assert!(
        (found_u - u).hypot(found_v - v) < 1e-6,
        "({found_u}, {found_v}) for ({u}, {v})"
    );
}

#[test]
fn a_ray_hits_still_water_at_the_calculated_point() {
    // From (0, 1, 2) down 1 for each 2 toward −z: y = 0 at z = 0. With 4 × 2 cells z spans −0.5 to 0.5.
    let pool = flat(4, 2, 0.0);
    assert_near(
        picked([0.0, 1.0, 2.0], [0.0, -1.0, -2.0], &pool),
        (0.5, 0.5),
    );
    assert_near(
        picked([0.5, 1.0, 2.0], [0.0, -1.0, -1.75], &pool),
        (0.75, 0.75),
    );
    // From below, and the same water raised by 0.25: y = 0.25 at z = 0.5 − 0.25.
    let raised = flat(4, 2, 0.25);
    assert_near(
        picked([-0.5, -0.25, 0.5], [0.0, 2.0, -1.0], &raised),
        (0.25, 0.75),
    );
}

#[test]
fn a_vertical_ray_hits_the_water_above_or_below() {
    let pool = flat(8, 8, 0.0);
    assert_near(
        picked([0.25, 3.0, -0.5], [0.0, -1.0, 0.0], &pool),
        (0.625, 0.25),
    );
    assert_near(
        picked([0.25, -1.0, -0.5], [0.0, 0.1, 0.0], &pool),
        (0.625, 0.25),
    );
    assert_eq!(picked([0.25, 3.0, -0.5], [0.0, 1.0, 0.0], &pool), None);
    assert_eq!(picked([1.25, 3.0, -0.5], [0.0, -1.0, 0.0], &pool), None);
    assert_near(
        picked([1.0, 3.0, -1.0], [0.0, -1.0, 0.0], &pool),
        (1.0, 0.0),
    );
    assert_near(
        picked([0.25, 3.0, -0.5], [1e-30, -1.0, -1e-12], &pool),
        (0.625, 0.25),
    );
}

#[test]
fn a_ray_that_misses_picks_nothing() {
    let pool = flat(8, 8, 0.0);
    let above = [0.0, 0.5, 0.0];
    assert_eq!(picked(above, [1.0, 0.0, 0.3], &pool), None, "parallel");
    assert_eq!(picked(above, [1.0, 0.1, 0.3], &pool), None, "away");
    assert_eq!(picked(above, [1.0, -0.4, 0.0], &pool), None, "beside");
    assert_eq!(
        picked([0.0, 1.0, 5.0], [0.0, -1.0, -1.0], &pool),
        None,
        "short"
    );
    assert_eq!(
        picked([0.0, 1.0, 5.0], [0.0, -0.1, 1.0], &pool),
        None,
        "behind"
    );
    assert_eq!(
        picked([-3.0, 0.0, 0.1], [1.0, 0.0, 0.0], &pool),
        None,
        "within"
    );
}

#[test]
fn non_finite_input_picks_nothing() {
    let pool = flat(8, 8, 0.0);
    let heights = Heights::Metres(&pool);
    let (above, down) = (Vec3::Y, Vec3::NEG_Y);
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(pick(Vec3::new(0.0, bad, 0.0), down, &heights, 1.0), None);
        assert_eq!(pick(above, Vec3::new(bad, -1.0, 0.0), &heights, 1.0), None);
        assert_eq!(pick(above, down, &heights, bad), None);
    }
    assert_eq!(pick(above, Vec3::ZERO, &heights, 1.0), None);
    let broken = flat(8, 8, f32::NAN);
    assert_eq!(picked([0.0, 1.0, 2.0], [0.0, -1.0, -2.0], &broken), None);
    assert_eq!(picked([0.1, 1.0, 0.0], [0.0, -1.0, 0.0], &broken), None);
}

#[test]
fn a_ray_hits_a_sloped_surface() {
    // Cell centres at x = −0.75, −0.25, 0.25, 0.75 with h = x: between them the surface is y = x.
    let slope = Grid::from_fn(4, 4, |column, _| column as f32 * 0.5 - 0.75);
    // y = 1 − 2x intersects y = x at x = 1/3. From below, y = −1 − 3x intersects it at x = −1/4.
    assert_near(
        picked([0.0, 1.0, 0.0], [1.0, -2.0, 0.0], &slope),
        (2.0 / 3.0, 0.5),
    );
    assert_near(
        picked([0.0, -1.0, 0.0], [-1.0, 3.0, 0.0], &slope),
        (0.375, 0.5),
    );
    // Twice as high, y = 2x: 1 − 2x meets it at 1/4.
    let at = pick(
        Vec3::Y,
        Vec3::new(1.0, -2.0, 0.0),
        &Heights::Metres(&slope),
        2.0,
    );
    assert_near(at, (0.625, 0.5));
    // Beyond the outermost cell centres the surface is level at 0.75.
    assert_near(
        picked([0.95, 1.0, 0.5], [-0.2, -1.0, 0.0], &slope),
        (0.95, 0.75),
    );
}

#[test]
fn counts_are_picked_in_metres() {
    let counts = Grid::new(16, 16, 512_i16);
    let heights = Heights::Counts {
        counts: &counts,
        unit: 1.0 / 2048.0,
    };
    // The surface is at 2 · 0.25 m. From 1 m at a slope of 1 the ray hits it half a metre ahead.
    let at = pick(Vec3::Y, Vec3::new(1.0, -1.0, 0.0), &heights, 2.0);
    assert_near(at, (0.75, 0.5));
}

#[test]
fn a_grazing_ray_hits_the_first_crest() {
    // Crests of 0.1 along z at every fourth column. At height 0.05 the ray hits the flank of the first crest
    // halfway between the centres of columns 9 and 8, at u = 9/16.
    let comb = Grid::from_fn(16, 16, |column, _| if column % 4 == 0 { 0.1 } else { 0.0 });
    assert_near(
        picked([0.4, 0.05, 0.3], [-1.0, 0.0, 0.0], &comb),
        (9.0 / 16.0, 0.65),
    );
}

#[test]
fn a_picked_point_projects_to_its_pixel() {
    let wave = sines(96, 64, 0.12);
    let size = Vec2::new(1280.0, 720.0);
    let camera = FlyCamera::new(Vec3::new(0.4, 0.9, 1.4), Vec3::ZERO, 50.0);
    for pixel in [
        [640.0, 360.0],
        [420.0, 300.0],
        [760.0, 420.0],
        [711.25, 350.5],
    ] {
        let pixel = Vec2::from(pixel);
        let (origin, direction) = camera.ray(pixel, size);
        let at = pick(origin, direction, &Heights::Metres(&wave), 1.5)
            .unwrap_or_else(|| panic!("{pixel} is on the water"));
        let (x, z) = world(&wave, at);
        let y = 1.5 * surface(&wave, x, z).expect("in the pool");
        let point = Vec3::new(x as f32, y as f32, z as f32);
        let device = camera
            .eye(size.x / size.y)
            .view_projection()
            .project_point3(point);
        let back = Vec2::new(device.x + 1.0, 1.0 - device.y) / 2.0 * size - 0.5;
        assert!(back.distance(pixel) < 0.02, "{pixel} came back as {back}");
    }
}

#[test]
fn any_ray_agrees_with_ray_marching() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let rough = Grid::from_fn(13, 9, |_, _| random.random_range(-0.3..0.3_f32));
    let grids = [
        sines(64, 48, 0.2),
        rough,
        sines(9, 33, 0.4),
        flat(5, 5, -0.1),
    ];
    let mut hits = 0;
    for case in 0..600 {
        let grid = &grids[case % grids.len()];
        let mut within =
            |reach: [f32; 3]| Vec3::from(reach.map(|reach| random.random_range(-reach..reach)));
        let origin = within([2.0, 1.0, 2.0]);
        let direction = (within([1.0, 0.3, 1.0]) - origin).normalize();
        let found = pick(origin, direction, &Heights::Metres(grid), 1.0);
        let marched = march(grid, origin, direction);
        hits += usize::from(marched.is_some());
        let Some(found) = found else {
            assert_eq!(marched, None, "case {case}: {origin} {direction}");
            continue;
        };
        // The ray parameter of the hit.
        let (origin, direction) = (origin.as_dvec3(), direction.as_dvec3());
        let (x, z) = world(grid, found);
        let level = glam::DVec2::new(direction.x, direction.z);
        let t = (glam::DVec2::new(x - origin.x, z - origin.z)).dot(level) / level.length_squared();
        let point = origin + t * direction;
        let height = surface(grid, x, z).expect("in the pool");
        assert!((point.x - x).hypot(point.z - z) < 1e-7, "case {case}");
        assert!(t >= -1e-7 && (point.y - height).abs() < 1e-6, "case {case}");
        if let Some(marched) = marched {
            assert!(t < marched + 1e-7, "case {case}: {t} after {marched}");
        }
    }
    assert!(hits > 200, "only {hits} rays hit the surface");
}

#[test]
fn no_ray_passes_through_a_seam_or_a_corner() {
    // Rays to cell centres, where four patches meet, in numbers that are exact in f32. Each ray starts above every crest
    // and ends below every trough within the pool, so it must hit the surface.
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut height = || f32::from(random.random_range(-40..40_i16)) / 4096.0;
    let rough = Grid::from_fn(64, 64, |_, _| height());
    for case in 0..20_000 {
        let [column, row] = [0, 1].map(|_| random.random_range(12..52_usize));
        let place = |cell: usize| (cell as f32 + 0.5) / 32.0 - 1.0;
        let target = Vec3::new(place(column), rough[(column, row)], place(row));
        let mut slope = || f32::from(random.random_range(-64..64_i16)) / 1024.0;
        let direction = Vec3::new(slope(), -1.0 / 32.0, slope());
        let (origin, aim) = (target - direction, direction.as_dvec3());
        let found = pick(origin, direction, &Heights::Metres(&rough), 1.0)
            .unwrap_or_else(|| panic!("case {case}: {origin} to {target}"));
        let (x, z) = world(&rough, found);
        let (dx, dz) = (x - f64::from(origin.x), z - f64::from(origin.z));
        let t = (dx * aim.x + dz * aim.z) / (aim.x * aim.x + aim.z * aim.z);
        let y = surface(&rough, x, z).expect("in the pool");
        let off = f64::from(origin.y) + t * aim.y - y;
        assert!(t.is_nan() || off.abs() < 1e-9, "case {case}: {off} off");
    }
}

fn sines(columns: usize, rows: usize, height: f32) -> Grid<f32> {
    Grid::from_fn(columns, rows, |column, row| {
        let (a, b) = (column as f32 / columns as f32, row as f32 / rows as f32);
        height * (19.0 * a + 5.0 * b).sin() * (11.0 * b).cos()
    })
}

/// The ray parameter after which ray marching has crossed the surface.
fn march(grid: &Grid<f32>, origin: Vec3, direction: Vec3) -> Option<f64> {
    const STEP: f64 = 4e-4;
    let (origin, direction) = (origin.as_dvec3(), direction.normalize().as_dvec3());
    let mut before = None;
    for step in 0..16_000 {
        let t = f64::from(step) * STEP;
        let point = origin + t * direction;
        let above = surface(grid, point.x, point.z).map(|height| point.y > height);
        if let (Some(before), Some(above)) = (before, above)
            && before != above
        {
            return Some(t);
        }
        before = above;
    }
    None
}
