//! The sea of the mesh view (docs/models.md §2, §10): open water, a sum of repeating cascades, out to the horizon.
//!
//! As in the classic mesh, the normal looks up the sky and refracts the background. A sea has no floor, walls or deck: the background is
//! the colour of deep water, and beyond the horizon is the sky. [`CascadeTextures`] hold the cascades, `open_mesh` lays out the points,
//! `classic/ocean_mesh.vert` displaces them and `classic/ocean.frag` shades them. `pick` finds the place under a pointer.

use super::bodies::BodyPrograms;
use super::set_shading;
use crate::gl::{self, Blend, Depth, Filter, Gl, GlError, Program, Texture, Wrap};
use crate::parameter::{Choice, Settings};
use crate::view::basin::{BACKDROP, SUN, draw_sky};
use crate::view::bodies::DrawnBodies;
use crate::view::cascades::{BEDS, ByCascades, CascadeTextures, FOOTPRINTS, few_texels};
use crate::view::kinds::{Background, Shading};
use crate::view::open_mesh::{self, OpenMesh};
use crate::view::shader::{SCREEN, captured_program, glsl, program};
use crate::view::{ColourScale, Colours, Eye, Frame, Materials, ShownOpen, worley};
use glam::{DVec3, Vec3};
use std::cell::{OnceCell, RefCell};

/// Colour of deep water, 0 to 1: the upwelling light of docs/models.md §10, as dark as it looks next to a bright sky.
const DEEP: Vec3 = Vec3::new(0.010, 0.155, 0.225);

/// Visibility: metres after which haze leaves 1/e of the sea's contrast, for an eye near the surface.
const HAZE: f32 = 3400.0;

/// Approximate period of the foam's lace pattern, metres.
const LACE: f32 = 11.0;

/// The environment parameter of the classic pool that corresponds to true reflection here.
const SPREAD: f32 = 0.45;

/// Captured outputs of `classic/ocean_mesh.vert`, in order.
const CAPTURED: [&str; 2] = ["v_rest", "v_surface"];

/// Factor by which a software rasteriser sharpens the slopes compared with the longer side of a pixel's footprint.
const SHARPER: f32 = 3.0;

/// The look of the sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Deep,
    Picture,
    Lines,
    Tessendorf,
    Plastic,
    /// A field in colours; not `Colours::None`.
    Field(Colours),
}

impl Look {
    /// Number of looks.
    const COUNT: usize = 5 + Colours::ALL.len();

    fn index(self) -> usize {
        match self {
            Self::Deep => 0,
            Self::Picture => 1,
            Self::Lines => 2,
            Self::Tessendorf => 3,
            Self::Plastic => 4,
            Self::Field(colours) => 5 + colours as usize,
        }
    }

    fn defines(self) -> &'static [&'static str] {
        match self {
            Self::Deep => &[],
            Self::Picture => &["BACKGROUND_PICTURE"],
            Self::Lines => &["LOOK_LINES"],
            Self::Tessendorf => &["TESSENDORF"],
            Self::Plastic => &["PLASTIC_SHADING"],
            Self::Field(colours) => match colours {
                Colours::None | Colours::Height => &["LOOK_FIELD", "FIELD_HEIGHT", "FIELD_SIGNED"],
                Colours::Slope => &["LOOK_FIELD", "FIELD_SLOPE"],
                Colours::Velocity => &["LOOK_FIELD", "FIELD_VELOCITY", "FIELD_SIGNED"],
                Colours::Foam => &["LOOK_FIELD", "FIELD_FOAM"],
                Colours::Depth => &["LOOK_FIELD", "FIELD_DEPTH"],
                // Seas have none.
                Colours::Speed | Colours::Froude | Colours::Direction => &["LOOK_FIELD"],
            },
        }
    }
}

/// Draws seas. Programs and textures are created on first use.
#[derive(Default)]
pub(in crate::view) struct ClassicSea {
    /// Indexed by look, number of cascades, repeating or tiled, and floor.
    programs: [ByCascades<[OnceCell<Program>; BEDS.len()]>; Look::COUNT],
    bodies: RefCell<DrawnBodies>,
    body_programs: BodyPrograms,
    backdrop: OnceCell<Program>,
    worley: OnceCell<Texture>,
}

impl ClassicSea {
    /// Draws the cascades of a frame, the whole image. Returns the colour scale if it shows a field. `settings` are those of the mesh
    /// view.
    pub(in crate::view) fn draw(
        &self,
        frame: &Frame,
        shown: &ShownOpen,
        settings: &Settings,
    ) -> Result<Option<ColourScale>, GlError> {
        let Frame {
            gl, eye, materials, ..
        } = *frame;
        let wireframe = settings.switch("wireframe");
        let colours: Colours = settings.choice("colours");
        let in_colour = colours != Colours::None;
        let shading: Shading = settings.choice("shading");
        let shows_foam = match colours {
            Colours::None => !wireframe && shading == Shading::Classic,
            colours => colours == Colours::Foam,
        };
        let cascades = &*match shows_foam {
            true => shown.cascades()?,
            false => shown.bare_cascades()?,
        };
        gl.clear([DEEP.x, DEEP.y, DEEP.z, 1.0]);
        let mesh = mesh(cascades, eye, settings);
        let mut scale = None;
        if !wireframe || in_colour {
            let look = match shading {
                _ if in_colour => Look::Field(colours),
                Shading::Tessendorf => Look::Tessendorf,
                Shading::Plastic => Look::Plastic,
                Shading::Classic => match settings.choice("background") {
                    Background::Pool => Look::Deep,
                    Background::Picture => Look::Picture,
                },
            };
            let program = self.program(gl, look, cascades)?;
            self.set(program, frame, cascades, settings, &mesh)?;
            if in_colour {
                scale = Some(set_colours(program, frame, shown, settings, cascades)?);
            }
            gl.state(Blend::Off, Depth::Write);
            mesh.draw(gl, program);
        }
        if wireframe {
            let program = self.program(gl, Look::Lines, cascades)?;
            self.set(program, frame, cascades, settings, &mesh)?;
            // Depth is written, so that the sky does not cover the lines.
            gl.state(Blend::Alpha, Depth::Write);
            mesh.draw_lines(gl, program);
        }
        let mut bodies = self.bodies.borrow_mut();
        let origin = DVec3::new(eye.origin.x, 0.0, eye.origin.y);
        bodies.show(gl, &shown.field, origin)?;
        self.body_programs.draw(gl, &bodies, false, |program| {
            program.set("u_view_projection", open_mesh::view_projection(eye));
            program.set("u_eye", eye.position);
        })?;
        let backdrop = match self.backdrop.get() {
            Some(backdrop) => backdrop,
            None => {
                let made = program(gl, "sky at sea", &["AT_SEA"], SCREEN, BACKDROP)?;
                self.backdrop.get_or_init(|| made)
            }
        };
        backdrop.set("u_deep", DEEP);
        draw_sky(gl, backdrop, eye, materials);
        Ok(scale)
    }

    /// Reads back, for each point of the mesh of each ring, its rest place (x, z) and its displaced place (x, y, z) relative to the eye:
    /// five numbers a point.
    pub(super) fn capture(
        &self,
        gl: &Gl,
        cascades: &CascadeTextures,
        eye: &Eye,
        settings: &Settings,
    ) -> Result<Vec<f32>, GlError> {
        let mesh = mesh(cascades, eye, settings);
        let program = self.program(gl, Look::Deep, cascades)?;
        let mut numbers = Vec::new();
        for piece in mesh.pieces() {
            mesh.set(program);
            program.set("u_lines", 1);
            mesh.place(program, &piece);
            let [columns, rows] = piece.cells.map(|cells| cells as usize + 1);
            numbers.extend(gl::capture_points(gl, program, columns, rows)?);
        }
        Ok(numbers)
    }

    fn program(
        &self,
        gl: &Gl,
        look: Look,
        cascades: &CascadeTextures,
    ) -> Result<&Program, GlError> {
        // Only field colours need the floor.
        let bed = match look {
            Look::Field(Colours::Depth) => cascades.which_bed(),
            _ => 0,
        };
        let (slots, [count, tiled]) = self.programs[look.index()].of(cascades);
        let slot = &slots[bed];
        if let Some(program) = slot.get() {
            return Ok(program);
        }
        let lost = format!("UNRESOLVED {FOOTPRINTS}");
        let mut defines = vec!["AT_SEA", tiled, count, &lost, few_texels(gl)];
        defines.extend(look.defines().iter().chain(&BEDS[bed]));
        let texts = (
            glsl!("classic/ocean_mesh.vert"),
            glsl!("classic/ocean.frag"),
        );
        let program = captured_program(gl, "sea", &defines, texts, &CAPTURED)?;
        Ok(slot.get_or_init(|| program))
    }

    /// Sets all uniforms except the piece.
    fn set(
        &self,
        program: &Program,
        frame: &Frame,
        cascades: &CascadeTextures,
        settings: &Settings,
        mesh: &OpenMesh,
    ) -> Result<(), GlError> {
        let Frame {
            gl, eye, materials, ..
        } = *frame;
        let real = |key| settings.real(key) as f32;
        self.set_materials(program, gl, materials)?;
        mesh.set(program);
        let first = cascades.place(0, eye.place());
        // A patch as long as a pool has a pool's colour scale.
        let of_pool = 0.5 * first.length.max_element();
        program.set("u_lace", (first.length.x / LACE).round().max(1.0));
        let measure = cascades.measure();
        let taps = gl.capability().taps();
        program.set("u_taps", if taps > 1.0 { taps } else { SHARPER });
        program.set("u_finest", measure.finest);
        // The classic surface has the same roughness along both axes.
        let lost = measure.lost.map(|[x, z, ..]| 0.5 * (x + z));
        program.set("u_unresolved", &lost[..]);
        program.set("u_crest", (measure.height * real("height_scale")).max(1e-4));
        program.set("u_deep", DEEP);
        program.set("u_sun", SUN.normalize());
        program.set("u_haze", HAZE + 6.0 * eye.position.y.abs());
        program.set("u_environment", real("environment") / SPREAD);
        program.set("u_refraction", real("refraction"));
        program.set("u_background_alpha", real("background_alpha"));
        program.set("u_environment_alpha", real("environment_alpha"));
        set_shading(program, settings, materials, of_pool);
        Ok(())
    }

    fn set_materials(
        &self,
        program: &Program,
        gl: &Gl,
        materials: &Materials,
    ) -> Result<(), GlError> {
        let worley = match self.worley.get() {
            Some(worley) => worley,
            None => {
                let made = Texture::new(gl, &worley::WORLEY, Wrap::Repeat, Filter::Mipmapped)?;
                self.worley.get_or_init(|| made)
            }
        };
        program.set("u_panorama", &materials.panorama);
        program.set("u_worley", worley);
        program.set("u_background", &materials.picture.under);
        Ok(())
    }
}

/// Sets the uniforms of a field in colours.
fn set_colours(
    program: &Program,
    frame: &Frame,
    shown: &ShownOpen,
    settings: &Settings,
    cascades: &CascadeTextures,
) -> Result<ColourScale, GlError> {
    let measure = cascades.measure();
    let [x, z, ..] = measure.lost[FOOTPRINTS - 1];
    let floor = cascades.floor().unwrap_or(0.0);
    program.set_where_known("u_bed", floor);
    if let Some(bed) = cascades.bed() {
        program.set_where_known("u_bed_map", bed.texture());
        program.set_where_known("u_bed_at", bed.place(frame.eye.place()));
    }
    let metre = 0.5 * cascades.place(0, frame.eye.place()).length.max_element();
    let sizes = [measure.height, (x + z).max(0.0).sqrt(), floor];
    shown.set_colours(program, settings.choice("colours"), settings, sizes, metre)
}

fn mesh<'a>(cascades: &'a CascadeTextures, eye: &'a Eye, settings: &Settings) -> OpenMesh<'a> {
    let detail = settings.integer("detail") as usize;
    OpenMesh::new(cascades, eye, settings.real("height_scale") as f32, detail)
}
