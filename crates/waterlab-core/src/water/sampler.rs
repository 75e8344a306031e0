//! `Sampler`: height, normal and velocity of the water at a place, for what floats on it or moves in it.

use super::folds::Folds;
use super::{OpenSurface, RippledSea, Water};
use crate::cascade_layout::CascadeLayout;
use crate::grid::Grid;
use crate::heights::Heights;
use crate::surface::{CascadeList, Cascades, Surface};
use crate::threads::in_bands_from;
use glam::{DVec2, DVec3, Vec3};
use std::borrow::Cow;
use std::cell::OnceCell;

/// The surface of the water at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// x and z of the point, metres from the middle of the pool, or of the first cascade of a sea.
    pub place: DVec2,
    /// Metres above the rest level.
    pub height: f32,
    /// The unit normal, which points up.
    pub normal: Vec3,
    /// Velocity of the water along x, y and z, metres per second. Pools whose model has no horizontal flow have none here.
    pub velocity: Vec3,
}

/// The surface of a water as it is now, to be sampled at many places. Velocities are computed when the first sample asks for them.
///
/// ```
/// use waterlab_core::pool::{Disturbance, Fraction, Size};
/// use waterlab_core::water::{Model, Sampler};
///
/// let mut water = Model::named("wave").ok_or("no such model")?.create(Size::new(64, 64)?);
/// water.disturb(&Disturbance::stone(Fraction::new(0.5, 0.5)?, 6.0, 100.0));
/// water.step();
/// let sampler = Sampler::new(&*water, 60.0);
/// let east = sampler.at(0.1, 0.0).ok_or("outside the pool")?;
/// assert!(east.height < 0.0 && east.normal.x < 0.0, "the dent falls toward the middle");
/// assert!(sampler.at(1.5, 0.0).is_none(), "the pool is 2 m long");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sampler<'a> {
    water: &'a dyn Water,
    surface: Surface<'a>,
    steps_per_second: f64,
    motion: OnceCell<Motion<'a>>,
    folds: OnceCell<Folds>,
}

/// Number of places for a second thread.
const WORTH_A_THREAD: usize = 256;

/// Velocities, metres per step.
enum Motion<'a> {
    Bounded {
        vertical: Cow<'a, Grid<f32>>,
        horizontal: Option<[Grid<f32>; 2]>,
    },
    /// Along x, y and z, for each cascade.
    Open(Vec<[Grid<f32>; 3]>),
}

impl<'a> Sampler<'a> {
    /// The surface of a water that advances by this many steps per second.
    pub fn new(water: &'a dyn Water, steps_per_second: f64) -> Self {
        let surface = water.surface();
        Self {
            water,
            surface,
            steps_per_second,
            motion: OnceCell::new(),
            folds: OnceCell::new(),
        }
    }

    /// The surface over the place (x, z), in metres from the middle of the pool, or of the first cascade of a sea. `None` outside of
    /// the pool. On choppy seas it is the point that was moved there, within 0.1 mm of the place; on a fold, where several points lie over
    /// one another, the highest. Right at a fold's edge it can be up to 1 mm off; see [`Sample::place`]. Values between cells are interpolated.
    pub fn at(&self, x: f64, z: f64) -> Option<Sample> {
        self.with_velocity().at(DVec2::new(x, z))
    }

    /// [`Sampler::at`] for many places (x, z): one sample for each, in their order. With the feature `rayon` several threads share the
    /// work; the bits are the same.
    ///
    /// ```
    /// use waterlab_core::pool::Size;
    /// use waterlab_core::water::{Model, Sampler};
    ///
    /// let sea = Model::named("sea").ok_or("no such model")?.create(Size::new(64, 64)?);
    /// let samples = Sampler::new(&*sea, 60.0).many(&[[0.0, 0.0], [12.5, -3.0]]);
    /// assert!(samples.iter().flatten().all(|sample| sample.height.abs() < 5.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn many(&self, places: &[[f64; 2]]) -> Vec<Option<Sample>> {
        let reader = self.with_velocity();
        let mut samples = vec![None; places.len()];
        in_bands_from(WORTH_A_THREAD, &mut samples, 1, |first, samples| {
            for (sample, place) in samples.iter_mut().zip(&places[first..]) {
                *sample = reader.at(DVec2::from(*place));
            }
        });
        samples
    }

    /// The height of [`Sampler::at`] alone, metres above the rest level. It costs no velocities, which take two more computations of a
    /// sea's waves.
    pub fn height_at(&self, x: f64, z: f64) -> Option<f64> {
        let sample = self.reader(None).at(DVec2::new(x, z))?;
        Some(sample.height.into())
    }

    /// Height over the place (x, z), and that without what has disturbed the water: of the sea without its ripples, of a pool 0; metres.
    /// `None` outside of the pool.
    pub fn heights_at(&self, x: f64, z: f64) -> Option<[f64; 2]> {
        let Surface::Open(open) = &self.surface else {
            return self.at(x, z).map(|sample| [sample.height.into(), 0.0]);
        };
        let surface = OpenSurface::of(&open.cascades);
        let rest = surface.rest_of(DVec2::new(x, z));
        let sea = open.cascades.tiled;
        Some([usize::MAX, sea].map(|count| surface.height(rest, count)))
    }

    /// The point of the surface whose rest place is the fraction (u, v) of the pool, or of the window of a sea's ripples, which it may leave.
    /// `None` outside of the pool, and for a sea without a window, whose patch repeats.
    pub fn at_fraction(&self, (u, v): (f64, f64)) -> Option<Sample> {
        match &self.surface {
            Surface::Open(open) => {
                let rest = open.cascades.window?.place((u, v)).into();
                match self.with_velocity().surface {
                    Shape::Sea(sea) => Some(sea.sample(rest)),
                    Shape::Pool(_) => None,
                }
            }
            Surface::Bounded(pool) => {
                let [x, z] = pool.field.size;
                self.at((u - 0.5) * x, (v - 0.5) * z)
            }
        }
    }

    fn motion(&self) -> &Motion<'a> {
        self.motion.get_or_init(|| match self.water.open_water() {
            Some(sea) => Motion::Open(sea.cascade_motions()),
            None => {
                // From seconds of the model to steps.
                let step = self.water.time_step().unwrap_or(0.0) as f32;
                let horizontal = self.water.flow().map(|flow| {
                    flow.velocity.map(|mut grid| {
                        grid.cells_mut().iter_mut().for_each(|cell| *cell *= step);
                        grid
                    })
                });
                Motion::Bounded {
                    vertical: self.water.velocity(),
                    horizontal,
                }
            }
        })
    }

    /// Where the sea folds; it keeps that itself, if it can, for the next sampler.
    fn folds(&self, cascades: &Cascades) -> &Folds {
        let kept = self.water.open_water().and_then(RippledSea::folds);
        kept.unwrap_or_else(|| self.folds.get_or_init(|| Folds::of(cascades)))
    }

    fn with_velocity(&self) -> Reader<'_> {
        self.reader(Some(self.motion()))
    }

    fn reader<'b>(&'b self, motion: Option<&'b Motion<'b>>) -> Reader<'b> {
        let surface = match &self.surface {
            Surface::Open(open) => Shape::Sea(OnSea {
                layout: CascadeLayout::of(&open.cascades),
                cascades: &open.cascades.cascades,
                lambda: open.cascades.lambda,
                folds: self.folds(&open.cascades),
                motion,
                steps_per_second: self.steps_per_second,
            }),
            Surface::Bounded(pool) => Shape::Pool(InPool {
                heights: pool.field.heights,
                size: pool.field.size.into(),
                motion,
                steps_per_second: self.steps_per_second,
            }),
        };
        Reader { surface }
    }
}

/// The grids that samples are read from, which threads can share.
struct Reader<'a> {
    surface: Shape<'a>,
}

#[allow(clippy::large_enum_variant)] // lives for one call, on the stack
enum Shape<'a> {
    Pool(InPool<'a>),
    Sea(OnSea<'a>),
}

/// A pool of this size, metres.
struct InPool<'a> {
    heights: Heights<'a>,
    size: DVec2,
    motion: Option<&'a Motion<'a>>,
    steps_per_second: f64,
}

struct OnSea<'a> {
    layout: CascadeLayout,
    cascades: &'a CascadeList<'a>,
    lambda: f32,
    folds: &'a Folds,
    motion: Option<&'a Motion<'a>>,
    steps_per_second: f64,
}

impl Reader<'_> {
    fn at(&self, place: DVec2) -> Option<Sample> {
        match &self.surface {
            Shape::Pool(pool) => pool.at(place),
            Shape::Sea(sea) => place.is_finite().then(|| sea.at(place)),
        }
    }
}

impl InPool<'_> {
    fn at(&self, place: DVec2) -> Option<Sample> {
        let size = self.size;
        let within = |uv: DVec2| uv.cmpge(DVec2::ZERO).all() && uv.cmple(DVec2::ONE).all();
        let uv = Some(place / size + 0.5).filter(|&uv| within(uv))?;
        let heights = self.heights;
        let height = |uv: DVec2| f64::from(heights.bilinear(uv.x as f32, uv.y as f32));
        // Half a cell to either side, within the pool.
        let half = 0.5 / DVec2::new(heights.columns() as f64, heights.rows() as f64);
        let slope = |along: DVec2| {
            let ends = [uv - along * half, uv + along * half];
            let [before, after] = ends.map(|uv| uv.clamp(DVec2::ZERO, DVec2::ONE));
            (height(after) - height(before)) / ((after - before) * size).dot(along)
        };
        let normal = DVec3::new(-slope(DVec2::X), 1.0, -slope(DVec2::Y));
        let read = |grid: &Grid<f32>| {
            Heights::Metres(grid).bilinear(uv.x as f32, uv.y as f32) * self.steps_per_second as f32
        };
        let velocity = match self.motion {
            Some(Motion::Bounded {
                vertical,
                horizontal,
            }) => {
                let [x, z] = horizontal
                    .as_ref()
                    .map_or([0.0; 2], |[x, z]| [read(x), read(z)]);
                Vec3::new(x, read(vertical), z)
            }
            _ => Vec3::ZERO,
        };
        Some(Sample {
            place,
            height: height(uv) as f32,
            normal: normal.normalize().as_vec3(),
            velocity,
        })
    }
}

impl OnSea<'_> {
    /// The highest point over a place.
    fn at(&self, place: DVec2) -> Sample {
        let surface = OpenSurface::of_list(self.layout, self.cascades, self.lambda);
        let rest = surface.exact_rest_of(place);
        self.sample(self.folds.top(&surface, place, rest))
    }

    /// The point with this rest place.
    fn sample(&self, rest: DVec2) -> Sample {
        let cascades = self.cascades;
        let three = |grids: [&Grid<f32>; 3], cell: usize| {
            DVec3::from(grids.map(|grid| f64::from(grid.cells()[cell])))
        };
        let slope = self.layout.sum(rest, |index, cell| {
            let [x, z] = cascades[index].slope;
            three([x, z, z], cell)
        });
        let strain = f64::from(self.lambda)
            * self
                .layout
                .sum(rest, |index, cell| three(cascades[index].strain, cell));
        // The tangents along the two sides of a cell.
        let along_x = DVec3::new(1.0 + strain.x, slope.x, strain.z);
        let along_z = DVec3::new(strain.z, slope.y, 1.0 + strain.y);
        let normal = along_z.cross(along_x).normalize();
        let velocity = match self.motion {
            Some(Motion::Open(motions)) => {
                let motion = |index: usize, cell| {
                    let motion = motions.get(index);
                    motion.map_or(DVec3::ZERO, |grids| three(grids.each_ref(), cell))
                };
                self.layout.sum(rest, motion) * self.steps_per_second
            }
            _ => DVec3::ZERO,
        };
        let point = OpenSurface::of_list(self.layout, cascades, self.lambda).point(rest);
        Sample {
            place: DVec2::new(point.x, point.z),
            height: point.y as f32,
            // The top of a loop is the surface's other side.
            normal: (normal * normal.y.signum()).as_vec3(),
            velocity: velocity.as_vec3(),
        }
    }
}
