//! `Folds`: the highest point of open water over a place, where its surface folds and several points lie over one another.
//!
//! The rest places of all points over a place p lie within max |λD| of it. That square is divided (branch and bound). A part with middle c
//! and half side r is dropped
//!
//! - if x + λD(x) = p has no solution there: |c + λD(c) − p| > max |J±|·√2·r;
//! - if it lies lower than a point that is known;
//! - after its solution, if it has only one: J− > 0 on a convex part, where the map, the gradient of a potential, is then one to one.
//!
//! The bounds of J±, |λD| and h come from pyramids of their extremes over each cascade. They are those at grid points, which a margin
//! makes those between them, too. A sea that folds nowhere is never searched.

use super::OpenSurface;
use super::pyramid::Pyramid;
use crate::cascade_layout::CascadeLayout;
use crate::surface::Cascades;
use glam::{DVec2, DVec3, Vec4};
use std::f64::consts::SQRT_2;

/// How far the point found may lie from its place, metres.
pub(super) const TOLERANCE: f64 = 1e-4;

/// Factor of the bounds, for what lies between grid points.
const MARGIN: f64 = 1.1;

/// The compression up to which a convex part is taken to be one to one.
const ONE_TO_ONE: f64 = 0.98;

/// The most parts that a search visits: some times as many as the most folded storm needs.
const MAX_PARTS: usize = 20_000;

/// The most parts that wait: three of each size, from some tens of metres to [`TOLERANCE`].
const MAX_WAITING: usize = 96;

/// Half a part's side, in cells of the finest cascade, at which the surface over it is all but flat: it has one point over the place, which
/// Newton's method finds, or none.
const SMALL: f64 = 0.5;

/// The same of the smallest parts, for places at a fold's very edge, where the surface is this vertical: below this |J|.
const SMALLEST: f64 = 0.02;
const NEARLY_VERTICAL: f64 = 0.1;

/// What a fold at a place is found with.
pub(super) struct Folds {
    layout: CascadeLayout,
    cascades: Vec<Pyramid>,
    /// Distance between the grid points of the finest cascade, metres.
    finest: f64,
    anywhere: Bounds,
}

/// Bounds of the surface over a part, sums of all cascades.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// Most of 1 − J−, dimensionless.
    compression: f64,
    /// The same of its mean along a line that is longer than the part's half side.
    mean_compression: f64,
    /// Most of J+ − 1, dimensionless.
    stretch: f64,
    /// Most of |λD|, metres.
    reach: f64,
    /// Most of |P(x) − P(c)| for P = x + λD and a part with middle c: this factor times |x − c|, and metres besides.
    spread: (f64, f64),
    /// Most of h, metres.
    top: f64,
}

/// A square of rest places.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    middle: DVec2,
    half: f64,
}

impl Folds {
    /// The folds of these cascades.
    pub(super) fn of(cascades: &Cascades) -> Self {
        let layout = CascadeLayout::of(cascades);
        let lambda = cascades.lambda;
        let pyramids: Vec<_> = cascades
            .cascades
            .iter()
            .map(|cascade| Pyramid::of(cascade, lambda))
            .collect();
        let spacing = |index: usize| layout.spacing(index).min_element();
        let mut folds = Self {
            finest: (0..cascades.tiled).map(spacing).fold(1.0, f64::min),
            layout,
            cascades: pyramids,
            anywhere: Bounds::default(),
        };
        let all = Part {
            middle: DVec2::ZERO,
            half: f64::INFINITY,
        };
        folds.anywhere = folds.bounds(all);
        folds
    }

    /// The rest place of the highest point over `place`; `known` is that of a point over it, or of one nearby, which is returned if
    /// there is no other.
    pub(super) fn top<F: Fn(usize, usize) -> DVec3>(
        &self,
        surface: &OpenSurface<F>,
        place: DVec2,
        known: DVec2,
    ) -> DVec2 {
        let point = surface.point(known);
        let is_over = DVec2::new(point.x, point.z).distance(place) <= 1.01 * TOLERANCE;
        if is_over && self.anywhere.is_one_to_one() {
            return known;
        }
        let mut part = Part {
            middle: place,
            half: self.anywhere.reach,
        };
        part.half = self.bounds(part).reach.min(part.half) + TOLERANCE;
        if is_over {
            let Some(around) = self.around(known, part.half + known.distance(place), point.y)
            else {
                return known;
            };
            if around.half < part.half {
                part = around;
            }
        }
        let mut search = Search {
            folds: self,
            surface,
            place,
            points: Points::default(),
        };
        if is_over {
            search.points.add(known, point.y);
        }
        search.run(part);
        search.points.top().unwrap_or(known)
    }

    /// The part around the rest place of a point, within `reach` metres of it, that may have higher points over the same place; `None` if none
    /// may. Between two points over one place, ℓ apart at rest, the mean compression along the line is 1. That of each cascade is at most
    /// its most, and at most 2·|λD|/ℓ: short waves can't fold the surface over a long way.
    fn around(&self, rest: DVec2, reach: f64, height: f64) -> Option<Part> {
        let mut part = Part {
            middle: rest,
            half: reach,
        };
        loop {
            let bounds = self.bounds(part);
            if bounds.is_one_to_one() || bounds.top <= height {
                return None;
            }
            // None is farther than half of the reach: nearer, then.
            if bounds.mean_compression >= ONE_TO_ONE {
                return Some(part);
            }
            part.half *= 0.5;
        }
    }

    fn bounds(&self, part: Part) -> Bounds {
        let radius = SQRT_2 * part.half;
        let mut sum = Bounds::default();
        // Of the cascades whose displacement is bounded by its gradient.
        let (mut compression, mut stretch) = (0.0, 0.0);
        for (index, cascade) in self.cascades.iter().enumerate() {
            let mut own = Bounds::default();
            match self.layout.readings_within(index, part.middle, radius) {
                None => {
                    let (factor, slope) = self.layout.most_weight(index);
                    own.add(cascade.whole(), [0.0, factor], slope);
                }
                Some(readings) => {
                    let half = part.half / self.layout.spacing(index);
                    let mut squares = 0.0;
                    for reading in readings {
                        let [least, most] = reading.weights;
                        if most > 0.0 {
                            let middle = reading.uv * cascade.size();
                            let extremes = cascade.within(middle - half, middle + half);
                            let slope = (most - least) / (2.0 * radius).max(1e-9);
                            own.add(extremes, reading.weights, slope);
                            squares += f64::from(extremes.x).powi(2);
                        }
                    }
                    // As the squares of the weights sum to about 1.
                    own.compression = own.compression.min(MARGIN * MARGIN * squares.sqrt());
                }
            }
            // Or by itself: short waves move little, however steep they are.
            if 2.0 * own.reach < own.compression.max(own.stretch) * radius {
                sum.spread.1 += 2.0 * own.reach;
            } else {
                compression += own.compression;
                stretch += own.stretch;
            }
            sum.compression += own.compression;
            sum.mean_compression += own.compression.min(4.0 * own.reach / part.half);
            sum.stretch += own.stretch;
            sum.reach += own.reach;
            sum.top += own.top;
        }
        sum.spread.0 = (1.0 + stretch).max(compression - 1.0);
        sum
    }
}

impl Bounds {
    /// Adds a cascade's, times a weight between these, of at most this gradient, 1/m.
    fn add(&mut self, extremes: Vec4, [least, most]: [f64; 2], slope: f64) {
        let [compression, stretch, reach, top] = extremes.to_array().map(f64::from);
        let weighted = |extreme: f64| extreme * if extreme > 0.0 { most } else { least };
        let blended = slope * reach;
        self.compression += MARGIN * weighted(compression) + blended;
        self.stretch += MARGIN * weighted(stretch) + blended;
        self.reach += most * reach;
        self.top += weighted(top);
    }

    /// Whether J− > 0, so that no two points of the part lie over one another.
    fn is_one_to_one(&self) -> bool {
        self.compression < ONE_TO_ONE
    }

    /// Most of |P(x) − P(c)| in a part with this half side.
    fn distance(&self, half: f64) -> f64 {
        self.spread.0 * SQRT_2 * half + self.spread.1
    }
}

impl Part {
    fn quarters(self) -> [Self; 4] {
        let half = 0.5 * self.half;
        [(-half, -half), (half, -half), (-half, half), (half, half)].map(|(x, z)| Self {
            middle: self.middle + DVec2::new(x, z),
            half,
        })
    }

    /// Whether a place lies in it, or barely outside of it.
    fn has(&self, place: DVec2) -> bool {
        (place - self.middle).abs().max_element() <= 1.001 * self.half + TOLERANCE
    }
}

/// The points over a place that are known.
#[derive(Default)]
struct Points {
    known: [(DVec2, f64); 8],
    count: usize,
}

impl Points {
    /// Adds a rest place and its height; of too many the lowest is forgotten.
    fn add(&mut self, rest: DVec2, height: f64) {
        let last = self.count.min(self.known.len() - 1);
        if self.count < self.known.len() || self.known[last].1 < height {
            self.known[last] = (rest, height);
            self.count = last + 1;
            let known = &mut self.known[..self.count];
            known.sort_by(|one, other| other.1.total_cmp(&one.1));
        }
    }

    fn all(&self) -> impl Iterator<Item = DVec2> + '_ {
        self.known[..self.count].iter().map(|known| known.0)
    }

    fn top(&self) -> Option<DVec2> {
        self.all().next()
    }

    fn height(&self) -> f64 {
        match self.count {
            0 => f64::NEG_INFINITY,
            _ => self.known[0].1,
        }
    }
}

/// A search for the points over a place.
struct Search<'a, F> {
    folds: &'a Folds,
    surface: &'a OpenSurface<F>,
    place: DVec2,
    points: Points,
}

impl<F: Fn(usize, usize) -> DVec3> Search<'_, F> {
    /// Divides a part.
    fn run(&mut self, part: Part) {
        let mut waiting = [(part, self.folds.anywhere); MAX_WAITING];
        let mut count = 1;
        for _ in 0..MAX_PARTS {
            if count == 0 {
                return;
            }
            count -= 1;
            let (part, around) = waiting[count];
            let Some(bounds) = self.divides(part, &around) else {
                continue;
            };
            if count + 4 > MAX_WAITING {
                continue;
            }
            for (place, quarter) in waiting[count..].iter_mut().zip(part.quarters()) {
                *place = (quarter, bounds);
            }
            count += 4;
        }
    }

    /// The bounds of a part within one with bounds `around`, if it may have higher points than those that are known now.
    fn divides(&mut self, part: Part, around: &Bounds) -> Option<Bounds> {
        let point = self.surface.point(part.middle);
        let off = DVec2::new(point.x, point.z).distance(self.place) - 0.5 * TOLERANCE;
        if off > around.distance(part.half) {
            return None;
        }
        let bounds = self.folds.bounds(part);
        if bounds.top <= self.points.height() || off > bounds.distance(part.half) {
            return None;
        }
        let is_single = bounds.is_one_to_one();
        if is_single && self.points.all().any(|rest| part.has(rest)) {
            return None;
        }
        let fraction = part.half / self.folds.finest;
        if (is_single || fraction < SMALL)
            && let Some(rest) = self.surface.newton(self.place, part.middle)
        {
            self.points.add(rest, self.surface.point(rest).y);
            let steepness = || self.surface.jacobian(rest).determinant().abs();
            if is_single && part.has(rest) || fraction < SMALL && steepness() > NEARLY_VERTICAL {
                return None;
            }
        }
        (fraction > SMALLEST).then_some(bounds)
    }
}
