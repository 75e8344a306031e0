//! Every pool compared with theory: dispersion relation, edges, walls, long rain, and energy.

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
