//! Paints a lit pool: its caustics, then stone and the strip of wall over the water, the water, and the sky.

use super::LitScene;
use super::around::Around;
use super::caustics::{self, CausticMaps, Caustics, set_bottom};
use super::tank::{self, Tank};
use super::under::Under;
use crate::gl::{Blend, Depth, Faces, Format, Gl, GlError, Primitive, Program, Texture};
use crate::light::{
    BasinLight, FRESH_WATER_INDEX, Lamp, LampHours, SUN_DISC_RADIUS, WaterType, exposure,
};
use crate::parameter::Settings;
use crate::view::basin::{PoolShape, SceneShape};
use crate::view::masonry::{Part, draw_faces, set_faces, set_soft};
use crate::view::shader::{self, SCREEN, compiled, glsl};
use crate::view::{Eye, Frame, Materials, Setting, ShownBounded, SkyLight, Walls};
use glam::{Mat4, Vec3, Vec4};
use std::cell::OnceCell;
use std::f32::consts::PI;
use std::rc::Rc;

/// World metres along the longer side of any pool.
pub(super) const WORLD_LENGTH: f32 = 2.0;

/// Optical depth of particles down to the floor below which caustics are taken to stay sharp.
const CLEAR: f32 = 0.2;

/// Texels along the longer side of the caustics, at any quality.
const MOST_TEXELS: usize = 4096;

/// Index of green light, which stands for all but where colours are told apart.
const INDEX: f32 = FRESH_WATER_INDEX[1] as f32;

/// As pictures show it, or as radiance.
struct Programs {
    /// What goes before all of them.
    define: &'static str,
    /// By [`Within::variant`].
    water: [OnceCell<Program>; 8],
    /// Tops, sides.
    walls: [OnceCell<Program>; 2],
    strip: OnceCell<Program>,
    deck: OnceCell<Program>,
    sky: OnceCell<Program>,
}

/// Paints lit pools.
pub(super) struct LitPool {
    /// For pictures, and for radiance.
    programs: Rc<[Programs; 2]>,
    caustics_programs: Rc<caustics::Programs>,
    caustics: Caustics,
    /// What an eye under water sees.
    under: Under,
    tank: Tank,
    /// The light about a tank.
    studio: Option<SkyLight>,
    around: Around,
}

/// How much of a lamp's light the light meter sees: by night most of a picture is dark, and is meant to be.
const LAMP_METERED: f32 = 0.3;

/// What all programs of a frame are set to.
pub(super) struct Lit<'a> {
    around: &'a Around,
    pub(super) scene: LitScene,
    pub(super) basin: BasinLight,
    /// Whether some of the picture may be seen through water that the eye is in.
    pub(super) in_water: bool,
    /// What the pool stands in.
    pub(super) setting: Setting,
    /// Irradiance that floor and walls send each other of the lamp's light.
    lamp_bounce: Vec3,
    exposure: f32,
    sky: &'a SkyLight,
    pub(super) eye: &'a Eye,
    materials: &'a Materials,
    /// The width of a pixel at distance 1.
    pixel: f32,
}

impl LitPool {
    pub(super) fn new() -> Self {
        let caustics_programs = Rc::new(caustics::Programs::new());
        Self {
            programs: Rc::new(["", "LINEAR"].map(Programs::new)),
            caustics: Caustics::new(&caustics_programs),
            under: Under::new(),
            tank: Tank::new(),
            studio: None,
            caustics_programs,
            around: Around::default(),
        }
    }

    /// What paints another pool, by the same programs.
    pub(super) fn twin(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            caustics: Caustics::new(&self.caustics_programs),
            under: self.under.twin(),
            tank: self.tank.twin(),
            studio: None,
            caustics_programs: self.caustics_programs.clone(),
            around: self.around.twin(),
        }
    }

    pub(super) fn caustics(&self) -> Option<CausticMaps> {
        self.caustics.read()
    }

    pub(super) fn lamp_caustics(&self) -> Option<CausticMaps> {
        self.caustics.read_lamp()
    }

    /// Brings the caustics up to date.
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

    /// Draws the frame, all of it.
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

    /// Does something with a frame that has the light of the setting: of a studio where the pool is a tank, unless the scene brings a
    /// panorama.
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
        let heights = shown.field.heights()?;
        (frame.passed)("upload");
        let scene = scene(frame, shown, settings)?;
        self.around.prepare(frame, scene.shape.half, settings)?;
        (frame.passed)("sky");
        let revisions = [
            shown.field.revision(),
            shown.walls.revision(),
            shown.bottom_revision(),
        ];
        let bottom = shown.bottom()?;
        let bottom = bottom.as_deref().and_then(Option::as_ref);
        self.caustics
            .gather(frame.gl, &heights, revisions, &scene, shown.walls, bottom)?;
        (frame.passed)("caustics");
        if scene.is_seen_within {
            let lit = Lit::new(frame, shown, settings, &self.around)?;
            self.under.prepare(frame, &lit, &self.caustics)?;
            (frame.passed)("shafts");
        }
        Ok(())
    }

    fn draw_lit(
        &mut self,
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<(), GlError> {
        let gl = frame.gl;
        let lit = Lit::new(frame, shown, settings, &self.around)?;
        let programs = &self.programs[usize::from(frame.radiance)];
        gl.clear([0.0, 0.0, 0.0, 1.0]);
        gl.state(Blend::Off, Depth::Write);

        let bottom = shown.bottom()?;
        let bottom = bottom.as_deref().and_then(Option::as_ref);
        let within = Within {
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
            let deck = programs.deck(gl)?;
            lit.set(deck)?;
            deck.set("u_deck", &frame.materials.deck_light);
            gl.draw(deck, Primitive::Triangles, 6, 4);
        }
        if lit.in_water {
            self.under.draw_ground(frame, &within)?;
        } else {
            let strip = programs.strip(gl)?;
            lit.set(strip)?;
            lit.set_basin(strip, &self.caustics);
            if let Some(slopes) = self.caustics.slopes() {
                strip.set("u_slope", slopes);
            }
            gl.draw(strip, Primitive::Triangles, 6, 4);
        }
        if shown.walls.are_there() {
            let shape = lit.shape(frame, shown.walls);
            for part in [Part::Sides, Part::Tops] {
                let program = programs.walls(gl, part == Part::Sides)?;
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

        let vertices = settings.integer("detail") as f32 * frame.level.vertices;
        if let Some(surface) = self.caustics.surface() {
            let water = programs.water(gl, &within)?;
            within.set(water, frame)?;
            water.set("u_index", lit.scene.index);
            let mesh = Mesh::new(surface, vertices as usize);
            if lit.in_water {
                gl.faces(Faces::Front);
                mesh.draw(gl, water);
                gl.faces(Faces::Back);
                self.under.draw_surface(frame, &within, &mesh)?;
                gl.faces(Faces::All);
            } else {
                mesh.draw(gl, water);
            }
        }
        (frame.passed)("water");

        self.around
            .draw_country(frame, |program| lit.set(program))?;
        let sky = programs.sky(gl)?;
        lit.set(sky)?;
        sky.set("u_unproject", unprojected(frame.eye));
        gl.state(Blend::Off, Depth::Test);
        gl.draw(sky, Primitive::Triangles, 3, 1);
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

/// What lies within a pool's walls.
pub(super) struct Within<'a> {
    pub(super) lit: &'a Lit<'a>,
    pub(super) walls: &'a Walls,
    pub(super) bottom: Option<&'a Texture>,
    pub(super) caustics: &'a Caustics,
}

impl Within<'_> {
    /// Whether something stands in the water.
    pub(super) fn is_walled(&self) -> bool {
        self.walls.are_there()
    }

    /// What a program for this pool is compiled with: walls, an uneven floor, a lamp, or nothing in the place of each.
    pub(super) fn defines(&self) -> [&'static str; 3] {
        [
            if self.is_walled() { "WALLS" } else { "" },
            if self.bottom.is_some() { "BOTTOM" } else { "" },
            if self.lit.scene.lamp.is_some() {
                "LAMP"
            } else {
                ""
            },
        ]
    }

    /// Which of eight that is.
    pub(super) fn variant(&self) -> usize {
        let bits = self.defines().map(|define| usize::from(!define.is_empty()));
        bits[0] + 2 * bits[1] + 4 * bits[2]
    }

    /// Sets what programs read that follow rays into the pool.
    pub(super) fn set(&self, program: &Program, frame: &Frame) -> Result<(), GlError> {
        let lit = self.lit;
        lit.set(program)?;
        set_bottom(program, self.bottom);
        if self.is_walled() {
            set_soft(program, self.walls);
            program.set("u_deck", &frame.materials.deck_light);
            program.set_where_known("u_wall_height", lit.scene.wall_height);
        }
        lit.set_basin(program, self.caustics);
        if let Some(slopes) = self.caustics.slopes() {
            program.set_where_known("u_slope", slopes);
        }
        program.set_where_known("u_tiles_mean", frame.materials.tiles_mean);
        if let Some(lamp) = &lit.scene.lamp {
            program.set_where_known("u_lamp", lamp.place);
            program.set_where_known("u_lamp_inward", lamp.inward);
            program.set_where_known("u_lamp_light", lamp.intensity);
            program.set_where_known("u_lamp_bounce", lit.lamp_bounce);
            self.caustics.set_lamp(program);
        }
        Ok(())
    }
}

/// The mesh of a surface: a vertex in every `stride`-th cell.
pub(super) struct Mesh<'a> {
    surface: &'a Texture,
    stride: usize,
}

impl<'a> Mesh<'a> {
    /// With at most so many `vertices` along the longer side.
    fn new(surface: &'a Texture, vertices: usize) -> Self {
        let (columns, rows) = surface.size();
        let stride = columns.max(rows).div_ceil(vertices.max(2)).max(1);
        Self { surface, stride }
    }

    /// Draws it by a program that has `lit_water.vert`.
    pub(super) fn draw(&self, gl: &Gl, program: &Program) {
        let (columns, rows) = self.surface.size();
        program.set("u_rays", self.surface);
        program.set("u_cells", [columns as i32, rows as i32]);
        program.set("u_stride", self.stride as i32);
        let vertices = |cells: usize| cells.saturating_sub(1).div_ceil(self.stride) + 1;
        let (across, along) = (vertices(columns), vertices(rows));
        gl.draw(program, Primitive::TriangleStrip, 2 * across, along - 1);
    }
}

impl Programs {
    fn new(define: &'static str) -> Self {
        Self {
            define,
            water: Default::default(),
            walls: Default::default(),
            strip: OnceCell::new(),
            deck: OnceCell::new(),
            sky: OnceCell::new(),
        }
    }

    fn water(&self, gl: &Gl, within: &Within) -> Result<&Program, GlError> {
        compiled(&self.water[within.variant()], || {
            let texts = (glsl!("lit_water.vert"), glsl!("lit_water.frag"));
            let [walls, bottom, lamp] = within.defines();
            let defines = [self.define, walls, bottom, lamp];
            shader::program(gl, "lit water", &defines, texts.0, texts.1)
        })
    }

    fn walls(&self, gl: &Gl, sides: bool) -> Result<&Program, GlError> {
        compiled(&self.walls[usize::from(sides)], || {
            let texts = (glsl!("walls.vert"), glsl!("lit_walls.frag"));
            let defines = [self.define, if sides { "SIDES" } else { "" }];
            shader::program(gl, "lit walls", &defines, texts.0, texts.1)
        })
    }

    fn strip(&self, gl: &Gl) -> Result<&Program, GlError> {
        let defines = [self.define, "ABOVE_WATER"];
        compiled(&self.strip, || {
            let texts = (glsl!("basin.vert"), glsl!("lit_strip.frag"));
            shader::program(gl, "lit strip", &defines, texts.0, texts.1)
        })
    }

    fn deck(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.deck, || {
            let texts = (glsl!("basin.vert"), glsl!("lit_deck.frag"));
            let defines = [self.define, "DECK"];
            shader::program(gl, "lit deck", &defines, texts.0, texts.1)
        })
    }

    fn sky(&self, gl: &Gl) -> Result<&Program, GlError> {
        compiled(&self.sky, || {
            shader::program(gl, "lit sky", &[self.define], SCREEN, glsl!("lit_sky.frag"))
        })
    }
}

/// From clip space to directions in the world.
pub(super) fn unprojected(eye: &Eye) -> Mat4 {
    let mut turn = eye.view;
    turn.w_axis = Vec4::W;
    (eye.projection * turn).inverse()
}

/// Whether a surface of so many cells can be taken for one of half as many along each side.
fn can_be_halved((columns, rows): (usize, usize)) -> bool {
    [columns, rows]
        .iter()
        .all(|side| side % 2 == 0 && *side >= 64)
}

/// The pool of a frame.
fn scene(frame: &Frame, shown: &ShownBounded, settings: &Settings) -> Result<LitScene, GlError> {
    let heights = shown.field.heights()?;
    let (gl, level) = (frame.gl, frame.level);
    let real = |key| settings.real(key) as f32;
    let depth = real("pool_depth") * WORLD_LENGTH / real("pool_length");
    let water: WaterType = settings.choice("water");
    let scattered = Vec3::from(water.optics().scattering) * real("pool_length") / WORLD_LENGTH;
    let (columns, rows) = heights.size();
    // Heights of halves are floats; means of four would take walls for water.
    let is_halved = level.is_halved
        && can_be_halved((columns, rows))
        && gl.capability().renders(Format::R32F)
        && !shown.walls.are_there();
    let size = match is_halved {
        true => (columns / 2, rows / 2),
        false => (columns, rows),
    };
    let shape = PoolShape::new(shown.field.cells(), size, depth);
    let light = frame.sky.light()?;
    let hours: LampHours = settings.choice("lamp");
    let setting: Setting = settings.choice("setting");
    Ok(LitScene {
        shape,
        lamp: Lamp::of_pool(shape.half, depth, hours, light.toward.y),
        is_seen_within: setting == Setting::Tank || is_in_water(frame.eye, &shape, setting),
        height_scale: real("height_scale"),
        wall_height: real("wall_height"),
        index: INDEX,
        light,
        scattered: match scattered.max_element() * depth > CLEAR {
            true => scattered,
            false => Vec3::ZERO,
        },
        is_halved,
        stride: level.stride,
        // The walls' maps lie over the floor's, on half as many rows.
        texels: ((settings.integer("caustics") as f32 * level.texels) as usize)
            .clamp(64, MOST_TEXELS)
            .min(gl.capability().max_texture * 2 / 3),
    })
}

/// Height above the rest level from which an eye over the pool sees none of the water from below, however it moves; world metres.
const HIGH: f32 = 0.15;

/// Whether some of the picture may be seen through water that the eye is in. Beside a tank there is its glass between them.
fn is_in_water(eye: &Eye, shape: &PoolShape, setting: Setting) -> bool {
    let place = eye.position;
    let beside = match setting {
        Setting::Tank => 0.0,
        Setting::Terrace | Setting::Open => HIGH,
    };
    place.y < HIGH && place.x.abs() < shape.half.x + beside && place.z.abs() < shape.half.y + beside
}

impl<'a> Lit<'a> {
    fn new(
        frame: &Frame<'a>,
        shown: &ShownBounded,
        settings: &Settings,
        around: &'a Around,
    ) -> Result<Self, GlError> {
        let scene = scene(frame, shown, settings)?;
        let real = |key| settings.real(key) as f32;
        let metre = real("pool_length") / WORLD_LENGTH;
        let water: WaterType = settings.choice("water");
        let setting: Setting = settings.choice("setting");
        let in_water = is_in_water(frame.eye, &scene.shape, setting);
        let mut basin = BasinLight::new(
            &water.optics(),
            scene.index,
            metre,
            scene.shape.depth,
            frame.materials.tiles_mean,
            &scene.light,
        );
        let lamp = match &scene.lamp {
            Some(lamp) => {
                let half = scene.shape.half;
                let floor = 4.0 * half.x * half.y;
                let mean = lamp.mean_over(floor + 4.0 * (half.x + half.y) * scene.shape.depth);
                basin.sent_up += 0.25 * frame.materials.tiles_mean * mean;
                mean
            }
            None => Vec3::ZERO,
        };
        let level = match settings.switch("adapt") {
            // Down where it is darker, eyes adapt to that, too.
            true if in_water => {
                scene.light.metered() * basin.left_of_sky(-frame.eye.position.y)
                    + LAMP_METERED * lamp
            }
            true => scene.light.metered() + LAMP_METERED * lamp,
            false => Vec3::splat(0.75),
        };
        let albedo = frame.materials.tiles_mean;
        Ok(Self {
            around,
            basin,
            in_water,
            setting,
            // What is sent once, twice, and so on; half of it is lost to the surface and the water.
            lamp_bounce: lamp * albedo * (2.0 * Vec3::ONE - albedo).recip(),
            exposure: exposure(level, real("exposure")),
            sky: frame.sky,
            eye: frame.eye,
            materials: frame.materials,
            pixel: 2.0 / (frame.eye.projection.y_axis.y * frame.size.1.max(1) as f32),
            scene,
        })
    }

    /// The pool as what draws walls takes it.
    pub(super) fn shape<'b>(&'b self, frame: &'b Frame, walls: &'b Walls) -> SceneShape<'b> {
        SceneShape {
            pool: self.scene.shape,
            eye: frame.eye,
            size: frame.size,
            walls,
            wall_height: self.scene.wall_height,
        }
    }

    /// Sets what all programs read. (Those that a program does not have are left out.)
    pub(super) fn set(&self, program: &Program) -> Result<(), GlError> {
        self.sky.light_up(program)?;
        self.around.set_around(program, self.sky)?;
        program.set_where_known("u_half", self.scene.shape.half);
        program.set_where_known("u_depth", self.scene.shape.depth);
        program.set_where_known("u_view_projection", self.eye.view_projection());
        program.set_where_known("u_eye", self.eye.position);
        program.set_where_known("u_pixel", self.pixel);
        program.set_where_known("u_exposure", self.exposure);
        // Of an irradiance of 1: a disc of this radius, whose mean is 0.8 of its middle.
        let radius = SUN_DISC_RADIUS;
        program.set_where_known("u_disc", 1.0 / (PI * radius * radius * 0.8));
        Ok(())
    }

    /// Sets what `lit_pool.glsl` and `lit_air.glsl` read.
    pub(super) fn set_basin(&self, program: &Program, caustics: &Caustics) {
        let basin = &self.basin;
        caustics.set_maps(program);
        program.set("u_tiles", &self.materials.tiles_light);
        program.set("u_sun_under", basin.sun_under);
        program.set("u_sun_level", self.scene.light.sun_level());
        program.set("u_sky_under", basin.sky_under);
        program.set("u_bounce", basin.bounce);
        program.set("u_gain", basin.gain);
        program.set("u_down", basin.down);
        program.set("u_beam", basin.beam);
        program.set("u_back", basin.back);
        program.set_where_known("u_sent_up", basin.sent_up);
        program.set_where_known("u_sun_mirrored", basin.sun_mirrored);
        program.set_where_known("u_entering", basin.entering);
        program.set_where_known("u_scatter_water", basin.scatter_water);
        program.set_where_known("u_scatter_particles", basin.scatter_particles);
    }
}
