//! The program in a real window, on an X server of its own: what hands do, and what the screen shows then.
//!
//! Needs Xvfb, xdotool and weston, and fails where they are missing. Nothing waits for a fixed time to pass judgement: a picture is
//! waited for until a deadline that fails the test, and only stillness is watched for a while.

mod camera;
mod clips;
mod display;
mod drop;
mod files;
mod headless;
mod lab;
mod leaving;
mod panel;
mod scenes;
mod screen;
mod sea;
mod servers;
mod side_by_side;
mod sizes;
mod time;
mod user_input;
mod views;
mod walls;
mod water;
mod wayland;
