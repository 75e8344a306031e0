//! Every pool compared with theory: dispersion relation, edges, walls, long rain, and energy.

/// Two tests of the function `$name`, which takes a number of steps: with few of them, and with many for `make test-long`.
macro_rules! endurance {
    ($name:ident, $few:expr, $many:expr) => {
        mod $name {
            #[test]
            fn over_few_steps() {
                super::$name($few);
            }

            #[test]
            #[ignore = "many steps: run by `make test-long`"]
            fn over_many_steps() {
                super::$name($many);
            }
        }
    };
}

mod coarse;
mod endurance;
mod iwave;
mod iwave_cusps;
mod iwave_exact;
mod iwave_pair;
mod length;
mod measure;
mod plain_cosine;
mod plain_iwave;
mod plain_ripple;
mod ripple;
mod spring;
mod stones;
mod wave;
