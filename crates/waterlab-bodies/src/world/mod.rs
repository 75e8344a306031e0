//! `Bodies`: all bodies of a water, moved step by step.
//!
//! A step computes the forces of the water on each body at its place, changes its velocity by them, moves it with its contacts, and raises
//! the water by what the body displaces at its new place: semi-implicit Euler, whose energy neither grows nor shrinks by itself.

mod land;
mod raising;

use crate::body::{Body, BodyState};
use crate::contacts::Contacts;
use crate::displacement::{Cells, Displacement};
use crate::floating::{Begin, BodyId, Floating, Grip, Scratch, accelerate};
use crate::force::Immersion;
use crate::level::Levels;
use crate::rope::{self, RopeSpan};
use crate::splash::Splash;
use crate::surroundings::Surroundings;
use glam::{DMat3, DVec3};
use land::has_land;
use raising::{displace, early_part, scaled};
use waterlab_core::grid::Grid;
use waterlab_core::spray::Spray;
use waterlab_core::water::Water;

/// Maximum number of bodies at once.
pub const MAX_BODIES: usize = 64;

/// Speed below which a body counts as resting, m/s, and rad/s.
const AT_REST: f64 = 2e-3;

/// Number of steps that everything must rest before the bodies sleep.
const STEPS_AT_REST: u32 = 120;

/// The error for a body too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the water holds {MAX_BODIES} bodies at most: take one out first")]
pub struct TooManyBodies;

/// The bodies of a water.
pub struct Bodies {
    bodies: Vec<Floating>,
    next: u64,
    surroundings: Surroundings,
    displacement: Option<Displacement>,
    grips: Vec<Grip>,
    resting: u32,
    contacts: Contacts,
    spray: Spray,
    scratch: Scratch,
}

impl Bodies {
    /// No bodies, in these surroundings.
    pub fn new(surroundings: Surroundings) -> Self {
        let mut contacts = Contacts::default();
        contacts.build(&surroundings);
        Self {
            bodies: Vec::new(),
            next: 0,
            surroundings,
            displacement: None,
            grips: Vec::new(),
            resting: 0,
            contacts,
            spray: Spray::default(),
            scratch: Scratch::default(),
        }
    }

    /// What stands around the bodies.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Replaces what stands around the bodies.
    pub fn set_surroundings(&mut self, surroundings: Surroundings) {
        if surroundings != self.surroundings {
            self.contacts.build(&surroundings);
            self.surroundings = surroundings;
            self.wake();
        }
    }

    /// Adds a body.
    pub fn add(&mut self, body: Body) -> Result<BodyId, TooManyBodies> {
        if self.bodies.len() == MAX_BODIES {
            return Err(TooManyBodies);
        }
        let id = BodyId::after(self.next);
        self.next += 1;
        let handle = self.contacts.insert(&body);
        self.bodies.push(Floating {
            id,
            body,
            handle,
            immersion: Immersion::default(),
            inertia: (1.0, DMat3::ZERO),
            added_mass: None,
            water: DVec3::ZERO,
            level: None,
            local: None,
            splash: Splash::default(),
            begin: Begin::Level,
        });
        self.wake();
        Ok(id)
    }

    /// Puts back a body that was taken out, under its name.
    pub fn put_back(&mut self, id: BodyId, body: Body) -> Result<(), TooManyBodies> {
        if self.get(id).is_some() {
            return Ok(());
        }
        let next = std::mem::replace(&mut self.next, id.number());
        let added = self.add(body);
        self.next = next.max(id.number() + 1);
        self.bodies.sort_by_key(Floating::id);
        added.map(|_| ())
    }

    /// Takes a body out.
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let index = self.bodies.iter().position(|floating| floating.id == id)?;
        let floating = self.bodies.remove(index);
        self.contacts.remove(floating.handle);
        self.grips.retain(|grip| grip.body != id);
        self.wake();
        Some(floating.body)
    }

    /// The bodies, in the order in which they came.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Floating> {
        self.bodies.iter()
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// A body, if it is still there.
    pub fn get(&self, id: BodyId) -> Option<&Floating> {
        self.bodies.iter().find(|floating| floating.id == id)
    }

    /// The ropes on bodies, in their order.
    pub fn ropes(&self) -> impl Iterator<Item = RopeSpan> {
        rope::spans(&self.bodies)
    }

    /// The first body that a ray meets, and the distance to it in lengths of the direction, below `farthest`.
    pub fn hit(&self, origin: DVec3, direction: DVec3, farthest: f64) -> Option<(BodyId, f64)> {
        let mut nearest = None;
        let mut distance = farthest;
        for floating in &self.bodies {
            let state = &floating.body.state;
            let back = state.rotation.inverse();
            let (from, along) = (back * (origin - state.position), back * direction);
            if let Some(hit) = floating.body.hull().hit(from, along, distance) {
                distance = hit;
                nearest = Some((floating.id, hit));
            }
        }
        nearest
    }

    /// Sets place and motion of a body; states that are not finite are ignored.
    pub fn set_state(&mut self, id: BodyId, state: BodyState) {
        if !state.is_finite() {
            return;
        }
        if let Some(floating) = self.bodies.iter_mut().find(|floating| floating.id == id) {
            floating.body.state = state;
            self.contacts.place(floating.handle, &floating.body);
        }
        self.wake();
    }

    /// Holds bodies by springs from the next step on, in place of those that were held before.
    pub fn hold(&mut self, grips: &[Grip]) {
        if !grips.is_empty() || !self.grips.is_empty() {
            self.wake();
        }
        self.grips.clear();
        self.grips.extend_from_slice(grips);
    }

    /// Whether all bodies rest in calm water, so that steps do nothing.
    pub fn is_calm(&self) -> bool {
        let rest =
            self.bodies.is_empty() && self.displacement.is_none() || self.resting >= STEPS_AT_REST;
        rest && self.spray.is_empty()
    }

    /// Lets resting bodies feel what has changed.
    pub fn wake(&mut self) {
        self.resting = 0;
    }

    /// The drops that they have thrown up, and the foam where they fell in.
    pub fn spray(&self) -> &Spray {
        &self.spray
    }

    /// What the bodies displace, metres at each cell, once they have been stepped.
    pub fn displacement(&self) -> Option<&Grid<f32>> {
        self.displacement.as_ref().map(Displacement::applied)
    }

    /// Continues in other water: another model, size or state. Its surface may include what the bodies displace, as one that was saved
    /// with them does; else it is raised by that, everywhere alike.
    pub fn enter(&mut self, water: &dyn Water, surface_includes_them: bool) {
        self.set_surroundings(Surroundings {
            rim: self.surroundings.rim,
            ground: self.surroundings.ground,
            props: self.surroundings.props.clone(),
            ..Surroundings::of(water)
        });
        self.displacement = None;
        self.spray.clear();
        for floating in &mut self.bodies {
            floating.local = None;
            floating.begin = match surface_includes_them {
                true => Begin::Included,
                false => Begin::Level,
            };
        }
        self.wake();
    }

    /// Advances the water by a step, which takes `seconds`, and the bodies with it. The water must be the same in all steps, or
    /// [`Bodies::enter`] be called.
    pub fn step(&mut self, water: &mut dyn Water, seconds: f64) {
        self.step_bodies(water, seconds);
        if !self.spray.is_empty() {
            self.surroundings
                .step_spray(&mut self.spray, water, seconds);
        }
    }

    fn step_bodies(&mut self, water: &mut dyn Water, seconds: f64) {
        self.follow_ground(water);
        if self.bodies.is_empty() && self.displacement.is_none() {
            return water.step();
        }
        if self.resting >= STEPS_AT_REST {
            if water.is_calm() {
                return;
            }
            self.wake();
        }
        let mut displacement = match self.displacement.take() {
            Some(before) if before.cells() == Cells::of(water) => before,
            Some(_) => {
                // Ripples keep their place in another window of a sea.
                let bodies = self.bodies.iter_mut();
                bodies.for_each(|floating| floating.begin = Begin::Included);
                Displacement::none(Cells::of(water))
            }
            None => Displacement::none(Cells::of(water)),
        };
        self.look_around(water, &displacement, seconds);
        if self
            .bodies
            .iter()
            .any(|floating| floating.begin != Begin::Done)
        {
            self.put_in(water, &mut displacement);
        }
        let levels = Levels::of(&*water, 1.0 / seconds);
        for floating in &mut self.bodies {
            let id = floating.id;
            let grips = self.grips.iter().filter(|grip| grip.body == id);
            let (scratch, spray) = (&mut self.scratch, &mut self.spray);
            accelerate(floating, &levels, grips, seconds, scratch, spray);
        }
        drop(levels);
        rope::pull(&mut self.bodies, seconds);
        for floating in &mut self.bodies {
            floating.limit();
            self.contacts.set(floating.handle, &floating.body, seconds);
        }
        self.contacts.step(seconds);
        let mut moves = false;
        for floating in &mut self.bodies {
            let wet = floating.immersion.volume / floating.body.volume();
            let body = &mut floating.body;
            let before = body.state.position;
            self.contacts.read(floating.handle, body, wet, seconds);
            if self.surroundings.separate(before, body.state.position) {
                body.state.position = before;
                body.state.velocity = DVec3::ZERO;
                self.contacts.place(floating.handle, body);
            }
            let state = &floating.body.state;
            moves |= state.velocity.length() > AT_REST || state.spin.length() > AT_REST;
        }
        self.lift_out();
        let is_open = water.model().is_open();
        if is_open {
            water.step();
        }
        displacement.clear();
        let levels = Levels::reference(&*water, 1.0 / seconds);
        let has_land = has_land(&*water);
        for floating in &self.bodies {
            displace(
                floating,
                has_land,
                &levels,
                &mut displacement,
                &mut self.scratch,
            );
        }
        drop(levels);
        displacement.settle();
        displacement.limit(&*water);
        let changes = displacement.change(water.height_step());
        // A part of it before the water's step, the rest after it: see `early_part`.
        let early = if is_open { 0.0 } else { early_part(&*water) };
        let mut raises = false;
        let mut raise = |water: &mut dyn Water, part: f32| {
            let changes = changes.iter().filter(|_| part > 0.0);
            let patches = changes.map(|change| scaled(change, part));
            let patches: Vec<_> = patches
                .filter_map(|mut patch| displacement.bound(&mut patch, &*water).then_some(patch))
                .collect();
            if !patches.is_empty() {
                water.raise(&patches);
                raises = true;
            }
        };
        raise(water, early);
        if !is_open {
            water.step();
        }
        raise(water, 1.0 - early);
        if has_land {
            self.block(water, &displacement, seconds);
        }
        let rests = !moves && !raises && self.grips.is_empty();
        self.resting = if rests {
            self.resting.saturating_add(1)
        } else {
            0
        };
        self.displacement = Some(displacement).filter(|_| !self.bodies.is_empty());
    }
}
