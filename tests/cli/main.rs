//! The program's contract, asked of the program itself.

mod fields;
mod inputs;
mod pictures;
mod reference;
mod seas;
#[path = "../support/mod.rs"]
mod support;
mod units;
mod usage;
