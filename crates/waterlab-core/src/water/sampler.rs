//! `Sampler`: height, normal and velocity of the water at a place, for what floats on it or moves in it.

use super::{OpenSurface, Water};
use crate::grid::Grid;
use crate::heights::Heights;
use crate::surface::{Bounded, Cascades, Surface};
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
}

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
        }
    }

    /// The surface over the place (x, z), in metres from the middle of the pool, or of the first cascade of a sea. `None` outside of
    /// the pool. On choppy seas it is the point of the surface within 0.1 mm of the place, or near a fold one nearby; see
    /// [`Sample::place`]. Values between cells are interpolated.
    pub fn at(&self, x: f64, z: f64) -> Option<Sample> {
        let place = DVec2::new(x, z);
        match &self.surface {
            Surface::Open(open) => {
                let rest = OpenSurface::of(&open.cascades).exact_rest_of(place);
                Some(self.on_sea(&open.cascades, rest))
            }
            Surface::Bounded(pool) => self.in_pool(pool, place),
        }
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
                let rest = open.cascades.window?.place((u, v));
                Some(self.on_sea(&open.cascades, rest.into()))
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

    fn in_pool(&self, pool: &Bounded, place: DVec2) -> Option<Sample> {
        let size = DVec2::from(pool.field.size);
        let within = |uv: DVec2| uv.cmpge(DVec2::ZERO).all() && uv.cmple(DVec2::ONE).all();
        let uv = Some(place / size + 0.5).filter(|&uv| within(uv))?;
        let heights = pool.field.heights;
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
        let velocity = match self.motion() {
            Motion::Bounded {
                vertical,
                horizontal,
            } => {
                let [x, z] = horizontal
                    .as_ref()
                    .map_or([0.0; 2], |[x, z]| [read(x), read(z)]);
                Vec3::new(x, read(vertical), z)
            }
            Motion::Open(_) => Vec3::ZERO,
        };
        Some(Sample {
            place,
            height: height(uv) as f32,
            normal: normal.normalize().as_vec3(),
            velocity,
        })
    }

    /// The point with this rest place.
    fn on_sea(&self, cascades: &Cascades, rest: DVec2) -> Sample {
        let surface = OpenSurface::of(cascades);
        let layout = surface.layout();
        let three = |grids: [&Grid<f32>; 3], cell: usize| {
            DVec3::from(grids.map(|grid| f64::from(grid.cells()[cell])))
        };
        let slope = layout.sum(rest, |index, cell| {
            let [x, z] = cascades.cascades[index].slope;
            three([x, z, z], cell)
        });
        let strain = f64::from(cascades.lambda)
            * layout.sum(rest, |index, cell| {
                three(cascades.cascades[index].strain, cell)
            });
        // The tangents along the two sides of a cell.
        let along_x = DVec3::new(1.0 + strain.x, slope.x, strain.z);
        let along_z = DVec3::new(strain.z, slope.y, 1.0 + strain.y);
        let velocity = match self.motion() {
            Motion::Open(motions) => {
                let motion = |index: usize, cell| {
                    let motion = motions.get(index);
                    motion.map_or(DVec3::ZERO, |grids| three(grids.each_ref(), cell))
                };
                layout.sum(rest, motion) * self.steps_per_second
            }
            Motion::Bounded { .. } => DVec3::ZERO,
        };
        let point = surface.point(rest);
        Sample {
            place: DVec2::new(point.x, point.z),
            height: point.y as f32,
            normal: along_z.cross(along_x).normalize().as_vec3(),
            velocity: velocity.as_vec3(),
        }
    }
}
