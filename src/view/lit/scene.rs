//! A lit pool in a frame: its shape, its light, and the resolution of its caustics.

use crate::gl::{Format, GlError};
use crate::light::{Daylight, FRESH_WATER_INDEX, Lamp, LampHours, WaterType};
use crate::parameter::Settings;
use crate::view::basin::PoolShape;
use crate::view::shader::half_extents;
use crate::view::{Eye, Frame, Setting, ShownBounded};
use glam::{Vec3, Vec3Swizzles};

/// Optical depth of particles down to the floor below which caustics count as sharp.
const CLEAR: f32 = 0.2;

/// Maximum texels along the longer side of the caustics map, at any quality.
const MAX_TEXELS: usize = 4096;

/// Refractive index of green light, which stands for all wavelengths except for dispersion.
const INDEX: f32 = FRESH_WATER_INDEX[1] as f32;

/// The inputs of a lit pool's caustics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LitScene {
    pub(super) shape: PoolShape,
    pub(super) height_scale: f32,
    pub(super) wall_height: f32,
    /// How far the surface may lie below the floor, metres: under ground that rises out of the water.
    pub(super) sunk: f32,
    /// Refractive index of the water.
    pub(super) index: f32,
    pub(super) light: Daylight,
    /// The underwater lamp, if it is lit.
    pub(super) lamp: Option<Lamp>,
    /// Loss of sharpness of the sun's rays by particles, per metre; 0 if negligible.
    pub(super) scattered: Vec3,
    /// Texels of the caustics map along the pool's longer side.
    pub(super) texels: usize,
    /// Whether light is traced at half resolution.
    pub(super) is_halved: bool,
    /// Whether irradiance on level planes in the water is needed, for an eye in the water or behind glass.
    pub(super) is_seen_within: bool,
    /// Whether part of the image may be seen through the water that the eye is in.
    pub(super) in_water: bool,
    /// Whether the pool is on a terrace, whose props cast shadows on it.
    pub(super) on_terrace: bool,
    /// Step between cells that light is traced through.
    pub(super) stride: usize,
}

impl LitScene {
    /// The underwater lamp of a frame's pool, if it is lit.
    pub(super) fn lamp(frame: &Frame, shown: &ShownBounded, settings: &Settings) -> Option<Lamp> {
        let hours: LampHours = settings.choice("lamp");
        let half = half_extents(shown.field.size());
        Lamp::of_pool(half, shown.depth, hours, frame.sky.toward_sun().y)
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
        let depth = shown.depth;
        let water: WaterType = settings.choice("water");
        let scattered = Vec3::from(water.optics().scattering);
        let (columns, rows) = heights.size();
        // Half resolution needs float heights; a mean of four would mix water and obstacles.
        let is_halved = level.is_halved
            && can_be_halved((columns, rows))
            && gl.capability().renders(Format::R32F)
            && !shown.walls.are_there();
        let size = match is_halved {
            true => (columns / 2, rows / 2),
            false => (columns, rows),
        };
        let shape = PoolShape::new(shown.field.size(), size, depth);
        let light = frame.sky.light()?;
        let setting: Setting = settings.choice("setting");
        let numbers = shown.field.numbers();
        let is_uneven = numbers.is_some_and(|(field, _)| field.others.has_uneven_ground());
        let in_water = is_in_water(frame.eye, &shape, setting)
            && !(is_uneven && is_clear_of(frame.eye, &shape, shown));
        Ok(Self {
            shape,
            lamp: Self::lamp(frame, shown, settings),
            is_seen_within: setting == Setting::Tank || in_water,
            in_water,
            height_scale: match is_uneven {
                // It is shown as high as it is, and so is its water: see `pick::shown_heights`.
                true => 1.0,
                false => real("height_scale"),
            },
            wall_height: real("wall_height") * shape.half_length(),
            sunk: match is_uneven {
                true => shape.half_length(),
                false => 0.0,
            },
            index: INDEX,
            light,
            scattered: match scattered.max_element() * depth > CLEAR {
                true => scattered,
                false => Vec3::ZERO,
            },
            on_terrace: setting == Setting::Terrace && !frame.sky.is_panorama(),
            is_halved,
            stride: level.stride,
            // The walls' maps lie above the floor's map, with half as many rows.
            texels: ((settings.integer("caustics") as f32 * level.texels) as usize)
                .clamp(64, MAX_TEXELS)
                .min(gl.capability().max_texture * 2 / 3),
        })
    }
}

/// Whether a surface of this size can be traced at half resolution.
fn can_be_halved((columns, rows): (usize, usize)) -> bool {
    [columns, rows]
        .iter()
        .all(|side| side % 2 == 0 && *side >= 64)
}

/// Height above the rest level from which an eye over the pool never sees the surface from below, in half lengths of the pool.
const HIGH: f32 = 0.15;

/// Whether an eye is so low in a pool that it may be in the water. Outside a tank, its glass lies between.
fn is_in_water(eye: &Eye, shape: &PoolShape, setting: Setting) -> bool {
    let place = eye.position;
    let high = HIGH * shape.half_length();
    let margin = match setting {
        Setting::Tank => 0.0,
        Setting::Terrace | Setting::Open => high,
    };
    place.y < high && place.x.abs() < shape.half.x + margin && place.z.abs() < shape.half.y + margin
}

/// Height above the water from which no water beside the eye reaches it, in half lengths of the pool.
const CLEARANCE: f32 = 0.03;

/// Whether an eye is above the water, or above dry land, where the ground is uneven.
fn is_clear_of(eye: &Eye, shape: &PoolShape, shown: &ShownBounded) -> bool {
    let at = (eye.position.xz() / shape.half) * 0.5 + 0.5;
    shown.field.numbers().is_some_and(|(field, _)| {
        let surface = field.heights.bilinear(at.x, at.y);
        eye.position.y > surface + CLEARANCE * shape.half_length()
    })
}
