//! Uniforms of a lit pool's programs: the frame's light, and the contents of the pool.

use super::caustics::{Caustics, set_bottom};
use super::environment::Environment;
use super::rain::Rain;
use super::scene::LitScene;
use crate::gl::{Gl, GlError, Program};
use crate::light::{BasinLight, SUN_DISC_RADIUS, WaterType, exposure};
use crate::parameter::Settings;
use crate::view::basin::SceneShape;
use crate::view::bodies::{BodyCount, DrawnBodies};
use crate::view::frame::SceneColour;
use crate::view::masonry::set_soft;
use crate::view::surface::{Bottom, ShownCover};
use crate::view::{Eye, Frame, Materials, Setting, ShownBounded, SkyLight, Walls};
use glam::{DVec2, Vec3, Vec4};
use std::f32::consts::PI;
use std::ops::Index;

/// Seconds for which a pattern moves with a flow before it is replaced.
pub(in crate::view) const FLOW_PERIOD: f32 = 2.0;

/// Albedo of the walls around ground, on average.
const STONE_MEAN: Vec3 = Vec3::new(0.55, 0.5, 0.43);

/// Share of the lamp's light that the light meter counts: at night most of the image stays dark.
const LAMP_METERED: f32 = 0.3;

/// The lamp's light where particles are, over its mean in the pool, most of whose floor and walls it hardly reaches; chosen.
const LAMP_OVER_MEAN: f32 = 4.0;

/// Radiance at the centre of the sun's disc for an irradiance of 1: its mean is 0.8 of that.
pub(super) const SUN_DISC: f32 = 1.0 / (PI * SUN_DISC_RADIUS * SUN_DISC_RADIUS * 0.8);

/// Sets the uniforms of `lib/water_light.glsl` and `lib/scatter.glsl`. `sun_level`: irradiance of the sun on level ground above the water.
pub(super) fn set_water_light(program: &Program, basin: &BasinLight, sun_level: Vec3) {
    program.set_where_known("u_sun_under", basin.sun_under);
    program.set_where_known("u_entering", basin.entering);
    program.set_where_known("u_sun_level", sun_level);
    program.set_where_known("u_sky_under", basin.sky_under);
    program.set_where_known("u_gain", basin.gain);
    program.set_where_known("u_down", basin.down);
    program.set_where_known("u_beam", basin.beam);
    program.set_where_known("u_scatter_water", basin.scatter_water);
    program.set_where_known("u_scatter_particles", basin.scatter_particles);
}

/// Uniforms of all programs of a frame.
pub(super) struct FrameUniforms<'a> {
    around: &'a Environment,
    rain: &'a Rain,
    pub(super) scene: LitScene,
    pub(super) basin: BasinLight,
    /// Whether part of the image may be seen through the water that the eye is in.
    pub(super) in_water: bool,
    /// The setting of the pool.
    pub(super) setting: Setting,
    /// Irradiance from the lamp after reflections between floor and walls.
    lamp_bounce: Vec3,
    /// Radiance of the water's surface by the light of the lamp, seen from above.
    glow: Vec3,
    /// Radiance of the water below particles.
    pub(super) below: Vec3,
    exposure: f32,
    colour: SceneColour,
    sky: &'a SkyLight,
    pub(super) eye: &'a Eye,
    materials: &'a Materials,
    /// The width of a pixel at distance 1.
    pub(super) pixel: f32,
}

impl<'a> FrameUniforms<'a> {
    pub(super) fn new(
        frame: &Frame<'a>,
        shown: &ShownBounded,
        settings: &Settings,
        (around, rain): (&'a Environment, &'a Rain),
    ) -> Result<Self, GlError> {
        let scene = LitScene::new(frame, shown, settings)?;
        let real = |key| settings.real(key) as f32;
        let water: WaterType = settings.choice("water");
        let setting: Setting = settings.choice("setting");
        let in_water = scene.in_water;
        let mut basin = BasinLight::new(
            &water.optics(),
            scene.index,
            scene.shape.depth,
            frame.materials.tiles_mean,
            &scene.light,
        );
        let by_day = basin.sent_up;
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
            // In darker, deeper water the exposure adapts.
            true if in_water => {
                scene.light.metered() * basin.sky_transmittance(-frame.eye.position.y)
                    + LAMP_METERED * lamp
            }
            true => scene.light.metered() + LAMP_METERED * lamp,
            false => Vec3::splat(0.75),
        };
        let albedo = frame.materials.tiles_mean;
        let bounce = lamp * albedo * (2.0 * Vec3::ONE - albedo).recip();
        Ok(Self {
            around,
            rain,
            basin,
            in_water,
            setting,
            // A geometric series of reflections; half of the light is lost to the surface and the water.
            lamp_bounce: bounce,
            glow: albedo / PI * (lamp + bounce) / (scene.index * scene.index),
            below: (by_day + LAMP_OVER_MEAN * (basin.sent_up - by_day)) / PI,
            exposure: exposure(level, real("exposure")),
            colour: frame.scene_colour(),
            sky: frame.sky,
            eye: frame.eye,
            materials: frame.materials,
            pixel: frame.eye.pixel_width(frame.size),
            scene,
        })
    }

    /// The pool as the wall passes take it.
    pub(super) fn shape<'b>(&'b self, frame: &'b Frame, walls: &'b Walls) -> SceneShape<'b> {
        SceneShape {
            pool: self.scene.shape,
            eye: frame.eye,
            size: frame.size,
            walls,
            wall_height: self.scene.wall_height,
            has_land: false,
        }
    }

    /// Sets the uniforms common to all programs. Uniforms that a program does not declare are skipped.
    pub(super) fn set(&self, program: &Program) -> Result<(), GlError> {
        self.sky.light_up(program)?;
        self.around.set_around(program, self.sky)?;
        self.rain.set(program, DVec2::ZERO);
        program.set_where_known("u_pool_glow", self.glow);
        program.set_where_known("u_half", self.scene.shape.half);
        program.set_where_known("u_depth", self.scene.shape.depth);
        program.set_where_known("u_view_projection", self.eye.view_projection());
        program.set_where_known("u_eye", self.eye.position);
        program.set_where_known("u_pixel", self.pixel);
        self.colour.set(program, self.exposure);
        program.set_where_known("u_disc", SUN_DISC);
        Ok(())
    }

    /// Sets the uniforms of `pool/pool.glsl` and `lib/above_water.glsl`.
    pub(super) fn set_basin(&self, program: &Program, caustics: &Caustics) {
        let basin = &self.basin;
        caustics.set_maps(program);
        // Around ground the walls are of stone.
        let tiles = match self.scene.sunk > 0.0 {
            true => &self.materials.deck_light,
            false => &self.materials.tiles_light,
        };
        program.set("u_tiles", tiles);
        set_water_light(program, basin, self.scene.light.sun_level());
        program.set("u_bounce", basin.bounce);
        program.set("u_back", basin.back);
        program.set_where_known("u_upwelling_irradiance", basin.sent_up);
        program.set_where_known("u_sun_mirrored", basin.sun_mirrored);
    }
}

/// What the passes inside a pool need.
pub(super) struct DrawContext<'a> {
    pub(super) lit: &'a FrameUniforms<'a>,
    pub(super) walls: &'a Walls,
    pub(super) bottom: Option<&'a Bottom>,
    /// What covers ground that can rise out of the water.
    pub(super) cover: Option<&'a ShownCover>,
    pub(super) caustics: &'a Caustics,
    pub(super) bodies: &'a DrawnBodies,
}

/// The floor of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FloorKind {
    /// Level tiles.
    Level,
    /// Uneven tiles.
    Uneven,
    /// Level tiles under water that flows.
    Flow,
    /// Ground that can rise out of the water.
    Ground,
}

impl FloorKind {
    pub(super) fn of(is_uneven: bool, flows: bool) -> Self {
        match (is_uneven, flows) {
            (false, false) => Self::Level,
            (false, true) => Self::Flow,
            (true, false) => Self::Uneven,
            (true, true) => Self::Ground,
        }
    }
}

/// The features of a pool for which a program is compiled.
pub(super) struct Kind {
    pub(super) is_walled: bool,
    pub(super) floor: FloorKind,
    pub(super) has_lamp: bool,
    pub(super) bodies: BodyCount,
}

impl Kind {
    /// The `#define`s for this pool: obstacles, an uneven floor, a lamp, bodies, or an empty string for each.
    pub(super) fn defines(&self) -> [&'static str; 4] {
        [
            if self.is_walled { "WALLS" } else { "" },
            ["", "BOTTOM", "FLOW", "GROUND"][self.floor as usize],
            if self.has_lamp { "LAMP" } else { "" },
            self.bodies.define(),
        ]
    }
}

/// Something for each kind of pool: a program, once it is wanted.
pub(super) struct ByKind<T>([[T; 16]; BodyCount::EACH.len()]);

impl<T: Default> Default for ByKind<T> {
    fn default() -> Self {
        Self(Default::default())
    }
}

impl<T> Index<&Kind> for ByKind<T> {
    type Output = T;

    fn index(&self, kind: &Kind) -> &T {
        let [walled, lamp] = [kind.is_walled, kind.has_lamp].map(usize::from);
        &self.0[kind.bodies as usize][walled + 2 * lamp + 4 * kind.floor as usize]
    }
}

impl DrawContext<'_> {
    /// Whether there are obstacles in the water.
    pub(super) fn is_walled(&self) -> bool {
        self.walls.are_there()
    }

    pub(super) fn kind(&self, gl: &Gl) -> Kind {
        Kind {
            is_walled: self.is_walled(),
            floor: FloorKind::of(self.bottom.is_some(), self.cover.is_some()),
            has_lamp: self.lit.scene.lamp.is_some(),
            bodies: self.bodies.count(gl),
        }
    }

    /// Sets the shape of the floor, and what covers ground that can rise out of the water.
    pub(super) fn set_ground(&self, program: &Program) {
        set_bottom(program, self.bottom);
        if let Some(cover) = self.cover {
            cover.set(program);
        }
    }

    /// Sets the uniforms of programs that trace rays into the pool.
    pub(super) fn set(&self, program: &Program, frame: &Frame) -> Result<(), GlError> {
        let lit = self.lit;
        lit.set(program)?;
        self.set_ground(program);
        if let Some(&ShownCover { seconds, .. }) = self.cover {
            // Each phase is shown for a period; the second one starts half a period later.
            let phase = |start: f64| {
                let turns = seconds / f64::from(FLOW_PERIOD) + start;
                let within = turns - turns.floor() - 0.5;
                let number = turns.floor().rem_euclid(97.0) + 0.5 * start;
                [within as f32 * FLOW_PERIOD, number as f32]
            };
            let ([a, b], [c, d]) = (phase(0.0), phase(0.5));
            program.set_where_known("u_phases", Vec4::new(a, b, c, d));
        }
        if self.is_walled() {
            set_soft(program, self.walls);
            program.set_where_known("u_deck", &frame.materials.deck_light);
            program.set_where_known("u_wall_height", lit.scene.wall_height);
        }
        lit.set_basin(program, self.caustics);
        self.bodies.set(program);
        if let Some(slopes) = self.caustics.slopes() {
            program.set_where_known("u_slope", slopes);
        }
        let tiles_mean = match lit.scene.sunk > 0.0 {
            true => STONE_MEAN,
            false => frame.materials.tiles_mean,
        };
        program.set_where_known("u_tiles_mean", tiles_mean);
        if let Some(lamp) = &lit.scene.lamp {
            program.set_where_known("u_lamp", lamp.place);
            program.set_where_known("u_lamp_inward", lamp.inward);
            program.set_where_known("u_lamp_lens", lamp.lens);
            program.set_where_known("u_lamp_light", lamp.intensity);
            program.set_where_known("u_lamp_bounce", lit.lamp_bounce);
            self.caustics.set_lamp(program);
        }
        Ok(())
    }
}
