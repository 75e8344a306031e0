//! The passes of a lit pool's frame: caustics, obstacles and wall strip above the water, the water, the sky.

use super::caustics::{self, CausticMaps, Caustics, Obstacles};
use super::deferred::Deferred;
use super::environment::Environment;
use super::pool_underwater::PoolUnderwater;
use super::scene::{LitScene, is_in_water};
use super::surface_mesh::Mesh;
use super::tank::{self, Tank};
use super::uniforms::{DrawContext, FrameUniforms, Kind};
use crate::gl::{Blend, Depth, Faces, GlError, Primitive};
use crate::parameter::Settings;
use crate::view::masonry::{Part, draw_faces, set_faces, set_soft};
use crate::view::shader::{SCREEN, Slot, Wanted, glsl};
use crate::view::{Eye, Frame, Hedge, Setting, ShownBounded, SkyLight};
use glam::{Mat4, Vec3, Vec4};
use std::rc::Rc;

/// Maximum depth of a trough below the rest level where the heights are unknown, world metres; margin of the wall strip where they are
/// known.
const TROUGH: f32 = 0.2;
const SPARE: f32 = 0.005;

/// A height above the rest level that no wave reaches, world metres.
const TOWERING: f32 = 50.0;

/// For tone-mapped images, or for radiance.
struct Programs {
    /// A `#define` of all of them.
    define: &'static str,
    /// With the mesh, and deferred; indexed by [`Kind::variant`].
    water: [[Slot; 8]; 2],
    /// Tops, sides.
    walls: [Slot; 2],
    strip: Slot,
    deck: Slot,
    /// With the sky's table, or with the finer one.
    sky: [Slot; 2],
}

/// Draws lit pools.
pub(super) struct LitPool {
    /// For tone-mapped images, and for radiance.
    programs: Rc<[Programs; 2]>,
    caustics_programs: Rc<caustics::Programs>,
    caustics: Caustics,
    deferred: Deferred,
    /// The underwater view.
    under: PoolUnderwater,
    tank: Tank,
    /// The light of the tank's studio.
    studio: Option<SkyLight>,
    around: Environment,
    /// Whether compilation of the first frame's programs has been started.
    has_begun: bool,
}

impl LitPool {
    pub(super) fn new() -> Self {
        let caustics_programs = Rc::new(caustics::Programs::new());
        Self {
            programs: Rc::new(["", "LINEAR"].map(Programs::new)),
            caustics: Caustics::new(&caustics_programs),
            deferred: Deferred::new(&Rc::default()),
            under: PoolUnderwater::new(),
            tank: Tank::new(),
            studio: None,
            caustics_programs,
            around: Environment::default(),
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
        let heights = shown.field.heights()?;
        (frame.passed)("upload");
        let scene = LitScene::new(frame, shown, settings)?;
        // At a lower resolution the finer sky would not be visible, and a software rasteriser needs a second for it.
        if frame.level.pixels >= 1.0 {
            frame.sky.draw_fine()?;
        }
        self.around.prepare(frame, scene.shape.half, settings)?;
        (frame.passed)("sky");
        let revisions = [
            shown.field.revision(),
            shown.walls.revision(),
            shown.bottom_revision(),
        ];
        let bottom = shown.bottom()?;
        let standing = Obstacles {
            walls: shown.walls,
            bottom: bottom.as_deref().and_then(Option::as_ref),
            around: &self.around,
        };
        self.caustics.gather(
            frame.gl,
            (&heights, shown.field.numbers()),
            revisions,
            &scene,
            &standing,
        )?;
        (frame.passed)("caustics");
        let is_over = !is_in_water(frame.eye, &scene.shape, settings.choice("setting"));
        match self.caustics.surface() {
            Some(surface) if is_over && Deferred::pays(frame) => {
                let mesh = Mesh::new(surface, most_vertices(frame, settings));
                let range = shown_range(shown, &scene);
                let range = range.unwrap_or((-scene.shape.depth, TOWERING));
                self.deferred
                    .prepare(frame, &mesh, scene.shape.half, range.into())?;
            }
            _ => self.deferred.forget(),
        }
        (frame.passed)("surface");
        if scene.is_seen_within {
            let lit = FrameUniforms::new(frame, shown, settings, &self.around)?;
            self.under.prepare(frame, &lit, &self.caustics)?;
            (frame.passed)("shafts");
        }
        Ok(())
    }

    /// Starts the compilation of a first frame's programs. Others, such as those of the underwater view, are compiled on first use.
    fn begin(
        &self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let (gl, programs) = (frame.gl, &self.programs[usize::from(frame.radiance)]);
        let setting: Setting = settings.choice("setting");
        let fine = match frame.level.pixels >= 1.0 {
            true => frame.sky.define_when_fine(),
            false => frame.sky.define(),
        };
        match setting {
            Setting::Terrace if !frame.sky.is_panorama() => self.around.begin(frame, fine)?,
            Setting::Terrace | Setting::Open => {
                programs.deck().begin(gl)?;
                programs.sky(fine).begin(gl)?;
            }
            Setting::Tank => programs.sky(fine).begin(gl)?,
        }
        programs.strip().begin(gl)?;
        let kind = Kind {
            is_walled: shown.walls.are_there(),
            has_bottom: shown.bottom()?.is_some_and(|bottom| bottom.is_some()),
            has_lamp: LitScene::lamp(frame, shown, settings).is_some(),
        };
        if kind.is_walled {
            for sides in [true, false] {
                programs.walls(sides).begin(gl)?;
            }
        }
        let is_deferred = Deferred::pays(frame);
        if is_deferred {
            self.deferred.program().begin(gl)?;
        }
        programs.water(&kind, is_deferred).begin(gl)
    }

    fn draw_lit(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let lit = FrameUniforms::new(frame, shown, settings, &self.around)?;
        let programs = &self.programs[usize::from(frame.radiance)];
        gl.clear([0.0, 0.0, 0.0, 1.0]);
        gl.state(Blend::Off, Depth::Write);

        let bottom = shown.bottom()?;
        let bottom = bottom.as_deref().and_then(Option::as_ref);
        let lowest = shown_range(shown, &lit.scene).map(|(low, _)| low);
        let within = DrawContext {
            lit: &lit,
            walls: shown.walls,
            bottom,
            caustics: &self.caustics,
        };
        if lit.setting == Setting::Tank {
            self.tank.draw_table(frame, &within)?;
        } else if !self
            .around
            .draw(frame, lit.pixel, |program| lit.set(program))?
        {
            let deck = programs.deck().get(gl)?;
            lit.set(deck)?;
            deck.set("u_deck", &frame.materials.deck_light);
            gl.draw(deck, Primitive::Triangles, 6, 4);
        }
        if lit.in_water {
            self.under.draw_ground(frame, &within)?;
        } else {
            let strip = programs.strip().get(gl)?;
            lit.set(strip)?;
            lit.set_basin(strip, &self.caustics);
            if let Some(slopes) = self.caustics.slopes() {
                strip.set("u_slope", slopes);
            }
            strip.set(
                "u_trough",
                lowest.map_or(TROUGH, |low| SPARE - low.min(0.0)),
            );
            gl.draw(strip, Primitive::Triangles, 6, 4);
        }
        if shown.walls.are_there() {
            let shape = lit.shape(frame, shown.walls);
            for part in [Part::Sides, Part::Tops] {
                let program = programs.walls(part == Part::Sides).get(gl)?;
                lit.set(program)?;
                set_soft(program, shown.walls);
                program.set("u_deck", &frame.materials.deck_light);
                program.set_where_known("u_wall_height", lit.scene.wall_height);
                program.set_where_known("u_sent_up", lit.basin.sent_up);
                program.set_where_known("u_sun_mirrored", lit.basin.sun_mirrored);
                set_faces(program, &shape, part);
                draw_faces(gl, program, &shape, part);
            }
        }
        (frame.passed)("pool");

        if let Some(surface) = self.caustics.surface() {
            let is_deferred = self.deferred.is_ready();
            let water = programs.water(&within.kind(), is_deferred).get(gl)?;
            within.set(water, frame)?;
            water.set("u_index", lit.scene.index);
            let mesh = Mesh::new(surface, most_vertices(frame, settings));
            if is_deferred {
                self.deferred.draw(gl, frame.eye, water);
            } else if lit.in_water {
                // If the lens is fully under water, the upper side is not drawn: seen edge-on it would flash.
                if lowest.is_none_or(|lowest| top_of_lens(frame.eye) >= lowest) {
                    gl.faces(Faces::Front);
                    mesh.draw(gl, water);
                }
                gl.faces(Faces::Back);
                self.under.draw_surface(frame, &within, &mesh)?;
                gl.faces(Faces::All);
            } else {
                mesh.draw(gl, water);
            }
        }
        (frame.passed)("water");

        let has_sky = self
            .around
            .draw_country(frame, |program| lit.set(program))?;
        // A separate pass for a lens in the water.
        if !has_sky || lit.in_water {
            let sky = programs.sky(frame.sky.define()).get(gl)?;
            lit.set(sky)?;
            sky.set("u_unproject", unprojected(frame.eye));
            sky.set(
                "u_ground",
                f32::from(u8::from(lit.setting != Setting::Tank)),
            );
            gl.state(Blend::Off, Depth::Test);
            gl.draw(sky, Primitive::Triangles, 3, 1);
        }
        (frame.passed)("backdrop");
        if lit.setting == Setting::Tank {
            self.tank.draw_panes(frame, &within, &self.under)?;
            (frame.passed)("glass");
        }
        if lit.in_water && !frame.radiance {
            self.under.draw_meniscus(frame, &within)?;
        }
        Ok(())
    }
}

impl Programs {
    fn new(define: &'static str) -> Self {
        Self {
            define,
            water: Default::default(),
            walls: Default::default(),
            strip: Slot::default(),
            deck: Slot::default(),
            sky: Default::default(),
        }
    }

    fn water(&self, kind: &Kind, is_deferred: bool) -> Wanted<'_> {
        let (vertex, deferred) = match is_deferred {
            true => (glsl!("pool/water_bounds.vert"), "DEFERRED"),
            false => (glsl!("pool/water.vert"), ""),
        };
        let [walls, bottom, lamp] = kind.defines();
        let defines = [self.define, walls, bottom, lamp, deferred];
        let slot = &self.water[usize::from(is_deferred)][kind.variant()];
        slot.wanted("lit water", defines, vertex, glsl!("pool/water.frag"))
    }

    fn walls(&self, sides: bool) -> Wanted<'_> {
        let texts = (
            glsl!("classic/obstacles.vert"),
            glsl!("pool/obstacles.frag"),
        );
        let defines = [self.define, if sides { "SIDES" } else { "" }];
        self.walls[usize::from(sides)].wanted("lit walls", defines, texts.0, texts.1)
    }

    fn strip(&self) -> Wanted<'_> {
        let texts = (glsl!("classic/basin.vert"), glsl!("pool/wall_strip.frag"));
        let defines = [self.define, "DOWN_TO_TROUGHS"];
        self.strip.wanted("lit strip", defines, texts.0, texts.1)
    }

    fn deck(&self) -> Wanted<'_> {
        let texts = (glsl!("classic/basin.vert"), glsl!("pool/deck.frag"));
        let defines = [self.define, "DECK"];
        self.deck.wanted("lit deck", defines, texts.0, texts.1)
    }

    fn sky(&self, fine: &'static str) -> Wanted<'_> {
        let defines = [self.define, fine, "OVER_GROUND"];
        let slot = &self.sky[usize::from(!fine.is_empty())];
        slot.wanted("lit sky", defines, SCREEN, glsl!("environment/sky.frag"))
    }
}

/// Lowest and highest shown height, world metres; `None` for heights that exist on the GPU only.
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

/// Clip space to world directions.
pub(super) fn unprojected(eye: &Eye) -> Mat4 {
    let mut turn = eye.view;
    turn.w_axis = Vec4::W;
    (eye.projection * turn).inverse()
}
