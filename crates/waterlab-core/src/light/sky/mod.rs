//! The sky: sun, atmosphere and clouds as pure numbers (docs/models.md §13).
//!
//! [`SkyConditions`] describe the position of the sun and the weather; a [`Sky`] is the resulting light: the
//! radiance of every direction as one table that shaders read as a texture, the sun's disc, and the irradiance on a surface. It is
//! computed whenever the sun or the weather changes.
//!
//! Directions are vectors of the world: y up, right-handed; azimuths clockwise seen from above, 0 toward −z, 90° toward +x.
//! **Units**: outside of the air the sun has the irradiance `strength` on a surface facing it, 1 for the sun itself, alike in red,
//! green and blue; radiances are per steradian of that.
//!
//! | file | what it computes |
//! | --- | --- |
//! | `air` | composition of the atmosphere, its scattering, rays through its layers |
//! | `atmosphere`, `transmittance` | transmittance and multiple scattering, tables for any sun |
//! | `dome` | the clear sky |
//! | `clouds` | the mean of clouds before it, and the overcast |
//! | `cloud_noise` | the shape of clouds |
//! | `panorama` | a picture in place of all that |
//! | `sun` | the disc |
//! | `mapping`, `table` | where a direction lies in the picture; tables read between their nodes |
//! | `harmonics` | irradiance |

mod air;
mod atmosphere;
pub mod cloud_noise;
pub mod clouds;
mod dome;
mod harmonics;
mod mapping;
mod panorama;
mod sun;
mod table;
mod transmittance;

pub use atmosphere::Atmosphere;
pub use mapping::{from_uv, to_uv};
pub use panorama::Panorama;
pub use sun::SUN_DISC_RADIUS;
pub(in crate::light) use sun::smoothstep;

use crate::grid::Grid;
use clouds::{Clouds, overcast};
use dome::Dome;
use glam::{Vec2, Vec3, Vec4};
use harmonics::Harmonics;
use mapping::direction;
use std::f32::consts::{FRAC_PI_2, PI, TAU};
use std::ops::Range;
use std::sync::Arc;

/// Columns and rows of the table of a computed sky.
const COLUMNS: usize = 512;
const ROWS: usize = 256;
/// Ratio of the resolution to that of a draft, along each axis.
const DRAFT: usize = 2;

/// Albedo of the distant ground: sea, woods and fields.
const FAR_GROUND_ALBEDO: f32 = 0.1;
/// Radians under the horizon over which haze gives way to the ground.
const HAZY_DEPTH: f32 = 0.15;
/// Radians of elevation over which haze blurs the horizon.
pub const SMEARED: f32 = 0.0175;

/// The position of the sun, and the weather.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SkyConditions {
    /// Unit vector toward the sun; any length but 0 will do.
    pub sun: Vec3,
    /// Strength of the sun, from 0 on; 1 is the sun, with 0 the whole computed sky is black.
    pub strength: f32,
    /// How much haze there is, 0 to 20; 1 is a clear day.
    pub haze: f32,
    /// Cloud cover, 0 to 1. At 0 the sky is the clear atmosphere; from 0.7 on it closes to an
    /// overcast, and the direct sun disappears.
    pub clouds: f32,
    /// The moon, if it is above the horizon. It lights the sky only while the sun is below [`NIGHTFALL`].
    pub moon: Option<Moon>,
}

/// Sine of the sun's elevation above which it outshines moon and stars: 2° below the horizon.
pub const NIGHTFALL: f32 = -0.035;

/// The moon as a source of light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moon {
    /// Unit vector toward it.
    pub toward: Vec3,
    /// Its light relative to a full moon's, 0 to 1.
    pub light: f32,
}

/// Irradiance of a full moon relative to that of the sun. In nature it is 2.5e-6, and that of the moonless night 1e-8. Both are brighter here: eyes
/// become more sensitive at night than the exposure does, and half floats are too coarse below.
const MOONLIGHT: f32 = 2.5e-4;

/// Radiance of the night sky without a moon, toward the zenith: airglow and starlight.
const AIRGLOW: Vec3 = Vec3::new(8e-7, 1e-6, 1.5e-6);

impl Moon {
    /// Radiance of its sunlit part above the atmosphere, for a sun of irradiance 1 there.
    ///
    /// ```
    /// use waterlab_core::light::Moon;
    /// use glam::Vec3;
    ///
    /// let full = Moon { toward: Vec3::X, light: 1.0 }.radiance(Vec3::NEG_X);
    /// assert!((full - 0.12 / std::f32::consts::PI).abs() < 1e-6);
    /// ```
    pub fn radiance(&self, sun: Vec3) -> f32 {
        // Its geometric albedo is that of a full disc; the sunlit part of another phase is darker.
        const ALBEDO: f32 = 0.12;
        let lit = 0.5 - 0.5 * self.toward.dot(sun);
        ALBEDO / PI * (self.light / lit.max(0.01)).min(1.0)
    }
}

impl Default for SkyConditions {
    /// A clear day about noon: the sun 55° high in the south, toward +z.
    fn default() -> Self {
        Self {
            sun: direction(PI, 55_f32.to_radians()),
            strength: 1.0,
            haze: 1.0,
            clouds: 0.2,
            moon: None,
        }
    }
}

/// A computed sky.
///
/// ```
/// use waterlab_core::light::{Sky, SkyConditions};
/// use glam::Vec3;
///
/// let sky = Sky::new(&SkyConditions { clouds: 0.0, ..SkyConditions::default() });
/// let zenith = sky.radiance(Vec3::Y);
/// assert!(zenith.z > 2.0 * zenith.x, "blue");
/// assert!(sky.sun_irradiance().x > sky.irradiance(Vec3::Y).x);
/// ```
#[derive(Clone, Debug)]
pub struct Sky {
    table: Arc<Grid<[f32; 4]>>,
    harmonics: Harmonics,
    sun: Vec3,
    sun_irradiance: Vec3,
    parts: Option<SkyParts>,
}

/// The components of a computed sky, for views that draw its clouds at a higher resolution than the table.
#[derive(Clone, Debug)]
pub struct SkyParts {
    /// Factor of its light.
    pub strength: f32,
    /// Cloud cover, 0 to 1.
    pub cover: f32,
    /// How far the cover has closed to an overcast, 0 to 1.
    pub overcast: f32,
    /// Haze, relative to a clear day.
    pub haze: f32,
    /// Irradiance of the sun on a surface facing it, up at the clouds; of the clear sky on level ground; of both there, in the colour of
    /// an overcast.
    pub light: [Vec3; 3],
    clear: Arc<Grid<[f32; 4]>>,
}

impl SkyParts {
    /// Like [`Sky::table`], without clouds.
    pub fn clear(&self) -> &Grid<[f32; 4]> {
        &self.clear
    }
}

impl Sky {
    /// The sky of these conditions; computes its atmosphere.
    pub fn new(conditions: &SkyConditions) -> Self {
        Self::of(&Atmosphere::new(conditions.haze), conditions)
    }

    /// The sky of these conditions in an existing atmosphere, which saves computing its tables. The haze is the atmosphere's.
    pub fn of(air: &Atmosphere, conditions: &SkyConditions) -> Self {
        let mut work = SkyWork::new(air, conditions);
        work.go_on(ROWS);
        work.finish()
    }

    /// Like [`Sky::of`], with a quarter of the texels: a fast preview until the full sky is computed.
    pub fn draft(air: &Atmosphere, conditions: &SkyConditions) -> Self {
        let mut work = SkyWork::of_size(air, conditions, (COLUMNS / DRAFT, ROWS / DRAFT));
        work.go_on(ROWS);
        work.finish()
    }

    /// A panorama with the sun of these conditions in front of it, with the transmittance of this air and the strength of the conditions.
    /// Their clouds are ignored.
    pub fn under(panorama: &Panorama, air: &Atmosphere, conditions: &SkyConditions) -> Self {
        let sun = conditions.sun.normalize_or(Vec3::Y);
        Self {
            table: panorama.table.clone(),
            harmonics: panorama.harmonics,
            sun,
            parts: None,
            sun_irradiance: air.sunlight(0.0, sun.y) * within(conditions.strength, 0.0, 1e6),
        }
    }

    /// The picture of the sky for shaders: radiance in red, green and blue, and what clouds and ground leave of light from beyond, 0 to
    /// 1 (of a panorama always 0); 512 columns × 256 rows (of a panorama up to 2048 × 1024), row-major, straight up first. Without the
    /// sun's disc. [`to_uv`] says where a direction lies; values are of texel centres, bilinear between them, round and round along u and
    /// clamped along v. Below the horizon lies a far ground behind haze, or what the panorama has.
    pub fn table(&self) -> &Grid<[f32; 4]> {
        &self.table
    }

    /// Radiance of the sky without the sun's disc, per steradian, from a direction of any length: read from
    /// [`Sky::table`] as a shader does.
    pub fn radiance(&self, direction: Vec3) -> Vec3 {
        let uv = to_uv(direction);
        let columns = self.table.columns();
        let place = uv * Vec2::new(columns as f32, self.table.rows() as f32) - 0.5;
        let (first, part) = (place.floor(), place.fract_gl());
        let (column, row) = (first.x as i64, first.y as i64);
        let texel = |column: i64, row: i64| {
            let [red, green, blue, _] = self.table.clamped(column.rem_euclid(columns as i64), row);
            Vec3::new(red, green, blue)
        };
        let along = |row: i64| texel(column, row).lerp(texel(column + 1, row), part.x);
        along(row).lerp(along(row + 1), part.y)
    }

    /// The components, unless it is a panorama.
    pub fn parts(&self) -> Option<&SkyParts> {
        self.parts.as_ref()
    }

    /// Unit vector toward the sun, or toward the moon when that is the brighter one.
    pub fn sun(&self) -> Vec3 {
        self.sun
    }

    /// Irradiance of the sun's disc on a surface facing it: what the air lets through, half of it when the middle of the disc is
    /// on the horizon, 0 once it has set. Single clouds leave it as it is; from a cover of 0.7 to 1 it goes to 0, but not
    /// before a panorama.
    pub fn sun_irradiance(&self) -> Vec3 {
        self.sun_irradiance
    }

    /// Radiance of the sun's disc, per steradian, at an angle of this cosine from its middle; to be added to that of the sky. 0 beside
    /// the disc, [`SUN_DISC_RADIUS`] wide to each side. A setting disc is dimmed as a whole.
    pub fn sun_disc_radiance(&self, cos_angle: f32) -> Vec3 {
        self.sun_irradiance * sun::disc_profile(cos_angle)
    }

    /// Irradiance of the sky, without the sun's disc, on a surface with this normal of any length; from below the horizon
    /// comes the light of the ground. Within some percent of the brightest side, from nine spherical harmonics.
    pub fn irradiance(&self, normal: Vec3) -> Vec3 {
        self.harmonics.irradiance(normal.normalize_or(Vec3::Y))
    }
}

/// A sky that is computed incrementally, some rows of its table at a time.
pub struct SkyWork {
    dome: ClearSky,
    clouds: Clouds,
    strength: f32,
    sunlight: Vec3,
    ground: Vec4,
    /// The sky with and without clouds.
    table: Grid<[Vec4; 2]>,
    /// The next row to compute.
    next: usize,
}

impl SkyWork {
    /// Starts computing the sky that [`Sky::of`] returns.
    pub fn new(air: &Atmosphere, conditions: &SkyConditions) -> Self {
        Self::of_size(air, conditions, (COLUMNS, ROWS))
    }

    fn of_size(air: &Atmosphere, conditions: &SkyConditions, size: (usize, usize)) -> Self {
        let sun = conditions.sun.normalize_or(Vec3::Y);
        let moon = conditions.moon.filter(|_| sun.y < NIGHTFALL);
        let dome = ClearSky::new(air, sun, moon);
        let skylight = dome.irradiance();
        // The source of direct light is the brighter one, as clouds see it.
        let at_clouds = air.sunlight(clouds::ALTITUDE, sun.y);
        let by_day = (sun, at_clouds, air.sunlight(0.0, sun.y));
        let by_moon = |moon: Moon| {
            let toward = moon.toward.normalize_or(Vec3::Y);
            let [high, low] = [clouds::ALTITUDE, 0.0]
                .map(|altitude| seen_by_rods(moonlight(&moon) * air.sunlight(altitude, toward.y)));
            (toward, high, low)
        };
        let (sun, at_clouds, sunlight) = moon
            .map(by_moon)
            .filter(|(_, moonlight, _)| moonlight.y > at_clouds.y)
            .unwrap_or(by_day);
        let clouds = Clouds {
            cover: within(conditions.clouds, 0.0, 1.0),
            haze: air.haze(),
            sun,
            sunlight: at_clouds,
            skylight,
            daylight: skylight + sunlight * sun.y.max(0.0),
        };
        Self {
            ground: far_ground(&dome, &clouds, size),
            dome,
            clouds,
            strength: within(conditions.strength, 0.0, 1e6),
            sunlight,
            table: Grid::new(size.0, size.1, [Vec4::ZERO; 2]),
            next: 0,
        }
    }

    /// Computes this many more rows. Returns whether the table is complete.
    pub fn go_on(&mut self, rows: usize) -> bool {
        let end = self.next.saturating_add(rows).min(self.table.rows());
        let rows = self.next..end;
        paint(&self.dome, &self.clouds, self.ground, &mut self.table, rows);
        self.next = end;
        end == self.table.rows()
    }

    /// Computes the remaining rows and returns the sky.
    pub fn finish(mut self) -> Sky {
        self.go_on(self.table.rows());
        let Self {
            clouds,
            strength,
            sunlight,
            table,
            ..
        } = self;
        let [table, clear] = [0, 1].map(|which| {
            Grid::from_fn(table.columns(), table.rows(), |column, row| {
                let light = table[(column, row)][which];
                (light.truncate() * strength).extend(light.w).to_array()
            })
        });
        let cover = overcast(clouds.cover);
        Sky {
            harmonics: harmonics_of(&table),
            table: Arc::new(table),
            sun: clouds.sun,
            sun_irradiance: sunlight * strength * (1.0 - cover),
            parts: Some(SkyParts {
                strength,
                cover: clouds.cover,
                overcast: cover,
                haze: clouds.haze,
                light: [
                    clouds.sunlight,
                    clouds.skylight,
                    clouds::overcast_light(clouds.daylight),
                ],
                clear: Arc::new(clear),
            }),
        }
    }
}

/// The sky without clouds, lit by sun and moon.
struct ClearSky {
    by_day: Dome,
    by_night: Option<(Dome, f32)>,
    /// Share of the airglow: none by day.
    airglow: f32,
}

impl ClearSky {
    fn new(air: &Atmosphere, sun: Vec3, moon: Option<Moon>) -> Self {
        Self {
            by_day: Dome::new(air, sun),
            by_night: moon.map(|moon| {
                let toward = moon.toward.normalize_or(Vec3::Y);
                (Dome::new(air, toward), moonlight(&moon))
            }),
            airglow: sun::smoothstep(0.0, 0.2, -sun.y),
        }
    }

    /// Radiance from a unit direction over the horizon.
    fn radiance(&self, towards: Vec3) -> Vec3 {
        let moonlit = (self.by_night.as_ref())
            .map(|(dome, light)| seen_by_rods(*light * dome.radiance(towards)));
        // The glowing layer is thicker where sight slants.
        let slant = 1.25 / (towards.y.max(0.0) + 0.25);
        self.by_day.radiance(towards)
            + moonlit.unwrap_or(Vec3::ZERO)
            + self.airglow * slant * AIRGLOW
    }

    /// Irradiance on level ground.
    fn irradiance(&self) -> Vec3 {
        let moonlit =
            (self.by_night.as_ref()).map(|(dome, light)| seen_by_rods(*light * dome.irradiance()));
        // ∫ 1.25/(sin e + 0.25)·sin e dΩ = 2.5π·(1 − 0.25·ln 5)
        let glow = self.airglow * 2.5 * PI * (1.0 - 0.25 * 5.0_f32.ln());
        self.by_day.irradiance() + moonlit.unwrap_or(Vec3::ZERO) + glow * AIRGLOW
    }
}

/// Irradiance of the moon on a surface facing it outside of the air, for a sun of 1.
fn moonlight(moon: &Moon) -> f32 {
    MOONLIGHT * within(moon.light, 0.0, 1.0)
}

/// Moonlight as eyes see it: mostly by rods, which hardly respond to red, and whose light looks bluish (Jensen et al. 2000). Otherwise a low
/// moon, which is brighter here than in nature, would redden the clouds like a sunset.
fn seen_by_rods(light: Vec3) -> Vec3 {
    const SHARE: f32 = 0.75;
    // Scotopic luminance of linear sRGB, where white is 1.
    const RODS: Vec3 = Vec3::new(0.0, 0.6, 0.4);
    const LOOK: Vec3 = Vec3::new(0.85, 1.0, 1.35);
    light.lerp(light.dot(RODS) * LOOK, SHARE)
}

/// Light of the sky with and without clouds at a texel of a table with this many columns and rows, for a sun of irradiance 1.
fn light_at(
    dome: &ClearSky,
    clouds: &Clouds,
    (columns, rows): (usize, usize),
    (column, row): (usize, usize),
) -> [Vec4; 2] {
    let across = TAU / columns as f32;
    let elevation = elevation_at(row as f32 + 0.5, rows);
    // Haze smears the horizon: the elevation comes to rest on 0 without a kink.
    let over = 0.5 * (elevation + elevation.hypot(SMEARED));
    let towards = direction((column as f32 + 0.5) * across - PI, over);
    let clear = dome.radiance(towards);
    [clouds.over(clear, towards), clear.extend(1.0)]
}

/// Upwelling radiance of the distant ground.
fn far_ground(dome: &ClearSky, clouds: &Clouds, size: (usize, usize)) -> Vec4 {
    let horizon = (0..size.0).map(|column| light_at(dome, clouds, size, (column, size.1 / 2))[0]);
    let darkest = horizon.map(Vec4::truncate).fold(Vec3::INFINITY, Vec3::min);
    let ground = (clouds.daylight * FAR_GROUND_ALBEDO / PI).min(0.6 * darkest);
    ground.extend(0.0)
}

/// Some rows of the table for a sun of irradiance 1. Below the horizon the sky blends into the ground, level with it at first so that
/// there is no line, and darker downward.
fn paint(
    dome: &ClearSky,
    clouds: &Clouds,
    ground: Vec4,
    table: &mut Grid<[Vec4; 2]>,
    rows: Range<usize>,
) {
    let size = (table.columns(), table.rows());
    let columns = size.0;
    let cells = &mut table.cells_mut()[rows.start * columns..rows.end * columns];
    crate::threads::in_bands_from(1, cells, columns, |first, band| {
        for (index, cells) in band.chunks_mut(columns).enumerate() {
            let row = rows.start + first + index;
            let depth = (-elevation_at(row as f32 + 0.5, size.1) / HAZY_DEPTH).max(0.0);
            let haze = (-depth * depth).exp();
            for (column, cell) in cells.iter_mut().enumerate() {
                *cell = match haze > 1e-4 {
                    true => light_at(dome, clouds, size, (column, row))
                        .map(|light| ground.lerp(light, haze)),
                    false => [ground; 2],
                };
            }
        }
    });
}

/// The table's radiance in spherical harmonics.
fn harmonics_of(table: &Grid<[f32; 4]>) -> Harmonics {
    let mut harmonics = Harmonics::default();
    let (columns, rows) = (table.columns(), table.rows());
    for row in 0..rows {
        let [top, bottom] = [row, row + 1].map(|edge| elevation_at(edge as f32, rows).sin());
        let solid_angle = (top - bottom) * TAU / columns as f32;
        for (column, [red, green, blue, _]) in table.row(row).iter().enumerate() {
            let light = Vec3::new(*red, *green, *blue);
            let towards = towards((column as f32, row as f32), (columns, rows));
            harmonics.add(towards, light, solid_angle);
        }
    }
    harmonics
}

/// The value clamped to a range; NaN becomes the minimum.
fn within(value: f32, min: f32, max: f32) -> f32 {
    match value.is_nan() {
        true => min,
        false => value.clamp(min, max),
    }
}

/// Elevation in radians at a place along the rows of a table; row r reaches from r to r + 1.
fn elevation_at(place: f32, rows: usize) -> f32 {
    let from_horizon = 1.0 - 2.0 * place / rows as f32;
    FRAC_PI_2 * from_horizon * from_horizon.abs()
}

/// Direction of a texel of a table, or of a place between texels.
fn towards((column, row): (f32, f32), (columns, rows): (usize, usize)) -> Vec3 {
    let place = Vec2::new(column + 0.5, row + 0.5);
    from_uv(place / Vec2::new(columns as f32, rows as f32))
}

#[cfg(test)]
mod tests;
