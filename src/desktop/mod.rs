//! Where it happens on a desktop: a window with its panel, pictures without a window (headless), and this machine's files.
//! `docs/architecture.md` tells how a poke comes from here to the water.

pub mod disk;
mod offscreen;
mod recent;
mod state_dir;
pub mod window;

pub use disk::Disk;
pub use offscreen::Offscreen;
pub use recent::Recent;
