//! Long rain and hard hands.

use crate::pools::endurance::{poke_for_an_hour, pool, rain, settles_within};
use waterlab_core::parameter::Value;

#[test]
fn a_hundred_thousand_steps_of_rain_leave_the_level_between_the_drops_and_rest_follows() {
    for (k, m) in [(0.01, 0.02), (0.0001, 0.01), (0.02, 0.02)] {
        let values = [("viscosity", Value::Real(m)), ("stiffness", Value::Real(k))];
        let mut water = pool("spring", 48, 40, &values);
        let (low, high) = rain(&mut *water, 100_000);
        // A dent takes the surface no lower than the heaviest drop, 96; the springs throw the level no higher than that.
        assert!(low > -96.0 && high < 96.0, "{k}, {m}: {low} to {high}");
        if k < m {
            settles_within(&mut *water, 20_000);
        }
    }
}

#[test]
fn an_hour_of_hard_poking_leaves_it_finite_and_it_comes_to_rest() {
    let mut water = pool("spring", 12, 10, &[]);
    poke_for_an_hour(&mut *water);
    settles_within(&mut *water, 20_000);
}
