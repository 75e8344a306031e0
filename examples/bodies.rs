//! Models the bodies that float in the water, 1 m along their longest side, and writes them to `textures/bodies`, or to the folder that is
//! named.
//!
//! The node `hull` of a file is the closed surface that the water meets; the rest is trim. A material whose name begins with `paint` takes
//! the colour of the body, if it has one; the second word says how it reflects: `gloss` or `matte`.

#[allow(dead_code)]
mod model;

use anyhow::{Context, Result};
use model::{Material, Model};
use std::f32::consts::{PI, TAU};
use waterlab::glam::{Affine3A, Quat, Vec2, Vec3};

const WHITE: Material = ("plain gloss white", [0.74, 0.73, 0.70], false, false);
const RED: Material = ("paint gloss red", [0.60, 0.035, 0.030], false, false);
const BLUE: Material = ("plain gloss blue", [0.020, 0.14, 0.48], false, false);
const SUN: Material = ("plain gloss yellow", [0.78, 0.46, 0.03], false, false);
const PINE: Material = ("paint matte pine", [0.36, 0.215, 0.105], false, false);
const OAK: Material = ("plain matte oak", [0.24, 0.128, 0.056], false, false);
const DUCK: Material = ("paint gloss duck", [0.80, 0.52, 0.025], false, false);
const BEAK: Material = ("plain gloss beak", [0.72, 0.16, 0.015], false, false);
const BLACK: Material = ("plain gloss black", [0.012, 0.012, 0.014], false, false);
const HULL: Material = ("paint gloss hull", [0.030, 0.13, 0.30], false, false);
const BOOT: Material = ("plain gloss boot", [0.42, 0.05, 0.035], false, false);
const DECK: Material = ("plain matte deck", [0.42, 0.27, 0.13], false, false);
const GLASS: Material = ("plain gloss glass", [0.03, 0.05, 0.06], false, false);
const ORANGE: Material = ("paint gloss orange", [0.72, 0.11, 0.015], false, false);
const IRON: Material = ("plain matte iron", [0.05, 0.05, 0.055], false, false);
const CLAY: Material = ("paint matte clay", [0.42, 0.17, 0.085], false, false);
const SOIL: Material = ("plain matte soil", [0.05, 0.035, 0.025], false, false);
const LEAVES: [Material; 3] = [
    ("plain matte leaf", [0.058, 0.105, 0.028], false, false),
    (
        "plain matte light leaf",
        [0.068, 0.121, 0.033],
        false,
        false,
    ),
    ("plain matte dark leaf", [0.046, 0.086, 0.022], false, false),
];
const CANVAS: Material = ("paint matte canvas", [0.68, 0.62, 0.50], false, false);
const CONCRETE: Material = ("plain matte concrete", [0.36, 0.34, 0.31], false, false);
const TEAK: Material = ("plain matte teak", [0.30, 0.17, 0.085], false, false);
const GRANITE: Material = ("paint matte granite", [0.23, 0.22, 0.205], false, false);

fn main() -> Result<()> {
    let folder = std::env::args().nth(1);
    let folder = folder.unwrap_or_else(|| "textures/bodies".into());
    type Build = fn(&mut Model);
    let all: [(&str, Build); 8] = [
        ("ball", ball),
        ("crate", crate_),
        ("duck", duck),
        ("boat", boat),
        ("buoy", buoy),
        ("stone", stone),
        ("pot", pot),
        ("parasol", parasol),
    ];
    for (name, shape) in all {
        let mut model = Model {
            node: "hull",
            ..Model::default()
        };
        shape(&mut model);
        let path = format!("{folder}/{name}.glb");
        std::fs::write(&path, model.glb("examples/bodies.rs")?)
            .with_context(|| format!("can't write {path}"))?;
    }
    Ok(())
}

/// The unit sphere: longitude and latitude as fractions, from the lowest point up.
fn globe(u: f32, v: f32) -> Vec3 {
    // The last column is the first one, bit for bit.
    let (turn, up) = (TAU * (u % 1.0), PI * v);
    Vec3::new(turn.cos() * up.sin(), -up.cos(), -turn.sin() * up.sin())
}

/// A beach ball: white and coloured gores between two caps.
fn ball(model: &mut Model) {
    model.place = Affine3A::from_quat(Quat::from_euler(
        waterlab::glam::EulerRot::XYZ,
        0.5,
        0.0,
        0.6,
    ));
    model.patch(
        [24, 16],
        |u, v| 0.5 * globe(u, v),
        |u, v| match (6.0 * u) as usize {
            _ if !(0.0625..0.9375).contains(&v) => WHITE,
            0 | 3 => RED,
            1 => SUN,
            4 => BLUE,
            _ => WHITE,
        },
    );
}

/// A crate of boards on a frame.
fn crate_(model: &mut Model) {
    let core = 0.5;
    model.block([-core; 3], [core; 3], 0.012, PINE);
    model.node = "trim";
    let (out, wide, bevel) = (0.525, 0.13, 0.008);
    let turns = [
        Quat::IDENTITY,
        Quat::from_rotation_y(0.5 * PI),
        Quat::from_rotation_y(PI),
        Quat::from_rotation_y(1.5 * PI),
        Quat::from_rotation_x(0.5 * PI),
        Quat::from_rotation_x(-0.5 * PI),
    ];
    for turn in turns {
        model.place = Affine3A::from_quat(turn);
        let inner = 0.46;
        // Boards between grooves.
        for index in 0..4 {
            let width = 2.0 * (core - wide + 0.01) / 4.0;
            let low = -core + wide - 0.01 + index as f32 * width;
            let tint = if index % 2 == 0 { PINE } else { OAK_LIGHT };
            model.block(
                [low + 0.008, -core + 0.05, inner],
                [low + width - 0.008, core - 0.05, 0.507],
                bevel,
                tint,
            );
        }
        for side in [-1.0_f32, 1.0] {
            let (a, b) = (side * (core - wide), side * out);
            model.block([a.min(b), -out, inner], [a.max(b), out, out], bevel, OAK);
            model.block(
                [-core + wide, a.min(b), inner],
                [core - wide, a.max(b), out - 0.004],
                bevel,
                OAK,
            );
        }
    }
}
const OAK_LIGHT: Material = ("plain matte board", [0.31, 0.18, 0.085], false, false);

/// A rubber duck that looks along +x.
fn duck(model: &mut Model) {
    // Smooth union of ellipsoids: body, breast, head, tail.
    let blobs = [
        ([-0.05, 0.0, 0.0], [0.37, 0.235, 0.30]),
        ([0.10, 0.03, 0.0], [0.22, 0.20, 0.235]),
        ([0.19, 0.36, 0.0], [0.185, 0.175, 0.175]),
        ([-0.36, 0.15, 0.0], [0.13, 0.075, 0.12]),
        ([-0.10, 0.05, 0.25], [0.20, 0.11, 0.075]),
        ([-0.10, 0.05, -0.25], [0.20, 0.11, 0.075]),
    ]
    .map(|(middle, half)| (Vec3::from(middle), Vec3::from(half)));
    let field = |at: Vec3| {
        let sum: f32 = blobs
            .iter()
            .map(|(middle, half)| {
                let scaled = (at - middle) / half;
                let steep = (scaled / half).length().max(1e-6);
                let distance = scaled.length() * (scaled.length() - 1.0) / steep;
                (-distance / 0.030).exp()
            })
            .sum();
        -0.030 * sum.ln()
    };
    net(model, [0.52, 0.60, 0.40], 0.052, field, DUCK);
    model.node = "trim";
    let egg = |middle: [f32; 3], half: [f32; 3]| {
        move |u: f32, v: f32| Vec3::from(middle) + Vec3::from(half) * globe(u, v)
    };
    model.patch(
        [12, 8],
        egg([0.375, 0.335, 0.0], [0.115, 0.032, 0.085]),
        |_, _| BEAK,
    );
    model.patch(
        [12, 6],
        egg([0.365, 0.305, 0.0], [0.085, 0.024, 0.065]),
        |_, _| BEAK,
    );
    for side in [-1.0, 1.0] {
        model.patch(
            [10, 6],
            egg([0.290, 0.425, side * 0.116], [0.030, 0.036, 0.030]),
            |_, _| BLACK,
        );
    }
}

/// Adds the surface where `field` is zero, which is negative inside: a vertex for each cell of a grid that it crosses, moved onto it.
fn net(
    model: &mut Model,
    half: [f32; 3],
    cell: f32,
    field: impl Fn(Vec3) -> f32,
    material: Material,
) {
    let counts = half.map(|half| (2.0 * half / cell).ceil() as usize + 2);
    let corner = |at: [usize; 3]| {
        let place = |axis: usize| (at[axis] as f32 - 0.5 * counts[axis] as f32) * cell;
        Vec3::new(place(0), place(1) + 0.15, place(2))
    };
    let gradient = |at: Vec3| {
        let step = 1e-3;
        let along = |axis: Vec3| field(at + step * axis) - field(at - step * axis);
        Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z)) / (2.0 * step)
    };
    let vertex = |at: [usize; 3]| {
        let mut crossings = (Vec3::ZERO, 0.0);
        let corners: Vec<(Vec3, f32)> = (0..8)
            .map(|bits| corner([0, 1, 2].map(|axis| at[axis] + (bits >> axis & 1))))
            .map(|place| (place, field(place)))
            .collect();
        for (one, other) in (0..8).flat_map(|one| [1, 2, 4].map(|bit| (one, one | bit))) {
            let (a, b) = (corners[one], corners[other]);
            if one != other && (a.1 < 0.0) != (b.1 < 0.0) {
                crossings.0 += a.0.lerp(b.0, a.1 / (a.1 - b.1));
                crossings.1 += 1.0;
            }
        }
        let mut place: Vec3 = crossings.0 / f32::max(crossings.1, 1.0);
        for _ in 0..3 {
            let rise = gradient(place);
            place -= rise * field(place) / rise.length_squared().max(1e-6);
        }
        (place, gradient(place).normalize_or(Vec3::Y))
    };
    for x in 1..counts[0] {
        for y in 1..counts[1] {
            for z in 1..counts[2] {
                let here = field(corner([x, y, z])) < 0.0;
                for axis in 0..3 {
                    let mut next = [x, y, z];
                    next[axis] += 1;
                    if here == (field(corner(next)) < 0.0) {
                        continue;
                    }
                    // The four cells around the edge.
                    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                    let quad = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[a, b]| {
                        let mut cell = [x, y, z];
                        cell[u] -= a;
                        cell[v] -= b;
                        vertex(cell)
                    });
                    model.quad(quad.map(|v| v.0), quad.map(|v| v.1), material);
                }
            }
        }
    }
}

/// A toy boat with a cabin, the bow toward +x.
fn boat(model: &mut Model) {
    // Half width and height of the sheer line at a fraction of the length from the stern.
    let beam = |t: f32| {
        0.185
            * (1.0 - ((t - 0.38).max(0.0) / 0.62).powf(2.2))
            * (0.80 + 0.20 * (t / 0.38).min(1.0)).max(0.0)
    };
    let sheer = |t: f32| 0.10 + 0.075 * ((t - 0.35).max(0.0) / 0.65).powi(2);
    let keel = |t: f32| {
        -0.13 + 0.10 * ((t - 0.7).max(0.0) / 0.3).powi(2) + 0.02 * (1.0 - t / 0.2).max(0.0)
    };
    let x = |t: f32, up: f32| -0.5 + t * (0.93 + 0.07 * up);
    let side = |t: f32, s: f32| {
        // Across from port to starboard: −1 to 1, a round bilge.
        let turn = 0.5 * PI * s;
        let up = 1.0 - turn.cos().abs().powf(0.75);
        let width = beam(t) * turn.sin().signum() * turn.sin().abs().powf(0.75);
        Vec3::new(x(t, up), keel(t) + (sheer(t) - keel(t)) * up, width)
    };
    let (columns, rows) = (18, 14);
    let smooth = |u: f32, v: f32| side(u, 2.0 * v - 1.0);
    // Bands along the bilge: the bottom's paint, a stripe, the topsides.
    model.patch([columns, rows], smooth, |_, v| {
        match (2.0 * v - 1.0).abs() {
            side if side < 0.56 => BOOT,
            side if side < 0.70 => WHITE,
            _ => HULL,
        }
    });
    // Transom and deck close it, with the same vertices along their edges.
    for row in 0..rows {
        let v = [row, row + 1].map(|row| row as f32 / rows as f32);
        let mirror = v.map(|v| 1.0 - v);
        if 2 * row < rows {
            let corners = [
                smooth(0.0, v[0]),
                smooth(0.0, v[1]),
                smooth(0.0, mirror[1]),
                smooth(0.0, mirror[0]),
            ];
            model.quad(corners, [Vec3::NEG_X; 4], HULL);
        }
    }
    for column in 0..columns {
        let u = [column, column + 1].map(|column| column as f32 / columns as f32);
        let corners = [
            smooth(u[0], 0.0),
            smooth(u[1], 0.0),
            smooth(u[1], 1.0),
            smooth(u[0], 1.0),
        ];
        model.quad(corners, [Vec3::Y; 4], DECK);
    }
    model.node = "trim";
    // Bulwark along the sheer, cabin, roof, funnel and mast.
    for way in [0.0, 1.0] {
        let path: Vec<Vec3> = (0..=columns)
            .map(|column| smooth(column as f32 / columns as f32, way) + Vec3::Y * 0.004)
            .collect();
        model.tube(&path, 0.014, WHITE);
    }
    model.block([-0.30, 0.09, -0.105], [0.06, 0.215, 0.105], 0.012, WHITE);
    model.block([-0.285, 0.135, -0.108], [0.045, 0.185, 0.108], 0.004, GLASS);
    model.block([-0.27, 0.13, -0.09], [0.064, 0.188, 0.09], 0.004, GLASS);
    model.block([-0.325, 0.212, -0.125], [0.085, 0.236, 0.125], 0.01, RED);
    model.place = Affine3A::from_translation(Vec3::new(-0.17, 0.23, 0.0));
    let funnel = [
        [0.042, 0.0],
        [0.040, 0.085],
        [0.040, 0.085],
        [0.046, 0.088],
        [0.046, 0.102],
        [0.046, 0.102],
        [0.0, 0.102],
    ];
    model.lathe(&funnel, 14, SUN);
    model.place = Affine3A::from_translation(Vec3::new(0.20, 0.10, 0.0));
    model.lathe(
        &[[0.012, 0.0], [0.008, 0.26], [0.008, 0.26], [0.0, 0.262]],
        8,
        OAK,
    );
    model.place = Affine3A::IDENTITY;
}

/// A navigation buoy: a flat float, which a wave does not turn over, with a tower.
fn buoy(model: &mut Model) {
    let scale = Affine3A::from_scale(Vec3::splat(1.35));
    model.place = scale;
    let lower = [
        [0.0, -0.16],
        [0.21, -0.16],
        [0.21, -0.16],
        [0.27, -0.13],
        [0.30, -0.07],
        [0.30, 0.02],
        [0.28, 0.06],
        [0.28, 0.06],
        [0.11, 0.09],
        [0.11, 0.09],
    ];
    let middle = [[0.11, 0.09], [0.11, 0.09], [0.09, 0.24], [0.09, 0.24]];
    let upper = [
        [0.09, 0.24],
        [0.09, 0.24],
        [0.07, 0.42],
        [0.07, 0.42],
        [0.045, 0.44],
        [0.045, 0.44],
        [0.045, 0.53],
        [0.03, 0.57],
        [0.0, 0.58],
    ];
    model.lathe(&lower, 20, ORANGE);
    model.lathe(&middle, 20, WHITE);
    model.lathe(&upper, 20, ORANGE);
    model.node = "trim";
    let belt = [
        [0.28, -0.045],
        [0.317, -0.04],
        [0.326, -0.02],
        [0.317, 0.0],
        [0.28, 0.005],
    ];
    model.lathe(&belt, 24, IRON);
    let ring: Vec<Vec3> = (0..=16)
        .map(|index| {
            let (sin, cos) = (TAU * (index % 16) as f32 / 16.0).sin_cos();
            Vec3::new(0.22 * cos, 0.16, 0.22 * sin)
        })
        .collect();
    model.tube(&ring, 0.013, IRON);
    for index in 0..4 {
        let (sin, cos) = (TAU * index as f32 / 4.0).sin_cos();
        let out = |radius: f32, y: f32| Vec3::new(radius * cos, y, radius * sin);
        model.tube(&[out(0.25, 0.05), out(0.22, 0.16)], 0.012, IRON);
    }
    model.place = Affine3A::IDENTITY;
}

/// A boulder, worn round.
fn stone(model: &mut Model) {
    let half = Vec3::new(0.5, 0.30, 0.39);
    let directions: Vec<(Vec3, f32, f32)> = (0..26)
        .map(|index| {
            let turn = 2.399_963 * index as f32;
            let up = 1.0 - (2.0 * index as f32 + 1.0) / 26.0;
            let level = (1.0 - up * up).sqrt();
            let at = Vec2::new(turn.cos(), turn.sin()) * level;
            let spread = (12.9898 * index as f32).sin() * 0.5 + 0.5;
            (Vec3::new(at.x, up, at.y), spread, 0.86 + 0.14 * spread)
        })
        .collect();
    // Planes cut a ball; a smooth minimum rounds the edges.
    let radius = move |ray: Vec3| {
        let sum: f32 = directions
            .iter()
            .map(|(normal, _, distance)| {
                let facing = ray.dot(*normal).max(1e-3);
                (-(distance / facing).min(4.0) * 14.0).exp()
            })
            .sum();
        -(sum.ln()) / 14.0
    };
    model.patch(
        [28, 16],
        move |u, v| {
            let ray = globe((u + 1.0) % 1.0, v.clamp(0.0, 1.0));
            half * ray * radius(ray)
        },
        |_, _| GRANITE,
    );
}

/// A clipped box tree in a clay pot, that of the terrace.
fn pot(model: &mut Model) {
    model.place = Affine3A::from_scale(Vec3::splat(1.0 / 1.37));
    model.pot(CLAY, SOIL);
    // Tufts of leaves: a number between 0 and 1 for each of them, the same at either end of a row.
    let (columns, rows) = (30, 16);
    let number = |u: f32, v: f32| {
        let at = [
            (u * columns as f32).round() as usize % columns,
            (v * rows as f32).round() as usize,
        ];
        let wave = (at[0] as f32 * 12.9898 + at[1] as f32 * 78.233).sin() * 43_758.547;
        wave - wave.floor()
    };
    model.patch(
        [columns, rows],
        move |u, v| {
            let tuft = 0.05 * (number(u, v) - 0.5);
            (0.44 + tuft) * globe((u + 1.0) % 1.0, v.clamp(0.0, 1.0)) + 0.93 * Vec3::Y
        },
        move |u, v| LEAVES[(3.0 * number(u + 0.37, v + 0.61)) as usize % 3],
    );
}

/// The parasol of the terrace: its foot, its pole and eight panels of canvas.
fn parasol(model: &mut Model) {
    model.place = Affine3A::from_scale(Vec3::splat(1.0 / 2.685));
    let foot = [
        [0.0, 0.0],
        [0.27, 0.0],
        [0.27, 0.0],
        [0.27, 0.05],
        [0.25, 0.07],
        [0.06, 0.10],
        [0.04, 0.30],
        [0.024, 0.30],
    ];
    model.lathe(&foot, 10, CONCRETE);
    model.lathe(
        &[[0.024, 0.30], [0.024, 2.61], [0.03, 2.66], [0.0, 2.685]],
        10,
        TEAK,
    );
    // Radius and height along the outside of the canvas, from its top down to its edge, and back on the inside.
    let (top, rim, fall, wide, thick) = (2.58, 2.14, 1.99, 1.45, 0.02);
    let sagging = |part: f32| {
        [
            wide * part,
            top + (rim - top) * part - 0.07 * (part * PI).sin(),
        ]
    };
    let parts = [0.0, 0.25, 0.5, 0.75, 1.0];
    let mut outline: Vec<Vec2> = parts.map(|part| Vec2::from(sagging(part))).into();
    outline.extend([Vec2::new(wide, fall), Vec2::new(wide - thick, fall)]);
    let inside = |part: &f32| Vec2::from(sagging(*part)) - thick * Vec2::new(*part, 1.0);
    outline.extend(parts.iter().rev().map(inside));
    let corner = |panel: usize, at: Vec2| {
        let (sin, cos) = (TAU * ((panel % 8) as f32 + 0.5) / 8.0).sin_cos();
        Vec3::new(at.x * cos, at.y, at.x * sin)
    };
    for (panel, pair) in (0..8).flat_map(|panel| outline.windows(2).map(move |pair| (panel, pair)))
    {
        let (along, middle) = (pair[1] - pair[0], TAU * (panel as f32 + 1.0) / 8.0);
        let normal = Vec3::new(-along.y * middle.cos(), along.x, -along.y * middle.sin());
        let order = [(0, panel), (0, panel + 1), (1, panel + 1), (1, panel)];
        model.quad(
            order.map(|(end, panel)| corner(panel, pair[end])),
            [normal; 4],
            CANVAS,
        );
    }
    model.node = "trim";
    for panel in 0..8 {
        let under = |part: &f32| {
            let [radius, height] = sagging(*part);
            corner(
                panel,
                Vec2::new((radius - thick).max(0.0), height - 1.6 * thick),
            )
        };
        let rib: Vec<Vec3> = parts.iter().map(under).collect();
        model.tube(&rib, 0.008, TEAK);
        let strut = [
            Vec3::new(0.0, 1.75, 0.0),
            corner(panel, Vec2::new(0.6 * wide, rim + 0.02)),
        ];
        model.tube(&strut, 0.008, TEAK);
    }
}
