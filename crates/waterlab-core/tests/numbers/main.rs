//! Compares the numbers with theory, hand-calculated values and small independent implementations.

mod picture;
mod pools;
mod sea;
mod shallow;
mod waters;
