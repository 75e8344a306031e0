//! `CascadeLayout`: the layout of the cascades of open water: their common corner, the tiling, and the window of a cascade that lies once.

use crate::surface::{CascadeList, Cascades, Window};
use crate::tiling::{Cell, Tiling};
use glam::{DVec2, DVec3, Vec2};

/// The layout of the cascades.
#[derive(Clone, Copy, Debug)]
pub struct CascadeLayout {
    /// Length of each cascade along x and z, metres.
    lengths: [DVec2; CascadeList::MAX],
    count: usize,
    /// Number of grid points of each cascade along x and z.
    points: [usize; 2],
    /// The common grid point of all repeating cascades, relative to the centre of the first, metres.
    corner: DVec2,
    /// The tiling of this many of the first cascades.
    tiling: Option<Tiling>,
    tiled: usize,
    /// The window of the remaining cascade, which lies once.
    window: Option<Window>,
}

/// A sample of a cascade and its weight.
#[derive(Clone, Copy, Debug, Default)]
struct Reading {
    /// Texture coordinates from the first grid point.
    uv: DVec2,
    /// 0 where the cascade is not sampled.
    weight: f64,
}

/// Samples of a cascade around a place, and bounds of their weight.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadingRange {
    /// Texture coordinates of the place, from the first grid point.
    pub uv: DVec2,
    /// The least and the most.
    pub weights: [f64; 2],
}

/// Place and length of a cascade relative to an eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CascadePlace {
    /// Length along x and z, metres.
    pub length: Vec2,
    /// Offset that is added to a place relative to the eye before the division by the length: 0 to `length` for a repeating cascade.
    pub phase: Vec2,
    /// The eye's place in the lattice of the tiling, if the cascade is tiled.
    pub cell: Option<Cell>,
    /// Whether the cascade lies once, without repetition.
    pub once: bool,
}

impl Default for CascadeLayout {
    /// Without cascades.
    fn default() -> Self {
        Self {
            lengths: [DVec2::ONE; CascadeList::MAX],
            count: 0,
            points: [1, 1],
            corner: DVec2::ZERO,
            tiling: None,
            tiled: 0,
            window: None,
        }
    }
}

impl CascadeLayout {
    /// The layout of these cascades.
    pub fn of(cascades: &Cascades) -> Self {
        let mut layout = Self {
            count: cascades.cascades.len(),
            tiling: cascades.tiling,
            tiled: cascades.tiled,
            window: cascades.window,
            ..Self::default()
        };
        for (length, cascade) in layout.lengths.iter_mut().zip(cascades.cascades.iter()) {
            *length = DVec2::from(cascade.length.map(f64::from));
            layout.points = [cascade.height.columns(), cascade.height.rows()];
        }
        // The centre of a pool's first cell.
        layout.corner = 0.5 * (layout.spacing(0) - layout.lengths[0]);
        layout
    }

    /// Number of cascades.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Distance between the grid points of a cascade along x and z, metres.
    pub fn spacing(&self, index: usize) -> DVec2 {
        self.lengths[index] / self.size()
    }

    /// Number of grid points along x and z.
    fn size(&self) -> DVec2 {
        let [columns, rows] = self.points;
        DVec2::new(columns as f64, rows as f64)
    }

    /// The tiling of the cascades, if they do not simply repeat.
    pub fn tiling(&self) -> Option<&Tiling> {
        self.tiling.as_ref()
    }

    /// The window of a cascade that lies once.
    pub fn window_of(&self, index: usize) -> Option<Window> {
        self.window.filter(|_| index >= self.tiled)
    }

    fn tiling_of(&self, index: usize) -> Option<Tiling> {
        self.tiling.filter(|_| index < self.tiled)
    }

    /// Place of a cascade relative to an eye at (x, z) of the water. Computed in `f64`, so that cascades stay aligned far from the
    /// middle.
    pub fn place(&self, index: usize, eye: DVec2) -> CascadePlace {
        let length = self.lengths[index];
        if let Some(window) = self.window_of(index) {
            let corner = DVec2::from(window.centre) - 0.5 * DVec2::from(window.length);
            return CascadePlace {
                length: length.as_vec2(),
                phase: (eye - corner).as_vec2(),
                cell: None,
                once: true,
            };
        }
        // The centre of a texel lies half a texel inside.
        let phase = (eye - self.corner + 0.5 * self.spacing(index)).rem_euclid(length);
        CascadePlace {
            length: length.as_vec2(),
            phase: phase.as_vec2(),
            cell: self
                .tiling_of(index)
                .map(|tiling| tiling.cell(eye / length)),
            once: false,
        }
    }

    /// The sum of all cascades at the point of the water whose rest place is (x, z), interpolated between grid points; `of` returns the value
    /// of a cascade at a cell, row by row.
    pub fn sum(&self, rest: DVec2, of: impl Fn(usize, usize) -> DVec3) -> DVec3 {
        let mut sum = DVec3::ZERO;
        for index in 0..self.count {
            for reading in self.readings(index, rest) {
                if reading.weight != 0.0 {
                    sum += reading.weight * self.blended(reading.uv, |cell| of(index, cell));
                }
            }
        }
        sum
    }

    /// Bilinear interpolation between repeating grid points at texture coordinates.
    fn blended(&self, uv: DVec2, of: impl Fn(usize) -> DVec3) -> DVec3 {
        let [columns, rows] = self.points;
        let place = uv.rem_euclid(DVec2::ONE) * self.size();
        let (share, [column, row]) = (place.fract(), [place.x as usize, place.y as usize]);
        let at = |x: usize, z: usize| of((row + z) % rows * columns + (column + x) % columns);
        let north = at(0, 0).lerp(at(1, 0), share.x);
        let south = at(0, 1).lerp(at(1, 1), share.x);
        north.lerp(south, share.y)
    }

    /// Samples of a cascade for the point of the water whose rest place is (x, z).
    fn readings(&self, index: usize, rest: DVec2) -> [Reading; 3] {
        let once = |uv: DVec2, weight: f64| [Reading { uv, weight }, Reading::NONE, Reading::NONE];
        if let Some(window) = self.window_of(index) {
            // The window's fractions refer to cell centres.
            let (u, v) = window.fraction(rest.to_array());
            let is_within = (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v);
            let uv = DVec2::new(u, v) - 0.5 / self.size();
            return once(uv, f64::from(u8::from(is_within)));
        }
        let uv = (rest - self.corner) / self.lengths[index];
        match self.tiling_of(index) {
            None => once(uv, 1.0),
            Some(tiling) => tiling.taps(rest / self.lengths[index]).map(|tap| Reading {
                uv: uv + tap.shift,
                weight: tap.weight,
            }),
        }
    }

    /// The samples of a cascade for points whose rest place lies within `radius`, metres, of (x, z), with bounds of their weights. `None` if
    /// these may be any.
    pub(crate) fn readings_within(
        &self,
        index: usize,
        rest: DVec2,
        radius: f64,
    ) -> Option<[ReadingRange; 3]> {
        let (length, shortest) = (self.lengths[index], self.lengths[index].min_element());
        if self.window_of(index).is_some() || radius >= shortest {
            return None;
        }
        let uv = (rest - self.corner) / length;
        let Some(tiling) = self.tiling_of(index) else {
            let only = ReadingRange {
                uv,
                weights: [1.0, 1.0],
            };
            return Some([only, ReadingRange::default(), ReadingRange::default()]);
        };
        let taps = tiling.taps_within(rest / length, radius / shortest)?;
        Some(taps.map(|(shift, weights)| ReadingRange {
            uv: uv + shift,
            weights,
        }))
    }

    /// The most that the weights of a cascade amount to, and the most of their gradient, 1/m.
    pub(crate) fn most_weight(&self, index: usize) -> (f64, f64) {
        match self.tiling_of(index) {
            // Three weights whose squares sum to 1, and some for what correlates; from 0 to 1 within a tenth of a triangle.
            Some(_) => (1.9, 12.0 / self.lengths[index].min_element()),
            None => (1.0, 0.0),
        }
    }

    /// Fraction of the window, or else of the first cascade, of a place (x, z) of the water.
    pub fn fraction(&self, place: DVec2) -> (f64, f64) {
        if let Some(window) = self.window {
            return window.fraction(place.to_array());
        }
        let fraction = (place / self.lengths[0] + 0.5).rem_euclid(DVec2::ONE);
        (fraction.x, fraction.y)
    }
}

impl Reading {
    const NONE: Self = Self {
        uv: DVec2::ZERO,
        weight: 0.0,
    };
}
