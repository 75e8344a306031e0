//! Where it happens: window, off-screen, input, camera, clock, and the picture files they need.
