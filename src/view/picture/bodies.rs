//! The bodies of the picture view: two images from above, of their parts over the water and of those in it, which the ripple displaces as it
//! does the picture.

use crate::gl::{Blend, Depth, Format, GlError, Program, Target};
use crate::light::{Rect, WaterType};
use crate::view::Frame;
use crate::view::basin;
use crate::view::bodies::DrawnBodies;
use crate::view::shader::{HeightProgram, glsl, half_extents};
use glam::{DVec3, Mat4, Vec2, Vec3, Vec4};
use std::ops::Range;
use std::rc::Rc;

/// Texels of an image per pixel of the picture along each side, whose means smooth edges.
const FINER: usize = 2;

/// Largest side of an image, texels.
const LARGEST: usize = 4096;

/// Granularity of the size and the place of an image, texels: it is drawn again only when bodies move farther apart.
const BLOCK: i64 = 64;

/// Height above and below the rest level up to which bodies are seen, in half lengths of the pool.
const REACH: f32 = 100.0;

/// The images of a frame.
pub(super) struct Bodies {
    drawn: DrawnBodies,
    /// Over the water, and in it.
    programs: Rc<[HeightProgram; 2]>,
    images: [Option<Target>; 2],
    /// First column and row of the images, from the bottom, and their size, in fractions of the pool.
    part: Vec4,
}

impl Bodies {
    pub(super) fn new() -> Self {
        let with = |define| {
            let texts = (glsl!("bodies/bodies.vert"), glsl!("picture/bodies.frag"));
            HeightProgram::new("bodies from above", texts.0, texts.1, &[define], &[])
        };
        Self::with(Rc::new(["", "UNDER_WATER"].map(with)))
    }

    fn with(programs: Rc<[HeightProgram; 2]>) -> Self {
        Self {
            drawn: DrawnBodies::default(),
            programs,
            images: [None, None],
            part: Vec4::ONE,
        }
    }

    pub(super) fn new_sharing(&self) -> Self {
        Self::with(self.programs.clone())
    }

    /// Whether there are any.
    pub(super) fn are_there(&self) -> bool {
        self.drawn.are_there()
    }

    /// Draws the images of a pool that fills `rect` of the picture.
    pub(super) fn prepare(&mut self, frame: &Frame, rect: Rect) -> Result<(), GlError> {
        let gl = frame.gl;
        let field = frame.surface.field();
        self.drawn.show(gl, field, DVec3::ZERO)?;
        if !self.are_there() {
            self.images = [None, None];
            return Ok(());
        }
        let heights = &*field.heights()?;
        // The heights of a sea are scaled.
        let scale = field.numbers().map_or(1.0, |(_, scale)| 1.0 / scale);
        let half = half_extents(field.size());
        let side = |pixels: i64| {
            let most = LARGEST.min(gl.capability().max_texture);
            (FINER * pixels.max(1) as usize).min(most)
        };
        let whole = [side(rect.width), side(rect.height)];
        let [columns, rows] = self.covered(half, whole);
        let first = Vec2::new(columns.start as f32, rows.start as f32);
        let size = (columns.count(), rows.count());
        let whole = Vec2::from(whole.map(|side| side as f32));
        let (first, share) = (
            first / whole,
            Vec2::new(size.0 as f32, size.1 as f32) / whole,
        );
        self.part = first.extend(share.x).extend(share.y);
        // From the whole pool to this part, in clip space.
        let middle = 2.0 * first + share - 1.0;
        let enlarged = Mat4::from_scale(share.recip().extend(1.0))
            * Mat4::from_translation(-middle.extend(0.0));
        for (program, image) in self.programs.iter().zip(&mut self.images) {
            if image.as_ref().is_none_or(|image| image.size() != size) {
                *image = Some(Target::with_formats(gl, &[Format::Rgba8], size, true)?);
            }
            let Some(image) = image else { continue };
            image.draw_here();
            gl.clear([0.0; 4]);
            let program = program.reading(gl, heights, None, scale)?;
            program.set("u_view_projection", enlarged * from_above(half));
            program.set("u_half", half);
            program.set("u_sun_above", basin::SUN.normalize());
            program.set_where_known(
                "u_absorption",
                Vec3::from(WaterType::Pool.optics().absorption),
            );
            gl.state(Blend::Off, Depth::Write);
            self.drawn.draw(gl, program);
        }
        Ok(())
    }

    /// The texels of images of the whole pool, of this size, that show bodies: columns, and rows from the bottom.
    fn covered(&self, half: Vec2, whole: [usize; 2]) -> [Range<i64>; 2] {
        let (low, high) = self.drawn.bounds();
        // In fractions of the pool.
        let west = 0.5 + 0.5 * low.x / half.x;
        let east = 0.5 + 0.5 * high.x / half.x;
        let south = 0.5 - 0.5 * high.z / half.y;
        let north = 0.5 - 0.5 * low.z / half.y;
        let blocks = |from: f32, to: f32, side: usize| {
            let texels = |part: f32| (part.clamp(0.0, 1.0) * side as f32) as i64;
            // With the neighbours that a filter reads, and the thickness of a rope.
            let first = (texels(from) - BLOCK / 8).div_euclid(BLOCK);
            let last = (texels(to) + BLOCK / 8).div_euclid(BLOCK) + 1;
            (first * BLOCK).max(0)..(last * BLOCK).min(side as i64)
        };
        [blocks(west, east, whole[0]), blocks(south, north, whole[1])]
    }

    /// Sets the uniforms of the images.
    pub(super) fn set(&self, program: &Program) {
        if let [Some(above), Some(below)] =
            self.images.each_ref().map(|image| image.as_ref()?.colour())
        {
            program.set("u_bodies_above", above);
            program.set_where_known("u_bodies_below", below);
            program.set("u_bodies_part", self.part);
        }
    }
}

/// From the pool to clip space: x to the right, z down, seen from above.
fn from_above(half: Vec2) -> Mat4 {
    let far = REACH * half.max_element();
    Mat4::from_cols(
        Vec4::new(1.0 / half.x, 0.0, 0.0, 0.0),
        Vec4::new(0.0, 0.0, -1.0 / far, 0.0),
        Vec4::new(0.0, -1.0 / half.y, 0.0, 0.0),
        Vec4::W,
    )
}
