//! The seas against theory: waves as functions of time.

mod gerstner;
mod ripples;
