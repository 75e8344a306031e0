//! How to ask for numbers and meshes of a water: `waterlab field`.

use super::{Common, FrameRange, fps, out, seconds, steps, time};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `waterlab field`.
#[derive(Args, Debug)]
pub struct Field {
    /// A scene file (TOML), or `-` to read one from stdin; without it, a pool at rest, to which --set can add events.
    #[arg(value_name = "SCENE")]
    pub scene: Option<PathBuf>,
    /// The field to write.
    #[arg(long, value_enum, default_value_t = What::Height)]
    pub what: What,
    /// Instead of a field, writes the surface at the places in FILE, a CSV table of x and z in metres from the middle of the pool, or of the sea's first patch. The output is a .csv or .npy
    /// file with one row per place: x, z and height (m), normal x, y, z, velocity x, y, z (m/s).
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    pub points: Option<PathBuf>,
    /// Writes the field of the second water, in a scene that compares two.
    #[arg(long, alias = "beside")]
    pub compare: bool,
    /// Simulation steps, from rest, before the field is written.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = steps)]
    #[arg(required_unless_present = "time", conflicts_with = "time")]
    pub steps: Option<u64>,
    /// In place of steps, for models that are functions of time (the seas): any time in seconds, also below 0. Only the
    /// sea itself is evaluated; other events of the scene are ignored.
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = time)]
    pub time: Option<f64>,
    /// Length of a sequence of numbered files, as in frames/%04d.npy or frames/%04d.glb: the first one after the steps or at the time given.
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = seconds)]
    pub seconds: Option<f64>,
    /// Files per second of the sequence (default: 30).
    #[arg(long, value_name = "F", requires = "seconds", allow_negative_numbers = true, value_parser = fps)]
    pub fps: Option<f64>,
    /// Writes only files A to B−1 of the sequence.
    #[arg(long, value_name = "A..B", requires = "seconds")]
    pub frames: Option<FrameRange>,
    /// With --what caustics: texels along the pool's longer side (default: 512).
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub texels: Option<u32>,
    /// With --what caustics below a sea: metres from the rest level down to the plane (default: the sea's own floor).
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = depth)]
    pub depth: Option<f64>,
    /// The file to write: .npy and .exr are exact, .csv is text, .png is 16-bit with its range written to stdout; a mesh is a .glb, .obj or .ply.
    /// `-` is stdout, as .npy or .glb; `-.csv` and the like for another format.
    #[arg(long, value_name = "FILE", allow_hyphen_values = true, value_parser = out())]
    pub out: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub common: Common,
}

/// A field that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Height above the rest level: in weights for models that count (ripple, coarse), in metres for the others.
    Height,
    /// Vertical velocity of the surface: weights a step of ripple and coarse; metres a second of wave, iwave, iwave-exact, shallow and of the
    /// seas, gerstner and sea; metres a step of spring.
    Velocity,
    /// Two numbers a cell, of iwave, iwave-exact and shallow: the horizontal velocity of the water at the surface along x and along z, in metres a
    /// second of the model's own time.
    HorizontalVelocity,
    /// Two numbers a cell, the slopes along x and along z: metres a metre. Exact for the seas, differences for the pools.
    Slope,
    /// Two numbers a cell, of seas, iwave and iwave-exact: the horizontal displacement D = −i(k/|k|)·h̃ along x and along z, in metres; the point of the
    /// surface lies at x + λD with λ = −choppiness.
    Displacement,
    /// Of seas: the Jacobian of the horizontal displacement: area of a surface element relative to its area at rest.
    Jacobian,
    /// Of seas: the smaller eigenvalue J− of the Jacobian matrix; the surface folds where it is below 0.
    Folding,
    /// Two numbers a cell, of seas: the unit eigenvector of that eigenvalue, along x and along z; the surface folds across it.
    FoldDirection,
    /// Of seas: fraction of the surface covered by foam, 0 to 1.
    Foam,
    /// Of seas with a spectrum: variance of the height by wave vector, in m⁴ (m² for each rad/m along x and
    /// along z), of the largest cascade; wave number 0 in the middle, waves that travel along +x to the right of it.
    Spectrum,
    /// Openness of each cell: 1 is open, 0 is solid.
    Obstruction,
    /// Still depth in metres, for models with a depth; of shallow, the depth of the water now.
    Depth,
    /// Two numbers a cell, of shallow: the discharge hu and hv along x and along z, in m²/s.
    Flow,
    /// The sunlight on the floor of a pool, or on a plane below one patch of a sea, --depth metres deep, before the water dims it, of
    /// that on a level plane above the water; the sun of [sky], a pool's depth of water.depth. Calm water gives what the surface lets through wherever the sun reaches. The surface is taken as it
    /// is, whatever view.height_scale, and the floor as level.
    Caustics,
    /// A row for each body, in the scene's order: x, y, z (m), quaternion x, y, z, w, velocity x, y, z (m/s), spin x, y, z (rad/s), displaced volume (m³).
    Bodies,
    /// The surface as triangles, in metres with y up: a vertex for each cell of water with its normal and, as its colour, foam; of a sea one patch,
    /// displaced horizontally. A .glb, .obj or .ply file.
    Mesh,
}

impl What {
    /// The name on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

fn depth(text: &str) -> Result<f64, String> {
    let wanted = "write a number of metres above 0, up to 12000";
    let depth = text.parse().ok();
    depth
        .filter(|depth: &f64| *depth > 0.0 && *depth <= 12_000.0)
        .ok_or_else(|| wanted.to_owned())
}
