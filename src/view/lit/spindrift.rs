//! Spindrift: water that the wind tears off breaking crests from Beaufort 7 on (docs/models.md §15), as soft puffs in
//! [`Pass::Spindrift`]. Their place, age and amount follow from the time and the sea alone.

use crate::gl::{Blend, Depth, Gl, GlError, Primitive, Program};
use crate::view::cascades::{ByCascades, CascadeTextures};
use crate::view::open_mesh::set_cascades;
use crate::view::shader::{self, compiled, glsl};
use crate::view::{Eye, Frame, Pass};
use glam::{DVec2, Vec3, Vec4};
use std::cell::OnceCell;

/// Speed of the wind in m/s from which there is spindrift, Beaufort 7, and that at which it is as dense as it gets.
const GALE: [f64; 2] = [13.9, 26.0];

/// Seconds after which ages and random numbers repeat: a multiple of a puff's life.
const REPEATS: f64 = 1.5 * 4096.0;

/// A lattice of anchors about the eye.
struct Lattice {
    /// Distance between anchors, metres.
    spacing: f64,
    /// Anchors along a side, and puffs of each, at high quality.
    side: f32,
    puffs: f32,
}

/// Near the eye and beyond; together 17,000 puffs at high quality.
const LATTICES: [Lattice; 2] = [
    Lattice {
        spacing: 2.0,
        side: 44.0,
        puffs: 6.0,
    },
    Lattice {
        spacing: 6.0,
        side: 44.0,
        puffs: 3.0,
    },
];

/// Draws the spindrift of a sea.
#[derive(Default)]
pub(super) struct Spindrift {
    programs: ByCascades<OnceCell<Program>>,
}

impl Spindrift {
    /// Draws it, if the wind is strong enough; `set` sets the uniforms of surface, daylight and exposure. A sea that repeats has none.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        cascades: &CascadeTextures,
        height_scale: f32,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let drift = cascades.foam_drift();
        let [_, crests] = drift.speeds;
        let wind = drift.wind();
        let amount = ((wind - GALE[0]) / (GALE[1] - GALE[0]))
            .clamp(0.0, 1.0)
            .sqrt();
        let measure = cascades.measure();
        if amount == 0.0 || drift.period.is_some() || !measure.is_foamy {
            return Ok(());
        }
        frame.run(Pass::Spindrift, || {
            let (gl, eye) = (frame.gl, frame.eye);
            let program = self.program(gl, cascades)?;
            set(program)?;
            set_cascades(program, cascades, eye, height_scale);
            program.set("u_matrix", crate::view::open_mesh::matrix(eye));
            program.set("u_eye", eye.position);
            let gale = Vec3::new(wind as f32, crests as f32, amount as f32);
            program.set("u_gale", gale);
            gl.state(Blend::Alpha, Depth::Test);
            let heading = DVec2::from_angle(measure.heading.into());
            for lattice in &LATTICES {
                let quality = frame.level.texels.clamp(0.4, 1.5);
                let side = (frame.vertex_share() * lattice.side * quality.min(1.0)) as i32;
                let puffs = (lattice.puffs * quality).round().max(2.0) as i32;
                let first = first_anchor(eye, heading, crests * drift.seconds, lattice, side);
                let [x, z] = first.cell.map(|cell| cell.rem_euclid(1 << 16) as i32);
                program.set("u_lattice", [x, z, side, puffs]);
                let seconds = drift.seconds.rem_euclid(REPEATS);
                program.set(
                    "u_anchors",
                    Vec4::new(
                        first.place.x as f32,
                        first.place.y as f32,
                        lattice.spacing as f32,
                        seconds as f32,
                    ),
                );
                let count = (side * side * puffs) as usize;
                gl.draw(program, Primitive::Triangles, 3, count);
            }
            Ok(())
        })
    }

    fn program(&self, gl: &Gl, cascades: &CascadeTextures) -> Result<&Program, GlError> {
        let (slot, [count, tiled]) = self.programs.of(cascades);
        compiled(slot, || {
            let defines = [tiled, count, "FEW_TEXELS", "LONG_CRESTS", "IN_VERTICES"];
            let texts = (glsl!("ocean/spindrift.vert"), glsl!("ocean/spindrift.frag"));
            shader::program(gl, "spindrift", &defines, texts.0, texts.1)
        })
    }
}

/// The first anchor of a lattice.
struct First {
    /// Its cell in the lattice that runs with the crests.
    cell: [i64; 2],
    /// The corner of the cell relative to the eye, along the wind and across, metres.
    place: DVec2,
}

/// The lattice lies ahead of the eye, which sees little of what is behind it.
fn first_anchor(eye: &Eye, heading: DVec2, run: f64, lattice: &Lattice, side: i32) -> First {
    let along_wind = |place: DVec2| DVec2::new(heading.dot(place), heading.perp_dot(place));
    let ahead = -eye.view.row(2).truncate();
    let ahead = DVec2::new(ahead.x.into(), ahead.z.into());
    let half = 0.5 * f64::from(side) * lattice.spacing;
    let middle = along_wind(0.7 * half * ahead.normalize_or_zero());
    // Crests run ahead of anchors that stand still.
    let eye = along_wind(eye.place()) - DVec2::new(run, 0.0);
    let cell = ((eye + middle - half) / lattice.spacing).floor();
    First {
        cell: [cell.x as i64, cell.y as i64],
        place: cell * lattice.spacing - eye,
    }
}
