//! `Split`: a split view, one window for two waters, divided by a vertical line that can be dragged.

use glam::Vec2;

/// Pixels from the line within which a press grabs it.
const REACH: f32 = 7.0;
/// Width of the line, pixels.
const LINE: usize = 2;

/// Position of the split line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// Fraction of the width of the left water.
    left: f64,
}

/// The part of a picture for one water: its full height, and these columns of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first column.
    pub left: usize,
    /// Number of columns; at least 1.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
}

impl Part {
    /// Width and height in pixels.
    pub fn size(self) -> (usize, usize) {
        (self.width, self.height)
    }
}

impl Split {
    /// Minimum and maximum fraction of the left part.
    pub const RANGE: std::ops::RangeInclusive<f64> = 0.1..=0.9;

    /// A line at the fraction `left` of the width, clamped to [`Split::RANGE`].
    pub fn new(left: f64) -> Self {
        let left = if left.is_nan() { 0.5 } else { left };
        Self {
            left: left.clamp(*Self::RANGE.start(), *Self::RANGE.end()),
        }
    }

    /// Fraction of the width of the left water.
    pub fn left(self) -> f64 {
        self.left
    }

    /// The parts of a picture of `size` pixels for the left and the right water; the line lies between them. A picture too narrow for two
    /// gives each one column.
    pub fn parts(self, (width, height): (usize, usize)) -> [Part; 2] {
        let line = self.column(width);
        let part = |left: usize, end: usize| Part {
            left: left.min(width.saturating_sub(1)),
            width: end.saturating_sub(left).max(1),
            height: height.max(1),
        };
        [part(0, line), part(line + LINE, width)]
    }

    /// The first column of the line in a picture `width` pixels wide.
    fn column(self, width: usize) -> usize {
        let middle = (width as f64 * self.left).round() as usize;
        middle.saturating_sub(LINE / 2)
    }

    /// Whether a press at `pixel` grabs the line.
    pub fn is_at(self, pixel: Vec2, width: usize) -> bool {
        let middle = self.column(width) as f32 + LINE as f32 / 2.0;
        (pixel.x - middle).abs() <= REACH
    }

    /// Moves the line under `pixel`.
    pub fn drag_to(&mut self, pixel: Vec2, width: usize) {
        *self = Self::new(f64::from(pixel.x) / width.max(1) as f64);
    }
}

/// Equal halves.
impl Default for Split {
    fn default() -> Self {
        Self::new(0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_and_the_line_are_all_of_the_picture() {
        for left in [0.1, 0.37, 0.5, 0.9] {
            for width in [20, 101, 640, 1281] {
                let [a, b] = Split::new(left).parts((width, 30));
                assert_eq!((a.left, a.height, b.height), (0, 30, 30));
                assert_eq!(a.width + LINE, b.left);
                assert_eq!(b.left + b.width, width);
                let share = a.width as f64 / width as f64;
                assert!(
                    (share - left).abs() < 2.0 / width as f64,
                    "{share} for {left}"
                );
            }
        }
    }

    #[test]
    fn even_a_picture_one_pixel_wide_has_two_parts() {
        for width in [0, 1, 2, 3] {
            for part in Split::default().parts((width, 0)) {
                assert!(part.width == 1 && part.height == 1 && part.left <= width);
            }
        }
    }

    #[test]
    fn the_line_follows_the_pointer_and_stays_in_the_window() {
        let mut split = Split::default();
        assert!(split.is_at(Vec2::new(500.0, 9.0), 1000));
        assert!(!split.is_at(Vec2::new(520.0, 9.0), 1000));
        split.drag_to(Vec2::new(300.0, 0.0), 1000);
        assert!(split.is_at(Vec2::new(300.0, 0.0), 1000));
        split.drag_to(Vec2::new(-50.0, 0.0), 1000);
        assert_eq!(split.left(), 0.1);
        split.drag_to(Vec2::new(f32::NAN, 0.0), 0);
        assert_eq!(split.left(), 0.5);
    }
}
