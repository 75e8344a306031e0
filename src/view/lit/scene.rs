//! What a lit pool is in a frame: its shape, its light, and how finely that is followed.

use crate::gl::{Format, GlError};
use crate::light::{Daylight, FRESH_WATER_INDEX, Lamp, LampHours, WaterType};
use crate::parameter::Settings;
use crate::view::basin::PoolShape;
use crate::view::shader::half_extents;
use crate::view::{Eye, Frame, Setting, ShownBounded};
use glam::Vec3;

/// World metres along the longer side of any pool.
pub(super) const WORLD_LENGTH: f32 = 2.0;

/// Optical depth of particles down to the floor below which caustics are taken to stay sharp.
const CLEAR: f32 = 0.2;

/// Texels along the longer side of the caustics, at any quality.
const MAX_TEXELS: usize = 4096;

/// Index of green light, which stands for all but where colours are told apart.
const INDEX: f32 = FRESH_WATER_INDEX[1] as f32;

/// What a lit pool is, as far as its caustics hang on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LitScene {
    pub(super) shape: PoolShape,
    pub(super) height_scale: f32,
    pub(super) wall_height: f32,
    /// Refractive index of the water.
    pub(super) index: f32,
    pub(super) light: Daylight,
    /// PoolUnderwater water, where it is lit.
    pub(super) lamp: Option<Lamp>,
    /// What the sun's rays lose of their sharpness, per world metre; 0 where that does not show.
    pub(super) scattered: Vec3,
    /// Of the caustics, along the pool's longer side.
    pub(super) texels: usize,
    /// Whether light is followed through the surface of half as many cells along each side.
    pub(super) is_halved: bool,
    /// Whether light is wanted within the water, too, on level planes: for an eye that is in it, or sees it through glass.
    pub(super) is_seen_within: bool,
    /// Metres along the pool where it stands on a terrace, whose things throw shadows on it.
    pub(super) on_terrace: Option<f32>,
    /// Cells of that surface from one that light is followed through to the next.
    pub(super) stride: usize,
}

impl LitScene {
    /// The lamp under water of a frame's pool, where it is lit.
    pub(super) fn lamp(frame: &Frame, shown: &ShownBounded, settings: &Settings) -> Option<Lamp> {
        let real = |key| settings.real(key) as f32;
        let depth = real("pool_depth") * WORLD_LENGTH / real("pool_length");
        let hours: LampHours = settings.choice("lamp");
        let half = half_extents(shown.field.cells());
        Lamp::of_pool(half, depth, hours, frame.sky.toward_sun().y)
    }

    /// The pool of a frame.
    pub(super) fn new(
        frame: &Frame,
        shown: &ShownBounded,
        settings: &Settings,
    ) -> Result<Self, GlError> {
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
        let setting: Setting = settings.choice("setting");
        Ok(Self {
            shape,
            lamp: Self::lamp(frame, shown, settings),
            is_seen_within: setting == Setting::Tank || is_in_water(frame.eye, &shape, setting),
            height_scale: real("height_scale"),
            wall_height: real("wall_height"),
            index: INDEX,
            light,
            scattered: match scattered.max_element() * depth > CLEAR {
                true => scattered,
                false => Vec3::ZERO,
            },
            on_terrace: (setting == Setting::Terrace && !frame.sky.is_panorama())
                .then_some(real("pool_length")),
            is_halved,
            stride: level.stride,
            // The walls' maps lie over the floor's, on half as many rows.
            texels: ((settings.integer("caustics") as f32 * level.texels) as usize)
                .clamp(64, MAX_TEXELS)
                .min(gl.capability().max_texture * 2 / 3),
        })
    }
}

/// Whether a surface of so many cells can be taken for one of half as many along each side.
fn can_be_halved((columns, rows): (usize, usize)) -> bool {
    [columns, rows]
        .iter()
        .all(|side| side % 2 == 0 && *side >= 64)
}

/// Height above the rest level from which an eye over the pool sees none of the water from below, however it moves; world metres.
const HIGH: f32 = 0.15;

/// Whether some of the picture may be seen through water that the eye is in. Beside a tank there is its glass between them.
pub(super) fn is_in_water(eye: &Eye, shape: &PoolShape, setting: Setting) -> bool {
    let place = eye.position;
    let beside = match setting {
        Setting::Tank => 0.0,
        Setting::Terrace | Setting::Open => HIGH,
    };
    place.y < HIGH && place.x.abs() < shape.half.x + beside && place.z.abs() < shape.half.y + beside
}
