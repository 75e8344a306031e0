//! The props of a terrace: loungers with a towel, a parasol, a table, planters, a rail over the rim, a ball, cypresses on the lawn; and the
//! hedge around them. `examples/terrace.rs` models them around a pool of 6 m × 6 m; around another pool each keeps its size and its
//! distance from a corner of the pool or of the paving.

use super::plan::Plan;
use crate::gl::{Buffer, Faces, Gl, GlError, Program};
use crate::glb::{self, GlbError, Part};
use glam::{Vec2, Vec3};
use std::ops::Range;

const FILE: &[u8] = include_bytes!("../../../../textures/terrace.glb");

/// Half extents of the pool around which they are modelled.
const MODELLED: Vec2 = Vec2::splat(3.0);

/// Middle of the ball where they are modelled, on the ground at height 0, and its radius.
const BALL: (Vec3, f32) = (Vec3::new(4.25, 0.18, -1.9), 0.18);

/// The place of the parasol's pole where they are modelled, x and z, and the radius of its canvas.
const PARASOL: (Vec2, f32) = (Vec2::new(2.2, -5.55), 1.45);

/// Height of the lantern on the pole.
const LANTERN: f32 = 1.68;

/// Number of floats of a vertex's attributes, as in `environment/props.vert`: position, normal, albedo, kind.
const ATTRIBUTES: [usize; 4] = [3, 3, 3, 1];

/// Triangles that are drawn together, in the order of the buffer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Solid,
    /// Visible from both sides.
    Cloth,
    Leaves,
    Hedge,
}

impl Group {
    fn of(part: &Part) -> Self {
        match () {
            () if part.node.starts_with("hedge") => Self::Hedge,
            () if part.material.name.starts_with("leaves") => Self::Leaves,
            () if part.material.is_double_sided => Self::Cloth,
            () => Self::Solid,
        }
    }
}

/// The props on the GPU.
pub(super) struct Props {
    buffer: Buffer,
    /// Triangles of each group.
    groups: [Range<usize>; 4],
}

impl Props {
    /// Around a pool of this plan; with the ball or without it.
    pub(super) fn new(gl: &Gl, plan: &Plan, with_ball: bool) -> Result<Self, GlError> {
        // The tests read the built-in file.
        let mut parts = placed(plan, with_ball).unwrap_or_default();
        parts.sort_by_key(Group::of);
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        let mut groups = [const { 0..0 }; 4];
        for part in &parts {
            let first = (vertices.len() / ATTRIBUTES.iter().sum::<usize>()) as u32;
            let (albedo, kind) = (part.material.albedo.to_array(), kind(part));
            for (position, normal) in part.positions.iter().zip(&part.normals) {
                vertices.extend([position.to_array(), normal.to_array(), albedo].as_flattened());
                vertices.push(kind);
            }
            let group = &mut groups[Group::of(part) as usize];
            if group.end == 0 {
                *group = triangles.len()..triangles.len();
            }
            let moved = part
                .triangles
                .iter()
                .map(|corners| corners.map(|corner| first + corner));
            triangles.extend(moved);
            group.end = triangles.len();
        }
        let buffer = Buffer::new(gl, &ATTRIBUTES, &vertices, &triangles)?;
        Ok(Self { buffer, groups })
    }

    /// Draws the solid props and the cloth, or the leaves and the hedge.
    pub(super) fn draw(&self, gl: &Gl, program: &Program, leaves: bool) {
        gl.faces(Faces::Front);
        match leaves {
            false => {
                self.draw_group(program, Group::Solid);
                gl.faces(Faces::All);
                self.draw_group(program, Group::Cloth);
            }
            true => {
                self.draw_group(program, Group::Leaves);
                self.draw_group(program, Group::Hedge);
            }
        }
        gl.faces(Faces::All);
    }

    /// Draws the same triangles without the hedge, from both sides.
    pub(super) fn draw_flat(&self, program: &Program, leaves: bool) {
        let groups: &[Group] = match leaves {
            false => &[Group::Solid, Group::Cloth],
            true => &[Group::Leaves],
        };
        for group in groups {
            self.draw_group(program, *group);
        }
    }

    /// Draws everything, from both sides.
    pub(super) fn draw_all(&self, program: &Program) {
        self.buffer.draw(program, 0..self.buffer.triangles());
    }

    fn draw_group(&self, program: &Program, group: Group) {
        self.buffer
            .draw(program, self.groups[group as usize].clone());
    }
}

/// Kind of a material, as numbered in `environment/props.frag`.
fn kind(part: &Part) -> f32 {
    match &part.material {
        material if material.is_double_sided => 1.0,
        material if material.is_metal => 2.0,
        material if material.name.starts_with("wood") => 3.0,
        _ => 0.0,
    }
}

/// Middle and radius of the ball on the terrace around a pool with these half extents, metres; `None` where it would be out of scale.
pub fn terrace_ball(half: Vec2) -> Option<(Vec3, f32)> {
    let (middle, radius) = BALL;
    let plans = [&Plan::new(MODELLED), &Plan::new(half)];
    let across = moved("pool+", middle.x, |plan| plan.half.x, plans);
    let along = moved("pool-", middle.z, |plan| plan.half.y, plans);
    let place = middle + Vec3::new(across, plans[1].rim(), along);
    plans[1].has_things.then_some((place, radius))
}

/// The place of the parasol's pole around a pool of this plan, x and z, and the radius of its canvas; `None` if there is no parasol.
pub(super) fn parasol(plan: &Plan) -> Option<(Vec2, f32)> {
    let plans = [&Plan::new(MODELLED), plan];
    let (place, radius) = PARASOL;
    let across = moved("pool+", place.x, |plan| plan.half.x, plans);
    let along = moved("pool-", place.y, |plan| plan.half.y, plans);
    let place = place + Vec2::new(across, along);
    plan.has_things.then_some((place, radius))
}

/// Where the lantern on the pole of the parasol is.
pub(super) fn lantern(plan: &Plan) -> Option<Vec3> {
    let (place, _) = parasol(plan)?;
    Some(Vec3::new(place.x, plan.rim() + LANTERN, place.y))
}

/// The props around a pool of this plan, in world coordinates; only the hedge where props would be out of scale.
fn placed(plan: &Plan, with_ball: bool) -> Result<Vec<Part>, GlbError> {
    let modelled = Plan::new(MODELLED);
    let mut parts = glb::read(FILE, &|_| None)?;
    parts.retain(|part| plan.has_things || Group::of(part) == Group::Hedge);
    for part in &mut parts {
        let (middle, radius) = BALL;
        let is_of_ball = |&at: &u32| part.positions[at as usize].distance(middle) < 1.1 * radius;
        (part.triangles).retain(|corners| with_ball || !corners.iter().all(is_of_ball));
        let (along_x, along_z) = part.node.split_once(' ').unwrap_or_default();
        for position in &mut part.positions {
            position.x += moved(along_x, position.x, |plan| plan.half.x, [&modelled, plan]);
            position.z += moved(along_z, position.z, |plan| plan.half.y, [&modelled, plan]);
            position.y += plan.rim();
        }
    }
    Ok(parts)
}

/// How far a place moves along an axis when the first plan becomes the second one, with the part of the terrace that `anchor` names.
fn moved(anchor: &str, place: f32, half: fn(&Plan) -> f32, plans: [&Plan; 2]) -> f32 {
    let side = match anchor.chars().next_back() {
        Some('+') => 1.0,
        Some('-') => -1.0,
        _ => place.signum(),
    };
    let [from, to] = plans.map(|plan| {
        half(plan)
            + match anchor.trim_end_matches(['+', '-']) {
                "paving" => plan.rings[0],
                "hedge" => plan.rings[1],
                _ => 0.0,
            }
    });
    side * (to - from)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let parts = placed(&plan, true).expect("a file that can be read");
            let triangles: usize = parts.iter().map(|part| part.triangles.len()).sum();
            assert!((4000..20_000).contains(&triangles), "{triangles}");
            for at in parts.iter().flat_map(|part| &part.positions) {
                let over = (half - Vec2::new(at.x, at.z).abs()).min_element();
                let is_canvas = at.y > plan.rim() + 1.7;
                assert!(over < 0.2 || is_canvas, "{at} is {over} m over the water");
                assert!(
                    at.y > plan.rim() - 0.003
                        && at.y <= plan.things_top().max(plan.rim() + plan.height)
                );
                let ground = Vec2::new(at.x, at.z).abs();
                assert!(ground.cmple(plan.extent() + 1e-4).all(), "{at}");
            }
        }
    }

    #[test]
    fn the_hedge_of_any_pool_is_where_the_plan_says() {
        for half in [Vec2::splat(0.5), Vec2::new(3.0, 9.0), Vec2::splat(150.0)] {
            let plan = Plan::new(half);
            let mut parts = placed(&plan, true).expect("a file that can be read");
            parts.retain(|part| Group::of(part) == Group::Hedge);
            assert!(!parts.is_empty());
            let inner = half + plan.rings[1];
            for at in parts.iter().flat_map(|part| &part.positions) {
                let out = Vec2::new(at.x, at.z).abs() - inner;
                assert!(out.max_element() > -1e-3, "{at}");
            }
        }
    }

    #[test]
    fn beside_a_basin_or_a_lake_there_is_the_hedge_alone() {
        for length in [1.0, 300.0] {
            let parts = placed(&Plan::new(Vec2::splat(0.5 * length)), true).expect("readable");
            assert!(!parts.is_empty() && parts.iter().all(|part| Group::of(part) == Group::Hedge));
        }
    }

    #[test]
    fn the_ball_is_where_it_is_said_to_be_and_can_be_left_out_alone() {
        for half in [Vec2::splat(3.0), Vec2::new(6.0, 2.0), Vec2::splat(1.0)] {
            let plan = Plan::new(half);
            let (middle, radius) = terrace_ball(half).expect("in scale");
            let triangles = |with_ball| -> Vec<[Vec3; 3]> {
                let parts = placed(&plan, with_ball).expect("a file that can be read");
                let corners = parts.iter().flat_map(|part| {
                    let triangles = part.triangles.iter();
                    triangles.map(|corners| corners.map(|at| part.positions[at as usize]))
                });
                corners.collect()
            };
            let (with, without) = (triangles(true), triangles(false));
            let on_ball = |corners: &&[Vec3; 3]| {
                let off = corners.map(|at| (at.distance(middle) - radius).abs());
                off.iter().all(|off| *off < 1e-3)
            };
            // 24 · 12 quads, of which those at the poles are triangles.
            let count = with.iter().filter(on_ball).count();
            assert!((24 * 2 * 11..24 * 2 * 12).contains(&count), "{count}");
            assert_eq!(with.len() - without.len(), count);
            assert_eq!(without.iter().filter(on_ball).count(), 0);
        }
        assert!(terrace_ball(Vec2::splat(0.5)).is_none());
    }
}
