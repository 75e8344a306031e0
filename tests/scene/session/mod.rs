//! The parts of a session that need no window.

mod camera;
mod gesture;
mod orbit;
mod pick;
mod touch;
mod user_input;
