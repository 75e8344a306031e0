//! `deck`: travertine paving around the pool, slabs of mixed sizes, seamless both ways.
//!
//! A grid of cells is filled greedily with rectangles (wrapping round the border), the way a paver fills a floor from a
//! pile of assorted slabs. Each slab is cut from its own place in an endless block of stone: banded, cloudy, with the
//! elongated pores travertine is known by.

use glam::{Vec2, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

use crate::canvas::{Canvas, colour};
use crate::noise::{Noise, hash, smoothstep, unit};

const SIZE: u32 = 1024;
const CELLS: usize = 8;

/// Half the width of a joint and the width of the worn edge, in cells.
const JOINT: f32 = 0.022;
const BEVEL: f32 = 0.05;

const STONE: Noise = Noise::new(31);
const PORES: Noise = Noise::new(32);
const SAND: Noise = Noise::tiling(33, CELLS as i32 * 24);
const WEAR: Noise = Noise::tiling(34, CELLS as i32);

#[derive(Clone, Copy)]
struct Slab {
    corner: Vec2,
    size: Vec2,
    id: u32,
}

/// Paints the paving.
pub fn paint() -> Canvas {
    let floor = lay_slabs();
    let scale = CELLS as f32 / SIZE as f32;
    Canvas::paint(SIZE, SIZE, 3, |pixel| {
        shade(&floor, pixel * scale).extend(1.0)
    })
}

/// Which slab covers each cell, row-major. Of many layouts, the one whose longest straight joint is shortest.
fn lay_slabs() -> Vec<Slab> {
    (0..3000)
        .map(fill)
        .min_by_key(|floor| longest_joint(floor))
        .unwrap_or_default()
}

/// Fills the grid cell by cell with whichever slab of a random order fits first.
fn fill(seed: u64) -> Vec<Slab> {
    let mut rng = Pcg32::new(seed, 5);
    let mut floor: Vec<Option<Slab>> = vec![None; CELLS * CELLS];
    // A few slabs at random places first: without them the picture's border would be one long joint.
    let scattered: Vec<usize> = (0..6).map(|_| rng.random_range(0..CELLS * CELLS)).collect();
    for start in scattered.into_iter().chain(0..CELLS * CELLS) {
        if floor[start].is_some() {
            continue;
        }
        let (x, y) = (start % CELLS, start / CELLS);
        let index = |i: usize, j: usize| (y + j) % CELLS * CELLS + (x + i) % CELLS;
        let wanted = [(3, 2), (2, 3), (2, 2), (3, 2), (2, 1), (1, 2), (2, 2)];
        let first = rng.random_range(0..wanted.len());
        let fits =
            |(w, h): (usize, usize)| (0..h).all(|j| (0..w).all(|i| floor[index(i, j)].is_none()));
        let (w, h) = (0..wanted.len())
            .map(|k| wanted[(first + k) % wanted.len()])
            .find(|&size| fits(size))
            .unwrap_or((1, 1));
        let slab = Slab {
            corner: Vec2::new(x as f32, y as f32),
            size: Vec2::new(w as f32, h as f32),
            id: hash(x as i32, y as i32, 0, 91),
        };
        for j in 0..h {
            for i in 0..w {
                floor[index(i, j)] = Some(slab);
            }
        }
    }
    floor.into_iter().flatten().collect()
}

/// Length in cells of the longest straight joint, plus the number of single-cell slabs (they look like patches).
fn longest_joint(floor: &[Slab]) -> usize {
    let at = |x: usize, y: usize| floor[y % CELLS * CELLS + x % CELLS].id;
    let mut longest = 0;
    for line in 0..CELLS {
        let (mut across, mut down) = (0, 0);
        // Twice round, because a joint may run on across the border.
        for step in 0..2 * CELLS {
            let split = at(step, line) != at(step, line + CELLS - 1);
            across = if split { across + 1 } else { 0 };
            let split = at(line, step) != at(line + CELLS - 1, step);
            down = if split { down + 1 } else { 0 };
            longest = longest.max(across).max(down);
        }
    }
    longest + floor.iter().filter(|slab| slab.size == Vec2::ONE).count()
}

/// Colour at `p`, in cells.
fn shade(floor: &[Slab], p: Vec2) -> Vec3 {
    let cell = p.floor();
    let slab = &floor[cell.y as usize % CELLS * CELLS + cell.x as usize % CELLS];
    // Position inside the slab, which may continue beyond the border of the picture.
    let inside = (p - slab.corner).rem_euclid(Vec2::splat(CELLS as f32));
    let wobble = 0.012 * WEAR.fbm(p, 4) + 0.004 * SAND.flat(p * 24.0);
    let (edge, outward) = edge_distance(inside, slab.size);
    let edge = edge + wobble;

    let (stone, pit) = travertine(inside, slab);
    let worn = smoothstep(-JOINT - BEVEL, -JOINT, edge);
    let normal = (outward * worn * 0.6 + pit).extend(1.0).normalize();
    let light = Vec3::new(-0.5, -0.45, 0.74).normalize();
    let diffuse = 0.34 + 0.90 * normal.dot(light).max(0.0);
    let traffic = 1.0 + 0.05 * WEAR.fbm(p + 3.7, 3);
    let face = stone * diffuse * traffic;

    let sand = colour(0xa99d8a) * (0.66 + 0.30 * SAND.fbm(p * 24.0, 2));
    let joint = sand * (0.55 + 0.45 * smoothstep(-JOINT, 0.0, edge));
    face.lerp(joint, smoothstep(-JOINT - 0.004, -JOINT + 0.004, edge))
}

/// Signed distance to a rectangle's outline with slightly rounded corners (negative inside), and the way out.
fn edge_distance(p: Vec2, size: Vec2) -> (f32, Vec2) {
    const ROUND: f32 = 0.05;
    let centred = p - size / 2.0;
    let q = centred.abs() - (size / 2.0 - ROUND);
    let sign = Vec2::new(centred.x.signum(), centred.y.signum());
    if q.x > 0.0 && q.y > 0.0 {
        (q.length() - ROUND, q.normalize() * sign)
    } else if q.x > q.y {
        (q.x - ROUND, Vec2::new(sign.x, 0.0))
    } else {
        (q.y - ROUND, Vec2::new(0.0, sign.y))
    }
}

/// The stone's colour, and the slope its pores give the surface.
fn travertine(inside: Vec2, slab: &Slab) -> (Vec3, Vec2) {
    let id = slab.id;
    // Cut with the bed or across it.
    let along = if unit(id, 1) < 0.5 {
        inside
    } else {
        inside.perp()
    };
    let turned = Vec2::from_angle(0.35 * (unit(id, 2) - 0.5)).rotate(along);
    let p = turned + 40.0 * Vec2::new(unit(id, 3), unit(id, 4));

    let warp = Vec2::new(STONE.fbm(p * 1.3, 4), STONE.fbm(p * 1.3 + 17.0, 4));
    let bed = STONE.fbm(
        Vec2::new(p.x * 0.55, p.y * 4.5) + warp * Vec2::new(0.6, 1.6),
        5,
    );
    let cloud = STONE.fbm(p * 0.9 + warp * 0.5 + 50.0, 4);
    let vein = STONE.ridged(p * Vec2::new(0.5, 1.6) + warp * 0.9 + 80.0, 4);
    let grain = STONE.fbm(p * 40.0, 2);

    let pale = colour(0xe2dacb);
    let warm = colour(0xcbbba2);
    let honey = colour(0xb3a083);
    let mut stone = pale.lerp(warm, smoothstep(-0.45, 0.5, bed + 0.3 * cloud));
    stone = stone.lerp(honey, 0.30 * smoothstep(0.05, 0.55, bed - 0.2 * cloud));
    stone = stone.lerp(colour(0xf0ece3), 0.55 * smoothstep(0.80, 0.95, vein));
    let tone = 0.91 + 0.13 * unit(id, 5);
    let tint = Vec3::new(1.0, 1.0 - 0.02 * unit(id, 6), 0.98 - 0.08 * unit(id, 7));
    stone = stone * tone * tint * (1.0 + 0.07 * grain);

    // Pores lie in the bed: long, ragged, in swarms.
    let pore_at = |p: Vec2| {
        let swarm = smoothstep(0.05, 0.45, PORES.fbm(p * Vec2::new(0.8, 2.2) + warp, 2));
        let ragged = PORES.fbm(p * Vec2::new(7.0, 16.0) + warp * 3.0, 3);
        smoothstep(0.52 - 0.26 * swarm, 0.62 - 0.22 * swarm, ragged + 0.12)
    };
    let pore = pore_at(p);
    let step = 0.02;
    let slope = Vec2::new(
        pore_at(p + Vec2::X * step) - pore,
        pore_at(p + Vec2::Y * step) - pore,
    );
    (
        stone.lerp(stone * Vec3::new(0.50, 0.42, 0.34), 0.75 * pore),
        slope * 0.35,
    )
}
