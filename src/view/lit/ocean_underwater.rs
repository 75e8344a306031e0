//! Under a lit sea (docs/models.md §15a): sunlight through the waves, on a floor of sand and as light shafts; the surface from below; the
//! waterline on the lens.

use super::caustics::laid_out;
use super::corals::{CoralPrograms, Corals};
use super::pool_underwater::meniscus;
use super::sea::{INDEX, SeenSea};
use super::shafts::{Shafts, Smooth};
use crate::gl::{Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target};
use crate::grid::Grid;
use crate::light::SUN_DISC_RADIUS;
use crate::parameter::Settings;
use crate::view::cascades::{BEDS, ByCascades, CascadeTextures, FOOTPRINTS, few_texels};
use crate::view::levels::Levels;
use crate::view::open_mesh::{self, OpenMesh, set_cascades};
use crate::view::shader::{self, SCREEN, compiled, glsl};
use crate::view::{FinishedScene, Frame, ToneMapping};
use glam::{DVec2, DVec3, Vec3, Vec4};
use std::cell::OnceCell;
use std::f64::consts::TAU;
use std::rc::Rc;

/// Texels along a side of a block of the floor's irradiance map.
const TEXELS: usize = 32;

/// Number of level planes for light shafts, texels along a side of a block of each, and depth of the last plane without a floor, metres.
const PLANES: usize = 4;
const PLANE_TEXELS: usize = 8;
const DEEPEST: f32 = 24.0;

/// Particles near the eye at high quality; the side of their cube, metres; their speed relative to the wind's.
const MOTES: f32 = 1500.0;
pub(in crate::view) const MOTE_SIDE: f64 = 5.0;
const MOTE_DRIFT: f64 = 0.01;

/// Mean albedo of the sand, of corals and shells.
pub(in crate::view) const SAND_ALBEDO: Vec3 = Vec3::new(0.66, 0.59, 0.47);

/// Compiled when something under water is first visible.
#[derive(Default)]
struct Programs {
    rays: ByCascades<OnceCell<Program>>,
    /// On a level plane, and on an uneven floor.
    landing: [OnceCell<Program>; 2],
    /// Over each of [`BEDS`].
    shafts: [OnceCell<Program>; BEDS.len()],
    smooth: Smooth,
    /// For each kind of tone mapping.
    waterline: [OnceCell<Program>; ToneMapping::COUNT],
    levels: Levels,
    /// Over each of [`BEDS`].
    surface: [ByCascades<OnceCell<Program>>; BEDS.len()],
    deep: [OnceCell<Program>; BEDS.len()],
    motes: [OnceCell<Program>; BEDS.len()],
    corals: CoralPrograms,
}

/// A receiver of traced light, with its depth in metres.
#[derive(Clone, Copy)]
enum Plane {
    /// The floor, at every point.
    Floor(f32),
    /// A level plane in the water, at every second point.
    Level(f32),
}

/// Draws everything under a sea.
#[derive(Default)]
pub(super) struct OceanUnderwater {
    programs: Rc<Programs>,
    rays: Option<Target>,
    /// Irradiance on the floor, before and after the blur by the sun's disc.
    landed: Option<Target>,
    floor: Option<Target>,
    planes: Option<Target>,
    shafts: Shafts,
    corals: Corals,
}

impl OceanUnderwater {
    /// Another instance with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            ..Self::default()
        }
    }

    /// The irradiance on the floor, read back.
    pub(super) fn landed(&self) -> Option<Grid<f32>> {
        let landed = self.landed.as_ref()?.read_floats(0);
        let (columns, rows) = (landed.columns(), landed.rows());
        let light = |column, row| landed[(column, row)][0];
        Some(Grid::from_fn(columns, rows, light))
    }

    /// Draws sunlight that passed the surface: its rays and, if there is a floor, the irradiance on it.
    pub(super) fn draw_caustics(
        &mut self,
        frame: &Frame,
        cascades: &CascadeTextures,
        settings: &Settings,
        seen: &SeenSea,
    ) -> Result<(), GlError> {
        if seen.depths.floor.is_none() {
            (self.landed, self.floor) = (None, None);
        }
        if !seen.depths.are_seen() {
            return Ok(());
        }
        self.draw_sun_rays(frame, cascades, settings, seen)?;
        self.draw_floor_light(frame, seen)
    }

    /// Draws the irradiance on the floor, and blurs it.
    fn draw_floor_light(&mut self, frame: &Frame, seen: &SeenSea) -> Result<(), GlError> {
        if let Some(bed) = seen.depths.floor {
            let side = TEXELS * seen.depths.blocks;
            let layout = Layout {
                filter: Filter::Linear,
                ..Layout::new(Format::R16F, (side, side))
            };
            let landed = laid_out(&mut self.landed, frame.gl, layout)?;
            landed.draw_here();
            frame.gl.clear([0.0; 4]);
            self.add_light(frame.gl, seen, Plane::Floor(bed), side)?;
            let layout = Layout {
                filter: Filter::Mipmapped,
                levels: Layout::all_levels((side, side)),
                ..layout
            };
            let floor = laid_out(&mut self.floor, frame.gl, layout)?;
            if let Some(landed) = &self.landed {
                self.programs.smooth.draw(frame.gl, landed, floor)?;
            }
            if let Some(colour) = floor.colour() {
                self.programs.levels.draw(frame.gl, colour)?;
            }
        }
        Ok(())
    }

    /// Draws the points at which the sun enters the surface and the refracted directions.
    fn draw_sun_rays(
        &mut self,
        frame: &Frame,
        cascades: &CascadeTextures,
        settings: &Settings,
        SeenSea { depths, light }: &SeenSea,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let points = depths.points();
        let format = gl.capability().finest_floats();
        let fits = |target: &Target| target.size() == (points, points);
        let rays = match self.rays.take().filter(fits) {
            Some(rays) => rays,
            None => Target::with_formats(gl, &[format; 2], (points, points), false)?,
        };
        let rays = self.rays.insert(rays);
        let (slot, [count, tiled]) = self.programs.rays.of(cascades);
        let program = compiled(slot, || {
            let defines = [tiled, count, "FEW_TEXELS"];
            shader::program(
                gl,
                "sun at sea",
                &defines,
                SCREEN,
                glsl!("ocean/sun_rays.frag"),
            )
        })?;
        let height = settings.real("height_scale") as f32;
        set_cascades(program, cascades, frame.eye, height);
        program.set("u_patch", depths.patch);
        program.set("u_cell", depths.patch.z / points as f32);
        program.set("u_sun_toward", light.day.toward);
        rays.draw_here();
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Adds the light on a plane to the current target, which is `side` texels wide.
    fn add_light(
        &self,
        gl: &Gl,
        SeenSea { depths, light }: &SeenSea,
        plane: Plane,
        side: usize,
    ) -> Result<(), GlError> {
        if light.day.toward.y <= 0.0 {
            return Ok(());
        }
        let [_, uneven, _] = depths.defines();
        let (depth, stride, uneven) = match plane {
            Plane::Floor(depth) => (depth, 1, uneven),
            Plane::Level(depth) => (depth, 2, ""),
        };
        let slot = &self.programs.landing[usize::from(!uneven.is_empty())];
        let program = compiled(slot, || {
            let texts = (
                glsl!("ocean/caustics.vert"),
                glsl!("caustics/caustics.frag"),
            );
            let defines = ["AT_SEA", uneven];
            shader::program(gl, "caustics at sea", &defines, texts.0, texts.1)
        })?;
        depths.set_bed(program);
        let Some(rays) = &self.rays else {
            return Ok(());
        };
        for (name, index) in ["u_entered", "u_ray"].into_iter().zip([0, 1]) {
            if let Some(texture) = rays.colour_at(index) {
                program.set(name, texture);
            }
        }
        let middle = depths.below_patch(light, depth);
        let half = 0.5 * depths.patch.z;
        let texel = 2.0 * half / side as f32;
        program.set("u_stride", stride as i32);
        program.set_where_known("u_level", depth);
        program.set("u_plane", Vec3::new(middle.x, middle.y, half));
        program.set("u_texel", texel * texel);
        gl.state(Blend::Add, Depth::Off);
        let strips = rays.size().0.saturating_sub(1).div_ceil(stride);
        gl.draw(program, Primitive::TriangleStrip, 2 * (strips + 1), strips);
        Ok(())
    }

    /// Draws the light on level planes, and from it the light shafts.
    pub(super) fn draw_shafts(&mut self, frame: &Frame, seen: &SeenSea) -> Result<(), GlError> {
        let (gl, SeenSea { depths, light }) = (frame.gl, seen);
        let side = PLANE_TEXELS * depths.blocks;
        let layout = Layout {
            filter: Filter::Linear,
            ..Layout::new(Format::R16F, (side, PLANES * side))
        };
        laid_out(&mut self.planes, gl, layout)?;
        let deepest = depths.floor.unwrap_or(DEEPEST).min(DEEPEST);
        for plane in 0..PLANES {
            let Some(planes) = &self.planes else {
                continue;
            };
            planes.draw_to_rows(plane * side, side);
            if plane == 0 {
                gl.clear([0.0; 4]);
            }
            let depth = deepest * (plane + 1) as f32 / PLANES as f32;
            self.add_light(gl, seen, Plane::Level(depth), side)?;
        }

        let [bed, uneven, _] = depths.defines();
        let program = compiled(&self.programs.shafts[depths.which_bed()], || {
            let planes = format!("PLANES {PLANES}");
            let text = glsl!("ocean/shafts.frag");
            shader::program(gl, "shafts at sea", &[&planes, bed, uneven], SCREEN, text)
        })?;
        frame.sky.light_up(program)?;
        light.set(program);
        depths.set(program, frame);
        program.set("u_unproject", frame.eye.unproject());
        if let Some(planes) = self.planes.as_ref().and_then(Target::colour) {
            program.set("u_planes", planes);
        }
        let [x, z, length] = depths.patch.to_array();
        program.set("u_planes_at", Vec4::new(x, z, 0.5 * length, deepest));
        let programs = Rc::clone(&self.programs);
        self.shafts.draw(frame, program, &programs.smooth)
    }

    /// Sets the uniforms of `ocean/underwater.glsl` and `lib/water_medium.glsl`.
    pub(super) fn set(
        &self,
        program: &Program,
        frame: &Frame,
        SeenSea { depths, light }: &SeenSea,
    ) {
        light.set(program);
        depths.set(program, frame);
        self.shafts.set(program, frame);
        if let (Some(bed), Some(landed)) =
            (depths.floor, self.floor.as_ref().and_then(Target::colour))
        {
            let middle = depths.below_patch(light, bed);
            let half = 0.5 * depths.patch.z;
            let texel = 2.0 * half / landed.size().0 as f32;
            // Width of the sun's disc after refraction.
            let across = bed * SUN_DISC_RADIUS / (INDEX * light.basin.sun_under.y);
            let blur = 2.0 * across / texel;
            program.set_where_known("u_irradiance", landed);
            program.set_where_known("u_irradiance_at", Vec3::new(middle.x, middle.y, half));
            program.set_where_known("u_irradiance_blur", blur.max(1.0).log2());
            program.set_where_known("u_interreflection", SAND_ALBEDO * light.basin.kept);
        }
    }

    /// Draws the surface from below.
    pub(super) fn draw_surface(
        &self,
        frame: &Frame,
        (cascades, mesh): (&CascadeTextures, &OpenMesh),
        seen: &SeenSea,
        set_shown: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, SeenSea { depths, light }) = (frame.gl, seen);
        let programs = &self.programs;
        let [bed, uneven, _] = depths.defines();
        let (slot, [count, tiled]) = programs.surface[depths.which_bed()].of(cascades);
        let surface = compiled(slot, || {
            let lost = format!("UNRESOLVED {FOOTPRINTS}");
            let defines = ["LIT", bed, uneven, tiled, count, &lost, few_texels(gl)];
            let texts = (
                glsl!("classic/ocean_mesh.vert"),
                glsl!("ocean/underwater_surface.frag"),
            );
            shader::program(gl, "sea from below", &defines, texts.0, texts.1)
        })?;
        mesh.set(surface);
        set_shown(surface)?;
        self.set(surface, frame, seen);
        surface.set("u_sun_toward", light.day.toward);
        gl.state(Blend::Off, Depth::Write);
        mesh.draw(gl, surface);
        Ok(())
    }

    /// Draws the corals on an uneven floor, which is drawn after them.
    pub(super) fn draw_corals(
        &self,
        frame: &Frame,
        cascades: &CascadeTextures,
        seen: &SeenSea,
        set_shown: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let Some(bed) = seen.depths.floor.and(cascades.bed()) else {
            return Ok(());
        };
        let programs = &self.programs.corals;
        self.corals.draw(frame, (programs, bed), seen, |program| {
            set_shown(program)?;
            self.set(program, frame, seen);
            Ok(())
        })
    }

    /// Draws the floor and the water behind the surface.
    pub(super) fn draw_water(
        &self,
        frame: &Frame,
        seen: &SeenSea,
        set_shown: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, depths) = (frame.gl, &seen.depths);
        let [bed, uneven, _] = depths.defines();
        let deep = compiled(&self.programs.deep[depths.which_bed()], || {
            let text = glsl!("ocean/underwater.frag");
            shader::program(gl, "deep sea", &[bed, uneven], SCREEN, text)
        })?;
        set_shown(deep)?;
        self.set(deep, frame, seen);
        deep.set("u_unproject", frame.eye.unproject());
        deep.set("u_eye", frame.eye.position);
        gl.state(Blend::Off, Depth::Test);
        gl.draw(deep, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Draws particles in the water near the eye, which drift with the wind, after what is behind them.
    pub(super) fn draw_motes(
        &self,
        frame: &Frame,
        cascades: &CascadeTextures,
        seen: &SeenSea,
        set_shown: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, eye, depths) = (frame.gl, frame.eye, &seen.depths);
        let [bed, uneven, _] = depths.defines();
        let motes = compiled(&self.programs.motes[depths.which_bed()], || {
            let texts = (glsl!("ocean/motes.vert"), glsl!("rain/drops.frag"));
            shader::program(gl, "motes", &[bed, uneven], texts.0, texts.1)
        })?;
        set_shown(motes)?;
        self.set(motes, frame, seen);
        motes.set("u_matrix", open_mesh::matrix(eye));
        motes.set("u_eye", eye.position);
        motes.set("u_pixel", eye.pixel_width(frame.size));
        let drift = cascades.foam_drift();
        // In a sea that repeats they stand still.
        let seconds = match drift.period {
            Some(_) => 0.0,
            None => drift.seconds,
        };
        let wind = DVec2::from_angle(cascades.measure().heading.into());
        let drifted = MOTE_DRIFT * drift.wind() * seconds * wind;
        let moved = DVec3::new(drifted.x, 0.0, drifted.y)
            - DVec3::new(eye.place().x, eye.position.y.into(), eye.place().y);
        let moved = (moved / MOTE_SIDE).rem_euclid(DVec3::ONE).as_vec3();
        let sway = (0.7 * seconds).rem_euclid(TAU) as f32;
        motes.set("u_moved", moved.extend(sway));
        gl.state(Blend::Alpha, Depth::Test);
        let count = (MOTES * frame.level.texels.clamp(0.4, 1.0)) as usize;
        gl.draw(motes, Primitive::TriangleStrip, 4, count);
        Ok(())
    }

    /// Draws the waterline over the picture where it crosses the lens.
    pub(super) fn draw_waterline(
        &self,
        frame: &Frame,
        scene: &FinishedScene,
        seen: &SeenSea,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let tones = scene.tone_mapping();
        let program = compiled(&self.programs.waterline[tones.variant()], || {
            let [curve, metering] = tones.defines();
            shader::program(
                gl,
                "waterline at sea",
                &["OPEN", curve, metering],
                SCREEN,
                glsl!("post/waterline.frag"),
            )
        })?;
        frame.sky.light_up(program)?;
        self.set(program, frame, seen);
        program.set("u_unproject", frame.eye.unproject());
        program.set("u_thick", meniscus(frame.size));
        scene.set(program);
        frame.scene_colour().set_code(program);
        gl.state(Blend::Alpha, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }
}
