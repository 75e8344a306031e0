//! What hands do to a scene: session, camera, gestures (input handling), clock, and the views of its waters. Knows no window,
//! asks no clock and opens no file: who has these tells it, a window of the desktop or a page. `docs/architecture.md` follows a
//! poke through it.

mod auto_quality;
mod camera;
mod clock;
mod error;
mod frame_times;
mod gallery;
mod gesture;
mod pace;
mod ripple_window;
mod scenery;
mod session;
mod side_by_side;
mod split;
pub mod textures;
mod weather;

pub use auto_quality::AutoQuality;
pub use camera::{Fly, FlyCamera, NEARER, Steering, Stones};
pub use clock::StepClock;
pub use error::PlayError;
pub use frame_times::{FrameSummary, FrameTimes};
pub use gallery::Gallery;
pub use gesture::{
    Action, Button, Gestures, Input, Key, Keyboard, Modifiers, Pad, PanelWants, Press, TouchPhase,
};
pub use pace::{Pace, PaceSummary};
pub use ripple_window::begin;
pub use scenery::Scenery;
pub use session::{CrossSection, Legend, PlaceOf, Probe, Session, Told};
pub use side_by_side::{LINE, SideBySide};
pub use split::{Part, Split};
