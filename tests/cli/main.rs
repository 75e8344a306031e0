//! The program's contract, asked of the program itself.

mod fields;
mod inputs;
mod pictures;
#[path = "../support/mod.rs"]
mod support;
mod usage;
