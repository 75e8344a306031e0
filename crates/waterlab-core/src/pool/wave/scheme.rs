//! The coefficients of the scheme: the number of sub-steps for stability, and the factors of a sub-step (docs/models.md §5).
//!
//! A sub-step of Δt seconds over cells of Δr metres has C = g·p·Δt²/Δr². It is stable up to C = ½; at that limit the shortest
//! wave, a chequerboard, has a double root and grows with every rounding, so the number of sub-steps makes C ≤ 0.48.

use super::parameters::{End, Form};
use crate::parameter::{ParameterError, Settings, rounded_down};
use crate::pool::Size;

/// Maximum number of sub-steps per step. With its default settings a pool of [`Size::MAX`] cells needs 62.
const MAX_SUB_STEPS: u32 = 64;

/// Maximum C of a sub-step.
const LARGEST_COURANT: f64 = 0.48;

/// The coefficients for these settings on a pool of some size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scheme {
    /// Distance between neighbouring cells Δr, metres.
    pub(super) spacing: f64,
    /// Still depth in metres where the depth map is white.
    pub(super) depth: f64,
    /// Seconds in a step.
    pub(super) time_step: f64,
    /// Sub-steps in a step, 1 to 64.
    pub(super) sub_steps: u32,
    /// C where the water is deepest.
    pub(super) courant: f64,
    /// Amplitude factor of damping in a sub-step: e^(−damping·Δt).
    pub(super) decay: f64,
    /// Boundary condition at the edges of the pool.
    pub(super) edges: End,
    /// Boundary condition at walls.
    pub(super) walls: End,
    /// The form of the equation over an uneven floor.
    pub(super) form: Form,
}

impl Scheme {
    /// The scheme for these settings; the error names the setting that is too large.
    pub(super) fn new(settings: &Settings, size: Size) -> Result<Self, ParameterError> {
        let scheme = Self::of(settings, size);
        if scheme.sub_steps <= MAX_SUB_STEPS {
            return Ok(scheme);
        }
        let [length, depth, gravity] = ["length", "depth", "gravity"].map(|key| settings.real(key));
        let cells = size.columns().max(size.rows());
        let limit = rounded_down(f64::from(MAX_SUB_STEPS) * scheme.longest_sub_step(gravity));
        Err(ParameterError::Unstable {
            key: "time_step",
            value: scheme.time_step,
            limit: format!(
                "at most {limit} s with `depth` {depth}, `gravity` {gravity} and {cells} cells over {length} m"
            ),
        })
    }

    /// The scheme for these settings, with any number of sub-steps.
    pub(super) fn of(settings: &Settings, size: Size) -> Self {
        let gravity = settings.real("gravity");
        let mut scheme = Self {
            spacing: settings.real("length") / size.columns().max(size.rows()) as f64,
            depth: settings.real("depth"),
            time_step: settings.real("time_step"),
            sub_steps: 1,
            courant: 0.0,
            decay: 1.0,
            edges: settings.choice("edges"),
            walls: settings.choice("walls"),
            form: settings.choice("form"),
        };
        let sub_steps = scheme.time_step / scheme.longest_sub_step(gravity);
        scheme.sub_steps = sub_steps.ceil().max(1.0) as u32;
        let sub_step = scheme.sub_step();
        scheme.courant = gravity * scheme.depth * (sub_step / scheme.spacing).powi(2);
        scheme.decay = (-settings.real("damping") * sub_step).exp();
        scheme
    }

    /// The longest sub-step with a valid C, seconds.
    fn longest_sub_step(&self, gravity: f64) -> f64 {
        self.spacing * (LARGEST_COURANT / (gravity * self.depth)).sqrt()
    }

    /// Seconds in a sub-step.
    pub(super) fn sub_step(&self) -> f64 {
        self.time_step / f64::from(self.sub_steps)
    }

    /// The distance that the fastest waves travel in a sub-step, cells.
    pub(super) fn stride(&self) -> f64 {
        self.courant.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::{MODEL, PARAMETERS};
    use super::*;
    use crate::parameter::Value;

    fn settings(values: &[(&str, f64)]) -> Settings {
        let mut settings = Settings::new(&PARAMETERS);
        for (key, value) in values {
            settings.set(key, Value::Real(*value)).unwrap();
        }
        settings
    }

    #[test]
    fn a_step_has_as_many_sub_steps_as_stability_needs() {
        let size = Size::new(256, 100).unwrap();
        // C of a whole step: 9.81 · 0.04 · (1/60)² / (2/256)² = 1.79, a quarter of it is below 0.48.
        let scheme = Scheme::new(&Settings::new(&PARAMETERS), size).unwrap();
        assert_eq!(scheme.sub_steps, 2);
        assert!((scheme.courant - 0.4465).abs() < 1e-4);
        for depth in [0.001, 0.01, 0.011, 0.3, 2.0, 40.0] {
            let scheme = Scheme::new(&settings(&[("depth", depth)]), size).unwrap();
            assert!(scheme.courant <= 0.48 * (1.0 + 1e-12));
            let one_less = f64::from(scheme.sub_steps - 1);
            let whole = scheme.courant * f64::from(scheme.sub_steps).powi(2);
            assert!(one_less == 0.0 || whole / (one_less * one_less) > 0.48);
        }
    }

    #[test]
    fn what_would_need_too_many_is_refused_with_the_limit_that_is_taken() {
        let size = Size::default();
        let error = Scheme::new(&settings(&[("depth", 5.0), ("time_step", 0.5)]), size);
        // 64 · (2/256) · √(0.48 / (9.81·5)) = 0.04946
        assert_eq!(
            error.unwrap_err().to_string(),
            "`time_step` is 0.5, which is unstable here: at most 0.0494 s with `depth` 5, `gravity` 9.81 and 256 cells over 2 m"
        );
        let just = settings(&[("depth", 5.0), ("time_step", 0.0494)]);
        assert_eq!(Scheme::new(&just, size).unwrap().sub_steps, 64);
        assert!(Scheme::new(&settings(&[("depth", 5.0), ("time_step", 0.0495)]), size).is_err());
    }

    #[test]
    fn the_presets_are_stable_in_a_pool_of_any_size() {
        let largest = Size::new(Size::MAX, Size::MAX).unwrap();
        for preset in MODEL.presets {
            let mut settings = Settings::new(&PARAMETERS);
            settings.apply(preset).unwrap();
            let scheme = Scheme::new(&settings, largest);
            assert!(scheme.is_ok(), "{}: {scheme:?}", preset.title);
        }
    }
}
