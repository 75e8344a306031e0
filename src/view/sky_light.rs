//! The sky on the GPU: its table as a texture and its irradiances, computed on first use and again when the sun or the weather changes.

use super::Shown;
use super::clouds::{self, CloudPrograms, CloudTime, Clouds, INTERVALS, Pace, Steps, Weather};
use super::frame::Frame;
use super::levels::{DrawnLevels, Levels};
use super::shader::{SCREEN, Slot, glsl};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Texture, Wrap,
};
use crate::grid::{Grid, mean_of_floats};
use crate::light::{
    Atmosphere, Daylight, NIGHTFALL, Panorama, Sky, SkyConditions, SkyParts, SkyWork,
};
use glam::{DVec2, Vec2, Vec3};
use std::cell::{Cell, OnceCell, RefCell};

/// Texels along a side of the octahedral dome: of a computed sky, and of a panorama at most.
const DOME_SIDES: [usize; 2] = [384, 1024];

/// Texels along a side of the dome with clouds, and of one below medium quality.
const CLOUDED_DOME: [usize; 2] = [1024, 512];

/// Density of texels, 1 at high quality, of the clouds where a software rasteriser draws frames in steps.
const SLOW_TEXELS: f32 = 0.9;

/// Texels along a side of the clouds at low, medium, high and ultra quality.
const CLOUDS: [usize; 4] = [512, 1024, 2048, 3072];

/// Seconds for which a dome serves while its clouds move, and where a software rasteriser draws frames in steps. A pool bakes its surroundings
/// again with it.
const DOME_SECONDS: [f64; 2] = [1.0, 4.0];

/// Metres that the eye may fly before the dome is drawn again.
const DOME_REACH: f64 = 100.0;

// As `SkyLight::draw_dome` needs it.
const _: () =
    assert!(INTERVALS[0] % DOME_SECONDS[0] == 0.0 && INTERVALS[0] % DOME_SECONDS[1] == 0.0);

/// Frames for which a dome serves while the sky is computed again in each of them, and the relative change of its light up to which it serves.
const DOME_FRAMES: u64 = 4;
const SAME_LIGHT: f32 = 0.02;

/// Rows of the table that are computed in a step.
const ROWS_A_STEP: usize = 16;

/// The sky that lights the views.
pub struct SkyLight {
    gl: Gl,
    conditions: SkyConditions,
    /// Replaces the computed sky.
    panorama: Option<Panorama>,
    /// The atmosphere for the current haze; its tables serve every sun.
    air: OnceCell<Atmosphere>,
    made: OnceCell<Made>,
    /// The table of the draft before, for the next one.
    spare: Option<Texture>,
    /// Whether the sky is computed in steps by [`SkyLight::go_on`], a coarse one first.
    in_steps: bool,
    work: Work,
    weather: Weather,
    pace: Pace,
    /// The clouds, drawn on request.
    clouds: RefCell<Option<Clouds>>,
    /// The upper half with clouds.
    clouded: RefCell<Option<CloudedDome>>,
    /// Number of skies computed and of frames drawn so far.
    skies: Cell<u64>,
    frames: Cell<u64>,
    /// Place of the eye below the clouds, metres.
    place: Cell<DVec2>,
    programs: CloudPrograms,
    /// Programs that draw the dome, without and with clouds.
    laying: [Slot; 2],
    levels: Levels,
    /// Number of domes drawn.
    domes: Cell<u64>,
}

/// Remaining work of a sky that is computed in steps.
enum Work {
    /// Everything: the current sky is another one, or missing.
    All,
    /// The full sky; a coarse one exists or is computed on first use.
    Whole,
    /// Rows of the table; a coarse sky exists.
    Rows(Box<SkyWork>),
    Nothing,
}

/// A computed sky.
struct Made {
    light: Daylight,
    /// Radiance of the sky; of a computed one without its clouds, where the driver can draw them.
    table: Texture,
    /// The upper half of the sky without single clouds in octahedral mapping, as `lib/sky_lighting.glsl` reads it.
    dome: OnceCell<Texture>,
    sky: Sky,
    /// Tells it from other skies.
    number: u64,
    is_draft: bool,
}

/// The upper half of the sky with clouds in octahedral mapping.
struct CloudedDome {
    drawn: DrawnLevels,
    time: CloudTime,
    /// Place of the eye, metres.
    place: DVec2,
    /// Whether all clouds in sight were drawn finely.
    is_whole: bool,
    /// Number and irradiance of its sky, and the number of the frame in which it was drawn.
    sky: u64,
    light: Vec3,
    frame: u64,
}

impl CloudedDome {
    fn new(gl: &Gl, side: usize) -> Result<Self, GlError> {
        Ok(Self {
            drawn: DrawnLevels::new(gl, side, Wrap::Clamp)?,
            time: CloudTime::default(),
            place: DVec2::ZERO,
            is_whole: false,
            sky: 0,
            light: Vec3::ZERO,
            frame: 0,
        })
    }
}

/// Whether the driver can draw clouds.
fn draws_clouds(gl: &Gl) -> bool {
    gl.capability().renders(Format::Rgba16F)
}

/// Texels along a side of the clouds at a density of texels, 1 at high quality, in a picture whose pixels in the middle are `pixel` radians
/// wide: the clouds' are no finer.
fn cloud_side(texels: f32, pixel: f32) -> usize {
    let by_quality = match texels {
        texels if texels < 0.7 => CLOUDS[0],
        texels if texels < 1.0 => CLOUDS[1],
        texels if texels < 2.0 => CLOUDS[2],
        _ => CLOUDS[3],
    };
    let enough = CLOUDS
        .into_iter()
        .find(|&side| clouds::texel(side) <= pixel);
    enough.map_or(by_quality, |enough| enough.min(by_quality))
}

impl SkyLight {
    /// The sky of these conditions.
    pub fn new(gl: &Gl, conditions: SkyConditions) -> Self {
        Self {
            gl: gl.clone(),
            conditions,
            panorama: None,
            air: OnceCell::new(),
            made: OnceCell::new(),
            spare: None,
            in_steps: false,
            work: Work::Nothing,
            weather: Weather::default(),
            pace: Pace::default(),
            clouds: RefCell::default(),
            clouded: RefCell::default(),
            skies: Cell::default(),
            frames: Cell::default(),
            place: Cell::default(),
            programs: CloudPrograms::default(),
            laying: Default::default(),
            levels: Levels::default(),
            domes: Cell::default(),
        }
    }

    /// Changes the conditions.
    pub fn set(&mut self, conditions: SkyConditions) {
        if conditions != self.conditions {
            if conditions.haze != self.conditions.haze {
                self.air = OnceCell::new();
            }
            let clouds = conditions.clouds;
            let is_seen = self.panorama.is_none()
                || conditions
                    != SkyConditions {
                        clouds,
                        ..self.conditions
                    };
            self.conditions = conditions;
            match (is_seen, self.in_steps) {
                (true, true) => self.work = Work::All,
                (true, false) => self.made = OnceCell::new(),
                (false, _) => {}
            }
        }
    }

    /// Sets time and wind of its clouds, and the rain.
    pub fn set_weather(&mut self, weather: Weather) {
        // Another interval begins where pictures of both intervals are of the same time.
        let interval = INTERVALS[usize::from(self.pace.turning != Vec3::ZERO)];
        let [before, now] = [&self.weather, &weather]
            .map(|weather| (weather.clouds.seconds / INTERVALS[0]).floor());
        if !self.in_steps || before != now {
            self.pace.interval = interval;
        }
        self.weather = weather;
    }

    /// Sets the angular velocity of sun and moon, radians in a second of the time of the weather: zero while they stand still. The
    /// conditions are still those of each moment; clouds are drawn ahead for those that follow.
    pub fn set_turning(&mut self, turning: Vec3) {
        self.pace.turning = turning;
    }

    /// Its weather.
    pub(super) fn weather(&self) -> &Weather {
        &self.weather
    }

    /// The conditions, unless a panorama replaces the computed sky.
    pub(super) fn computed(&self) -> Option<SkyConditions> {
        self.panorama.is_none().then_some(self.conditions)
    }

    /// The haze of the computed sky; `None` with a panorama.
    pub(super) fn haze(&self) -> Option<f32> {
        self.computed().map(|conditions| conditions.haze)
    }

    /// Sets or removes a panorama that replaces the computed sky. The sun of the conditions is drawn in front of it.
    pub fn set_panorama(&mut self, panorama: Option<Panorama>) {
        self.panorama = panorama;
        self.made = OnceCell::new();
        self.work = Work::Nothing;
    }

    /// Computes the sky in steps from now on: the current sky stays until a coarse one of new conditions is ready, and that one until the
    /// full sky is; see [`SkyLight::go_on`].
    pub fn work_in_steps(&mut self) {
        self.in_steps = true;
        self.work = Work::All;
    }

    /// Whether work remains, on the sky or on clouds in sight.
    pub fn is_working(&self) -> bool {
        self.is_coarse() || self.draws_clouds_in_steps()
    }

    /// Whether clouds in sight are still coarse.
    fn draws_clouds_in_steps(&self) -> bool {
        (self.clouds.borrow().as_ref()).is_some_and(Clouds::is_working)
    }

    /// Forgets which clouds were in sight: those of the next frame count.
    pub fn begin_frame(&self) {
        if let Some(clouds) = &*self.clouds.borrow() {
            clouds.rest();
        }
    }

    /// Whether the sky shown is coarse, or that of other conditions.
    pub fn is_coarse(&self) -> bool {
        !matches!(self.work, Work::Nothing)
    }

    /// Does the next step, if work remains.
    pub fn go_on(&mut self) -> Result<(), GlError> {
        match std::mem::replace(&mut self.work, Work::Nothing) {
            Work::Nothing => {}
            Work::All if self.panorama.is_some() => self.replace(OnceCell::new(), false),
            Work::All => {
                self.replace(OnceCell::new(), true);
                self.work = Work::Whole;
            }
            Work::Whole => {
                let air = (self.air).get_or_init(|| Atmosphere::new(self.conditions.haze));
                self.work = Work::Rows(Box::new(SkyWork::new(air, &self.conditions)));
            }
            Work::Rows(mut work) => {
                if !work.go_on(ROWS_A_STEP) {
                    self.work = Work::Rows(work);
                    return Ok(());
                }
                let made = self.make(work.finish(), false)?;
                self.replace(OnceCell::from(made), false);
            }
        }
        Ok(())
    }

    /// Replaces the sky by one whose table has another size, unless both are drafts.
    fn replace(&mut self, made: OnceCell<Made>, is_draft: bool) {
        let before = std::mem::replace(&mut self.made, made).into_inner();
        self.spare = before
            .filter(|before| before.is_draft && is_draft)
            .map(|before| before.table);
        if self.spare.is_none() {
            self.gl.renew_programs();
        }
    }

    fn make(&self, sky: Sky, is_draft: bool) -> Result<Made, GlError> {
        let clear = (sky.parts().filter(|_| draws_clouds(&self.gl))).map(SkyParts::clear);
        let grid = clear.unwrap_or(sky.table());
        let table = match &self.spare {
            Some(table) if is_draft => {
                table.upload(0, 0, grid)?;
                table.clone()
            }
            _ => texture(&self.gl, Wrap::RepeatX, Filter::Linear, grid)?,
        };
        self.skies.set(self.skies.get() + 1);
        Ok(Made {
            light: Daylight::of(&sky),
            table,
            dome: OnceCell::new(),
            sky,
            number: self.skies.get(),
            is_draft,
        })
    }

    /// Does all remaining steps.
    pub fn finish(&mut self) {
        if self.is_coarse() {
            self.work = Work::Nothing;
            self.made = OnceCell::new();
        }
    }

    fn made(&self) -> Result<&Made, GlError> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let air = (self.air).get_or_init(|| Atmosphere::new(self.conditions.haze));
        let is_draft = self.panorama.is_none() && self.is_coarse();
        let sky = match &self.panorama {
            Some(panorama) => Sky::under(panorama, air, &self.conditions),
            None if is_draft => Sky::draft(air, &self.conditions),
            None => Sky::of(air, &self.conditions),
        };
        let made = self.make(sky, is_draft)?;
        Ok(self.made.get_or_init(|| made))
    }

    /// The irradiances of sun and sky.
    pub fn light(&self) -> Result<Daylight, GlError> {
        Ok(self.made()?.light)
    }

    /// The sky's irradiance relative to an earlier one; 1 while the light does not change.
    pub(super) fn relative_light(&self, before: Vec3) -> Result<Vec3, GlError> {
        let now = self.light()?.sky;
        let ratio = now / before.max(Vec3::splat(f32::MIN_POSITIVE));
        Ok(match now == before {
            true => Vec3::ONE,
            false => ratio.clamp(Vec3::splat(0.1), Vec3::splat(10.0)),
        })
    }

    /// Unit vector toward the sun.
    pub(super) fn toward_sun(&self) -> Vec3 {
        self.conditions.sun.normalize_or(Vec3::Y)
    }

    /// Whether a panorama replaces the computed sky; it contains its own surroundings.
    pub(super) fn is_panorama(&self) -> bool {
        self.panorama.is_some()
    }

    /// Draws the clouds that this eye needs, and the dome with them. Does nothing with a panorama or on a driver that cannot render it.
    /// Call it before binding the frame's target.
    pub(super) fn draw_clouds(&self, frame: &Frame) -> Result<(), GlError> {
        let Frame { eye, level, .. } = frame;
        let gl = &self.gl;
        self.place.set(eye.place());
        let made = self.made()?;
        let Some(parts) = made.sky.parts().filter(|_| draws_clouds(gl)) else {
            return Ok(());
        };
        // Where a picture at rest is refined, the same clouds serve for every quality, so that none are drawn again.
        let is_slow = frame.in_steps && gl.capability().is_software();
        if parts.cover > 0.0 {
            let texels = if is_slow { SLOW_TEXELS } else { level.texels };
            let steps = match frame.in_steps {
                true if made.is_draft && self.pace.turning == Vec3::ZERO => Steps::Coarse,
                true => Steps::Some,
                false => Steps::All,
            };
            let mut slot = self.clouds.borrow_mut();
            // A draft draws small clouds, but keeps finer ones that are there.
            let side = match (steps, &*slot) {
                (Steps::Coarse, None) => clouds::DRAFT,
                (Steps::Coarse, Some(clouds)) => clouds.side(),
                _ => cloud_side(texels, eye.pixel_width(frame.shown_size)),
            };
            let clouds = match slot.take().filter(|clouds| clouds.side() == side) {
                Some(clouds) => clouds,
                None => Clouds::new(gl, side)?,
            };
            let clouds = slot.insert(clouds);
            let sky = (parts, made.light.toward);
            let time = (&self.weather.clouds, &self.pace);
            // The shadow is drawn on seas only.
            let steps = (steps, matches!(frame.surface, Shown::Open(_)));
            clouds.draw(gl, &self.programs, sky, time, eye, steps)?;
        } else {
            self.clouds.replace(None);
        }
        self.frames.set(self.frames.get() + 1);
        let interval = DOME_SECONDS[usize::from(is_slow)];
        let is_small = made.is_draft || level.texels < 0.7;
        let side = CLOUDED_DOME[usize::from(is_small)];
        self.draw_dome(made, side, (interval, is_slow))
    }

    /// Draws the dome with clouds, unless there is one for about this time.
    fn draw_dome(
        &self,
        made: &Made,
        side: usize,
        (interval, is_slow): (f64, bool),
    ) -> Result<(), GlError> {
        let gl = &self.gl;
        let is_cloudy = self.clouds.borrow().is_some();
        let is_turning = self.pace.turning != Vec3::ZERO;
        let now = self.weather.clouds;
        // A dome must not need pictures of the clouds that others have replaced.
        let interval = interval.min(self.pace.interval);
        let time = match (is_cloudy, is_turning) {
            (true, true) => now,
            (true, false) if now.wind != Vec2::ZERO => CloudTime {
                seconds: (now.seconds / interval).floor() * interval,
                ..now
            },
            _ => CloudTime::default(),
        };
        let is_whole = !self.draws_clouds_in_steps();
        let place = self.place.get();
        let frame = self.frames.get();
        let mut slot = self.clouded.borrow_mut();
        let is_current = |dome: &CloudedDome| {
            // A finer dome serves until its clouds are out of date.
            let has = dome.drawn.texture.size().0;
            let is_of_sky = dome.sky == made.number && dome.time == time;
            let is_recent = made.is_draft
                && is_turning
                && frame - dome.frame < DOME_FRAMES
                && dome
                    .light
                    .abs_diff_eq(made.light.sky, SAME_LIGHT * made.light.sky.min_element());
            let is_near = dome.place.distance(place) < DOME_REACH || !is_cloudy;
            is_near
                && (has == side || is_slow && has > side)
                && (is_of_sky || is_recent)
                && (dome.is_whole || !is_whole || is_recent)
        };
        if slot.as_ref().is_some_and(is_current) {
            return Ok(());
        }
        let define = if is_cloudy { "CLOUDS" } else { "" };
        let program = self.laying[usize::from(!define.is_empty())]
            .wanted(
                "sky dome",
                [define],
                SCREEN,
                glsl!("environment/sky_dome.frag"),
            )
            .get(gl)?;
        let dome = match slot
            .take()
            .filter(|dome| dome.drawn.texture.size().0 == side)
        {
            Some(dome) => dome,
            None => CloudedDome::new(gl, side)?,
        };
        dome.drawn.target.draw_here();
        gl.state(Blend::Off, Depth::Off);
        program.set("u_sky_table", &made.table);
        self.set_clouds(made, program, &time)?;
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.levels.draw_of(gl, &dome.drawn)?;
        *slot = Some(CloudedDome {
            time,
            place,
            is_whole,
            sky: made.number,
            light: made.light.sky,
            frame,
            ..dome
        });
        self.domes.set(self.domes.get() + 1);
        Ok(())
    }

    /// Number of domes drawn so far: changes whenever the mirrored sky does.
    pub(super) fn domes(&self) -> u64 {
        self.domes.get()
    }

    /// Sets the uniforms of `lib/clouds.glsl`.
    fn set_clouds(&self, made: &Made, program: &Program, time: &CloudTime) -> Result<(), GlError> {
        let place = self.place.get();
        if let (Some(clouds), Some(sky)) = (self.clouds.borrow().as_ref(), made.sky.parts()) {
            clouds.set(program, sky, (time, &self.pace), place);
        } else {
            program.set_where_known("u_cloud_shadow", self.programs.no_shadow(&self.gl)?);
            program.set_where_known("u_clouds_from", Vec2::ZERO);
        }
        Ok(())
    }

    /// The upper half in octahedral mapping, with clouds once they are drawn.
    pub(super) fn dome(&self) -> Result<Texture, GlError> {
        let made = self.made()?;
        let clouded = self.clouded.borrow();
        let is_of_sky = |dome: &&CloudedDome| dome.sky == made.number || made.is_draft;
        let has_parts = made.sky.parts().is_some();
        if let Some(dome) = clouded.as_ref().filter(is_of_sky).filter(|_| has_parts) {
            return Ok(dome.drawn.texture.clone());
        }
        if let Some(dome) = made.dome.get() {
            return Ok(dome.clone());
        }
        let dome = texture(
            &self.gl,
            Wrap::Clamp,
            Filter::Mipmapped,
            &flat_dome(&made.sky),
        )?;
        Ok(made.dome.get_or_init(|| dome).clone())
    }

    /// The `#define` of `environment/sky.frag` for the current sky.
    pub(super) fn define(&self) -> &'static str {
        let is_cloudy = !self.is_panorama() && self.conditions.clouds > 0.0;
        match is_cloudy && draws_clouds(&self.gl) {
            true => "CLOUDS",
            false => "",
        }
    }

    /// Sets the uniforms of `lib/sky_lighting.glsl`.
    pub(super) fn light_up(&self, program: &Program) -> Result<(), GlError> {
        let made = self.made()?;
        let Made { light, table, .. } = made;
        program.set("u_sky_table", table);
        program.set_where_known("u_sky_dome", &self.dome()?);
        self.set_clouds(made, program, &self.weather.clouds)?;
        program.set_where_known("u_sun_toward", light.toward);
        program.set("u_sun_facing", light.facing);
        program.set("u_sky_level", light.sky);
        // By day no star is visible.
        let sun = self.toward_sun();
        let is_night = sun.y < NIGHTFALL;
        let stars = if is_night {
            self.conditions.strength
        } else {
            0.0
        };
        program.set_where_known("u_stars", stars);
        // The disc that gives the light is that of the moon; by day the moon is drawn beside the sun.
        let is_moon = !self.is_panorama() && light.toward.dot(sun) < 0.9999;
        program.set_where_known("u_moon", sun.extend(if is_moon { 1.0 } else { 0.0 }));
        let by_day = self.moon_in_air().filter(|_| !is_moon);
        let (toward, radiance) = by_day.unwrap_or((light.toward, Vec3::ZERO));
        program.set_where_known("u_moon_toward", toward);
        program.set_where_known("u_moon_radiance", radiance);
        // From 3° below the horizon to 2° above it.
        let part = ((sun.y + 0.052) / 0.087).clamp(0.0, 1.0);
        program.set_where_known("u_sunlit_air", part * part * (3.0 - 2.0 * part));
        Ok(())
    }
}

impl SkyLight {
    /// The unit vector toward the moon, and the radiance that the air lets through of its sunlit part; `None` without a moon, and with a
    /// panorama.
    fn moon_in_air(&self) -> Option<(Vec3, Vec3)> {
        let SkyConditions { moon, strength, .. } = self.computed()?;
        let (moon, sun) = (moon?, self.toward_sun());
        let air = (self.air).get_or_init(|| Atmosphere::new(self.conditions.haze));
        let toward = moon.toward.normalize_or(Vec3::Y);
        let transmitted = strength * air.sunlight(0.0, toward.y);
        Some((toward, moon.radiance(sun) * transmitted))
    }
}

/// A half-float texture, which every driver can filter and which is precise enough for the sky's gradients.
fn texture(gl: &Gl, wrap: Wrap, filter: Filter, grid: &Grid<[f32; 4]>) -> Result<Texture, GlError> {
    let size = (grid.columns(), grid.rows());
    let layout = Layout {
        filter,
        wrap,
        levels: match filter {
            Filter::Mipmapped => Layout::all_levels(size),
            _ => 1,
        },
        ..Layout::new(Format::Rgba16F, size)
    };
    let texture = Texture::empty(gl, layout)?;
    texture.upload(0, 0, grid)?;
    if layout.levels > 1 {
        for (above, level) in grid.halvings(mean_of_floats).iter().enumerate() {
            texture.upload(above + 1, 0, level)?;
        }
    }
    Ok(texture)
}

/// The upper half of the sky in octahedral mapping: straight up in the centre, the horizon along the edge. Each texel is the mean of four
/// samples, where the sky is finer.
fn flat_dome(sky: &Sky) -> Grid<[f32; 4]> {
    let [min, max] = DOME_SIDES;
    let side = (sky.table().columns() / 2).clamp(min, max);
    let places: &[[f32; 2]] = match side > min {
        true => &[[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]],
        false => &[[0.5, 0.5]],
    };
    let mut dome = Grid::new(side, side, [0.0; 4]);
    crate::threads::in_bands_from(1, dome.cells_mut(), side, |first, band| {
        for (index, cell) in band.iter_mut().enumerate() {
            let (column, row) = ((index % side) as f32, (first + index / side) as f32);
            let sum: Vec3 = places
                .iter()
                .map(|[right, down]| {
                    let [across, along] =
                        [column + right, row + down].map(|at| 2.0 * at / side as f32 - 1.0);
                    let (x, z) = (0.5 * (across + along), 0.5 * (across - along));
                    sky.radiance(Vec3::new(x, 1.0 - x.abs() - z.abs(), z))
                })
                .sum();
            *cell = (sum / places.len() as f32).extend(1.0).to_array();
        }
    });
    dome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clouds_have_no_finer_texels_than_the_picture() {
        // 50° in 720, 360 and 117 rows.
        let pixel = |rows: f32| 2.0 * 25_f32.to_radians().tan() / rows;
        assert_eq!(cloud_side(1.0, pixel(720.0)), 2048);
        assert_eq!(cloud_side(1.0, pixel(360.0)), 1024);
        assert_eq!(cloud_side(2.0, pixel(117.0)), 512);
        assert_eq!(cloud_side(2.0, pixel(2160.0)), 3072);
        // The quality is the limit.
        assert_eq!(cloud_side(0.5, pixel(720.0)), 512);
    }
}
