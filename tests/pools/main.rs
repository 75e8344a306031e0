//! Every pool against theory: each model's own dispersion relation, edges, walls, long rain, energy.

mod coarse;
mod endurance;
mod measure;
mod ripple;
mod spring;
