//! What of a sea's depths a frame shows: where the lens meets the water, the floor, and where light is followed.

use super::sea::SeaLight;
use crate::gl::{Program, Texture};
use crate::view::Frame;
use crate::view::cascades::{BEDS, CascadeTextures};
use crate::view::open_mesh::near;
use glam::{DVec2, Vec2, Vec3, Vec4};

/// Metres about the eye whose surface light is followed through, at least; and the same in depths of the floor.
pub(super) const PATCH: f32 = 56.0;
const DEPTHS: f32 = 4.0;

/// Blocks along a side of that, by whole ones of which it moves: then every point and every texel of it comes to lie on another.
const BLOCKS: f32 = 32.0;

/// Points along a side of a block.
const POINTS: usize = 9;

/// How far ahead of the eye its middle is, in sides.
const AHEAD: f32 = 0.2;

/// How much of the water the lens may reach into or out of, in near planes.
const REACH: f32 = 4.0;

/// Metres after which the pattern of the sand repeats, as `ocean/underwater.glsl` has it.
const SAND: f64 = 64.0;

/// Metres that an eye keeps from the sand; where the water is shallower, half of its depth.
const OVER_SAND: f32 = 0.4;

/// The height below which there is no eye over a floor, metres.
pub(super) fn lowest(floor: f32) -> f32 {
    OVER_SAND.min(0.5 * floor) - floor
}

/// Where the lens is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lens {
    /// All of it above the water.
    Over,
    /// All of it below.
    PoolUnderwater,
    /// The surface crosses it.
    Across,
}

/// What a frame shows.
pub(super) struct OceanVisibility {
    pub(super) lens: Lens,
    /// Depth of the floor, metres, where there is one to be seen.
    pub(super) floor: Option<f32>,
    /// Where that is not level: the map of it, where the eye is on that, and the least that it leaves.
    bed: Option<(Texture, Vec4, f32)>,
    /// As `ocean/underwater.glsl` has it.
    plane: Vec4,
    forward: Vec3,
    /// The middle of where the sun is followed through the surface, x and z relative to the eye, and how long that is.
    pub(super) patch: Vec3,
    /// Blocks along a side of it.
    pub(super) blocks: usize,
}

impl OceanVisibility {
    pub(super) fn new(frame: &Frame, cascades: &CascadeTextures, height_scale: f32) -> Self {
        let eye = frame.eye;
        let forward = -eye.view.transpose().z_axis.truncate();
        let near = near(eye);
        let (height, slope) = cascades.surface_at(eye.place());
        let over = eye.position.y - height_scale * height;
        let slope = height_scale * slope;
        let reach = REACH * near * (1.0 + slope.length());
        let lens = match over {
            _ if over > reach => Lens::Over,
            _ if over < -reach => Lens::PoolUnderwater,
            _ => Lens::Across,
        };
        let floor = cascades.floor();
        // With fewer texels, less of it, and that sharper.
        let length = PATCH * frame.level.texels.sqrt().clamp(0.6, 1.0);
        let length = length.max(DEPTHS * floor.unwrap_or(0.0));
        let blocks = ((BLOCKS * frame.level.texels) as usize).max(2);
        // Through the same points of the water wherever the eye goes, or caustics would crawl.
        let ahead = eye.place()
            + f64::from(AHEAD * length) * DVec2::new(forward.x.into(), forward.z.into());
        let block = f64::from(length) / blocks as f64;
        let middle = (ahead / block).round() * block - eye.place();
        Self {
            lens,
            floor,
            bed: floor.and(cascades.bed()).map(|bed| {
                let place = bed.place(eye.place());
                (bed.texture().clone(), place, bed.least())
            }),
            plane: (near * Vec3::new(-slope.x, 1.0, -slope.y)).extend(over),
            forward,
            patch: middle.as_vec2().extend(length),
            blocks,
        }
    }

    /// Points along a side of the patch.
    pub(super) fn points(&self) -> usize {
        POINTS * self.blocks
    }

    /// Whether anything but the surface from above is seen.
    pub(super) fn are_seen(&self) -> bool {
        self.lens != Lens::Over || self.floor.is_some()
    }

    /// What a program is compiled with that draws the surface from above.
    pub(super) fn defines(&self) -> [&'static str; 3] {
        let [bed, uneven] = BEDS[self.which_bed()];
        let lens = if self.lens == Lens::Across {
            "LENS"
        } else {
            ""
        };
        [bed, uneven, lens]
    }

    /// Which of [`BEDS`] there is.
    pub(super) fn which_bed(&self) -> usize {
        usize::from(self.floor.is_some()) + usize::from(self.bed.is_some())
    }

    /// Where level light is that entered the middle of the patch, at a depth: relative to the eye.
    pub(super) fn below_patch(&self, light: &SeaLight, depth: f32) -> Vec2 {
        let under = light.basin.sun_under;
        self.patch.truncate() - Vec2::new(under.x, under.z) / under.y * depth
    }

    /// Sets the floor as `ocean/floor.glsl` reads it.
    pub(super) fn set_bed(&self, program: &Program) {
        let Some(floor) = self.floor else {
            return;
        };
        program.set_where_known("u_bed", floor);
        if let Some((map, place, least)) = &self.bed {
            program.set_where_known("u_bed_map", map);
            program.set_where_known("u_bed_at", *place);
            program.set_where_known("u_bed_top", least * floor);
        }
    }

    /// Sets the lens and where the eye is.
    pub(super) fn set(&self, program: &Program, frame: &Frame) {
        let eye = frame.eye;
        self.set_bed(program);
        program.set_where_known("u_lens", self.plane);
        program.set_where_known("u_forward", self.forward);
        program.set_where_known("u_eye", eye.position);
        let pixel = 2.0 / (eye.projection.y_axis.y * frame.size.1.max(1) as f32);
        program.set_where_known("u_pixel", pixel);
        let at = eye.place().rem_euclid(DVec2::splat(SAND)).as_vec2();
        program.set_where_known("u_sand_at", at);
    }
}
