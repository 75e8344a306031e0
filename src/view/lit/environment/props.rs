//! The props of a terrace, modelled in metres: loungers with a towel, a parasol, a table, planters, a rail over the rim, a ball,
//! cypresses on the lawn; and the hedge around them. Each is placed relative to a corner of the pool, so that pools of any shape get the
//! same corner.

use super::mesh::{Kind, Material, Mesh};
use super::plan::Plan;
use glam::{Affine3A, Quat, Vec2, Vec3};
use std::f32::consts::{PI, TAU};

const TEAK: Material = Material([0.30, 0.17, 0.085], Kind::Wood);
const CUSHION: Material = Material([0.62, 0.59, 0.53], Kind::Matte);
const CORAL: Material = Material([0.62, 0.16, 0.09], Kind::Matte);
const LINEN: Material = Material([0.66, 0.62, 0.54], Kind::Matte);
const CANVAS: Material = Material([0.68, 0.62, 0.50], Kind::Cloth);
const CONCRETE: Material = Material([0.36, 0.34, 0.31], Kind::Matte);
const STEEL: Material = Material([0.62, 0.61, 0.60], Kind::Steel);
const CLAY: Material = Material([0.42, 0.17, 0.085], Kind::Matte);
const BOX_TREE: Material = Material([0.058, 0.105, 0.028], Kind::Leaves);
const CYPRESS: Material = Material([0.036, 0.064, 0.026], Kind::Leaves);
const HEDGE: Material = Material([0.062, 0.105, 0.031], Kind::Leaves);
const SOIL: Material = Material([0.05, 0.035, 0.025], Kind::Matte);
const SEA_GLASS: Material = Material([0.05, 0.26, 0.27], Kind::Matte);

/// All props in world coordinates: solid props, leaves, the hedge.
pub(super) struct Model {
    pub(super) mesh: Mesh,
    /// Number of vertices of solid props, which come first.
    pub(super) solid: usize,
    /// Number of vertices of all props; the rest belong to the hedge.
    pub(super) things: usize,
}

impl Model {
    pub(super) fn new(plan: &Plan) -> Self {
        let [mut mesh, mut leaves] = [Mesh::default(), Mesh::default()];
        if plan.has_things {
            furnish(&mut mesh, &mut leaves, plan);
        }
        let solid = mesh.count();
        mesh.append(leaves);
        let things = mesh.count();
        hedge(&mut mesh, plan);
        Self {
            mesh,
            solid,
            things,
        }
    }
}

fn furnish(mesh: &mut Mesh, leaves: &mut Mesh, plan: &Plan) {
    // Relative to a corner of the pool: metres outward along x and z, rotation about the vertical in radians.
    let place = |corner: Vec2, outward: Vec2, turn: f32| {
        let ground = corner * plan.half + corner * outward;
        Affine3A::from_rotation_translation(
            Quat::from_rotation_y(turn),
            Vec3::new(ground.x, plan.rim(), ground.y),
        )
    };
    let near_right = Vec2::ONE;
    let far_right = Vec2::new(1.0, -1.0);
    let far_left = Vec2::new(-1.0, -1.0);
    for (outward, turn, with_towel) in [
        (Vec2::new(-1.75, 1.95), 0.10, true),
        (Vec2::new(0.15, 2.0), -0.08, false),
    ] {
        mesh.stand(place(far_right, outward, turn));
        lounger(mesh, with_towel);
    }
    mesh.stand(place(far_right, Vec2::new(-0.8, 2.55), 0.2));
    parasol(mesh);
    mesh.stand(place(far_right, Vec2::new(-0.82, 1.55), 0.0));
    table(mesh);
    for (corner, outward, size) in [
        (far_left, Vec2::new(0.95, 1.35), 1.0),
        (far_left, Vec2::new(1.65, 0.75), 0.72),
        (near_right, Vec2::new(1.75, 0.2), 0.85),
    ] {
        let place = place(corner, outward, 0.0);
        mesh.stand(place);
        pot(mesh, size);
        leaves.stand(place);
        leaves.ball(0.93 * size, 0.44 * size, 20, BOX_TREE);
    }
    mesh.stand(place(far_right, Vec2::new(1.25, -1.1), 0.7));
    ball(mesh);
    mesh.stand(place(far_left, Vec2::new(0.0, -1.35), 0.0));
    rails(mesh);
    let beyond = plan.rings[0] + 1.2;
    for (corner, outward, tall) in [
        (far_left, Vec2::new(-0.9, beyond + 1.3), 3.2),
        (far_left, Vec2::new(0.3, beyond + 0.5), 2.6),
        (far_right, Vec2::new(beyond + 0.6, 0.9), 2.9),
    ] {
        leaves.stand(place(corner, outward, 0.0));
        cypress(leaves, tall);
    }
}

/// A lounger 2 m long, head away from the pool, feet toward +z.
fn lounger(mesh: &mut Mesh, with_towel: bool) {
    for side in [-1.0, 1.0] {
        let x = side * 0.30;
        mesh.block(
            Vec3::new(x - 0.03, 0.26, -1.0),
            Vec3::new(x + 0.03, 0.33, 1.0),
            0.008,
            TEAK,
        );
        for z in [-0.78, 0.82] {
            mesh.block(
                Vec3::new(x - 0.03, 0.0, z - 0.03),
                Vec3::new(x + 0.03, 0.27, z + 0.03),
                0.006,
                TEAK,
            );
        }
    }
    for z in [-0.97, 0.97] {
        mesh.block(
            Vec3::new(-0.29, 0.27, z - 0.025),
            Vec3::new(0.29, 0.32, z + 0.025),
            0.006,
            TEAK,
        );
    }
    mesh.block(
        Vec3::new(-0.28, 0.32, -0.22),
        Vec3::new(0.28, 0.41, 0.96),
        0.03,
        CUSHION,
    );
    if with_towel {
        // A towel over the lower half and down one side; its stripes are bands.
        for band in 0..7 {
            let z = 0.28 + 0.085 * band as f32;
            let material = if band % 2 == 0 { CORAL } else { LINEN };
            mesh.block(
                Vec3::new(-0.30, 0.405, z),
                Vec3::new(0.30, 0.425, z + 0.085),
                0.006,
                material,
            );
            mesh.block(
                Vec3::new(0.29, 0.16, z),
                Vec3::new(0.345, 0.425, z + 0.085),
                0.006,
                material,
            );
        }
    }
    // The raised back rest.
    let standing = *mesh.place();
    let lean = Affine3A::from_rotation_translation(
        Quat::from_rotation_x(0.72),
        Vec3::new(0.0, 0.34, -0.22),
    );
    mesh.stand(standing * lean);
    mesh.block(
        Vec3::new(-0.28, -0.01, -0.76),
        Vec3::new(0.28, 0.075, -0.01),
        0.03,
        CUSHION,
    );
    mesh.block(
        Vec3::new(-0.20, 0.07, -0.70),
        Vec3::new(0.20, 0.13, -0.46),
        0.03,
        if with_towel { LINEN } else { CORAL },
    );
    mesh.block(
        Vec3::new(-0.30, -0.05, -0.80),
        Vec3::new(0.30, -0.01, -0.01),
        0.008,
        TEAK,
    );
    mesh.stand(standing);
}

/// Eight panels of canvas, 2.9 m across, on a pole.
fn parasol(mesh: &mut Mesh) {
    mesh.lathe(
        &[
            [0.27, 0.0],
            [0.27, 0.05],
            [0.25, 0.07],
            [0.06, 0.10],
            [0.04, 0.30],
            [0.0, 0.30],
        ],
        24,
        CONCRETE,
    );
    mesh.tube(&[Vec3::ZERO, Vec3::new(0.0, 2.62, 0.0)], 0.024, TEAK);
    mesh.ball(2.65, 0.035, 12, TEAK);
    let (top, rim, fall, wide) = (2.58, 2.14, 1.99, 1.45);
    let corner = |panel: usize, radius: f32, y: f32| {
        let angle = TAU * (panel as f32 + 0.5) / 8.0;
        Vec3::new(radius * angle.cos(), y, radius * angle.sin())
    };
    for panel in 0..8 {
        // The canvas sags a little between the ribs.
        let [mut last_left, mut last_right] = [Vec3::new(0.0, top, 0.0); 2];
        for part in 1..=4 {
            let part = part as f32 / 4.0;
            let y = top + (rim - top) * part - 0.07 * (part * PI).sin();
            let [left, right] = [panel, panel + 1].map(|panel| corner(panel, wide * part, y));
            mesh.face([last_left, left, right, last_right], CANVAS);
            [last_left, last_right] = [left, right];
        }
        let [left, right] = [panel, panel + 1].map(|panel| corner(panel, wide, fall));
        mesh.face([last_left, left, right, last_right], CANVAS);
        let rib = [
            Vec3::new(0.0, top - 0.03, 0.0),
            corner(panel, wide, rim - 0.02),
        ];
        mesh.tube(&rib, 0.008, TEAK);
        let strut = [
            Vec3::new(0.0, 1.75, 0.0),
            corner(panel, 0.6 * wide, rim + 0.08),
        ];
        mesh.tube(&strut, 0.008, TEAK);
    }
}

fn table(mesh: &mut Mesh) {
    mesh.lathe(
        &[
            [0.15, 0.0],
            [0.15, 0.015],
            [0.13, 0.025],
            [0.03, 0.04],
            [0.025, 0.42],
        ],
        20,
        TEAK,
    );
    mesh.lathe(
        &[
            [0.0, 0.42],
            [0.27, 0.42],
            [0.28, 0.43],
            [0.28, 0.445],
            [0.27, 0.455],
            [0.0, 0.455],
        ],
        24,
        TEAK,
    );
    let standing = *mesh.place();
    mesh.stand(standing * Affine3A::from_translation(Vec3::new(0.07, 0.455, 0.05)));
    mesh.lathe(
        &[
            [0.05, 0.0],
            [0.065, 0.05],
            [0.05, 0.13],
            [0.028, 0.18],
            [0.04, 0.22],
        ],
        16,
        SEA_GLASS,
    );
    mesh.stand(standing * Affine3A::from_translation(Vec3::new(-0.09, 0.455, -0.06)));
    mesh.lathe(&[[0.03, 0.0], [0.036, 0.11]], 14, SEA_GLASS);
    mesh.stand(standing);
}

/// A clay pot filled with soil.
fn pot(mesh: &mut Mesh, size: f32) {
    let pot = [
        [0.22, 0.0],
        [0.22, 0.0],
        [0.24, 0.03],
        [0.31, 0.40],
        [0.33, 0.46],
        [0.33, 0.46],
        [0.37, 0.47],
        [0.375, 0.50],
        [0.37, 0.55],
        [0.36, 0.56],
        [0.31, 0.56],
        [0.31, 0.56],
        [0.30, 0.50],
    ];
    mesh.lathe(
        &pot.map(|place| place.map(|metres| metres * size)),
        28,
        CLAY,
    );
    mesh.lathe(
        &[[0.31, 0.51], [0.0, 0.51]].map(|place| place.map(|metres| metres * size)),
        20,
        SOIL,
    );
}

/// A ball of six panels, 36 cm in diameter.
fn ball(mesh: &mut Mesh) {
    let (radius, sides, rows) = (0.18, 24, 12);
    let at = |side: usize, row: usize| {
        let (turn, up) = (
            TAU * side as f32 / sides as f32,
            PI * row as f32 / rows as f32,
        );
        // Tilted.
        Quat::from_rotation_z(0.6)
            * Vec3::new(turn.cos() * up.sin(), -up.cos(), turn.sin() * up.sin())
    };
    for side in 0..sides {
        let material = [CORAL, LINEN, SEA_GLASS, LINEN, CORAL, LINEN][side / 4];
        for row in 0..rows {
            let normals = [
                at(side, row),
                at(side, row + 1),
                at(side + 1, row + 1),
                at(side + 1, row),
            ];
            mesh.quad(
                normals.map(|normal| radius * (normal + Vec3::Y)),
                normals,
                material,
            );
        }
    }
}

/// Two bent tubes as handrails over the rim on the pool's −x side; both ends stand on the deck.
fn rails(mesh: &mut Mesh) {
    for z in [-0.27, 0.27] {
        let path: Vec<Vec3> = [
            [-0.62, 0.0],
            [-0.62, 0.30],
            [-0.61, 0.60],
            [-0.57, 0.74],
            [-0.47, 0.82],
            [-0.33, 0.84],
            [-0.15, 0.82],
            [0.02, 0.76],
            [0.13, 0.67],
            [0.17, 0.55],
            [0.15, 0.42],
            [0.06, 0.30],
            [-0.06, 0.20],
            [-0.13, 0.10],
            [-0.14, 0.0],
        ]
        .map(|[x, y]| Vec3::new(x, y, z))
        .to_vec();
        mesh.tube(&rounded(&path), 0.021, STEEL);
        for x in [-0.62, -0.14] {
            let standing = *mesh.place();
            mesh.stand(standing * Affine3A::from_translation(Vec3::new(x, 0.0, z)));
            mesh.lathe(&[[0.05, 0.0], [0.05, 0.012], [0.022, 0.022]], 16, STEEL);
            mesh.stand(standing);
        }
    }
}

/// Four points for each point of a path, on the curve through them (Catmull and Rom 1974).
fn rounded(path: &[Vec3]) -> Vec<Vec3> {
    const STEPS: usize = 4;
    let last = path.len().saturating_sub(1);
    (0..=STEPS * last)
        .map(|step| {
            let (from, t) = (step / STEPS, (step % STEPS) as f32 / STEPS as f32);
            let [a, b, c, d] = [
                from.saturating_sub(1),
                from,
                (from + 1).min(last),
                (from + 2).min(last),
            ]
            .map(|index| path[index]);
            let [linear, square, cube] = [
                c - a,
                2.0 * a - 5.0 * b + 4.0 * c - d,
                3.0 * (b - c) + d - a,
            ];
            b + 0.5 * t * (linear + t * (square + t * cube))
        })
        .collect()
}

fn cypress(mesh: &mut Mesh, tall: f32) {
    let outline: Vec<[f32; 2]> = (0..=12)
        .map(|row| {
            let part = row as f32 / 12.0;
            // Widest at a third of its height, broad at its foot, and a little uneven.
            let wide = (PI * (0.13 + 0.87 * part).powf(0.62))
                .sin()
                .max(0.0)
                .powf(0.8);
            let uneven = 1.0 + 0.07 * (11.0 * part).sin() + 0.04 * (29.0 * part).sin();
            [0.15 * tall * wide * uneven, tall * part]
        })
        .collect();
    mesh.lathe(&outline, 18, CYPRESS);
}

/// Four clipped blocks about the lawn.
fn hedge(mesh: &mut Mesh, plan: &Plan) {
    mesh.stand(Affine3A::IDENTITY);
    let [_, inner, outer] = plan.rings.map(|ring| plan.half + ring);
    let (foot, top) = (plan.rim() - 0.002, plan.rim() + plan.height);
    let bevel = 0.09;
    for side in [-1.0, 1.0] {
        let mut block = |from: Vec2, to: Vec2| {
            let [from, to] = [from.min(to), from.max(to)];
            mesh.block(
                Vec3::new(from.x, foot, from.y),
                Vec3::new(to.x, top, to.y),
                bevel,
                HEDGE,
            );
        };
        block(
            Vec2::new(side * inner.x, -outer.y),
            Vec2::new(side * outer.x, outer.y),
        );
        block(
            Vec2::new(-inner.x - bevel, side * inner.y),
            Vec2::new(inner.x + bevel, side * outer.y),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(mesh: &Mesh) -> impl Iterator<Item = Vec3> {
        mesh.texels()
            .chunks(2)
            .map(|pair| Vec3::new(pair[0][0], pair[0][1], pair[0][2]))
    }

    #[test]
    fn nothing_hangs_over_the_water_but_the_rails_and_all_stands_on_the_ground_within_the_hedge() {
        for (half, length) in [
            (Vec2::ONE, 6.0),
            (Vec2::new(1.0, 0.25), 6.0),
            (Vec2::ONE, 25.0),
            (Vec2::new(0.25, 1.0), 12.0),
        ] {
            let half = 0.5 * length * half;
            let plan = Plan::new(half);
            let Model { mesh, things, .. } = Model::new(&plan);
            assert!(
                things > 1000 && mesh.count() < 60_000,
                "{things} {}",
                mesh.count()
            );
            for at in places(&mesh) {
                let over = (half - Vec2::new(at.x, at.z).abs()).min_element();
                let is_canvas = at.y > plan.rim() + 1.7;
                assert!(over < 0.2 || is_canvas, "{at} is {over} m over the water");
                assert!(
                    at.y > plan.rim() - 0.003
                        && at.y <= plan.things_top().max(plan.rim() + plan.height)
                );
                assert!(
                    Vec2::new(at.x, at.z)
                        .abs()
                        .cmple(plan.extent() + 1e-4)
                        .all(),
                    "{at}"
                );
            }
        }
    }

    #[test]
    fn beside_a_basin_or_a_lake_there_is_the_hedge_alone() {
        for length in [1.0, 300.0] {
            let Model { mesh, things, .. } = Model::new(&Plan::new(Vec2::splat(0.5 * length)));
            assert_eq!(things, 0);
            assert!(mesh.count() > 0);
        }
    }
}
