//! Draws a lit sea (docs/models.md §15): the surface with its facets, light and foam, and the sky behind it.

use super::ocean_underwater::{OceanUnderwater, SAND_ALBEDO};
use super::ocean_visibility::{Lens, OceanVisibility};
use super::pool::unprojected;
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Texture, Wrap,
};
use crate::light::{
    BasinLight, Daylight, Facets, SEA_WATER_INDEX, SUN_DISC_RADIUS, WaterType, exposure,
};
use crate::parameter::Settings;
use crate::view::cascades::{BEDS, CascadeTextures, FOOTPRINTS, MAX_CASCADES};
use crate::view::frame::SceneColour;
use crate::view::open_mesh::OpenMesh;
use crate::view::shader::{SCREEN, compiled, glsl, program};
use crate::view::{Frame, Pass, ShownOpen, worley};
use glam::{DVec2, Vec2, Vec3};
use std::cell::OnceCell;
use std::f32::consts::PI;

/// Refractive index of green light, which stands for all wavelengths.
pub(super) const INDEX: f32 = SEA_WATER_INDEX[1] as f32;

/// Visibility on a clear day: metres of air that leave 1/e of the contrast.
const SIGHT: f32 = 30_000.0;

/// Period of the foam's pattern, metres.
pub(in crate::view) const FOAM_PERIOD: f64 = 64.0;

#[derive(Default)]
struct Programs {
    /// Indexed by number of cascades, repeating or tiled, [`BEDS`], and whether the waterline crosses the lens.
    surface: [[[[OnceCell<Program>; 2]; BEDS.len()]; 2]; MAX_CASCADES],
    /// With the sky's table, and with the finer one.
    sky: [OnceCell<Program>; 2],
}

/// Draws lit seas.
pub(super) struct LitSea {
    programs: Programs,
    worley: OnceCell<Texture>,
    facets: OnceCell<Texture>,
}

impl LitSea {
    pub(super) fn new() -> Self {
        Self {
            programs: Programs::default(),
            worley: OnceCell::new(),
            facets: OnceCell::new(),
        }
    }

    /// Draws the whole frame.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        shown: &ShownOpen,
        settings: &Settings,
        deep: &OceanUnderwater,
    ) -> Result<(), GlError> {
        let cascades = &*shown.cascades()?;
        frame.profiler.end(Pass::Upload);
        let Some(seen @ (depths, _)) = deep.seen() else {
            return Ok(());
        };
        frame.gl.clear(frame.scene_colour().black());

        let detail = settings.integer("detail") as f32 * frame.level.vertices;
        let height = settings.real("height_scale") as f32;
        let mesh = OpenMesh::new(cascades, frame.eye, height, detail as usize);
        if depths.lens != Lens::Under {
            self.draw_surface(frame, (cascades, &mesh), seen, deep)?;
            frame.profiler.end(Pass::Water);
            self.draw_sky(frame, seen)?;
            frame.profiler.end(Pass::Backdrop);
        }
        if depths.lens != Lens::Over {
            let set = |program: &Program| self.set_shown(program, frame, cascades, seen);
            deep.draw_surface(frame, (cascades, &mesh), set)?;
            deep.draw_water(frame, set)?;
            frame.profiler.end(Pass::Underwater);
        }
        Ok(())
    }

    /// The surface from above.
    fn draw_surface(
        &self,
        frame: &Frame,
        (cascades, mesh): (&CascadeTextures, &OpenMesh),
        seen: &(OceanVisibility, SeaLight),
        deep: &OceanUnderwater,
    ) -> Result<(), GlError> {
        let (gl, (depths, light)) = (frame.gl, seen);
        let surface = self.programs.surface(gl, cascades, depths)?;
        mesh.set(surface);
        deep.set(surface, frame, depths, light);
        self.set_shown(surface, frame, cascades, seen)?;
        gl.state(Blend::Off, Depth::Write);
        mesh.draw(gl, surface);
        Ok(())
    }

    /// The sky behind the surface.
    fn draw_sky(
        &self,
        frame: &Frame,
        (_, light): &(OceanVisibility, SeaLight),
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let sky = self.programs.sky(gl, frame.sky.define())?;
        light.set_shown(sky, frame)?;
        let radius = SUN_DISC_RADIUS;
        sky.set("u_disc", 1.0 / (PI * radius * radius * 0.8));
        sky.set("u_unproject", unprojected(frame.eye));
        gl.state(Blend::Off, Depth::Test);
        gl.draw(sky, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// Sets the uniforms of the surface and of daylight.
    fn set_shown(
        &self,
        program: &Program,
        frame: &Frame,
        cascades: &CascadeTextures,
        (_, light): &(OceanVisibility, SeaLight),
    ) -> Result<(), GlError> {
        self.set_surface(program, frame, cascades)?;
        light.set_shown(program, frame)
    }

    /// Sets the uniforms of the surface.
    fn set_surface(
        &self,
        program: &Program,
        frame: &Frame,
        cascades: &CascadeTextures,
    ) -> Result<(), GlError> {
        let Frame { gl, eye, sky, .. } = *frame;
        let worley = match self.worley.get() {
            Some(worley) => worley,
            None => {
                let made = Texture::new(gl, &worley::worley(), Wrap::Repeat, Filter::Mipmapped)?;
                self.worley.get_or_init(|| made)
            }
        };
        program.set_where_known("u_worley", worley);
        program.set_where_known("u_grain", worley);
        let facets = match self.facets.get() {
            Some(facets) => facets,
            None => {
                let made = facets(gl)?;
                self.facets.get_or_init(|| made)
            }
        };
        program.set_where_known("u_facets", facets);
        let pixel = 2.0 / (eye.projection.y_axis.y * frame.size.1.max(1) as f32);
        program.set_where_known("u_pixel", pixel);
        program.set_where_known("u_taps", gl.capability().taps().max(1.0));
        let measure = cascades.measure();
        program.set_where_known("u_finest", measure.finest);
        program.set_where_known("u_foamy", i32::from(measure.is_foamy));
        program.set_where_known("u_unresolved", &measure.lost[..]);
        program.set_where_known("u_bend", measure.bend);
        let wind = Vec2::from_angle(measure.heading);
        program.set_where_known("u_wind", wind);
        let (along, place) = (wind.as_dvec2(), eye.place());
        let lace = DVec2::new(along.dot(place), along.perp().dot(place));
        program.set_where_known(
            "u_lace",
            lace.rem_euclid(DVec2::splat(FOAM_PERIOD)).as_vec2(),
        );
        let haze = sky.haze().map_or(1.0, |haze| 0.5 + 0.5 * haze);
        program.set_where_known("u_clear", SIGHT / haze);
        Ok(())
    }
}

/// The light above and under a sea, and the exposure.
pub(super) struct SeaLight {
    pub(super) day: Daylight,
    pub(super) basin: BasinLight,
    /// Water-leaving radiance of deep water, just above the surface.
    upwelling: Vec3,
    exposure: f32,
    colour: SceneColour,
}

impl SeaLight {
    pub(super) fn new(
        frame: &Frame,
        cascades: &CascadeTextures,
        settings: &Settings,
    ) -> Result<Self, GlError> {
        let day = frame.sky.light()?;
        let water: WaterType = settings.choice("water");
        let optics = water.optics();
        // Deep water without a visible floor, or a floor of sand.
        let (depth, albedo) = match cascades.floor() {
            Some(floor) => (floor, SAND_ALBEDO),
            None => (1e4, Vec3::ZERO),
        };
        let basin = BasinLight::new(&optics, INDEX, depth, albedo, &day);
        let entered = basin.sky_under + day.sun_level() * basin.entering;
        let sent_up = Vec3::from(optics.bulk_reflectance()) * entered / PI;
        let level = match settings.switch("adapt") {
            // In darker, deeper water the exposure adapts.
            true => day.metered() * basin.sky_transmittance(-frame.eye.position.y),
            false => Vec3::splat(0.75),
        };
        Ok(Self {
            day,
            basin,
            upwelling: sent_up / (INDEX * INDEX),
            exposure: exposure(level, settings.real("exposure") as f32),
            colour: frame.scene_colour(),
        })
    }

    /// Sets the uniforms of the water type.
    pub(super) fn set(&self, program: &Program) {
        let Self {
            day,
            basin,
            upwelling,
            exposure,
            colour,
        } = self;
        program.set_where_known("u_index", INDEX);
        program.set_where_known("u_upwelling", *upwelling);
        program.set_where_known("u_sun_level", day.sun_level());
        program.set_where_known("u_sun_under", basin.sun_under);
        program.set_where_known("u_sky_under", basin.sky_under);
        program.set_where_known("u_gain", basin.gain);
        program.set_where_known("u_down", basin.down);
        program.set_where_known("u_beam", basin.beam);
        program.set_where_known("u_entering", basin.entering);
        program.set_where_known("u_scatter_water", basin.scatter_water);
        program.set_where_known("u_scatter_particles", basin.scatter_particles);
        colour.set(program, *exposure);
    }

    /// Sets the uniforms of daylight and exposure.
    fn set_shown(&self, program: &Program, frame: &Frame) -> Result<(), GlError> {
        frame.sky.light_up(program)?;
        self.colour.set(program, self.exposure);
        Ok(())
    }
}

fn facets(gl: &Gl) -> Result<Texture, GlError> {
    let table = Facets::table(f64::from(INDEX));
    let layout = Layout {
        filter: Filter::Linear,
        wrap: Wrap::Clamp,
        ..Layout::new(Format::Rgba16F, (table.columns(), table.rows()))
    };
    let texture = Texture::empty(gl, layout)?;
    texture.upload(0, 0, &table)?;
    Ok(texture)
}

impl Programs {
    fn surface(
        &self,
        gl: &Gl,
        cascades: &CascadeTextures,
        depths: &OceanVisibility,
    ) -> Result<&Program, GlError> {
        let count = cascades.count().clamp(1, MAX_CASCADES);
        let tiled = OpenMesh::define(cascades);
        let [bed, uneven, lens] = depths.defines();
        let [i, k] = [tiled, lens].map(|define| usize::from(!define.is_empty()));
        let slot = &self.surface[count - 1][i][depths.which_bed()][k];
        compiled(slot, || {
            let (number, lost) = (
                format!("CASCADES {count}"),
                format!("UNRESOLVED {FOOTPRINTS}"),
            );
            let taps = match gl.capability().taps() > 1.0 {
                true => "",
                false => "FEW_TEXELS",
            };
            let crests = match taps {
                "" => "",
                _ => "LONG_CRESTS",
            };
            let defines = [
                "LIT", bed, uneven, lens, tiled, &number, &lost, taps, crests,
            ];
            let (vertex, fragment) = (
                glsl!("classic/ocean_mesh.vert"),
                glsl!("ocean/surface.frag"),
            );
            program(gl, "lit sea", &defines, vertex, fragment)
        })
    }

    fn sky(&self, gl: &Gl, fine: &'static str) -> Result<&Program, GlError> {
        compiled(&self.sky[usize::from(!fine.is_empty())], || {
            let defines = [fine];
            program(
                gl,
                "sky at sea",
                &defines,
                SCREEN,
                glsl!("environment/sky.frag"),
            )
        })
    }
}
