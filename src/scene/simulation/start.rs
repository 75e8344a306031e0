//! Saving and restoring the state of a simulation: the step, the rain so far, and the surfaces.

use super::Simulation;
use crate::pool::State;
use crate::scene::{RippleSquare, Start};
use std::sync::Arc;

impl Simulation {
    /// Moves a simulation at its start to a saved state.
    pub(super) fn begin_at(&mut self, start: &Start) {
        self.step = start.step;
        self.next = self.events.partition_point(|event| event.step < start.step);
        if let Some(rain) = &mut self.rain {
            self.rained = start.rained;
            for _ in 0..start.rained {
                rain.fall().for_each(drop);
            }
        }
        let begun = start.step as f64 / self.steps_per_second;
        let time = start.time.or((start.step > 0).then_some(begun));
        for water in self.waters_mut() {
            if let (Some(open), Some(time)) = (water.open_water_mut(), time) {
                open.set_time(time);
            }
        }
        self.take_surfaces(start);
    }

    /// Sets the saved surface of each water, if it has one; ripples apply to the current window.
    pub fn take_surfaces(&mut self, start: &Start) {
        let kept = start.surfaces.iter().zip(&start.hidden);
        for (water, (surface, hidden)) in self.waters_mut().zip(kept) {
            if let Some(surface) = surface {
                water.set_state(surface);
            }
            if let Some(hidden) = hidden {
                water.set_hidden_state(hidden);
            }
        }
    }

    /// The current state, as the start of a scene.
    pub fn to_start(&self) -> Start {
        let mut surfaces = self.waters().map(|water| {
            // Water over ground may rest at any level.
            if water.is_calm() && !water.model().ground {
                return None;
            }
            let state = match water.open_water() {
                Some(open) => open.ripples()?,
                None => State::of(water),
            };
            Some(Arc::new(state))
        });
        let surfaces = [surfaces.next().flatten(), surfaces.next().flatten()];
        let mut hidden = self.waters().map(|water| {
            let hidden = (!water.is_calm()).then(|| water.hidden_state());
            hidden.flatten().map(Arc::new)
        });
        let hidden = [hidden.next().flatten(), hidden.next().flatten()];
        let mut seas = self.waters().filter_map(|water| water.open_water());
        Start {
            step: self.step,
            rained: match self.rain {
                Some(_) => self.rained.min(Start::MAX_RAIN),
                None => 0,
            },
            time: seas.next().map(|open| open.time()),
            surfaces,
            hidden,
            ripples: self
                .ripple_window()
                .filter(|_| self.has_ripples())
                .map(|window| RippleSquare {
                    centre: window.centre,
                    side: window.length[0].max(window.length[1]),
                }),
        }
    }
}
