//! The passes of a lit pool's frame: caustics, obstacles and wall strip above the water, the water, the sky.

use super::bodies::BodyPrograms;
use super::caustics::{self, CausticMaps, Caustics, Obstacles};
use super::environment::Environment;
use super::grass;
use super::pool_underwater::PoolUnderwater;
use super::rain::Rain;
use super::scene::LitScene;
use super::software::Deferred;
use super::surface_mesh::Mesh;
use super::tank::{self, Tank};
use super::uniforms::{ByKind, DrawContext, FloorKind, FrameUniforms, Kind};
use crate::gl::{Blend, Depth, Faces, GlError, Primitive, Program};
use crate::parameter::Settings;
use crate::view::bodies::{BodyCount, DrawnBodies, SunPath};
use crate::view::masonry::{Part, draw_faces, set_faces, set_soft};
use crate::view::particles::{self, Light, Particles};
use crate::view::shader::{SCREEN, Slot, Wanted, glsl};
use crate::view::{Eye, FinishedScene, Frame, Hedge, Pass, Setting, ShownBounded, SkyLight};
use glam::{DVec3, Mat4, Vec3, Vec3Swizzles};
use std::rc::Rc;

/// Maximum depth of a trough below the rest level where the heights are unknown, in half lengths of the pool.
const TROUGH: f32 = 0.2;

/// Margin about known heights, in half lengths of the pool.
pub(in crate::view) const MARGIN: f32 = 0.005;

/// A height above the rest level that no wave reaches, in half lengths of the pool.
const TOWERING: f32 = 50.0;

/// About the largest slope of the rings of rain, and of the ripples on flowing water.
const RAIN_SLOPE: f32 = 0.15;
const FLOW_SLOPE: f32 = 0.05;

/// A way of shading the surface.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shading {
    /// The mesh, in place.
    Mesh,
    Deferred,
    /// Deferred, for pixels near bodies.
    NearBodies,
    /// Deferred, for the others.
    BodiesApart,
}

#[derive(Default)]
struct Programs {
    /// Indexed by [`Shading`], dry and in the rain.
    water: [[ByKind<Slot>; 4]; 2],
    bodies: BodyPrograms,
    /// Ground that rises out of the water.
    land: ByKind<Slot>,
    grass: Slot,
    /// Tops, sides.
    walls: [Slot; 2],
    /// Without and with shadows of bodies.
    strip: [Slot; 2],
    deck: [Slot; 2],
    /// Without and with clouds.
    sky: [Slot; 2],
}

/// Draws lit pools.
pub(super) struct LitPool {
    programs: Rc<Programs>,
    caustics_programs: Rc<caustics::Programs>,
    caustics: Caustics,
    deferred: Deferred,
    /// The underwater view.
    under: PoolUnderwater,
    tank: Tank,
    /// The light of the tank's studio.
    studio: Option<SkyLight>,
    around: Environment,
    bodies: DrawnBodies,
    particles: Particles,
    rain: Rain,
    /// Whether compilation of the first frame's programs has been started.
    has_begun: bool,
}

impl LitPool {
    pub(super) fn new() -> Self {
        let caustics_programs = Rc::new(caustics::Programs::new());
        Self {
            programs: Rc::default(),
            caustics: Caustics::new(&caustics_programs),
            deferred: Deferred::new(&Rc::default()),
            under: PoolUnderwater::new(),
            tank: Tank::new(),
            studio: None,
            caustics_programs,
            around: Environment::default(),
            bodies: DrawnBodies::default(),
            particles: Particles::default(),
            rain: Rain::default(),
            has_begun: false,
        }
    }

    /// A painter of another pool, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            caustics: Caustics::new(&self.caustics_programs),
            deferred: self.deferred.new_sharing(),
            under: self.under.new_sharing(),
            tank: self.tank.new_sharing(),
            studio: None,
            caustics_programs: self.caustics_programs.clone(),
            around: self.around.new_sharing(),
            bodies: DrawnBodies::default(),
            particles: self.particles.new_sharing(),
            rain: self.rain.new_sharing(),
            has_begun: self.has_begun,
        }
    }

    /// The hedge, once one has been drawn.
    pub(super) fn hedge(&self) -> Option<Hedge> {
        self.around.hedge()
    }

    /// Whether the surroundings are still being baked.
    pub(super) fn is_working(&self) -> bool {
        self.around.is_working()
    }

    pub(super) fn caustics(&self) -> Option<CausticMaps> {
        self.caustics.read()
    }

    pub(super) fn leave_out_deferred_shading(&mut self) {
        self.deferred.leave_out();
    }

    pub(super) fn leave_caustics_to_driver(&mut self) {
        self.caustics.leave_to_driver();
    }

    pub(super) fn lamp_caustics(&self) -> Option<CausticMaps> {
        self.caustics.read_lamp()
    }

    /// Updates the caustics.
    pub(super) fn prepare(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        self.in_setting(frame, settings, |pool, frame| {
            pool.prepare_lit(frame, shown, settings)
        })
    }

    /// Draws the whole frame.
    pub(super) fn draw(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        self.in_setting(frame, settings, |pool, frame| {
            pool.draw_lit(frame, shown, settings)
        })
    }

    /// Draws the waterline over the tone-mapped picture, for an eye in the water.
    pub(super) fn draw_waterline(
        &mut self,
        frame: &Frame,
        scene: &FinishedScene,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        self.in_setting(frame, settings, |pool, frame| {
            let lit = FrameUniforms::new(frame, shown, settings, (&pool.around, &pool.rain))?;
            if !lit.in_water {
                return Ok(());
            }
            pool.under
                .draw_waterline(frame, scene, &lit, &pool.caustics)
        })
    }

    /// Calls a function with the frame lit by its setting: by a studio for a tank, unless the scene has a panorama.
    fn in_setting(
        &mut self,
        frame: &Frame,
        settings: &Settings,
        act: impl FnOnce(&mut Self, &Frame) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let setting: Setting = settings.choice("setting");
        let Some(conditions) = frame.sky.computed().filter(|_| setting == Setting::Tank) else {
            return act(self, frame);
        };
        let studio = tank::studio(frame.gl, self.studio.take(), conditions);
        let sky = &studio;
        let done = act(self, &Frame { sky, ..*frame });
        self.studio = Some(studio);
        done
    }

    /// The passes before those of the scene.
    fn prepare_lit(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        shown.walls.build()?;
        // First, so that the driver can compile in the background.
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin(frame, shown, settings)?;
        }
        frame.run(Pass::Upload, || {
            self.bodies.show(frame.gl, &shown.field, DVec3::ZERO)?;
            shown.field.heights().map(drop)
        })?;
        let scene = &LitScene::new(frame, shown, settings)?;
        let half = scene.shape.half;
        if self.bodies.are_there() {
            frame.run(Pass::Bodies, || {
                let path = SunPath::into_pool(scene.light.toward, half);
                self.bodies.cast_shadows(frame.gl, path)?;
                if let Some(lamp) = &scene.lamp {
                    self.bodies.shade_lamp(frame.gl, lamp)?;
                }
                self.bodies.hide_sky(frame.gl, half, scene.shape.depth)
            })?;
        }
        frame.run(Pass::Sky, || frame.sky.draw_clouds(frame))?;
        self.rain.prepare(frame)?;
        frame.run(Pass::Surroundings, || {
            self.around.prepare(frame, half, settings)
        })?;
        frame.run(Pass::Caustics, || self.draw_caustics(frame, shown, scene))?;
        frame.run(Pass::SurfaceDepth, || {
            self.draw_surface_depth(frame, shown, scene, settings)?;
            self.draw_water_near_bodies(frame, shown, settings)
        })?;
        if scene.is_seen_within {
            let lit = FrameUniforms::new(frame, shown, settings, (&self.around, &self.rain))?;
            frame.run(Pass::Shafts, || {
                self.under.draw_shafts(frame, &lit, &self.caustics)
            })?;
        }
        Ok(())
    }

    /// Light on floor and walls.
    fn draw_caustics(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        scene: &LitScene,
    ) -> Result<(), GlError> {
        let revisions = [
            shown.field.revision(),
            shown.walls.revision(),
            shown.bottom_revision(),
            self.bodies.revision(),
        ];
        let bottom = shown.bottom()?;
        let obstacles = Obstacles {
            walls: shown.walls,
            bottom: bottom.as_deref().and_then(Option::as_ref),
            around: &self.around,
            bodies: &self.bodies,
        };
        let heights = shown.field.heights()?;
        self.caustics
            .gather(frame.gl, &heights, revisions, scene, &obstacles)
    }

    /// Depth of the surface, for deferred shading.
    fn draw_surface_depth(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        scene: &LitScene,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let shape = &scene.shape;
        let is_over = !scene.in_water;
        match self.caustics.surface() {
            Some(surface) if is_over && self.deferred.pays(frame) => {
                let mesh = Mesh::new(surface, most_vertices(frame, settings));
                let unknown = (-shape.depth, TOWERING * shape.half_length());
                let range = shown_range(shown, scene).unwrap_or(unknown);
                self.deferred
                    .prepare(frame, &mesh, shape.half, range.into())
            }
            _ => {
                self.deferred.forget();
                Ok(())
            }
        }
    }

    /// The part of a deferred surface that shows bodies.
    fn draw_water_near_bodies(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        if !self.deferred.is_ready() || !self.bodies.are_there() {
            return Ok(());
        }
        let lit = &FrameUniforms::new(frame, shown, settings, (&self.around, &self.rain))?;
        let (bottom, cover) = (shown.bottom()?, shown.cover()?);
        let within = DrawContext {
            lit,
            walls: shown.walls,
            bottom: bottom.as_deref().and_then(Option::as_ref),
            cover: cover.as_ref(),
            caustics: &self.caustics,
            bodies: &self.bodies,
        };
        let water = self
            .programs
            .water(frame, &within.kind(frame.gl), Shading::NearBodies);
        let water = water.get(frame.gl)?;
        within.set(water, frame)?;
        let ripple_slope = match (frame.sky.weather().is_raining(), &within.cover) {
            (true, _) => RAIN_SLOPE,
            (false, Some(_)) => FLOW_SLOPE,
            (false, None) => 0.0,
        };
        let find = |program: &Program| {
            program.set("u_half", lit.scene.shape.half);
            program.set_where_known("u_eye", frame.eye.position);
            program.set_where_known("u_view_projection", frame.eye.view_projection());
            self.bodies.set(program);
            program.set_where_known("u_ripple_slope", ripple_slope);
            if let Some(slopes) = self.caustics.slopes() {
                program.set_where_known("u_slope", slopes);
            }
        };
        let count = self.bodies.count(frame.gl);
        self.deferred.draw_near_bodies(frame, count, find, water)
    }

    /// Starts the compilation of a first frame's programs. Others, such as those of the underwater view, are compiled on first use.
    fn begin(
        &self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let (gl, programs) = (frame.gl, &self.programs);
        let setting: Setting = settings.choice("setting");
        let clouds = frame.sky.define();
        let with_bodies = !shown.field.bodies().is_empty();
        match setting {
            Setting::Terrace if !frame.sky.is_panorama() => {
                self.around.begin(frame, clouds, with_bodies)?
            }
            Setting::Terrace | Setting::Open => {
                programs.deck(with_bodies).begin(gl)?;
                programs.sky(clouds).begin(gl)?;
            }
            Setting::Tank => programs.sky(clouds).begin(gl)?,
        }
        programs.strip(with_bodies).begin(gl)?;
        let kind = Kind {
            is_walled: shown.walls.are_there(),
            floor: FloorKind::of(
                shown.bottom()?.is_some_and(|bottom| bottom.is_some()),
                shown.field.has_ground(),
            ),
            has_lamp: LitScene::lamp(frame, shown, settings).is_some(),
            bodies: BodyCount::of(gl, shown.field.bodies().len()),
        };
        if kind.floor == FloorKind::Ground {
            programs.land(&kind).begin(gl)?;
            programs.grass().begin(gl)?;
        }
        if kind.is_walled {
            for sides in [true, false] {
                programs.walls(sides).begin(gl)?;
            }
        }
        if self.deferred.pays(frame) {
            self.deferred.program().begin(gl)?;
            if kind.bodies != BodyCount::Zero {
                programs
                    .water(frame, &kind, Shading::NearBodies)
                    .begin(gl)?;
            }
            return programs
                .water(frame, &kind, Shading::deferred(&kind))
                .begin(gl);
        }
        programs.water(frame, &kind, Shading::Mesh).begin(gl)
    }

    /// The passes of the scene.
    fn draw_lit(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let lit = FrameUniforms::new(frame, shown, settings, (&self.around, &self.rain))?;
        let (bottom, cover) = (shown.bottom()?, shown.cover()?);
        let within = &DrawContext {
            lit: &lit,
            walls: shown.walls,
            bottom: bottom.as_deref().and_then(Option::as_ref),
            cover: cover.as_ref(),
            caustics: &self.caustics,
            bodies: &self.bodies,
        };
        let lowest = shown_range(shown, &lit.scene).map(|(low, _)| low);

        frame.gl.clear(frame.scene_colour().black());
        frame.run(Pass::Ground, || {
            self.draw_ground(frame, within, settings, lowest)
        })?;
        frame.run(Pass::Water, || {
            self.draw_water(frame, within, settings, lowest)
        })?;
        frame.run(Pass::Backdrop, || self.draw_backdrop(frame, within))?;
        let water = self.caustics.surface().map(particles::Water::Pool);
        self.particles.draw(
            frame,
            shown.field.spray(),
            &particles::Scene {
                origin: DVec3::ZERO,
                view_projection: frame.eye.view_projection(),
                light: Light::Physical { below: lit.below },
                water,
            },
            |program| lit.set(program),
        )?;
        if !lit.in_water {
            let eye = frame.eye;
            let matrix = eye.view_projection() * Mat4::from_translation(eye.position);
            self.rain.draw(frame, matrix, water, |program| {
                self.around.set_shadows(program);
                lit.set(program)
            })?;
        }
        if lit.setting == Setting::Tank {
            frame.run(Pass::Panes, || {
                self.tank.draw_panes(frame, within, &self.under)
            })?;
        }
        Ok(())
    }

    /// Surroundings, floor and walls, obstacles.
    fn draw_ground(
        &self,
        frame: &Frame,
        within: &DrawContext,
        settings: &Settings,
        lowest: Option<f32>,
    ) -> Result<(), GlError> {
        self.draw_surroundings(frame, within)?;
        match within.lit.in_water {
            true => self.under.draw_ground(frame, within)?,
            false => self.draw_wall_strip(frame, within, lowest)?,
        }
        self.draw_land(frame, within, settings)?;
        self.draw_obstacles(frame, within)?;
        // After a deferred surface, whose depth rejects what is under water before it is shaded.
        match self.deferred.is_ready() {
            true => Ok(()),
            false => (self.programs.bodies).draw(frame, within, &self.under, &self.around),
        }
    }

    /// Terrace, deck or table.
    fn draw_surroundings(&self, frame: &Frame, within: &DrawContext) -> Result<(), GlError> {
        let (gl, lit) = (frame.gl, within.lit);
        gl.state(Blend::Off, Depth::Write);
        if lit.setting == Setting::Tank {
            return self.tank.draw_table(frame, within);
        }
        let with_bodies = within.bodies.are_there();
        let set = |program: &Program| {
            within.bodies.set(program);
            lit.set(program)
        };
        if !self
            .around
            .draw(frame, lit.pixel, with_bodies, |program| set(program))?
        {
            let deck = self.programs.deck(with_bodies).get(gl)?;
            set(deck)?;
            deck.set("u_deck", &frame.materials.deck_light);
            gl.draw(deck, Primitive::Triangles, 6, 4);
        }
        Ok(())
    }

    /// The wall between the water and the rim.
    fn draw_wall_strip(
        &self,
        frame: &Frame,
        within: &DrawContext,
        lowest: Option<f32>,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let strip = self.programs.strip(within.bodies.are_there()).get(gl)?;
        within.lit.set(strip)?;
        within.bodies.set(strip);
        within.lit.set_basin(strip, &self.caustics);
        if let Some(slopes) = self.caustics.slopes() {
            strip.set("u_slope", slopes);
        }
        let half_length = within.lit.scene.shape.half_length();
        let trough = lowest.map_or(TROUGH * half_length, |low| {
            MARGIN * half_length - low.min(0.0)
        });
        strip.set("u_trough", trough);
        gl.draw(strip, Primitive::Triangles, 6, 4);
        Ok(())
    }

    /// Ground that rises out of the water.
    fn draw_land(
        &self,
        frame: &Frame,
        within: &DrawContext,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let kind = within.kind(frame.gl);
        let (Some(surface), FloorKind::Ground) = (self.caustics.surface(), kind.floor) else {
            return Ok(());
        };
        let land = self.programs.land(&kind).get(frame.gl)?;
        within.set(land, frame)?;
        Mesh::new(surface, most_vertices(frame, settings)).draw(frame.gl, land);
        let outside = frame.eye.position.xz().abs() - within.lit.scene.shape.half;
        let reach = within
            .bottom
            .and_then(|bottom| grass::reach(frame, bottom.top()));
        if reach.is_some_and(|reach| outside.max_element() < reach) {
            let blades = self.programs.grass().get(frame.gl)?;
            within.lit.set(blades)?;
            within.set_ground(blades);
            grass::draw(frame, blades);
        }
        Ok(())
    }

    /// Obstacles above the water.
    fn draw_obstacles(&self, frame: &Frame, within: &DrawContext) -> Result<(), GlError> {
        if !within.is_walled() {
            return Ok(());
        }
        let lit = within.lit;
        let shape = lit.shape(frame, within.walls);
        for part in [Part::Sides, Part::Tops] {
            let program = self.programs.walls(part == Part::Sides).get(frame.gl)?;
            lit.set(program)?;
            set_soft(program, within.walls);
            program.set("u_deck", &frame.materials.deck_light);
            program.set_where_known("u_wall_height", lit.scene.wall_height);
            program.set_where_known("u_upwelling_irradiance", lit.basin.sent_up);
            program.set_where_known("u_sun_mirrored", lit.basin.sun_mirrored);
            set_faces(program, &shape, part);
            draw_faces(frame.gl, program, &shape, part);
        }
        Ok(())
    }

    /// The surface, from both sides.
    fn draw_water(
        &self,
        frame: &Frame,
        within: &DrawContext,
        settings: &Settings,
        lowest: Option<f32>,
    ) -> Result<(), GlError> {
        let Some(surface) = self.caustics.surface() else {
            return Ok(());
        };
        let gl = frame.gl;
        let kind = within.kind(frame.gl);
        let is_deferred = self.deferred.is_ready();
        let shading = match is_deferred {
            true => Shading::deferred(&kind),
            false => Shading::Mesh,
        };
        let water = self.programs.water(frame, &kind, shading).get(gl)?;
        within.set(water, frame)?;
        let mesh = Mesh::new(surface, most_vertices(frame, settings));
        if is_deferred {
            self.deferred.draw(gl, frame.eye, water);
            (self.programs.bodies).draw(frame, within, &self.under, &self.around)?;
        } else if within.lit.in_water {
            // If the lens is fully under water, the upper side is not drawn: seen edge-on it would flash.
            if lowest.is_none_or(|lowest| top_of_lens(frame.eye) >= lowest) {
                gl.faces(Faces::Front);
                mesh.draw(gl, water);
            }
            gl.faces(Faces::Back);
            self.under.draw_surface(frame, within, &mesh)?;
            gl.faces(Faces::All);
        } else {
            mesh.draw(gl, water);
        }
        Ok(())
    }

    /// Distant country and sky.
    fn draw_backdrop(&self, frame: &Frame, within: &DrawContext) -> Result<(), GlError> {
        let lit = within.lit;
        let has_sky = self
            .around
            .draw_country(frame, |program| lit.set(program))?;
        // A separate pass for a lens in the water.
        if has_sky && !lit.in_water {
            return Ok(());
        }
        let sky = self.programs.sky(frame.sky.define()).get(frame.gl)?;
        lit.set(sky)?;
        sky.set("u_unproject", frame.eye.unproject());
        let has_ground = lit.setting != Setting::Tank;
        sky.set("u_ground", if has_ground { 1.0 } else { 0.0 });
        frame.gl.state(Blend::Off, Depth::Test);
        frame.gl.draw(sky, Primitive::Triangles, 3, 1);
        Ok(())
    }
}

impl Shading {
    /// The pass that completes a deferred surface.
    fn deferred(kind: &Kind) -> Self {
        match kind.bodies {
            BodyCount::Zero => Self::Deferred,
            _ => Self::BodiesApart,
        }
    }
}

impl Programs {
    fn water(&self, frame: &Frame, kind: &Kind, shading: Shading) -> Wanted<'_> {
        let (vertex, deferred) = match shading {
            Shading::Mesh => (glsl!("pool/water.vert"), ""),
            _ => (glsl!("pool/water_bounds.vert"), "DEFERRED"),
        };
        let apart = match shading {
            Shading::NearBodies => "NEAR_BODIES",
            Shading::BodiesApart => "BODIES_APART",
            Shading::Mesh | Shading::Deferred => "",
        };
        let [walls, bottom, lamp, bodies] = kind.defines();
        let in_rain = frame.sky.weather().is_raining();
        let rain = if in_rain { "RAIN" } else { "" };
        let defines = [walls, bottom, lamp, bodies, deferred, apart, rain];
        let slot = &self.water[usize::from(in_rain)][shading as usize][kind];
        slot.wanted("lit water", defines, vertex, glsl!("pool/water.frag"))
    }

    fn walls(&self, sides: bool) -> Wanted<'_> {
        let texts = (
            glsl!("classic/obstacles.vert"),
            glsl!("pool/obstacles.frag"),
        );
        let defines = [if sides { "SIDES" } else { "" }];
        self.walls[usize::from(sides)].wanted("lit walls", defines, texts.0, texts.1)
    }

    fn land(&self, kind: &Kind) -> Wanted<'_> {
        let [_, floor, lamp, bodies] = kind.defines();
        let texts = (glsl!("pool/ground.vert"), glsl!("pool/ground.frag"));
        let slot = &self.land[kind];
        slot.wanted("lit ground", [floor, lamp, bodies], texts.0, texts.1)
    }

    fn grass(&self) -> Wanted<'_> {
        let texts = (glsl!("pool/grass.vert"), glsl!("environment/grass.frag"));
        self.grass
            .wanted("grass on ground", ["GROUND"], texts.0, texts.1)
    }

    fn strip(&self, with_bodies: bool) -> Wanted<'_> {
        let texts = (glsl!("classic/basin.vert"), glsl!("pool/wall_strip.frag"));
        let defines = ["DOWN_TO_TROUGHS", if with_bodies { "BODIES" } else { "" }];
        self.strip[usize::from(with_bodies)].wanted("lit strip", defines, texts.0, texts.1)
    }

    fn deck(&self, with_bodies: bool) -> Wanted<'_> {
        let texts = (glsl!("classic/basin.vert"), glsl!("pool/deck.frag"));
        let defines = ["DECK", if with_bodies { "BODIES" } else { "" }];
        self.deck[usize::from(with_bodies)].wanted("lit deck", defines, texts.0, texts.1)
    }

    fn sky(&self, clouds: &'static str) -> Wanted<'_> {
        let defines = [clouds, "OVER_GROUND"];
        let slot = &self.sky[usize::from(!clouds.is_empty())];
        slot.wanted("lit sky", defines, SCREEN, glsl!("environment/sky.frag"))
    }
}

/// Lowest and highest shown height; `None` for heights that exist on the GPU only.
fn shown_range(shown: &ShownBounded, scene: &LitScene) -> Option<(f32, f32)> {
    let (low, high) = shown.field.range()?;
    Some((low * scene.height_scale, high * scene.height_scale))
}

/// Maximum number of vertices of the surface's mesh along its longer side.
fn most_vertices(frame: &Frame, settings: &Settings) -> usize {
    (settings.integer("detail") as f32 * frame.level.vertices) as usize
}

/// Height of the highest corner of the near plane, which is the lens.
fn top_of_lens(eye: &Eye) -> f32 {
    let to_world = eye.view_projection().inverse();
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let height = |(x, y)| to_world.project_point3(Vec3::new(x, y, -1.0)).y;
    corners
        .map(height)
        .into_iter()
        .fold(f32::NEG_INFINITY, f32::max)
}
