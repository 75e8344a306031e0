//! The command line of the program.

mod bake;
mod bake_cascades;
mod bake_foreign;
mod bake_sharing;
mod baked;
mod farm;
mod fields;
mod flows;
mod inputs;
#[cfg(unix)]
mod leftovers;
#[cfg(target_os = "linux")]
mod limits;
mod meshes;
mod output;
mod pictures;
#[path = "../../../crates/waterlab-core/tests/numbers/pools/plain_ripple.rs"]
mod plain_ripple;
mod plot;
mod radiance;
mod read_mesh;
mod reference;
mod seas;
mod sequences;
mod sound;
mod streams;
mod threads;
mod tour;
mod units;
mod usage;
