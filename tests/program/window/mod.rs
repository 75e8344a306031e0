//! The program in a real window, on an X server of its own: user input, and the picture that it leads to.
//!
//! The tests need Xvfb, xdotool and weston, and fail where they are missing. They wait until the program is at rest
//! ([`lab::Lab::at_rest`]) or until a timeout for an expected picture, never for a fixed time.

mod camera;
mod clips;
mod context;
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
