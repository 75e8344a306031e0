//! The program: its command line and its window.

mod cli;
#[path = "../support/mod.rs"]
mod support;
#[cfg(target_os = "linux")]
mod window;
