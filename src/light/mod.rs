//! Optics on the CPU: what the shaders must agree with, and the picture ripple for machines without GL.
