//! Models colonies of coral, and writes them to `textures/corals.glb`, or to the file that is named: one node for each kind, about 1 m in
//! radius, growing up from the origin.

#[allow(dead_code)]
mod model;

use anyhow::{Context, Result};
use model::{Material, Model};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f32::consts::{FRAC_PI_2, TAU};
use waterlab::glam::{Quat, Vec3};

const CORAL: Material = ("coral", [0.5, 0.5, 0.5], false, false);

fn main() -> Result<()> {
    let path = std::env::args().nth(1);
    let path = path.unwrap_or_else(|| "textures/corals.glb".into());
    type Build = fn(&mut Model, &mut Pcg64Mcg);
    let kinds: [(&str, Build); 4] = [
        ("branching", branching),
        ("table", table),
        ("brain", brain),
        ("pillars", pillars),
    ];
    let mut model = Model::default();
    for (name, build) in kinds {
        model.node = name;
        build(&mut model, &mut Pcg64Mcg::seed_from_u64(7));
    }
    std::fs::write(&path, model.glb("examples/corals.rs")?)
        .with_context(|| format!("can't write {path}"))
}

/// A branch that tapers from one radius to another and ends in a cap, with this many sides.
fn branch(model: &mut Model, [from, to]: [Vec3; 2], [thick, thin]: [f32; 2], sides: usize) {
    let along = (to - from).normalize();
    let across = along.any_orthonormal_vector();
    // Rings from the foot to the tip: place on the axis, radius, share of the normal along the axis.
    let rings = [
        (from, thick, 0.0),
        (to, thin, 0.2),
        (to + 0.7 * thin * along, 0.65 * thin, 0.75),
        (to + thin * along, 0.0, 1.0),
    ];
    let at = |(middle, radius, lean): (Vec3, f32, f32), side: usize| {
        let turn = TAU * (side % sides) as f32 / sides as f32;
        let out = Quat::from_axis_angle(along, turn) * across;
        (middle + radius * out, out.lerp(along, lean).normalize())
    };
    for pair in rings.windows(2) {
        for side in 0..sides {
            let corners = [(0, side), (0, side + 1), (1, side + 1), (1, side)];
            let corners = corners.map(|(ring, side)| at(pair[ring], side));
            model.quad(
                corners.map(|corner| corner.0),
                corners.map(|corner| corner.1),
                CORAL,
            );
        }
    }
}

/// A thicket that forks three times.
fn branching(model: &mut Model, random: &mut Pcg64Mcg) {
    for first in 0..7 {
        let turn = TAU * (first as f32 + random.random_range(-0.3..0.3)) / 7.0;
        let up: f32 = random.random_range(0.5..1.2);
        let along = Vec3::new(turn.cos() * up.cos(), up.sin(), turn.sin() * up.cos());
        fork(model, random, Vec3::ZERO, along, 0.52, 0);
    }
}

/// A branch from a place along a unit vector, and those that it forks into.
fn fork(
    model: &mut Model,
    random: &mut Pcg64Mcg,
    from: Vec3,
    along: Vec3,
    length: f32,
    depth: usize,
) {
    const RADII: [f32; 4] = [0.085, 0.062, 0.046, 0.026];
    let length = length * random.random_range(0.8..1.2);
    let to = from + length * along;
    branch(model, [from, to], [RADII[depth], RADII[depth + 1]], 5);
    let count = [3, 2, 0][depth];
    let begin = random.random_range(0.0..TAU);
    for next in 0..count {
        let turn = begin + TAU * next as f32 / count as f32;
        let aside = along.any_orthonormal_vector();
        let aside = Quat::from_axis_angle(along, turn) * aside;
        let lean = random.random_range(0.5..0.8);
        // Toward the light.
        let onward = (along + lean * aside + 0.3 * Vec3::Y).normalize();
        fork(model, random, to, onward, 0.66 * length, depth + 1);
    }
}

/// A plate with a wavy rim on a stalk.
fn table(model: &mut Model, _: &mut Pcg64Mcg) {
    model.lathe(
        &[[0.3, -0.1], [0.17, 0.08], [0.16, 0.25], [0.36, 0.43]],
        12,
        CORAL,
    );
    let at = |turn: f32, along: f32| {
        // From the middle of the top out to the rim, and back below it.
        let (out, below) = match along < 0.6 {
            true => (along / 0.6, 0.0),
            false => ((1.0 - along) / 0.4 * 0.75 + 0.25, 1.0),
        };
        let angle = -TAU * turn;
        let rim = 1.0 + 0.10 * (3.0 * angle + 1.0).sin() + 0.05 * (7.0 * angle).sin();
        let high = 0.47 + out * out * (0.06 + 0.05 * (4.0 * angle + 2.0).sin());
        let thick = 0.07 * (1.0 - 0.6 * out * out);
        let radius = out * rim;
        Vec3::new(
            radius * angle.cos(),
            high - below * thick,
            radius * angle.sin(),
        )
    };
    model.patch(
        [40, 10],
        |u, v| at(u, (1.0 - v).clamp(0.0, 1.0)),
        |_, _| CORAL,
    );
}

/// A head with low lobes.
fn brain(model: &mut Model, _: &mut Pcg64Mcg) {
    let at = |turn: f32, up: f32| {
        let (angle, rise) = (-TAU * turn, FRAC_PI_2 * (1.3 * up - 0.3));
        let lobes = 0.05 * (3.0 * angle).sin() * rise.cos() + 0.04 * (5.0 * rise).cos();
        let radius = 0.95 + lobes;
        Vec3::new(
            radius * rise.cos() * angle.cos(),
            0.6 * radius * rise.sin(),
            radius * rise.cos() * angle.sin(),
        )
    };
    model.patch([28, 14], at, |_, _| CORAL);
}

/// Blunt fingers of different height.
fn pillars(model: &mut Model, random: &mut Pcg64Mcg) {
    for index in 0..13 {
        // A sunflower's spiral.
        let away = 0.7 * (index as f32 / 13.0).sqrt();
        let foot = away * Vec3::new((2.4 * index as f32).cos(), 0.0, (2.4 * index as f32).sin());
        let high = random.random_range(0.55..1.0) * (1.25 - 0.7 * away);
        let top = 1.35 * foot + high * Vec3::Y;
        let thin = random.random_range(0.10..0.15);
        branch(model, [foot, top], [1.2 * thin, thin], 9);
    }
}
