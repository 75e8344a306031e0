//! Visibility under a sea in a frame: where the lens meets the water, whether the floor is visible, and where light is traced.

use super::sea::SeaLight;
use crate::gl::{Program, Texture};
use crate::view::cascades::{BEDS, CascadeTextures};
use crate::view::open_mesh::near;
use crate::view::{Eye, Frame};
use glam::{DVec2, Vec2, Vec3, Vec4};

/// Minimum side of the surface patch about the eye through which light is traced: in metres, and in depths of the floor.
pub(super) const PATCH: f32 = 56.0;
const DEPTHS: f32 = 4.0;

/// Blocks along a side of the patch. The patch moves by whole blocks, so that its points and texels stay on the same grid.
const BLOCKS: f32 = 32.0;

/// Points along a side of a block.
const POINTS: usize = 9;

/// Distance of the patch's centre ahead of the eye, in sides.
const AHEAD: f32 = 0.2;

/// How far the lens may reach into or out of the water, in near planes.
const REACH: f32 = 4.0;

/// Period of the sand's pattern, metres.
pub(in crate::view) const SAND_PERIOD: f64 = 64.0;

/// Minimum distance of an eye from the sand, metres; half of the depth in shallower water.
const OVER_SAND: f32 = 0.4;

/// The minimum height of an eye over a floor, metres.
pub(super) fn lowest(floor: f32) -> f32 {
    OVER_SAND.min(0.5 * floor) - floor
}

/// The eye, moved above the floor of a sea `floor` metres deep if it is inside.
pub(super) fn over_floor(eye: &Eye, floor: Option<f32>) -> Eye {
    let sunk = floor.map_or(0.0, |floor| lowest(floor) - eye.position.y);
    eye.raised(sunk.max(0.0))
}

/// Place of the lens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Lens {
    /// Fully above the water.
    Over,
    /// Fully below the water.
    Under,
    /// Crossed by the surface.
    Across,
}

/// The visibility of a frame.
pub(super) struct OceanVisibility {
    /// The eye, above the floor.
    pub(super) eye: Eye,
    pub(super) lens: Lens,
    /// Depth of the floor, metres, if it is visible.
    pub(super) floor: Option<f32>,
    /// An uneven floor: its map, the map of its corals, the eye's place on both, and the minimum of its depth share.
    bed: Option<([Texture; 2], Vec4, f32)>,
    /// As in `ocean/underwater.glsl`.
    plane: Vec4,
    forward: Vec3,
    /// Centre of the patch through which light is traced, x and z relative to the eye, and its side.
    pub(super) patch: Vec3,
    /// Blocks along a side of the patch.
    pub(super) blocks: usize,
}

impl OceanVisibility {
    pub(super) fn new(frame: &Frame, cascades: &CascadeTextures, height_scale: f32) -> Self {
        let eye = over_floor(frame.eye, cascades.floor_at(frame.eye.place()));
        let forward = -eye.view.transpose().z_axis.truncate();
        let near = near(&eye);
        let (height, slope) = cascades.surface_at(eye.place());
        let over = eye.position.y - height_scale * height;
        let slope = height_scale * slope;
        let reach = REACH * near * (1.0 + slope.length());
        let lens = match over {
            _ if over > reach => Lens::Over,
            _ if over < -reach => Lens::Under,
            _ => Lens::Across,
        };
        let floor = cascades.floor();
        // At a lower resolution the patch is smaller, which keeps it sharp.
        let length = PATCH * frame.level.texels.sqrt().clamp(0.6, 1.0);
        let length = length.max(DEPTHS * floor.unwrap_or(0.0));
        let blocks = ((BLOCKS * frame.level.texels) as usize).max(2);
        // Sampling the same points of the water keeps caustics from crawling as the eye moves.
        let ahead = eye.place()
            + f64::from(AHEAD * length) * DVec2::new(forward.x.into(), forward.z.into());
        let block = f64::from(length) / blocks as f64;
        let middle = (ahead / block).round() * block - eye.place();
        Self {
            lens,
            floor,
            bed: floor.and(cascades.bed()).map(|bed| {
                let place = bed.place(eye.place());
                let maps = [bed.texture(), bed.corals_above()].map(Texture::clone);
                (maps, place, bed.min_share())
            }),
            plane: (near * Vec3::new(-slope.x, 1.0, -slope.y)).extend(over),
            forward,
            patch: middle.as_vec2().extend(length),
            blocks,
            eye,
        }
    }

    /// Points along a side of the patch.
    pub(super) fn points(&self) -> usize {
        POINTS * self.blocks
    }

    /// Whether the floor or the underside of the surface is visible.
    pub(super) fn are_seen(&self) -> bool {
        self.lens != Lens::Over || self.floor.is_some()
    }

    /// The `#define`s of programs that draw the surface from above.
    pub(super) fn defines(&self) -> [&'static str; 3] {
        let [bed, uneven] = BEDS[self.which_bed()];
        let lens = if self.lens == Lens::Across {
            "LENS"
        } else {
            ""
        };
        [bed, uneven, lens]
    }

    /// Index of the floor's variant in [`BEDS`].
    pub(super) fn which_bed(&self) -> usize {
        usize::from(self.floor.is_some()) + usize::from(self.bed.is_some())
    }

    /// Place, relative to the eye, of the light that entered at the patch's centre, at a depth under level water.
    pub(super) fn below_patch(&self, light: &SeaLight, depth: f32) -> Vec2 {
        let under = light.basin.sun_under;
        self.patch.truncate() - Vec2::new(under.x, under.z) / under.y * depth
    }

    /// Sets the uniforms of the floor for `ocean/floor.glsl`.
    pub(super) fn set_bed(&self, program: &Program) {
        let Some(floor) = self.floor else {
            return;
        };
        program.set_where_known("u_bed", floor);
        if let Some(([map, corals], place, min_share)) = &self.bed {
            program.set_where_known("u_bed_map", map);
            program.set_where_known("u_corals_above", corals);
            program.set_where_known("u_bed_at", *place);
            program.set_where_known("u_bed_top", min_share * floor);
        }
    }

    /// Sets the uniforms of the lens and of the eye's place.
    pub(super) fn set(&self, program: &Program, frame: &Frame) {
        let eye = frame.eye;
        self.set_bed(program);
        program.set_where_known("u_lens", self.plane);
        program.set_where_known("u_forward", self.forward);
        program.set_where_known("u_eye", eye.position);
        program.set_where_known("u_pixel", frame.eye.pixel_width(frame.size));
        let at = eye.place().rem_euclid(DVec2::splat(SAND_PERIOD)).as_vec2();
        program.set_where_known("u_sand_at", at);
    }
}
