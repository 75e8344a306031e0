//! The picture ripple: slopes of the water shift the pixels of a picture, refraction in 2D (docs/models.md §3).
//!
//! For the picture pixel p over the grid cell c
//!
//! ```text
//! d      = (h[W] − h[E], h[N] − h[S])          neighbours of c clamped at the grid's edge
//! sample = picture[clamp(p + k·d)]             k = displacement · crop size / grid size, h in weights
//! colour = sample + shine·(d.x + d.y)          per channel, 0 to 255
//! ```
//!
//! The pool shows the crop of the picture given by [`PictureFit`]. The nearest look uses integers only, so that a GPU gives the same
//! bits; the smooth look blends heights and pixels in `f32` and agrees within rounding, as do the looks of `blended`. An `overlay` lies over
//! them, and walls over that.

mod blended;
mod crop;
mod nearest;
mod overlay;
mod smooth;
mod walls;

pub use blended::{GLINT, GLINT_SHIFT};
pub use walls::{BEVEL, REACH, RELIEF, SHADOW, STONE, sharpness};

use super::{BAR, Fit, FixedPoint, PictureFit, Pyramid, Rect};
use crate::grid::Grid;
use crate::heights::{Heights, METRES_PER_WEIGHT};
use crate::parameter::choices;
use crate::surface::Surface;
use blended::Weights;

/// How many whole numbers the nearest look counts in a metre where the water itself counts in metres: 16 to a weight. A
/// height becomes ⌊metres·`COUNTS_PER_METRE` + ½⌋ in `f32`, saturated to 16 bits (±1 m).
pub const COUNTS_PER_METRE: f32 = 16.0 / METRES_PER_WEIGHT;

/// How the picture is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// One pixel, one cell (nearest neighbour), in integers: the classic look, with the same bits on every machine.
    Nearest,
    /// Blended (interpolated bilinearly) between pixels and between cells.
    Smooth,
    /// Integer slopes at the cells, blended between them: the classic coarse ripple.
    Bilinear,
    /// Fast water shows a bright colour instead of the picture.
    Glint,
    /// No picture: grey at the rest level, brighter above it, darker below.
    Heights,
}

/// The appearance of walls in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallLook {
    /// The picture's own pixels, not refracted: land in a photograph stays as it is. [`STONE`] if no picture is shown.
    Picture,
    /// [`STONE`].
    Stone,
}

choices!(WallLook: Picture = "picture", Stone = "stone");

choices!(
    Look: Nearest = "nearest",
    Smooth = "smooth",
    Bilinear = "bilinear",
    Glint = "glint",
    Heights = "heights",
);

/// The picture ripple on the CPU; the reference for the GL view.
///
/// ```
/// use waterlab_core::grid::Grid;
/// use waterlab_core::heights::Heights;
/// use waterlab_core::light::{Fit, Look, PictureFit, PictureRipple, Pyramid, WallLook};
///
/// let picture = Pyramid::new(Grid::new(64, 48, [200, 150, 100, 255]));
/// let water = Grid::new(32, 24, 0.0_f32);
/// let mut output = Grid::new(640, 480, [0; 4]);
/// let ripple = PictureRipple {
///     displacement: 1.0,
///     shine: 0.25,
///     look: Look::Smooth,
///     fit: Fit::Cover,
///     picture_fit: PictureFit::Cover,
///     walls: WallLook::Picture,
///     glint: 0.15,
///     gain: 12.0,
/// };
/// ripple.render(&picture, Heights::Metres(&water), &mut output);
/// assert_eq!(output[(320, 240)], [200, 150, 100, 255]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PictureRipple {
    /// Pixels that a height difference of one weight shifts the picture, at one pixel a cell.
    pub displacement: f64,
    /// Steps of 0 to 255 that a height difference of one weight brightens a channel.
    pub shine: f64,
    /// How the picture is sampled.
    pub look: Look,
    /// How the pool is placed in the output.
    pub fit: Fit,
    /// How the picture is fitted to the pool.
    pub picture_fit: PictureFit,
    /// The appearance of walls.
    pub walls: WallLook,
    /// Opacity of the glint at a vertical velocity of one weight per step; it grows with the square: 0.15 in docs/models.md §3.
    pub glint: f64,
    /// Brightness that a metre of height adds in the heights look; 1 is all from black to white.
    pub gain: f64,
}

/// The factors of the nearest look for differences of stored heights; the GL view passes these as uniforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// Picture pixels along x for one stored unit of `h[W] − h[E]`.
    pub x: FixedPoint,
    /// Picture pixels along y for one stored unit of `h[N] − h[S]`.
    pub y: FixedPoint,
    /// Brightness for one stored unit of their sum.
    pub shine: FixedPoint,
}

impl PictureRipple {
    /// The same look for a surface that has fewer heights than its pool has cells, as the coarse ripple's: from height to
    /// height it falls as much as from cell to cell several times over, but the picture is to be bent as by the cells. The
    /// bilinear look takes the differences from node to node as they are, in pixels of a picture of a pixel a cell (§1a).
    pub fn spread_over(&self, heights: (usize, usize), cells: (usize, usize)) -> Self {
        let share = |heights: usize, cells: usize| heights as f64 / cells.max(1) as f64;
        let nodes = share(heights.0, cells.0) * share(heights.1, cells.1);
        let shift = match self.look {
            Look::Bilinear => nodes.sqrt(),
            _ => nodes,
        };
        Self {
            displacement: self.displacement * shift,
            shine: self.shine * nodes.sqrt(),
            ..*self
        }
    }

    /// The pixels of a picture of `picture` (columns, rows) that a pool of `cells` shows; where no picture is shown, of one that has a pixel
    /// for each cell. Its shape is that in which the pool is drawn.
    pub fn crop(&self, picture: (usize, usize), cells: (usize, usize)) -> Rect {
        match self.look {
            Look::Heights => Rect::whole(cells),
            _ => self.picture_fit.crop(picture, cells),
        }
    }

    /// The multipliers of the nearest look for a (cropped) picture and a grid of (columns, rows) whose stored 1 is `unit` metres.
    pub fn scales(&self, picture: (usize, usize), grid: (usize, usize), unit: f32) -> Scales {
        let weights = f64::from(unit) / f64::from(METRES_PER_WEIGHT);
        let pixels = |picture: usize, grid: usize| {
            let scale = self.displacement * weights * picture as f64 / grid.max(1) as f64;
            // 65 535 · 32 767 + 2^15 is the largest product: it fits in 32 bits.
            FixedPoint::of(scale, 32_767)
        };
        Scales {
            x: pixels(picture.0, grid.0),
            y: pixels(picture.1, grid.1),
            // The sum of two differences is twice as large.
            shine: FixedPoint::of(self.shine * weights, 16_383),
        }
    }

    /// Draws `picture` under the surface of a water (heights alone will do) into every pixel of `output`, RGBA, row 0 at
    /// the top. Allocates nothing but what [`FieldSource::velocity`](crate::surface::FieldSource::velocity) does in the glint
    /// look.
    pub fn render<'a>(
        &self,
        picture: &Pyramid,
        surface: impl Into<Surface<'a>>,
        output: &mut Grid<[u8; 4]>,
    ) {
        let surface = surface.into();
        let scale = surface.scale();
        let field = surface.field();
        let (heights, cells) = (field.heights, field.cells);
        let ripple = &self.spread_over((heights.columns(), heights.rows()), cells);
        let crop = ripple.crop(picture.size(), cells);
        let shape = (crop.width as usize, crop.height as usize);
        let rect = ripple.fit.rect(shape, (output.columns(), output.rows()));
        bars(output, &rect);
        match (ripple.look, &heights) {
            (Look::Nearest, Heights::Counts { counts, unit }) => {
                let scales = ripple.scales(shape, (counts.columns(), counts.rows()), unit * scale);
                nearest::draw(scales, (rect, crop), picture, counts, i32::from, output);
            }
            (Look::Nearest, Heights::Metres(metres)) => {
                let unit = 1.0 / COUNTS_PER_METRE;
                let scales = ripple.scales(shape, (metres.columns(), metres.rows()), unit);
                let per_metre = scale * COUNTS_PER_METRE;
                let count = |metres| count(metres, per_metre);
                nearest::draw(scales, (rect, crop), picture, metres, count, output);
            }
            (Look::Smooth, Heights::Counts { counts, unit }) => {
                let weights = unit * scale / METRES_PER_WEIGHT;
                smooth::draw(ripple, (rect, crop), picture, counts, weights, output);
            }
            (Look::Smooth, Heights::Metres(metres)) => {
                let weights = scale / METRES_PER_WEIGHT;
                smooth::draw(ripple, (rect, crop), picture, metres, weights, output);
            }
            (_, Heights::Counts { counts, unit }) => {
                let unit = unit * scale / METRES_PER_WEIGHT;
                let heights = counts;
                ripple.blend(
                    (rect, crop),
                    picture,
                    &Weights { heights, unit },
                    &surface,
                    output,
                );
            }
            (_, Heights::Metres(heights)) => {
                let unit = scale / METRES_PER_WEIGHT;
                ripple.blend(
                    (rect, crop),
                    picture,
                    &Weights { heights, unit },
                    &surface,
                    output,
                );
            }
        }
        match (picture.overlay(), ripple.look) {
            (None, _) | (_, Look::Heights) => {}
            (Some(layer), Look::Nearest) => {
                overlay::lay_nearest(layer, (rect, crop), picture.size(), output);
            }
            (Some(layer), _) => overlay::lay_smooth(layer, (rect, crop), picture.size(), output),
        }
        let of_picture = ripple.walls == WallLook::Picture && ripple.look != Look::Heights;
        let land = of_picture.then_some(picture);
        match (surface.walls(), ripple.look) {
            (None, _) => {}
            (Some(walls), Look::Nearest) => walls::lay_nearest(walls, (rect, crop), land, output),
            (Some(walls), _) => walls::lay_smooth(walls, (rect, crop), land, output),
        }
    }

    /// Draws one of the looks of `blended`.
    fn blend<T: Copy + Into<f32>>(
        &self,
        (rect, crop): (Rect, Rect),
        picture: &Pyramid,
        weights: &Weights<T>,
        surface: &Surface,
        output: &mut Grid<[u8; 4]>,
    ) {
        match self.look {
            Look::Bilinear => weights.bilinear(self, (rect, crop), picture, output),
            Look::Glint => {
                let speed = surface.field().velocity();
                weights.glint(
                    self,
                    (rect, crop),
                    picture,
                    (&speed, surface.scale()),
                    output,
                );
            }
            _ => weights.heights(self, rect, output),
        }
    }
}

/// A height in metres as the nearest look counts it, `per_metre` to a metre.
fn count(metres: f32, per_metre: f32) -> i32 {
    let raised = metres * per_metre + 0.5;
    // The floor by hand: as a library call it costs more than all else. The casts saturate, and take NaN for 0.
    let toward_zero = raised as i32;
    let floor = toward_zero.saturating_sub(i32::from(toward_zero as f32 > raised));
    floor.clamp(i16::MIN.into(), i16::MAX.into())
}

/// Paints the area outside `rect`.
fn bars(output: &mut Grid<[u8; 4]>, rect: &Rect) {
    let columns = rect.columns_within(output.columns());
    let rows = rect.rows_within(output.rows());
    for row in 0..output.rows() {
        let line = output.row_mut(row);
        if rows.contains(&row) {
            line[..columns.start].fill(BAR);
            line[columns.end..].fill(BAR);
        } else {
            line.fill(BAR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metres_are_rounded_to_counts_and_saturate() {
        let in_counts = |counts: f32| count(counts / COUNTS_PER_METRE, COUNTS_PER_METRE);
        let given = [0.0, 0.49, 0.5, 1.49, -0.5, -0.51, -1.5, -1.75];
        assert_eq!(given.map(in_counts), [0, 0, 1, 1, 0, -1, -1, -2]);
        let extremes = [f32::NAN, 1e30, -1e30, f32::INFINITY, f32::NEG_INFINITY];
        let counted = extremes.map(|metres| count(metres, COUNTS_PER_METRE));
        assert_eq!(counted, [0, 32_767, -32_768, 32_767, -32_768]);
    }
}
