//! Spray: drops of water in the air, and the foam that stays where they were thrown up (docs/models.md §16a).
//!
//! A drop of radius r flies with the drag of a ball in air, dv/dt = g − ⅜·(ρ_a/ρ_w)·C·|v|·v/r, until it meets the water or the ground.
//! The same calls always give the same drops: nothing here depends on a clock.

use glam::{DVec2, DVec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Maximum number of drops in the air at once; more are left out.
pub const MAX_DROPS: usize = 2048;

/// Maximum number of patches of foam; a new one replaces the oldest.
pub const MAX_PATCHES: usize = 16;

/// Seconds after which a patch of foam is gone.
pub const FOAM_SECONDS: f64 = 3.6;

/// Gravity, m/s².
const GRAVITY: f64 = 9.81;

/// ⅜·C·ρ_a/ρ_w with the drag coefficient of a ball, 0.47, and the densities of air and water.
const DRAG: f64 = 0.375 * 0.47 * 1.2 / 1000.0;

/// Seed of the random numbers.
const SEED: u64 = 0x5_91a5;

/// A drop of water in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drop {
    /// Its middle, metres.
    pub place: DVec3,
    /// m/s.
    pub velocity: DVec3,
    /// Radius, metres.
    pub radius: f64,
}

/// Foam on the water where something fell in: a ring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoamPatch {
    /// Its middle, x and z, metres.
    pub middle: DVec2,
    /// Radius of the ring when it was made, metres.
    pub radius: f64,
    /// Seconds since then.
    pub age: f64,
    /// How much foam there is, 0 to 1.
    pub amount: f64,
    /// How many patches there were before it.
    pub number: u64,
}

/// Drops in the air, and foam where they came from.
#[derive(Clone, Debug)]
pub struct Spray {
    drops: Vec<Drop>,
    patches: Vec<FoamPatch>,
    next: u64,
    random: Pcg64Mcg,
}

impl Default for Spray {
    fn default() -> Self {
        Self {
            drops: Vec::new(),
            patches: Vec::new(),
            next: 0,
            random: Pcg64Mcg::seed_from_u64(SEED),
        }
    }
}

impl Spray {
    /// The drops in the air, at most [`MAX_DROPS`].
    pub fn drops(&self) -> &[Drop] {
        &self.drops
    }

    /// The patches of foam, at most [`MAX_PATCHES`].
    pub fn patches(&self) -> &[FoamPatch] {
        &self.patches
    }

    /// Whether there is neither a drop nor foam.
    pub fn is_empty(&self) -> bool {
        self.drops.is_empty() && self.patches.is_empty()
    }

    /// Removes all drops and all foam.
    pub fn clear(&mut self) {
        self.drops.clear();
        self.patches.clear();
    }

    /// The next random number, uniform from 0 to 1.
    pub fn uniform(&mut self) -> f64 {
        self.random.random()
    }

    /// Adds a drop. Drops beyond [`MAX_DROPS`], and what is not finite, are left out.
    pub fn throw(&mut self, drop: Drop) {
        let is_finite = drop.place.is_finite() && drop.velocity.is_finite();
        if self.drops.len() < MAX_DROPS && is_finite && drop.radius > 0.0 {
            self.drops.push(drop);
        }
    }

    /// Adds a ring of foam around `middle`, and returns its number.
    pub fn lay_foam(&mut self, middle: DVec2, radius: f64, amount: f64) -> u64 {
        if self.patches.len() == MAX_PATCHES {
            self.patches.remove(0);
        }
        let number = self.next;
        self.next += 1;
        self.patches.push(FoamPatch {
            middle,
            radius,
            age: 0.0,
            amount,
            number,
        });
        number
    }

    /// The patch of this number, if it is still there.
    pub fn foam_mut(&mut self, number: u64) -> Option<&mut FoamPatch> {
        self.patches.iter_mut().find(|patch| patch.number == number)
    }

    /// Moves the drops by a step of so many seconds, and removes those for which `has_landed`, given the place before and after it, is
    /// true. Foam grows older.
    pub fn step(&mut self, seconds: f64, mut has_landed: impl FnMut(DVec3, DVec3) -> bool) {
        self.drops.retain_mut(|drop| {
            let before = drop.place;
            fly(drop, seconds);
            !has_landed(before, drop.place)
        });
        for patch in &mut self.patches {
            patch.age += seconds;
        }
        self.patches.retain(|patch| patch.age < FOAM_SECONDS);
    }
}

/// Moves a drop through the air: drag implicitly, which never turns it around.
fn fly(drop: &mut Drop, seconds: f64) {
    let drag = DRAG / drop.radius * drop.velocity.length();
    let velocity = (drop.velocity - DVec3::Y * (GRAVITY * seconds)) / (1.0 + seconds * drag);
    drop.place += 0.5 * seconds * (drop.velocity + velocity);
    drop.velocity = velocity;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(velocity: DVec3, radius: f64) -> Spray {
        let mut spray = Spray::default();
        spray.throw(Drop {
            place: DVec3::new(0.0, 1e-6, 0.0),
            velocity,
            radius,
        });
        spray
    }

    #[test]
    fn a_large_drop_flies_a_parabola_and_lands_after_2v_over_g() {
        let mut spray = thrown(DVec3::new(1.5, 3.0, 0.0), 10.0);
        let mut steps = 0;
        let mut highest = 0.0_f64;
        let mut last = DVec3::ZERO;
        while !spray.drops().is_empty() {
            spray.step(1.0 / 240.0, |_, place| place.y < 0.0);
            if let [drop] = spray.drops() {
                highest = highest.max(drop.place.y);
                last = drop.place;
            }
            steps += 1;
        }
        let seconds = f64::from(steps) / 240.0;
        assert!(
            (seconds - 2.0 * 3.0 / 9.81).abs() < 2.0 / 240.0,
            "{seconds}"
        );
        // v²/2g, and the range.
        assert!((highest - 9.0 / 19.62).abs() < 1e-3, "{highest}");
        assert!((last.x - 1.5 * 0.6116).abs() < 0.01, "{last}");
    }

    #[test]
    fn a_small_drop_falls_at_its_terminal_speed() {
        // Weight 4/3·π·r³·ρ_w·g against ½·ρ_a·C·π·r²·v².
        let radius: f64 = 0.5e-3;
        let wanted = (8.0 / 3.0 * radius * 9.81 * 1000.0 / (1.2 * 0.47)).sqrt();
        let mut spray = thrown(DVec3::ZERO, radius);
        for _ in 0..600 {
            spray.step(1.0 / 60.0, |_, _| false);
        }
        let speed = -spray.drops()[0].velocity.y;
        assert!((speed / wanted - 1.0).abs() < 1e-3, "{speed}, {wanted}");
    }

    #[test]
    fn there_are_no_more_drops_and_patches_than_their_maximum() {
        let mut spray = Spray::default();
        for index in 0..3 * MAX_DROPS {
            spray.throw(Drop {
                place: DVec3::X * index as f64,
                velocity: DVec3::Y,
                radius: 1e-3,
            });
            spray.lay_foam(DVec2::splat(index as f64), 1.0, 1.0);
        }
        assert_eq!(spray.drops().len(), MAX_DROPS);
        assert_eq!(spray.patches().len(), MAX_PATCHES);
        let last = (3 * MAX_DROPS - 1) as f64;
        assert_eq!(spray.patches()[MAX_PATCHES - 1].middle, DVec2::splat(last));
        let steps = (FOAM_SECONDS * 60.0) as usize + 1;
        for _ in 0..steps {
            spray.step(1.0 / 60.0, |_, place| place.y < 0.0);
        }
        assert!(spray.is_empty());
    }
}
