//! Pictures drawn with GL, compared with theory, with the CPU and with golden pictures.
//!
//! Tests run without a window or a display, on OpenGL core, and on OpenGL ES as well where the two could differ. Any message of the
//! driver fails them. Without GL they fail with a reason.

mod allocation;
mod alpha;
mod around;
mod bodies;
mod both;
mod clouds;
mod colours;
mod deep;
mod deferred;
mod deferred_sea;
mod drivers;
mod golden;
mod groundwork;
mod keys;
mod lamp;
mod land;
mod length;
mod light;
mod limits;
mod lit;
mod lit_ground;
mod lit_sea;
mod lit_wave;
mod looks;
mod made_sea;
mod mesh;
mod mirrored_at_sea;
mod near;
mod night;
mod objects;
mod particles;
mod passes;
mod picture;
mod plastic;
mod post;
#[path = "../support/mod.rs"]
mod program;
mod quality;
mod rain;
mod reference;
mod safety;
mod sea;
mod sea_bed;
mod sea_looks;
mod seam;
mod session;
mod shelf;
mod software_caustics;
mod stars;
mod support;
mod tank;
mod tessendorf;
mod tracer;
mod trough;
mod under;
mod view_set;
mod walls;
mod whitecaps;
