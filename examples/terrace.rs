//! Models the props of the lit view's terrace, in metres, and writes them to `textures/terrace.glb`, or to the file that is named.
//!
//! Props stand around a pool of 6 m × 6 m whose centre is at x = z = 0, with the deck at y = 0. The name of a node at the top begins with
//! two words, the part of the terrace with which it moves along x and along z if the pool is larger or smaller: `pool`, `paving` or
//! `hedge`, with the side on which it stands, + or −; without a sign each vertex moves outward. A third word names a prop that can be
//! picked up. The first word of a material's name is its kind.

mod model;

use anyhow::{Context, Result};
use model::{Material, Model};
use std::f32::consts::{PI, TAU};
use waterlab::glam::{Affine3A, Quat, Vec2, Vec3};

const TEAK: Material = ("wood teak", [0.30, 0.17, 0.085], false, false);
const CUSHION: Material = ("matte cushion", [0.62, 0.59, 0.53], false, false);
const CORAL: Material = ("matte coral", [0.62, 0.16, 0.09], false, false);
const LINEN: Material = ("matte linen", [0.66, 0.62, 0.54], false, false);
const CANVAS: Material = ("cloth canvas", [0.68, 0.62, 0.50], false, true);
const CONCRETE: Material = ("matte concrete", [0.36, 0.34, 0.31], false, false);
const STEEL: Material = ("steel", [0.62, 0.61, 0.60], true, false);
const CLAY: Material = ("matte clay", [0.42, 0.17, 0.085], false, false);
const BOX_TREE: Material = ("leaves box tree", [0.058, 0.105, 0.028], false, false);
const CYPRESS: Material = ("leaves cypress", [0.036, 0.064, 0.026], false, false);
const HEDGE: Material = ("leaves hedge", [0.062, 0.105, 0.031], false, false);
const SOIL: Material = ("matte soil", [0.05, 0.035, 0.025], false, false);
const SEA_GLASS: Material = ("matte sea glass", [0.05, 0.26, 0.27], false, false);

fn main() -> Result<()> {
    let mut model = Model {
        node: "pool+ pool-",
        ..Model::default()
    };
    model.stand(1.25, -4.95, 0.10);
    lounger(&mut model, true);
    model.stand(3.15, -5.0, -0.08);
    lounger(&mut model, false);
    model.node = "pool+ pool- parasol";
    model.stand(2.2, -5.55, 0.2);
    parasol(&mut model);
    model.node = "pool+ pool-";
    model.stand(2.18, -4.55, 0.0);
    table(&mut model);
    model.node = "pool+ pool- ball";
    model.stand(4.25, -1.9, 0.7);
    ball(&mut model);
    for (node, x, z, size) in [
        ("pool- pool- large_pot", -3.95, -4.35, 1.0),
        ("pool- pool- small_pot", -4.65, -3.75, 0.72),
        ("pool+ pool+ near_pot", 4.75, 3.2, 0.85),
    ] {
        model.node = node;
        model.stand(x, z, 0.0);
        pot(&mut model, size);
    }
    model.node = "pool- pool-";
    model.stand(-3.0, -1.65, 0.0);
    rails(&mut model);
    for (node, x, z, tall) in [
        ("pool- paving-", -2.1, -9.5, 3.2),
        ("pool- paving-", -3.3, -8.7, 2.6),
        ("paving+ pool-", 8.8, -3.9, 2.9),
    ] {
        model.node = node;
        model.stand(x, z, 0.0);
        cypress(&mut model, tall);
    }
    model.node = "hedge hedge";
    model.stand(0.0, 0.0, 0.0);
    hedge(&mut model);
    let path = std::env::args().nth(1);
    let path = path.unwrap_or_else(|| "textures/terrace.glb".into());
    std::fs::write(&path, model.glb("examples/terrace.rs")?)
        .with_context(|| format!("can't write {path}"))
}

/// A lounger 2 m long, head away from the pool, feet toward +z.
fn lounger(model: &mut Model, with_towel: bool) {
    for x in [-0.30, 0.30] {
        model.block([x - 0.03, 0.26, -1.0], [x + 0.03, 0.33, 1.0], 0.008, TEAK);
        for z in [-0.78, 0.82] {
            let (from, to) = ([x - 0.03, 0.0, z - 0.03], [x + 0.03, 0.27, z + 0.03]);
            model.block(from, to, 0.006, TEAK);
        }
    }
    for z in [-0.97, 0.97] {
        model.block(
            [-0.29, 0.27, z - 0.025],
            [0.29, 0.32, z + 0.025],
            0.006,
            TEAK,
        );
    }
    model.block([-0.28, 0.32, -0.22], [0.28, 0.41, 0.96], 0.03, CUSHION);
    // A towel over the lower half and down one side; its stripes are bands.
    for band in 0..if with_towel { 7 } else { 0 } {
        let z = 0.28 + 0.085 * band as f32;
        let material = if band % 2 == 0 { CORAL } else { LINEN };
        model.block([-0.30, 0.405, z], [0.30, 0.425, z + 0.085], 0.006, material);
        model.block([0.29, 0.16, z], [0.345, 0.425, z + 0.085], 0.006, material);
    }
    // The raised back rest.
    let (turn, foot) = (Quat::from_rotation_x(0.72), Vec3::new(0.0, 0.34, -0.22));
    model.place *= Affine3A::from_rotation_translation(turn, foot);
    let pillow = if with_towel { LINEN } else { CORAL };
    model.block([-0.28, -0.01, -0.76], [0.28, 0.075, -0.01], 0.03, CUSHION);
    model.block([-0.20, 0.07, -0.70], [0.20, 0.13, -0.46], 0.03, pillow);
    model.block([-0.30, -0.05, -0.80], [0.30, -0.01, -0.01], 0.008, TEAK);
}

/// Eight panels of canvas, 2.9 m across, on a pole.
fn parasol(model: &mut Model) {
    let foot = [
        [0.27, 0.0],
        [0.27, 0.05],
        [0.25, 0.07],
        [0.06, 0.10],
        [0.04, 0.30],
        [0.0, 0.30],
    ];
    model.lathe(&foot, 24, CONCRETE);
    model.tube(&[Vec3::ZERO, Vec3::new(0.0, 2.62, 0.0)], 0.024, TEAK);
    model.globe(2.65, 0.035, 12, TEAK);
    let (top, rim, fall, wide) = (2.58, 2.14, 1.99, 1.45);
    let corner = |panel: usize, radius: f32, y: f32| {
        let (sin, cos) = (TAU * (panel as f32 + 0.5) / 8.0).sin_cos();
        Vec3::new(radius * cos, y, radius * sin)
    };
    for panel in 0..8 {
        let edge = |radius: f32, y: f32| [panel, panel + 1].map(|panel| corner(panel, radius, y));
        // The canvas sags a little between the ribs.
        let sagging = |part: f32| top + (rim - top) * part - 0.07 * (part * PI).sin();
        let mut edges: Vec<_> = [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|part| edge(wide * part, sagging(part)))
            .into();
        edges.push(edge(wide, fall));
        for pair in edges.windows(2) {
            let [[a, d], [b, c]] = [pair[0], pair[1]];
            model.quad([a, b, c, d], [(b - a).cross(d - a); 4], CANVAS);
        }
        let rib = [
            Vec3::new(0.0, top - 0.03, 0.0),
            corner(panel, wide, rim - 0.02),
        ];
        model.tube(&rib, 0.008, TEAK);
        let strut = [
            Vec3::new(0.0, 1.75, 0.0),
            corner(panel, 0.6 * wide, rim + 0.08),
        ];
        model.tube(&strut, 0.008, TEAK);
    }
}

fn table(model: &mut Model) {
    let foot = [
        [0.15, 0.0],
        [0.15, 0.015],
        [0.13, 0.025],
        [0.03, 0.04],
        [0.025, 0.42],
    ];
    model.lathe(&foot, 20, TEAK);
    let top = [
        [0.0, 0.42],
        [0.27, 0.42],
        [0.28, 0.43],
        [0.28, 0.445],
        [0.27, 0.455],
        [0.0, 0.455],
    ];
    model.lathe(&top, 24, TEAK);
    let jug = [
        [0.05, 0.0],
        [0.065, 0.05],
        [0.05, 0.13],
        [0.028, 0.18],
        [0.04, 0.22],
    ];
    let middle = model.place;
    model.place = middle * Affine3A::from_translation(Vec3::new(0.07, 0.455, 0.05));
    model.lathe(&jug, 16, SEA_GLASS);
    model.place = middle * Affine3A::from_translation(Vec3::new(-0.09, 0.455, -0.06));
    model.lathe(&[[0.03, 0.0], [0.036, 0.11]], 14, SEA_GLASS);
}

/// A clay pot with a clipped box tree.
fn pot(model: &mut Model, size: f32) {
    model.place *= Affine3A::from_scale(Vec3::splat(size));
    model.pot(CLAY, SOIL);
    model.globe(0.93, 0.44, 20, BOX_TREE);
}

/// A ball of six panels, 36 cm in diameter.
fn ball(model: &mut Model) {
    let (radius, sides, rows) = (0.18, 24, 12);
    let at = |side: usize, row: usize| {
        let (turn, up) = (
            TAU * side as f32 / sides as f32,
            PI * row as f32 / rows as f32,
        );
        let upright = Vec3::new(turn.cos() * up.sin(), -up.cos(), turn.sin() * up.sin());
        Quat::from_rotation_z(0.6) * upright
    };
    for (side, row) in (0..sides).flat_map(|side| (0..rows).map(move |row| (side, row))) {
        let material = [CORAL, LINEN, SEA_GLASS, LINEN, CORAL, LINEN][side / 4];
        let corners = [
            (side, row),
            (side, row + 1),
            (side + 1, row + 1),
            (side + 1, row),
        ];
        let normals = corners.map(|(side, row)| at(side % sides, row));
        model.quad(
            normals.map(|normal| radius * (normal + Vec3::Y)),
            normals,
            material,
        );
    }
}

/// Two bent tubes as handrails over the rim on the pool's −x side; both ends stand on the deck.
fn rails(model: &mut Model) {
    let path = [
        [
            [-0.62, 0.0],
            [-0.62, 0.30],
            [-0.61, 0.60],
            [-0.57, 0.74],
            [-0.47, 0.82],
        ],
        [
            [-0.33, 0.84],
            [-0.15, 0.82],
            [0.02, 0.76],
            [0.13, 0.67],
            [0.17, 0.55],
        ],
        [
            [0.15, 0.42],
            [0.06, 0.30],
            [-0.06, 0.20],
            [-0.13, 0.10],
            [-0.14, 0.0],
        ],
    ];
    let path = path.as_flattened();
    let place = model.place;
    for z in [-0.27, 0.27] {
        // Four points for each point of the path, on the curve through them (Catmull and Rom 1974).
        let last = path.len() - 1;
        let curve = (0..=4 * last).map(|step| {
            let (from, t) = (step / 4, (step % 4) as f32 / 4.0);
            let around = [from.saturating_sub(1), from, from + 1, from + 2];
            let [a, b, c, d] = around.map(|index| Vec2::from(path[index.min(last)]));
            let (square, cube) = (2.0 * a - 5.0 * b + 4.0 * c - d, 3.0 * (b - c) + d - a);
            (b + 0.5 * t * (c - a + t * (square + t * cube))).extend(z)
        });
        model.tube(&curve.collect::<Vec<_>>(), 0.021, STEEL);
        for x in [-0.62, -0.14] {
            model.place = place * Affine3A::from_translation(Vec3::new(x, 0.0, z));
            model.lathe(&[[0.05, 0.0], [0.05, 0.012], [0.022, 0.022]], 16, STEEL);
        }
        model.place = place;
    }
}

fn cypress(model: &mut Model, tall: f32) {
    let outline = (0..=12).map(|row| {
        let part = row as f32 / 12.0;
        // Widest at a third of its height, broad at its foot, and a little uneven.
        let wide = (PI * (0.13 + 0.87 * part).powf(0.62))
            .sin()
            .max(0.0)
            .powf(0.8);
        let uneven = 1.0 + 0.07 * (11.0 * part).sin() + 0.04 * (29.0 * part).sin();
        [0.15 * tall * wide * uneven, tall * part]
    });
    model.lathe(&outline.collect::<Vec<_>>(), 18, CYPRESS);
}

/// Four clipped blocks about the lawn.
fn hedge(model: &mut Model) {
    let (inner, outer, foot, top, bevel) = (11.4, 12.3, -0.002, 1.5, 0.09);
    for [from, to] in [[inner, outer], [-outer, -inner]] {
        model.block([from, foot, -outer], [to, top, outer], bevel, HEDGE);
        model.block(
            [-inner - bevel, foot, from],
            [inner + bevel, top, to],
            bevel,
            HEDGE,
        );
    }
}
