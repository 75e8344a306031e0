//! Draws a lit sea (docs/models.md §15): the surface with its facets, light and foam, and the sky behind it.

use super::bodies::SeaBodies;
use super::distant_lights::DistantLights;
use super::ocean_underwater::{OceanUnderwater, SAND_ALBEDO};
use super::ocean_visibility::{Lens, OceanVisibility};
use super::rain::Rain;
use super::software::SeenPlaces;
use super::spindrift::Spindrift;
use super::uniforms::{SUN_DISC, set_water_light};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Texture, Wrap,
};
use crate::grid::Grid;
use crate::light::{BasinLight, Daylight, Facets, SEA_WATER_INDEX, WaterType, exposure};
use crate::parameter::Settings;
use crate::view::bodies::BodyCount;
use crate::view::cascades::{BEDS, ByCascades, CascadeTextures, FOOTPRINTS, few_texels};
use crate::view::frame::SceneColour;
use crate::view::open_mesh::{self, OpenMesh};
use crate::view::particles::{self, Light, Particles};
use crate::view::shader::{SCREEN, compiled, glsl, program};
use crate::view::{Eye, FinishedScene, Frame, Pass, ShownOpen, short_waves, worley};
use glam::{DVec2, DVec3, Vec2, Vec3, Vec4};
use std::cell::OnceCell;
use std::f32::consts::PI;
use std::f64::consts::TAU;
use std::rc::Rc;

/// Refractive index of green light, which stands for all wavelengths.
pub(super) const INDEX: f32 = SEA_WATER_INDEX[1] as f32;

/// Visibility on a clear day: metres of air that leave 1/e of the contrast.
const SIGHT: f32 = 30_000.0;

/// Maximum anisotropy where the driver reads only one texel. Of 1 to 4, 2 is closest to supersampled pictures and flickers least.
const ANISOTROPY: f32 = 2.0;

/// Period of the foam's pattern, metres.
pub(in crate::view) const FOAM_PERIOD: f64 = 192.0;

/// m/s².
const GRAVITY: f64 = 9.81;

/// Programs of the surface by [`BEDS`]; for each number of bodies of the mesh, of the mesh where the waterline crosses the lens, and of
/// deferred shading.
type OverBeds = [[OnceCell<Program>; 3 * BodyCount::EACH.len()]; BEDS.len()];

#[derive(Default)]
struct Programs {
    /// Dry and in the rain.
    surface: [ByCascades<OverBeds>; 2],
    /// Without and with clouds.
    sky: [OnceCell<Program>; 2],
}

/// Programs and tables, which the seas of a context share.
#[derive(Default)]
struct Shared {
    programs: Programs,
    worley: OnceCell<Texture>,
    short_waves: OnceCell<Texture>,
    facets: OnceCell<Texture>,
}

/// Draws lit seas.
#[derive(Default)]
pub(super) struct LitSea {
    shared: Rc<Shared>,
    /// The underwater view.
    under: OceanUnderwater,
    bodies: SeaBodies,
    places: SeenPlaces,
    particles: Particles,
    lights: Rc<DistantLights>,
    spindrift: Rc<Spindrift>,
    rain: Rain,
    /// What the frame shows that was prepared last.
    seen: Option<SeenSea>,
}

/// Visibility and light of a sea in a frame.
pub(super) struct SeenSea {
    pub(super) depths: OceanVisibility,
    pub(super) light: SeaLight,
}

impl LitSea {
    /// A painter of another sea, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            under: self.under.new_sharing(),
            bodies: SeaBodies::default(),
            places: self.places.new_sharing(),
            particles: self.particles.new_sharing(),
            lights: self.lights.clone(),
            spindrift: self.spindrift.clone(),
            rain: self.rain.new_sharing(),
            seen: None,
        }
    }

    pub(super) fn leave_out_deferred_shading(&mut self) {
        self.places.leave_out();
    }

    /// As [`LitView::sea_caustics`](super::LitView::sea_caustics).
    pub(super) fn caustics(&self) -> Option<Grid<f32>> {
        self.under.landed()
    }

    /// The passes before those of the scene. Returns whether the lens is in the water, fully or partly.
    pub(super) fn prepare(
        &mut self,
        frame: &Frame,
        shown: &ShownOpen,
        settings: &Settings,
    ) -> Result<bool, GlError> {
        let cascades = &*frame.run(Pass::Upload, || shown.cascades())?;
        frame.run(Pass::Sky, || frame.sky.draw_clouds(frame))?;
        self.rain.prepare(frame)?;
        let height = settings.real("height_scale") as f32;
        let depths = OceanVisibility::new(frame, cascades, height);
        let eye = &{ depths.eye };
        let frame = &Frame { eye, ..*frame };
        let light = SeaLight::new(frame, cascades, settings)?;
        let seen = self.seen.insert(SeenSea { depths, light });
        let is_dived = seen.depths.lens != Lens::Over;
        frame.run(Pass::Caustics, || {
            self.under.draw_caustics(frame, cascades, settings, seen)
        })?;
        self.bodies.prepare(frame, eye, &shown.field)?;
        match seen.depths.lens != Lens::Under && self.places.pays(frame) {
            true => {
                let mesh = &OpenMesh::new(cascades, eye, height, Self::detail(frame, settings));
                frame.run(Pass::SurfaceDepth, || {
                    (self.places).prepare(frame, (cascades, mesh), &seen.depths)
                })?;
            }
            false => self.places.forget(),
        }
        if is_dived {
            frame.run(Pass::Shafts, || self.under.draw_shafts(frame, seen))?;
        }
        Ok(is_dived)
    }

    /// The passes of the scene.
    pub(super) fn draw(
        &mut self,
        frame: &Frame,
        shown: &ShownOpen,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let Some(seen) = &self.seen else {
            return Ok(());
        };
        let eye = &seen.depths.eye;
        let frame = &Frame { eye, ..*frame };
        let cascades = &*shown.cascades()?;
        let height = settings.real("height_scale") as f32;
        let mesh = &OpenMesh::new(cascades, eye, height, Self::detail(frame, settings));

        frame.gl.clear(frame.scene_colour().black());
        // First, as deferred shading needs an empty target.
        if seen.depths.lens != Lens::Under {
            frame.run(Pass::Water, || {
                self.draw_surface(frame, (cascades, mesh), seen)
            })?;
        }
        self.bodies.draw(frame, |program| {
            seen.light.set(program);
            seen.light.set_shown(program, frame)
        })?;
        if seen.depths.lens != Lens::Under {
            frame.run(Pass::Backdrop, || self.draw_sky(frame, seen))?;
            let set = |program: &Program| self.set_shown(program, frame, cascades, seen);
            let hours = settings.choice("lamp");
            self.lights.draw(frame, cascades, hours, set)?;
            self.spindrift.draw(frame, cascades, height, set)?;
            let water = particles::Water::Sea(cascades, height);
            self.particles.draw(
                frame,
                shown.field.spray(),
                &particles::Scene {
                    origin: DVec3::new(eye.origin.x, 0.0, eye.origin.y),
                    view_projection: open_mesh::view_projection(eye),
                    light: Light::Physical {
                        below: seen.light.upwelling,
                    },
                    water: Some(water),
                },
                |program| seen.light.set_shown(program, frame),
            )?;
            self.rain
                .draw(frame, open_mesh::matrix(eye), Some(water), |program| {
                    seen.light.set_shown(program, frame)
                })?;
        }
        if seen.depths.lens != Lens::Over {
            frame.run(Pass::Underwater, || {
                self.draw_underwater(frame, (cascades, mesh), seen)
            })?;
        }
        Ok(())
    }

    /// Draws the waterline over the tone-mapped picture where it crosses the lens.
    pub(super) fn draw_waterline(
        &self,
        frame: &Frame,
        scene: &FinishedScene,
    ) -> Result<(), GlError> {
        match &self.seen {
            Some(seen) if seen.depths.lens == Lens::Across => {
                let eye = &seen.depths.eye;
                self.under
                    .draw_waterline(&Frame { eye, ..*frame }, scene, seen)
            }
            _ => Ok(()),
        }
    }

    /// The surface from above.
    fn draw_surface(
        &self,
        frame: &Frame,
        (cascades, mesh): (&CascadeTextures, &OpenMesh),
        seen: &SeenSea,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let (bodies, rain) = (self.bodies.count(gl), frame.sky.weather().is_raining());
        let programs = &self.shared.programs;
        let is_deferred = self.places.are_ready();
        let kind = (bodies, rain, is_deferred);
        let surface = programs.surface(gl, cascades, &seen.depths, kind)?;
        self.under.set(surface, frame, seen);
        self.bodies.set(surface);
        self.set_shown(surface, frame, cascades, seen)?;
        if is_deferred {
            mesh.set_cascades(surface);
            return self.places.draw(frame, surface);
        }
        mesh.set(surface);
        gl.state(Blend::Off, Depth::Write);
        mesh.draw(gl, surface);
        Ok(())
    }

    /// Cells of the mesh, as [`OpenMesh::new`] counts them.
    fn detail(frame: &Frame, settings: &Settings) -> usize {
        (settings.integer("detail") as f32 * frame.level.vertices) as usize
    }

    /// The sky behind the surface.
    fn draw_sky(&self, frame: &Frame, seen: &SeenSea) -> Result<(), GlError> {
        let gl = frame.gl;
        let sky = self.shared.programs.sky(gl, frame.sky.define())?;
        seen.light.set_shown(sky, frame)?;
        sky.set("u_disc", SUN_DISC);
        sky.set("u_unproject", frame.eye.unproject());
        gl.state(Blend::Off, Depth::Test);
        gl.draw(sky, Primitive::Triangles, 3, 1);
        Ok(())
    }

    /// The surface from below, corals, the floor, and the water behind them.
    fn draw_underwater(
        &self,
        frame: &Frame,
        shape: (&CascadeTextures, &OpenMesh),
        seen: &SeenSea,
    ) -> Result<(), GlError> {
        let set = |program: &Program| self.set_shown(program, frame, shape.0, seen);
        self.under.draw_surface(frame, shape, seen, set)?;
        self.under.draw_corals(frame, shape.0, seen, set)?;
        self.under.draw_water(frame, seen, set)?;
        self.under.draw_motes(frame, shape.0, seen, set)
    }

    /// Sets the uniforms of the surface and of daylight.
    fn set_shown(
        &self,
        program: &Program,
        frame: &Frame,
        cascades: &CascadeTextures,
        seen: &SeenSea,
    ) -> Result<(), GlError> {
        self.set_surface(program, frame, cascades)?;
        seen.light.set_shown(program, frame)
    }

    /// Sets the uniforms of the surface.
    fn set_surface(
        &self,
        program: &Program,
        frame: &Frame,
        cascades: &CascadeTextures,
    ) -> Result<(), GlError> {
        let Frame { gl, eye, sky, .. } = *frame;
        let worley = match self.shared.worley.get() {
            Some(worley) => worley,
            None => {
                let made = Texture::new(gl, &worley::WORLEY, Wrap::Repeat, Filter::Mipmapped)?;
                self.shared.worley.get_or_init(|| made)
            }
        };
        program.set_where_known("u_worley", worley);
        program.set_where_known("u_grain", worley);
        let facets = match self.shared.facets.get() {
            Some(facets) => facets,
            None => {
                let made = facets(gl)?;
                self.shared.facets.get_or_init(|| made)
            }
        };
        program.set_where_known("u_facets", facets);
        program.set_where_known("u_pixel", frame.eye.pixel_width(frame.size));
        program.set_where_known("u_taps", gl.capability().taps().max(ANISOTROPY));
        let measure = cascades.measure();
        program.set_where_known("u_finest", measure.finest);
        program.set_where_known("u_foamy", i32::from(measure.is_foamy));
        program.set_where_known("u_unresolved", &measure.lost[..]);
        program.set_where_known("u_bend", measure.bend);
        let wind = Vec2::from_angle(measure.heading);
        program.set_where_known("u_wind", wind);
        let (along, place) = (wind.as_dvec2(), eye.place());
        let lace = DVec2::new(along.dot(place), along.perp().dot(place));
        let [old, fresh] = cascades.foam_drift().distances(FOAM_PERIOD).map(|moved| {
            let lace = lace - DVec2::new(moved, 0.0);
            lace.rem_euclid(DVec2::splat(FOAM_PERIOD)).as_vec2()
        });
        program.set_where_known("u_lace", Vec4::new(old.x, old.y, fresh.x, fresh.y));
        let short_waves = match self.shared.short_waves.get() {
            Some(short_waves) => short_waves,
            None => {
                let slopes = &short_waves::SLOPES;
                let made = Texture::new(gl, slopes, Wrap::Repeat, Filter::Mipmapped)?;
                self.shared.short_waves.get_or_init(|| made)
            }
        };
        program.set_where_known("u_short_waves", short_waves);
        set_short_waves(program, cascades, short_waves.size().0, eye);
        self.rain.set(program, eye.place());
        let haze = sky.haze().map_or(1.0, |haze| 0.5 + 0.5 * haze);
        let lost = haze / SIGHT + sky.weather().rain.extinction() as f32;
        program.set_where_known("u_clear", lost.recip());
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
        program.set_where_known("u_upwelling", *upwelling);
        set_water_light(program, basin, day.sun_level());
        colour.set(program, *exposure);
    }

    /// Sets the uniforms of daylight and exposure.
    fn set_shown(&self, program: &Program, frame: &Frame) -> Result<(), GlError> {
        frame.sky.light_up(program)?;
        self.colour.set(program, self.exposure);
        Ok(())
    }
}

/// Sets the uniforms of `ocean/short_waves.glsl` but for the texture, which has so many texels along a side.
fn set_short_waves(program: &Program, cascades: &CascadeTextures, texels: usize, eye: &Eye) {
    let measure = cascades.measure();
    let wind = DVec2::from_angle(measure.heading.into());
    let [x, z, both, _] = measure.lost[0].map(f64::from);
    let variance = |along: DVec2| {
        (x * along.x * along.x + 2.0 * both * along.x * along.y + z * along.y * along.y).max(0.0)
    };
    let finest = measure.finest_everywhere;
    let share = short_waves::share(finest);
    let deviation = |along| (0.5 * f64::from(share) * variance(along)).sqrt() as f32;
    // The longest waves are two cells long. All move like those in the middle of the range.
    let length = f64::from(2.0 * finest * short_waves::LONGEST);
    let middle = f64::from(2.0 * finest * (-0.5 * short_waves::LOG_RANGE).exp());
    let speed = (GRAVITY * middle / TAU).sqrt();
    let drift = cascades.foam_drift();
    let place = DVec2::new(wind.dot(eye.place()), wind.perp_dot(eye.place())) / length;
    let turned = DVec2::from(short_waves::TURN.map(f64::from)).rotate(place);
    let moved = [speed, 0.8 * speed].map(|speed| drift.distance(speed, length) / length);
    let [one, other] = [place.x - moved[0], turned.x - moved[1]].map(|x| x.rem_euclid(1.0) as f32);
    let [one_across, other_across] = [place.y, turned.y].map(|z| z.rem_euclid(1.0) as f32);
    program.set_where_known(
        "u_short_place",
        Vec4::new(one, one_across, other, other_across),
    );
    let scale = Vec4::new(
        (texels as f64 / length) as f32,
        deviation(wind),
        deviation(wind.perp()),
        share,
    );
    program.set_where_known("u_short", scale);
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
        (bodies, in_rain, is_deferred): (BodyCount, bool, bool),
    ) -> Result<&Program, GlError> {
        let [bed, uneven, lens] = depths.defines();
        let (over_beds, [count, tiled]) = self.surface[usize::from(in_rain)].of(cascades);
        let (kind, lens, deferred) = match (is_deferred, lens) {
            (true, _) => (2, "", "DEFERRED"),
            (false, "") => (0, "", ""),
            (false, lens) => (1, lens, ""),
        };
        let slot = &over_beds[depths.which_bed()][kind + 3 * bodies as usize];
        compiled(slot, || {
            let lost = format!("UNRESOLVED {FOOTPRINTS}");
            let taps = few_texels(gl);
            let crests = match taps {
                "" => "",
                _ => "LONG_CRESTS",
            };
            let bodies = bodies.define();
            let rain = if in_rain { "RAIN" } else { "" };
            let defines = [
                "LIT", bed, uneven, lens, tiled, count, &lost, taps, crests, bodies, rain, deferred,
            ];
            let vertex = match deferred {
                "" => glsl!("classic/ocean_mesh.vert"),
                _ => SCREEN,
            };
            program(gl, "lit sea", &defines, vertex, glsl!("ocean/surface.frag"))
        })
    }

    fn sky(&self, gl: &Gl, clouds: &'static str) -> Result<&Program, GlError> {
        compiled(&self.sky[usize::from(!clouds.is_empty())], || {
            let defines = [clouds];
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
