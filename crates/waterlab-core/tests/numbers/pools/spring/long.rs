//! Long rain.

use crate::pools::endurance::{pool, rain, settles_within};
use waterlab_core::parameter::Value;

#[test]
fn the_level_of_the_spring_pond_is_bounded_over_100_000_steps_of_rain() {
    for (k, m) in [(0.01, 0.02), (0.0001, 0.01), (0.02, 0.02)] {
        let values = [("viscosity", Value::Real(m)), ("stiffness", Value::Real(k))];
        let mut water = pool("spring", 48, 40, &values);
        let (low, high) = rain(&mut *water, 100_000);
        // A dent is at most as deep as the heaviest drop, 96, and the springs rebound no higher.
        assert!(low > -96.0 && high < 96.0, "{k}, {m}: {low} to {high}");
        if k < m {
            settles_within(&mut *water, 20_000);
        }
    }
}
