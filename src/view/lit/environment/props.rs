//! The props of a terrace: loungers with a towel, a parasol, a table, planters, a rail over the rim, a ball, cypresses on the lawn; and the
//! hedge around them. `examples/terrace.rs` models them around a pool of 6 m × 6 m; around another pool each keeps its size and its
//! distance from a corner of the pool or of the paving.

use super::plan::Plan;
use crate::gl::{Buffer, Faces, Gl, GlError, Program};
use crate::glb::{self, GlbError, Part};
use glam::{Vec2, Vec3, Vec3Swizzles};
use std::ops::Range;

const FILE: &[u8] = include_bytes!("../../../../textures/terrace.glb");

/// Half extents of the pool around which they are modelled.
const MODELLED: Vec2 = Vec2::splat(3.0);

/// A prop that can be picked up, and is one of the bodies then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LooseProp {
    /// The key of the setting that says whether it is there.
    pub key: &'static str,
    /// The name of its shape as a body.
    pub shape: &'static str,
    /// The size of that body, metres.
    pub size: f64,
    /// The density of that body, kg/m³; `None`: that of the shape.
    pub density: Option<f64>,
    /// The colour of that body, sRGB; `None`: that of the shape.
    pub colour: Option<[u8; 3]>,
    /// Its rotation about the vertical, radians.
    pub turn: f64,
    /// The part of the terrace with which it moves along x and along z.
    anchors: [&'static str; 2],
    /// The middle of its foot where it is modelled, x and z.
    at: Vec2,
}

/// The props that can be picked up.
pub const LOOSE_PROPS: [LooseProp; 5] = [
    LooseProp {
        key: "ball",
        shape: "ball",
        size: 0.36,
        density: Some(60.0),
        colour: Some([206, 111, 85]),
        turn: 0.7,
        anchors: ["pool+", "pool-"],
        at: Vec2::new(4.25, -1.9),
    },
    LooseProp {
        key: "parasol",
        shape: "parasol",
        size: 2.685,
        density: None,
        colour: None,
        turn: 0.2,
        anchors: ["pool+", "pool-"],
        at: Vec2::new(2.2, -5.55),
    },
    LooseProp::pot(
        "large_pot",
        1.0,
        ["pool-", "pool-"],
        Vec2::new(-3.95, -4.35),
    ),
    LooseProp::pot(
        "small_pot",
        0.72,
        ["pool-", "pool-"],
        Vec2::new(-4.65, -3.75),
    ),
    LooseProp::pot("near_pot", 0.85, ["pool+", "pool+"], Vec2::new(4.75, 3.2)),
];

/// Which of them are there.
pub type LoosePropsThere = [bool; LOOSE_PROPS.len()];

/// The radius of the parasol's canvas.
const CANVAS_RADIUS: f32 = 1.45;

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
    /// Around a pool of this plan.
    pub(super) fn new(gl: &Gl, plan: &Plan, there: LoosePropsThere) -> Result<Self, GlError> {
        // The tests read the built-in file.
        let mut parts = placed(plan, there).unwrap_or_default();
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
        _ if Group::of(part) == Group::Hedge => 4.0,
        _ => 0.0,
    }
}

impl LooseProp {
    const fn pot(key: &'static str, scale: f64, anchors: [&'static str; 2], at: Vec2) -> Self {
        Self {
            key,
            shape: "pot",
            size: 1.37 * scale,
            density: None,
            colour: None,
            turn: 0.0,
            anchors,
            at,
        }
    }

    /// The middle of its foot around a pool with these half extents, metres; `None` where it would be out of scale.
    pub fn foot(&self, half: Vec2) -> Option<Vec3> {
        self.foot_around(&Plan::new(half))
    }

    fn foot_around(&self, plan: &Plan) -> Option<Vec3> {
        let plans = [&Plan::new(MODELLED), plan];
        let [across, along] = self.anchors;
        let x = self.at.x + moved(across, self.at.x, |plan| plan.half.x, plans);
        let z = self.at.y + moved(along, self.at.y, |plan| plan.half.y, plans);
        (plan.has_things).then_some(Vec3::new(x, plan.rim(), z))
    }
}

/// The place of the parasol's pole around a pool of this plan, x and z, and the radius of its canvas; `None` if there is no parasol.
pub(super) fn parasol(plan: &Plan, there: LoosePropsThere) -> Option<(Vec2, f32)> {
    let index = LOOSE_PROPS.iter().position(|prop| prop.key == "parasol")?;
    let foot = LOOSE_PROPS[index]
        .foot_around(plan)
        .filter(|_| there[index])?;
    Some((foot.xz(), CANVAS_RADIUS))
}

/// Where the lantern on the pole of the parasol is.
pub(super) fn lantern(plan: &Plan, there: LoosePropsThere) -> Option<Vec3> {
    let (place, _) = parasol(plan, there)?;
    Some(Vec3::new(place.x, plan.rim() + LANTERN, place.y))
}

/// The triangles of each part of the props and of the hedge around a pool with these half extents, in the world, metres; `there` says
/// which of [`LOOSE_PROPS`] are among them.
pub fn terrace_props(half: Vec2, there: LoosePropsThere) -> Vec<(Vec<Vec3>, Vec<[u32; 3]>)> {
    // The tests read the built-in file.
    let parts = placed(&Plan::new(half), there).unwrap_or_default();
    let triangles = |part: Part| (part.positions, part.triangles);
    parts.into_iter().map(triangles).collect()
}

/// The props around a pool of this plan, in world coordinates; only the hedge where props would be out of scale.
fn placed(plan: &Plan, there: LoosePropsThere) -> Result<Vec<Part>, GlbError> {
    let modelled = Plan::new(MODELLED);
    let mut parts = glb::read(FILE, &|_| None)?;
    parts.retain(|part| {
        let key = part.node.split(' ').nth(2);
        let loose = LOOSE_PROPS.iter().zip(there);
        let is_taken = |(prop, there): (&LooseProp, bool)| Some(prop.key) == key && !there;
        plan.has_things && !loose.into_iter().any(is_taken) || Group::of(part) == Group::Hedge
    });
    for part in &mut parts {
        let mut anchors = part.node.split(' ');
        let [along_x, along_z] = [anchors.next(), anchors.next()].map(Option::unwrap_or_default);
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

    const ALL: LoosePropsThere = [true; LOOSE_PROPS.len()];

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
            let parts = placed(&plan, ALL).expect("a file that can be read");
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
            let mut parts = placed(&plan, ALL).expect("a file that can be read");
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
            let parts = placed(&Plan::new(Vec2::splat(0.5 * length)), ALL).expect("readable");
            assert!(!parts.is_empty() && parts.iter().all(|part| Group::of(part) == Group::Hedge));
        }
    }

    /// Lowest and highest corner of what is there with all loose props, and not without one of them.
    fn bounds_of(plan: &Plan, index: usize) -> (Vec3, Vec3) {
        let mut there = ALL;
        there[index] = false;
        let parts = |there| placed(plan, there).expect("a file that can be read");
        let without: Vec<String> = parts(there).into_iter().map(|part| part.node).collect();
        let taken = parts(ALL).into_iter();
        let taken = taken.filter(|part| !without.contains(&part.node));
        let taken = taken.flat_map(|part| part.positions);
        let ends = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        taken.fold(ends, |(low, high), at| (low.min(at), high.max(at)))
    }

    #[test]
    fn a_loose_prop_that_is_left_out_is_as_large_as_its_body_and_where_that_appears() {
        for half in [Vec2::splat(3.0), Vec2::new(6.0, 2.0), Vec2::splat(1.0)] {
            let plan = Plan::new(half);
            for (index, prop) in LOOSE_PROPS.iter().enumerate() {
                let (low, high) = bounds_of(&plan, index);
                let foot = prop.foot(half).expect("in scale");
                let (name, tall) = (prop.key, high.y - low.y);
                assert!(
                    (tall / prop.size as f32 - 1.0).abs() < 0.01,
                    "{name}: {tall}"
                );
                assert!((low.y - foot.y).abs() < 1e-3, "{name}: {low}, {foot}");
                let middle = 0.5 * (low + high);
                assert!(
                    middle.xz().distance(foot.xz()) < 0.02,
                    "{name}: {middle}, {foot}"
                );
            }
        }
        assert!(LOOSE_PROPS[0].foot(Vec2::splat(0.5)).is_none());
    }
}
