//! The desktop: a window with its panel, off-screen rendering (headless), and files of this machine. `docs/architecture.md` follows a poke
//! from here to the water.

mod card_painter;
pub mod disk;
mod offscreen;
mod recent;
mod state_dir;
pub mod window;

pub use card_painter::CardPainter;
pub use disk::Disk;
pub use offscreen::Offscreen;
pub use recent::Recent;
