//! The numbers against theory, values by hand and small independent implementations.

mod picture;
mod pools;
mod sea;
mod waters;
