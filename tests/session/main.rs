//! The parts of the stage that need no window.
#![cfg(feature = "app")]

mod camera;
mod gesture;
mod orbit;
mod pick;
mod touch;
mod user_input;
