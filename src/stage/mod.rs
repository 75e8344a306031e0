//! Where it happens: the window, input, camera, panel and clock.
//!
//! The parts that decide anything know no window and no GL: the window hands them numbers and does what they say.

mod camera;
mod canvas;
mod clock;
mod frame_times;
mod gallery;
mod gesture;
mod offscreen;
mod scenery;
mod session;
mod side_by_side;
mod split;
pub mod textures;
pub mod window;

pub use camera::{Fly, FlyCamera, NEARER};
pub use canvas::Canvas;
pub use clock::StepClock;
pub use frame_times::{FrameSummary, FrameTimes};
pub use gallery::Gallery;
pub use gesture::{Action, Button, Gestures, Input, Key, Modifiers, PanelWants, TouchPhase};
pub use offscreen::Offscreen;
pub use scenery::Scenery;
pub use session::Session;
pub use side_by_side::{LINE, SideBySide};
pub use split::{Part, Split};
