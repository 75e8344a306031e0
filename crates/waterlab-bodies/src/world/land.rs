//! Bodies and ground that water flows over: they follow ground that changes, and the water around them (docs/models.md §17).

use super::{AT_REST, Bodies};
use crate::displacement::Displacement;
use crate::force::place_vertices;
use crate::local_water::LocalWater;
use waterlab_core::water::Water;

/// Whether the water flows over ground that can be dry: it has no mean level then.
pub(super) fn has_land(water: &dyn Water) -> bool {
    water.model().ground && water.depth_revision() != 0
}

impl Bodies {
    /// Takes the ground of the water, if it has changed.
    pub(super) fn follow_ground(&mut self, water: &dyn Water) {
        let was_uneven = self.surroundings.depths.is_some();
        if !self.bodies.is_empty() && self.surroundings.follow_ground(water) {
            match self.surroundings.depths.is_some() == was_uneven {
                true => self.contacts.build_ground(&self.surroundings),
                // The floor lies deeper under uneven ground.
                false => self.contacts.build(&self.surroundings),
            }
            self.lift_out();
            self.wake();
        }
    }

    /// Lets bodies that fill most of the depth of the water hold it back, or draw it along.
    pub(super) fn block(
        &mut self,
        water: &mut dyn Water,
        displacement: &Displacement,
        seconds: f64,
    ) {
        for floating in &self.bodies {
            let state = &floating.body.state;
            place_vertices(floating.body.hull(), state, &mut self.scratch.places);
            if let Some(shares) = displacement.blocked(&self.scratch.places, water, seconds) {
                let velocity = [state.velocity.x, state.velocity.z].map(|speed| speed as f32);
                let is_moving = state.velocity.length() > AT_REST;
                water.entrain(&shares, if is_moving { velocity } else { [0.0; 2] });
            }
        }
    }

    /// Lifts bodies out of the ground that it has buried.
    pub(super) fn lift_out(&mut self) {
        let Some(ground) = self.surroundings.ground() else {
            return;
        };
        for floating in &mut self.bodies {
            let body = &mut floating.body;
            let hull = body.hull();
            place_vertices(hull, &body.state, &mut self.scratch.places);
            let extent = hull.size().min_element();
            if let Some(metres) = ground.lift(&self.scratch.places, extent) {
                body.state.position.y += metres;
                body.state.velocity.y = body.state.velocity.y.max(0.0);
                self.contacts.place(floating.handle, body);
            }
        }
    }

    /// Looks at the water around each body, where it flows over ground.
    pub(super) fn look_around(
        &mut self,
        water: &dyn Water,
        displacement: &Displacement,
        seconds: f64,
    ) {
        if !water.model().ground {
            return;
        }
        for floating in &mut self.bodies {
            let state = &floating.body.state;
            let hull = floating.body.hull();
            let motion = (state.position, state.velocity);
            let now = LocalWater::of(water, displacement, motion, hull.radius());
            match &mut floating.local {
                Some(local) => local.follow(now, hull.size().min_element(), seconds),
                local => *local = Some(now),
            }
        }
    }
}
