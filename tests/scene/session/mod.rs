//! The parts of a session that need no window.

mod camera;
mod changes;
mod gesture;
mod orbit;
mod pick;
mod touch;
mod user_input;
