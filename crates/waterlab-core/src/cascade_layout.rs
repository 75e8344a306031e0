//! `CascadeLayout`: the layout of the cascades of open water: their common corner, the tiling, and the window of a cascade that lies once.

use crate::grid::Grid;
use crate::surface::{Cascade, Cascades, Window};
use crate::tiling::{Cell, Tiling};
use glam::{DVec2, Vec2};
use std::ops::{Add, Mul, Sub};

/// The layout of the cascades.
#[derive(Clone, Copy, Debug, Default)]
pub struct CascadeLayout {
    /// Half extents of the first cascade, metres.
    half: DVec2,
    /// The common grid point of all repeating cascades, relative to the centre of the first, metres.
    corner: DVec2,
    /// The tiling of this many of the first cascades.
    tiling: Option<Tiling>,
    tiled: usize,
    /// The window of the remaining cascade, which lies once.
    window: Option<Window>,
}

/// The size of a cascade.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Length along x and z, metres.
    pub length: DVec2,
    /// Number of grid points along x and z.
    pub points: DVec2,
}

/// A sample of a cascade and its weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Texture coordinates from the first grid point.
    uv: DVec2,
    /// 0 where the cascade is not sampled.
    weight: f64,
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

impl Default for Extent {
    /// One grid point, a metre long.
    fn default() -> Self {
        Self {
            length: DVec2::ONE,
            points: DVec2::ONE,
        }
    }
}

impl Extent {
    /// The size of this cascade.
    pub fn of(cascade: &Cascade) -> Self {
        let points = &cascade.height;
        Self {
            length: DVec2::from(cascade.length.map(f64::from)),
            points: DVec2::new(points.columns() as f64, points.rows() as f64),
        }
    }

    /// Distance between grid points, metres.
    pub fn spacing(&self) -> DVec2 {
        self.length / self.points
    }
}

impl CascadeLayout {
    /// The layout of these cascades.
    pub fn of(cascades: &Cascades) -> Self {
        let first = cascades.cascades.first().map(Extent::of);
        let first = first.unwrap_or_default();
        let half = 0.5 * first.length;
        Self {
            half,
            // The centre of a pool's first cell.
            corner: 0.5 * first.spacing() - half,
            tiling: cascades.tiling,
            tiled: cascades.tiled,
            window: cascades.window,
        }
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
    pub fn place(&self, index: usize, extent: Extent, eye: DVec2) -> CascadePlace {
        let length = extent.length.as_vec2();
        if let Some(window) = self.window_of(index) {
            let corner = DVec2::from(window.centre) - 0.5 * DVec2::from(window.length);
            return CascadePlace {
                length,
                phase: (eye - corner).as_vec2(),
                cell: None,
                once: true,
            };
        }
        // The centre of a texel lies half a texel inside.
        let phase = (eye - self.corner + 0.5 * extent.spacing()).rem_euclid(extent.length);
        CascadePlace {
            length,
            phase: phase.as_vec2(),
            cell: self
                .tiling_of(index)
                .map(|tiling| tiling.cell(eye / extent.length)),
            once: false,
        }
    }

    /// Samples of a cascade for the point of the water whose rest place is (x, z).
    pub fn readings(&self, index: usize, extent: Extent, rest: DVec2) -> [Reading; 3] {
        let once = |uv: DVec2, weight: f64| [Reading { uv, weight }, Reading::NONE, Reading::NONE];
        if let Some(window) = self.window_of(index) {
            // The window's fractions refer to cell centres.
            let (u, v) = window.fraction(rest.to_array());
            let is_within = (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v);
            let uv = DVec2::new(u, v) - 0.5 / extent.points;
            return once(uv, f64::from(u8::from(is_within)));
        }
        let uv = (rest - self.corner) / extent.length;
        match self.tiling_of(index) {
            None => once(uv, 1.0),
            Some(tiling) => tiling.taps(rest / extent.length).map(|tap| Reading {
                uv: uv + tap.shift,
                weight: tap.weight,
            }),
        }
    }

    /// Fraction of the window, or else of the first cascade, of a place (x, z) of the water.
    pub fn fraction(&self, place: DVec2) -> (f64, f64) {
        if let Some(window) = self.window {
            return window.fraction(place.to_array());
        }
        let fraction = ((place + self.half) / (2.0 * self.half)).rem_euclid(DVec2::ONE);
        (fraction.x, fraction.y)
    }
}

impl Reading {
    const NONE: Self = Self {
        uv: DVec2::ZERO,
        weight: 0.0,
    };

    /// Bilinear interpolation between repeating grid points; `of` returns the value of a point.
    pub fn blended<T, V>(&self, points: &Grid<T>, of: impl Fn(&T) -> V) -> V
    where
        V: Copy + Default + Add<Output = V> + Sub<Output = V> + Mul<f64, Output = V>,
    {
        if self.weight == 0.0 {
            return V::default();
        }
        let size = DVec2::new(points.columns() as f64, points.rows() as f64);
        let cell = self.uv.rem_euclid(DVec2::ONE) * size;
        let share = cell.fract();
        let at = |i: usize, j: usize| {
            let column = (cell.x as usize + i) % points.columns();
            let row = (cell.y as usize + j) % points.rows();
            of(&points[(column, row)])
        };
        let near = at(0, 0) + (at(1, 0) - at(0, 0)) * share.x;
        let far = at(0, 1) + (at(1, 1) - at(0, 1)) * share.x;
        (near + (far - near) * share.y) * self.weight
    }
}
