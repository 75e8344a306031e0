//! A small reference ray tracer for a lit pool (docs/models.md §14). The shaders of the lit view must agree with it pixel by pixel.
//!
//! It makes none of their approximations: the sun's disc and its colours are traced ray by ray onto every receiver
//! ([`SunInBasin`]), scattering is summed along the ray, shadows and reflected discs are exact, rays hit the surface
//! itself, and functions replace textures. The two share the formulas of [`BasinLight`].

mod under;

use std::f32::consts::{PI, TAU};
use waterlab::glam::{Vec2, Vec3};
use waterlab::grid::Grid;
use waterlab::light::{
    Basin, BasinLight, Caustics, Daylight, FRESH_WATER_INDEX, Receiver, SUN_DISC_RADIUS, Sky,
    reflectance, reflected, refracted,
};

/// Height and slope of a surface at a point of the ground.
pub type SurfaceAt<'a> = dyn Fn(Vec2) -> (f32, Vec2) + 'a;

/// A quantity at a point of floor or wall, with its normal into the pool.
pub type OnBasin<'a> = dyn Fn(Vec3, Vec3) -> Vec3 + 'a;

/// A pool to trace rays in, in metres relative to the middle of its still surface.
pub struct TracedPool<'a> {
    /// Half of its length along x and along z.
    pub half: Vec2,
    /// From the still surface to the floor.
    pub depth: f32,
    /// From the still surface up to the deck.
    pub rim: f32,
    /// Height of the water, above the still surface, and slopes ∂h/∂x and ∂h/∂z.
    pub surface: &'a SurfaceAt<'a>,
    /// Albedo of floor and walls.
    pub tiles: &'a OnBasin<'a>,
    /// Irradiance of the sun, before absorption by the water, relative to that on level ground above the water.
    pub sun_irradiance: &'a OnBasin<'a>,
    /// Irradiance of the sun on a level plane at a point in the water, before absorption, relative to that on level ground above it:
    /// the source of light shafts under water.
    pub sun_within: &'a dyn Fn(Vec3) -> f32,
    /// Refractive index of the water.
    pub index: f32,
    /// The sky.
    pub sky: &'a Sky,
    /// The light in the water.
    pub light: BasinLight,
}

/// Mean path of diffuse light through water, in units of the depth (docs/models.md §14).
const DIFFUSE_PATH: f32 = 1.2;
/// Steps along a ray to the waves.
const STEPS: usize = 2000;
/// Bisections of the last step.
const HALVINGS: usize = 30;
/// Segments of a ray under water.
const SEGMENTS: usize = 64;
/// Height above the still surface up to which walls are wet.
const WET_TOP: f32 = 0.012;

impl TracedPool<'_> {
    /// Radiance that reaches an `eye` above the deck or under water along `ray`, a unit vector; `None` where it sees the deck,
    /// which is no part of this pool.
    pub fn radiance(&self, eye: Vec3, ray: Vec3) -> Option<Vec3> {
        if self.is_under(eye) {
            return Some(self.under(eye, ray));
        }
        if ray.y >= 0.0 {
            return Some(self.sky_along(ray));
        }
        let opening = eye + ray * ((self.rim - eye.y) / ray.y);
        if !self.is_inside(opening) {
            return None;
        }
        let (side_way, normal) = self.side_hit(opening, ray);
        let step = side_way.min((self.rim + self.depth) / -ray.y) / STEPS as f32;
        let over = |distance: f32| {
            let point = opening + distance * ray;
            point.y - (self.surface)(Vec2::new(point.x, point.z)).0
        };
        let Some(first) = (1..=STEPS).find(|&step_| over(step_ as f32 * step) < 0.0) else {
            return Some(self.strip(opening + side_way * ray, normal));
        };
        let (mut above, mut below) = ((first - 1) as f32 * step, first as f32 * step);
        for _ in 0..HALVINGS {
            let between = 0.5 * (above + below);
            match over(between) < 0.0 {
                true => below = between,
                false => above = between,
            }
        }
        Some(self.water(opening + above * ray, ray))
    }

    /// Radiance of the surface of the water, which a ray hits at `point`.
    fn water(&self, point: Vec3, ray: Vec3) -> Vec3 {
        let (_, slope) = (self.surface)(Vec2::new(point.x, point.z));
        let normal = Vec3::new(-slope.x, 1.0, -slope.y).normalize();
        let wide = |vector: Vec3| vector.to_array().map(f64::from);
        let narrow = |vector: [f64; 3]| Vec3::from(vector.map(|part| part as f32));
        let index = f64::from(self.index);
        let mirrored = reflectance(f64::from(-ray.dot(normal)), index) as f32;
        let above = self.above(point, narrow(reflected(wide(ray), wide(normal))));
        let below = refracted(wide(ray), wide(normal), index)
            .map_or(Vec3::ZERO, |down| self.below(point, narrow(down)));
        mirrored * above + (1.0 - mirrored) / (self.index * self.index) * below
    }

    /// Radiance along a ray upward from the water: the strip of wall, or the sky.
    fn above(&self, from: Vec3, ray: Vec3) -> Vec3 {
        let (distance, normal) = self.side_hit(from, ray);
        let hit = from + distance * ray;
        match hit.y < self.rim {
            true => self.strip(hit, normal),
            false => self.sky_along(ray),
        }
    }

    /// Radiance along a ray under water, from floor or wall and scattered by the water.
    fn below(&self, from: Vec3, ray: Vec3) -> Vec3 {
        let (distance, normal) = self.ground_hit(from, ray);
        let light = &self.light;
        let mut radiance =
            self.reflected(from + distance * ray, normal) * (-light.beam * distance).exp();
        let segment = distance / SEGMENTS as f32;
        let entered = self.daylight().sun_level() + light.sky_under;
        for index in 0..SEGMENTS {
            let here = (index as f32 + 0.5) * segment;
            let deep = (-(from + here * ray).y).max(0.0);
            let transmittance = (-light.down * (DIFFUSE_PATH * deep) - light.beam * here).exp();
            radiance += entered * transmittance * light.back * segment;
        }
        radiance
    }

    /// The floor or the wall that a ray from inside hits: distance and normal.
    fn ground_hit(&self, from: Vec3, ray: Vec3) -> (f32, Vec3) {
        let side = self.side_hit(from, ray);
        let floor_way = (from.y + self.depth) / -ray.y;
        match ray.y < 0.0 && floor_way < side.0 {
            true => (floor_way, Vec3::Y),
            false => side,
        }
    }

    /// Radiance that a point of floor or wall reflects into the water.
    fn reflected(&self, hit: Vec3, normal: Vec3) -> Vec3 {
        let light = &self.light;
        let deep = (-hit.y).max(0.0);
        let sun = self.daylight().sun_level()
            * (self.sun_irradiance)(hit, normal)
            * light.sun_transmittance(deep);
        let under_sky = light.sky_under * light.sky_transmittance(deep);
        let sky = match normal.y > 0.5 {
            true => under_sky,
            false => 0.2 * under_sky + light.bounce,
        };
        let lit = sun + sky * self.openness(hit, normal);
        (self.tiles)(hit, normal) / PI * lit * light.gain
    }

    /// The strip of wall between the water and the rim.
    fn strip(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let smooth = |from: f32, to: f32, at: f32| {
            let part = ((at - from) / (to - from)).clamp(0.0, 1.0);
            part * part * (3.0 - 2.0 * part)
        };
        let wet = 1.0 - smooth(0.5 * WET_TOP, WET_TOP, point.y);
        let lip = 1.0 - 0.4 * smooth(self.rim - 0.02, self.rim, point.y);
        let daylight = self.daylight();
        // Unrefracted, and from level water.
        let radiance = |from: Vec3, sun: Vec3| f32::from(u8::from(self.sees_over_rim(from, sun)));
        let sun = sun_disc(self.sky.sun())
            .map(|sun| {
                let from = point - Vec3::new(-sun.x, sun.y, -sun.z) * (point.y / sun.y);
                let thrown = self.light.sun_mirrored * radiance(from, sun);
                normal.dot(sun).max(0.0) * (radiance(point, sun) + thrown)
            })
            .sum::<f32>()
            / SUN_RAYS as f32;
        let lit = daylight.facing * sun + daylight.sky * (0.45 * lip) + self.light.sent_up * lip;
        (self.tiles)(point, normal) * (1.0 - 0.38 * wet) / PI * lit
    }

    /// Sky and sun.
    fn sky_along(&self, ray: Vec3) -> Vec3 {
        self.sky.radiance(ray) + self.sky.sun_disc_radiance(ray.dot(self.sky.sun()))
    }

    fn daylight(&self) -> Daylight {
        Daylight::of(self.sky)
    }

    fn is_inside(&self, point: Vec3) -> bool {
        Vec2::new(point.x, point.z).abs().cmple(self.half).all()
    }

    /// Whether a point in the pool sees this direction above the rim.
    fn sees_over_rim(&self, point: Vec3, towards: Vec3) -> bool {
        towards.y > 0.0 && self.is_inside(point + towards * ((self.rim - point.y) / towards.y))
    }

    /// The wall that a ray from inside hits, ignoring floor and sky: distance and normal.
    fn side_hit(&self, from: Vec3, ray: Vec3) -> (f32, Vec3) {
        let distance = |half: f32, from: f32, ray: f32| match ray == 0.0 {
            true => f32::INFINITY,
            false => ((half * ray.signum() - from) / ray).max(0.0),
        };
        let (x, z) = (
            distance(self.half.x, from.x, ray.x),
            distance(self.half.y, from.z, ray.z),
        );
        match x < z {
            true => (x, Vec3::new(-ray.x.signum(), 0.0, 0.0)),
            false => (z, Vec3::new(0.0, 0.0, -ray.z.signum())),
        }
    }

    /// The visible fraction of the sky in a corner.
    fn openness(&self, point: Vec3, normal: Vec3) -> f32 {
        let gap = self.half - Vec2::new(point.x, point.z).abs();
        let edges = match normal.y > 0.5 {
            true => gap,
            false if normal.x.abs() > 0.5 => Vec2::new(point.y + self.depth, gap.y),
            false => Vec2::new(point.y + self.depth, gap.x),
        };
        let corner = |edge: f32| 1.0 - 0.42 * (-13.0 * edge.max(0.0)).exp2();
        corner(edges.x) * corner(edges.y)
    }
}

/// Rays to the sun's disc.
const SUN_RAYS: usize = 24;

/// Directions to the sun's disc, uniformly distributed: Vogel's spiral.
fn sun_disc(sun: Vec3) -> impl Iterator<Item = Vec3> {
    let (right, up) = sun.any_orthonormal_pair();
    (0..SUN_RAYS).map(move |ray| {
        let out = ((ray as f32 + 0.5) / SUN_RAYS as f32).sqrt() * SUN_DISC_RADIUS;
        let turn = ray as f32 * (TAU * 0.381_966);
        (sun + out * (right * turn.cos() + up * turn.sin())).normalize()
    })
}

/// The sun on floor and walls of a basin through waves, with each ray of its disc and each colour traced separately.
pub struct SunInBasin {
    half: Vec2,
    depth: f32,
    /// In red, green and blue: the floor; the walls at −x, +x, −z and +z.
    floor: Grid<Vec3>,
    walls: [Grid<Vec3>; 4],
    /// Height of the walls' maps.
    top: f32,
}

impl SunInBasin {
    /// Through `heights`, as [`Caustics::trace`] takes them, over a basin of this half length and depth, whose rim lies `rim` above
    /// the still surface and casts a shadow; `texels` along each side of the floor. Finer heights make a sharper
    /// shadow.
    pub fn gather(
        heights: &Grid<f32>,
        half: Vec2,
        depth: f32,
        rim: f32,
        sun: Vec3,
        texels: usize,
    ) -> Option<Self> {
        let wide = |value: f32| f64::from(value);
        let basin = Basin::new([wide(half.x), wide(half.y)], wide(depth))?;
        let mut gathered: Option<Self> = None;
        for (channel, index) in FRESH_WATER_INDEX.into_iter().enumerate() {
            for ray in sun_disc(sun.normalize()) {
                let toward = ray.to_array().map(wide);
                let shadow = |place: [f64; 3]| {
                    let run = (wide(rim) - place[1]) / toward[1].max(1e-6);
                    [0, 2].iter().all(|&axis| {
                        (place[axis] + run * toward[axis]).abs() <= wide(half[axis / 2])
                    })
                };
                let light =
                    Caustics::trace_where(heights, &basin, toward, index, (texels, texels), shadow);
                let all = gathered.get_or_insert_with(|| Self::dark(half, depth, &light));
                add(&mut all.floor, &light.floor, channel);
                for (map, wall) in all.walls.iter_mut().zip(&light.walls) {
                    add(map, wall, channel);
                }
            }
        }
        gathered
    }

    fn dark(half: Vec2, depth: f32, light: &Caustics) -> Self {
        let empty = |receiver: &Receiver| {
            let map = &receiver.irradiance;
            Grid::new(map.columns(), map.rows(), Vec3::ZERO)
        };
        let wall = &light.walls[0];
        Self {
            half,
            depth,
            floor: empty(&light.floor),
            walls: light.walls.each_ref().map(empty),
            top: (wall.texel[1] * wall.irradiance.rows() as f64) as f32 - depth,
        }
    }

    /// Irradiance at a point of floor or wall, relative to that on level ground above the water.
    pub fn at(&self, point: Vec3, normal: Vec3) -> Vec3 {
        let over = Vec2::new(point.x, point.z) / (2.0 * self.half) + 0.5;
        let high = self.top + self.depth;
        // The row of the waterline is partly lit.
        let row = high / self.walls[0].rows() as f32;
        let up = (point.y.min(-row) + self.depth) / high;
        match normal.y > 0.5 {
            true => between(&self.floor, over),
            false if normal.x.abs() > 0.5 => between(
                &self.walls[usize::from(normal.x < 0.0)],
                Vec2::new(over.y, up),
            ),
            false => between(
                &self.walls[2 + usize::from(normal.z < 0.0)],
                Vec2::new(over.x, up),
            ),
        }
    }
}

/// Adds one ray's light to a channel.
fn add(map: &mut Grid<Vec3>, light: &Receiver, channel: usize) {
    for (sum, light) in map.cells_mut().iter_mut().zip(light.irradiance.cells()) {
        sum[channel] += light / SUN_RAYS as f32;
    }
}

/// A map at a fraction of its sides, with bilinear interpolation.
fn between(map: &Grid<Vec3>, at: Vec2) -> Vec3 {
    let place = at * Vec2::new(map.columns() as f32, map.rows() as f32) - 0.5;
    let (first, part) = (place.floor(), place.fract_gl());
    let texel = |right: i64, up: i64| map.clamped(first.x as i64 + right, first.y as i64 + up);
    let along = |up: i64| texel(0, up).lerp(texel(1, up), part.x);
    along(0).lerp(along(1), part.y)
}
