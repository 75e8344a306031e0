//! Every pool against theory: each model's own dispersion relation, edges, walls, long rain, energy.

mod iwave;
mod measure;
mod plain_iwave;
