//! `Contacts`: bodies touch each other and what stands around them, by rapier3d.
//!
//! The forces of the water and gravity change velocities before; rapier3d moves the bodies with them and stops them where they touch.

use crate::body::{Body, BodyState, Shape};
use crate::force::{GRAVITY, WATER_DENSITY};
use crate::hull::Hull;
use crate::surroundings::Surroundings;
use glam::{DQuat, DVec3};
use rapier3d::prelude::*;

/// Deceleration of what rolls on the ground by its weight (wood on stone), as a part of gravity. rapier3d keeps the contact points of a
/// body that turns by less than 1° in a step, which drives a capsule on: this is more.
const ROLLING_RESISTANCE: f64 = 0.02;

/// Speed below which nothing bounces, m/s, and in the velocity that gravity adds in a step: a body that returns as fast as it left, and one
/// step later, would bounce for ever.
const MIN_BOUNCE: f64 = 0.5;
const MIN_BOUNCE_STEPS: f64 = 4.0;

/// Density below which a body is a ball full of air, which bounces well, kg/m³.
const LIGHT: f64 = 150.0;

/// What rapier keeps.
#[derive(Default)]
pub(crate) struct Contacts {
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: DefaultBroadPhase,
    narrow: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    joints: ImpulseJointSet,
    multibody: MultibodyJointSet,
    ccd: CCDSolver,
    surroundings: Option<RigidBodyHandle>,
    /// The uneven floor among the surroundings.
    ground: Option<ColliderHandle>,
}

fn vector(from: DVec3) -> Vector {
    from.as_vec3().to_array().into()
}

fn pose(state: &BodyState) -> Pose {
    let rotation = Rotation::from_array(state.rotation.as_quat().to_array());
    Pose::from_parts(vector(state.position), rotation)
}

/// The convex hulls of the parts of a mesh: the pole of a parasol and its canvas are not one cone.
fn solid(hull: &Hull) -> SharedShape {
    let part = |points: &Vec<DVec3>| {
        let points: Vec<_> = points.iter().map(|&at| vector(at)).collect();
        SharedShape::convex_hull(&points)
    };
    let parts: Vec<_> = hull.parts().iter().filter_map(part).collect();
    match parts.is_empty() {
        true => SharedShape::ball(hull.radius() as f32),
        // Also of a single part: the bounds of a compound are those of a box, which are fast to compute.
        false => SharedShape::compound(
            parts
                .into_iter()
                .map(|part| (Pose::IDENTITY, part))
                .collect(),
        ),
    }
}

impl Contacts {
    /// Replaces the surroundings.
    pub(crate) fn build(&mut self, surroundings: &Surroundings) {
        self.ground = None;
        if let Some(before) = self.surroundings.take() {
            self.remove(before);
        }
        let fixed = self.bodies.insert(RigidBodyBuilder::fixed());
        for collider in surroundings.colliders() {
            self.colliders
                .insert_with_parent(collider, fixed, &mut self.bodies);
        }
        self.surroundings = Some(fixed);
        self.build_ground(surroundings);
    }

    /// Replaces the uneven floor.
    pub(crate) fn build_ground(&mut self, surroundings: &Surroundings) {
        if let Some(before) = self.ground.take() {
            self.colliders
                .remove(before, &mut self.islands, &mut self.bodies, true);
        }
        let fixed = self.surroundings;
        self.ground = surroundings
            .ground_collider()
            .zip(fixed)
            .map(|(ground, fixed)| {
                self.colliders
                    .insert_with_parent(ground, fixed, &mut self.bodies)
            });
    }

    /// Adds a body.
    pub(crate) fn insert(&mut self, body: &Body) -> RigidBodyHandle {
        let hull = body.hull();
        let inertia = hull.inertia() * body.density();
        let inertia = Matrix::from_cols_array(&inertia.to_cols_array().map(|cell| cell as f32));
        let mass = MassProperties::with_inertia_matrix(Vector::ZERO, body.mass() as f32, inertia);
        let rigid = RigidBodyBuilder::dynamic()
            .additional_mass_properties(mass)
            .can_sleep(false)
            .ccd_enabled(true);
        let handle = self.bodies.insert(rigid);
        let shape = match body.shape() {
            Shape::Ball { diameter } => SharedShape::ball(0.5 * *diameter as f32),
            Shape::Box { size } => {
                let half = vector(*size * 0.5);
                SharedShape::cuboid(half.x, half.y, half.z)
            }
            Shape::Capsule { length, diameter } => {
                SharedShape::capsule_y(0.5 * (length - diameter) as f32, 0.5 * *diameter as f32)
            }
            Shape::Mesh { .. } => solid(hull),
        };
        let collider = ColliderBuilder::new(shape)
            .density(0.0)
            .friction(0.5)
            .restitution_combine_rule(CoefficientCombineRule::Max);
        self.colliders
            .insert_with_parent(collider, handle, &mut self.bodies);
        self.place(handle, body);
        handle
    }

    /// Takes a body out.
    pub(crate) fn remove(&mut self, handle: RigidBodyHandle) {
        self.bodies.remove(
            handle,
            &mut self.islands,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody,
            true,
        );
    }

    /// Sets place and motion of a body.
    pub(crate) fn place(&mut self, handle: RigidBodyHandle, body: &Body) {
        if let Some(rigid) = self.bodies.get_mut(handle) {
            rigid.set_position(pose(&body.state), true);
            rigid.set_linvel(vector(body.state.velocity), true);
            rigid.set_angvel(vector(body.state.spin), true);
        }
    }

    /// Sets the motion of a body for the next step.
    pub(crate) fn set(&mut self, handle: RigidBodyHandle, body: &Body, seconds: f64) {
        let state = &body.state;
        let bouncy = if body.density() < LIGHT { 0.7 } else { 0.3 };
        if let Some(rigid) = self.bodies.get_mut(handle) {
            rigid.set_linvel(vector(state.velocity), true);
            rigid.set_angvel(vector(state.spin), true);
            // What rests on the ground gets the velocity of gravity in each step, from which it must not bounce.
            let least = MIN_BOUNCE.max(MIN_BOUNCE_STEPS * GRAVITY * seconds);
            let bounces = state.velocity.length() > least;
            for &collider in rigid.colliders() {
                if let Some(collider) = self.colliders.get_mut(collider) {
                    collider.set_restitution(if bounces { bouncy } else { 0.0 });
                }
            }
        }
    }

    /// Reads place and motion of a body after a step; `wet` is the part of it below the surface.
    pub(crate) fn read(&self, handle: RigidBodyHandle, body: &mut Body, wet: f64, seconds: f64) {
        let Some(rigid) = self.bodies.get(handle) else {
            return;
        };
        let double = |from: Vector| DVec3::from(from.to_array().map(f64::from));
        let state = BodyState {
            position: double(rigid.translation()),
            rotation: DQuat::from_array(rigid.rotation().to_array().map(f64::from)).normalize(),
            velocity: double(rigid.linvel()),
            spin: double(rigid.angvel()),
        };
        if !state.is_finite() {
            return;
        }
        body.state = state;
        // Below the surface or outside of the water.
        let swims = (0.01..0.99).contains(&wet);
        if !swims && self.touches_surroundings(rigid) {
            let weight = GRAVITY * (1.0 - wet * WATER_DENSITY / body.density()).abs();
            let change = ROLLING_RESISTANCE * weight * seconds;
            // A speed of 0 gives minus infinity, or what is not a number.
            let slower = |speed: f64| (1.0 - change / speed).max(0.0);
            let speed = state.velocity.length();
            let rim = state.spin.length() * body.hull().radius();
            body.state.velocity *= slower(speed);
            body.state.spin *= slower(speed.max(rim));
        }
    }

    fn touches_surroundings(&self, rigid: &RigidBody) -> bool {
        rigid.colliders().iter().any(|&collider| {
            self.narrow.contact_pairs_with(collider).any(|pair| {
                let fixed = [pair.collider1, pair.collider2]
                    .into_iter()
                    .any(|collider| {
                        let collider = self.colliders.get(collider);
                        collider.and_then(Collider::parent) == self.surroundings
                    });
                fixed && pair.has_any_active_contact()
            })
        })
    }

    /// Moves all bodies and resolves their contacts.
    pub(crate) fn step(&mut self, seconds: f64) {
        let parameters = IntegrationParameters {
            dt: seconds as f32,
            // Gravity has acted when the step begins. Sub-steps would let what rests fall first and rise then.
            num_solver_iterations: 1,
            num_internal_pgs_iterations: 8,
            ..IntegrationParameters::default()
        };
        self.pipeline.step(
            Vector::ZERO,
            &parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibody,
            &mut self.ccd,
            &(),
            &(),
        );
    }
}
