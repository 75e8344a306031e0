//! Riding the waves: an eye about as high as the water of a sea goes up and down with it, or it would be over and under water in turn.

use super::FlyCamera;
use crate::scene::Simulation;
use crate::water::Sampler;

/// Distance of the eye from the rest level, metres, up to which it rides the waves fully, and from which not at all.
const NEAR: [f32; 2] = [0.6, 1.6];

impl FlyCamera {
    /// Lifts the eye by the waves below it, whose heights are shown `exaggeration` times as large. It depends on the water of this moment alone.
    pub fn ride(&mut self, simulation: &Simulation, exaggeration: f32) {
        let from_rest = self.position().y.abs();
        let share = ((NEAR[1] - from_rest) / (NEAR[1] - NEAR[0])).clamp(0.0, 1.0);
        let water = simulation.water();
        if share == 0.0 || !self.is_at_sea() || !water.model().is_open() {
            return self.lift(0.0);
        }
        let sampler = Sampler::new(water, simulation.steps_per_second());
        let middle = self.place();
        // The height just there: a lens is a few centimetres high, and ripples would sweep over it.
        let heights = sampler.heights_at(middle.x, middle.y);
        let height = heights.map_or(0.0, |[_, sea]| sea as f32);
        self.lift(share * exaggeration * height);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Edit, Scene};
    use glam::Vec3;

    /// A sea after some steps.
    fn sea(steps: u64) -> Simulation {
        let edits = ["water.model=sea", "water.size=[64, 64]", "water.wind=6"];
        let edits = edits.map(|edit| Edit::parse(edit).expect("an edit"));
        let mut simulation = Simulation::new(&Scene::from_edits(&edits).expect("a scene"));
        simulation.advance_by(steps);
        simulation
    }

    #[test]
    fn an_eye_at_the_surface_stays_there_and_one_above_stands_still() {
        let mut lifts = Vec::new();
        for steps in (0..240).step_by(20) {
            let simulation = sea(steps);
            let lifted = |height: f32| {
                let eye = Vec3::new(3.0, height, -2.0);
                let mut camera = FlyCamera::at_sea(eye, eye + Vec3::X, 50.0);
                camera.ride(&simulation, 1.0);
                camera.eye(1.5).position.y - camera.position().y
            };
            let lift = lifted(0.0);
            let sampler = Sampler::new(simulation.water(), simulation.steps_per_second());
            let [height, _] = sampler.heights_at(3.0, -2.0).expect("everywhere");
            assert!(
                (f64::from(lift) - height).abs() < 0.08,
                "{steps}: {lift} {height}"
            );
            assert_eq!(lifted(2.0), 0.0);
            assert!(lifted(1.1).abs() <= 0.51 * lift.abs() + 1e-6);
            lifts.push(lift);
        }
        let reach = lifts.iter().map(|lift| lift.abs()).fold(0.0, f32::max);
        assert!(reach > 0.1, "there are waves: {lifts:?}");
    }
}
