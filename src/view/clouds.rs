//! The clouds of the computed sky on the GPU (docs/models.md §13): light and transmittance of the layer in octahedral mapping, marched
//! tile by tile where the eye, or the water below it, looks, and coarsely everywhere.
//!
//! Clouds change slowly and move with the wind. They are drawn for times some seconds apart; between two of them both pictures are moved
//! along with the wind and blended, so that no step is visible. A picture holds factors of the light, whose colours may change in every
//! frame; the direction of the light is that of the picture's time ([`Pace`]).

use super::Eye;
use super::shader::{SCREEN, Slot, glsl};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layers, Layout, Primitive, Program, Target, Texture,
    Wrap,
};
use crate::grid::Grid;
use crate::light::clouds::ALTITUDE;
use crate::light::{SkyParts, cloud_noise};
use crate::rainfall::Rainfall;
use glam::{DVec2, Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use std::cell::{Cell, OnceCell, RefCell};
use std::f32::consts::PI;

/// Seconds between two pictures of the clouds, at rest and under a sun that moves.
pub(super) const INTERVALS: [f64; 2] = [8.0, 2.0];

/// Angle between two directions of the light, radians, up to which clouds look the same, and up to which the difference
/// is invisible in moving clouds.
const SAME: f32 = 3e-4;
const ALIKE: f32 = 0.1;

/// Speed at which the shapes pass through the noise, m/s.
const CHANGE: f64 = 0.4;

/// Part of the interval during which the later picture is drawn and not shown.
const AHEAD: f64 = 0.2;

/// Tiles along each side.
const TILES: usize = 16;

/// Texels along each side of the coarse picture, at most: on a graphics card, and of a software rasteriser, to which all of it is one wait.
const COARSE: [usize; 2] = [256, 128];

/// Texels along each side of the first clouds of a sky that is computed in steps.
pub(super) const DRAFT: usize = 128;

/// Metres that the eye may fly before a picture is drawn again.
const REACH: f64 = 500.0;

/// Texels along each side of the shadow, 70 m wide.
const SHADOW: usize = 512;

/// Tiles drawn in a frame that must not wait: of the pictures that are shown, and of one that is not shown yet.
const TILES_A_FRAME: usize = 3;
const TILES_AHEAD: usize = 1;

/// Programs and noise, shared by all skies of a context.
#[derive(Default)]
pub(super) struct CloudPrograms {
    noise: OnceCell<Texture>,
    /// Placeholder for the shadow map of a sky without clouds.
    no_shadow: OnceCell<Texture>,
    shade: Slot,
    march: Slot,
    spread: Slot,
}

/// The wind and the time that the clouds have moved with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CloudTime {
    /// Seconds, from 0 on.
    pub seconds: f64,
    /// Velocity of the clouds, m/s toward +x and +z; where it is zero, they neither move nor change.
    pub wind: Vec2,
}

/// What falls from the sky and moves in it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weather {
    /// Time and wind of the clouds.
    pub clouds: CloudTime,
    /// The rain.
    pub rain: Rainfall,
    /// Time of the rain in seconds, from 0 on.
    pub seconds: f64,
}

impl Weather {
    /// Whether there is any rain.
    pub(super) fn is_raining(&self) -> bool {
        self.rain != Rainfall::default()
    }
}

/// How fast pictures of the clouds follow each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pace {
    /// Seconds between two of them.
    pub interval: f64,
    /// Angular velocity of sun and moon, radians in a second.
    pub turning: Vec3,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            interval: INTERVALS[0],
            turning: Vec3::ZERO,
        }
    }
}

impl Pace {
    /// A direction after some seconds; that of a moving light is rounded to about 1e-4 radians, so that different frames compute the same one.
    fn turned(&self, toward: Vec3, seconds: f64) -> Vec3 {
        const STEPS: f32 = 4096.0;
        if self.turning == Vec3::ZERO {
            return toward;
        }
        let angle = self.turning * seconds as f32;
        let turned = Quat::from_scaled_axis(angle) * toward;
        (STEPS * turned).round().normalize_or(toward)
    }
}

impl CloudTime {
    /// Whether clouds move and change.
    fn is_moving(&self) -> bool {
        self.wind != Vec2::ZERO
    }

    /// The pictures before and after this time, and the weight of the later one.
    fn pictures(&self, pace: &Pace) -> ([i64; 2], f32) {
        if !self.is_moving() {
            return ([0, 0], 0.0);
        }
        let place = self.seconds / pace.interval;
        let first = place.floor();
        // The later picture is not shown until most of it has been drawn.
        let weight = ((place - first - AHEAD) / (1.0 - AHEAD)).max(0.0);
        ([first as i64, first as i64 + 1], weight as f32)
    }

    /// Kilometres from the origin of the noise to what is above a place on the ground, in metres, at some time.
    fn noise_above(&self, place: DVec2, seconds: f64) -> Vec2 {
        let metres = place - self.wind.as_dvec2() * seconds;
        let period = DVec2::splat(f64::from(REPEATS));
        (1e-3 * metres).rem_euclid(period).as_vec2()
    }

    /// The same for cirrus, which the wind carries half as fast, along its threads and across.
    fn cirrus_above(&self, place: DVec2, seconds: f64) -> Vec2 {
        let kilometres = 1e-3 * (place - 0.5 * self.wind.as_dvec2() * seconds);
        let along = DVec2::new(0.8, 0.6);
        let turned = DVec2::new(along.dot(kilometres), along.perp_dot(kilometres));
        turned.rem_euclid(CIRRUS_REPEATS).as_vec2()
    }

    /// How far the shapes have changed by some time, in kilometres through the noise.
    fn changed(&self, seconds: f64) -> f32 {
        match self.wind == Vec2::ZERO {
            true => 0.0,
            false => (1e-3 * CHANGE * seconds).rem_euclid(f64::from(REPEATS)) as f32,
        }
    }
}

/// Kilometres after which cirrus repeats, along its threads and across: multiples of all periods in the shader.
const CIRRUS_REPEATS: DVec2 = DVec2::new(72.0, 36.0);

/// Kilometres after which the clouds repeat.
pub(super) const REPEATS: f32 = 36.0;

/// The clouds, of one sky after another.
pub(super) struct Clouds {
    /// Two layers: pictures with even and with odd numbers.
    texture: Texture,
    targets: [Target; 2],
    coarse: Target,
    /// Shadow map over one period of the noise, and time and cover that it shows.
    shadow: Target,
    shadow_of: Cell<Option<(f64, f32)>>,
    states: RefCell<[State; 2]>,
    is_working: Cell<bool>,
    side: usize,
}

/// What is drawn at once of the clouds in the sky.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Steps {
    /// All that is in sight.
    All,
    /// A coarse picture, and some of it finely.
    Some,
    /// A coarse picture.
    Coarse,
}

/// The state of one layer of the texture.
#[derive(Clone, Default)]
struct State {
    /// Time of the picture, seconds; `None` before the first.
    time: Option<f64>,
    /// Where the eye was, metres, and the wind.
    place: DVec2,
    wind: Vec2,
    /// The unit vector toward the light; cover and haze.
    toward: Vec3,
    air: Vec2,
    /// Which tiles are drawn finely, row by row.
    drawn: Vec<bool>,
}

impl Clouds {
    /// Room for clouds of this resolution.
    pub(super) fn new(gl: &Gl, side: usize) -> Result<Self, GlError> {
        let layout = Layout {
            layers: Layers::Array(2),
            filter: Filter::Linear,
            ..Layout::new(Format::Rgba16F, (side, side))
        };
        let texture = Texture::empty(gl, layout)?;
        let onto = |layer| Target::onto(gl, vec![(texture.clone(), 0, layer)], false);
        Ok(Self {
            targets: [onto(0)?, onto(1)?],
            shadow: {
                let layout = Layout {
                    filter: Filter::Linear,
                    wrap: Wrap::Repeat,
                    ..Layout::new(Format::R8, (SHADOW, SHADOW))
                };
                Target::onto(gl, vec![(Texture::empty(gl, layout)?, 0, 0)], false)?
            },
            shadow_of: Cell::new(None),
            coarse: {
                let side = side.min(COARSE[usize::from(gl.capability().is_software())]);
                Target::with_formats(gl, &[Format::Rgba16F], (side, side), false)?
            },
            texture,
            states: RefCell::default(),
            is_working: Cell::new(false),
            side,
        })
    }

    /// Texels along each side.
    pub(super) fn side(&self) -> usize {
        self.side
    }

    /// Forgets that tiles in sight are coarse.
    pub(super) fn rest(&self) {
        self.is_working.set(false);
    }

    /// Whether tiles in sight are still coarse.
    pub(super) fn is_working(&self) -> bool {
        self.is_working.get()
    }

    /// Draws what the eye needs at this time, or some of it, and the shadow if the view draws with it.
    pub(super) fn draw(
        &self,
        gl: &Gl,
        programs: &CloudPrograms,
        (sky, toward): (&SkyParts, Vec3),
        (time, pace): (&CloudTime, &Pace),
        eye: &Eye,
        (steps, with_shadow): (Steps, bool),
    ) -> Result<(), GlError> {
        let (pictures, weight) = time.pictures(pace);
        let in_steps = steps != Steps::All;
        let mut budget = match steps {
            Steps::All => usize::MAX,
            Steps::Some => TILES_A_FRAME,
            Steps::Coarse => 0,
        };
        let shade = (pictures[0] as f64 * pace.interval, sky.cover);
        if with_shadow && self.shadow_of.get() != Some(shade) {
            let program = programs.shade(gl)?;
            program.set("u_cloud_noise", programs.noise(gl)?);
            program.set("u_cloud_cover", sky.cover);
            program.set("u_changed", time.changed(shade.0));
            self.shadow.draw_here();
            gl.state(Blend::Off, Depth::Off);
            gl.draw(program, Primitive::Triangles, 3, 1);
            self.shadow_of.set(Some(shade));
        }
        self.is_working.set(false);
        let seen = Sight::new(eye, time.wind, pace);
        // A draft needs no picture ahead.
        let is_ahead = steps == Steps::Some && time.is_moving();
        let needed = if weight > 0.0 || is_ahead { 2 } else { 1 };
        let air = Vec2::new(sky.cover, sky.haze);
        let times = pictures.map(|picture| picture as f64 * pace.interval);
        let layers = self.layers_of(times);
        for (index, (then, layer)) in times.into_iter().zip(layers).enumerate().take(needed) {
            if index > 0 && in_steps && weight == 0.0 && pace.interval >= INTERVALS[0] {
                budget = budget.min(TILES_AHEAD);
            }
            let mut states = self.states.borrow_mut();
            let state = &mut states[layer];
            let set = |state: &State| -> Result<&Program, GlError> {
                let program = programs.march(gl)?;
                program.set("u_cloud_noise", programs.noise(gl)?);
                program.set("u_sun_toward", state.toward);
                program.set("u_cloud_cover", sky.cover);
                program.set("u_overcast", sky.overcast);
                program.set("u_haze", sky.haze);
                program.set("u_clouds_from", time.noise_above(state.place, then));
                program.set("u_cirrus_from", time.cirrus_above(state.place, then));
                program.set("u_changed", time.changed(then));
                Ok(program)
            };
            let is_near = state.place.distance(eye.place()) < REACH && state.wind == time.wind;
            let expected = match time.is_moving() {
                true => pace.turned(toward, then - time.seconds),
                false => toward,
            };
            // While clouds move, pictures are soon replaced.
            let tolerance = match (in_steps && time.is_moving(), pace.turning != Vec3::ZERO) {
                (true, true) => f32::INFINITY,
                (true, false) => ALIKE,
                (false, _) => SAME,
            };
            let is_lit = state.toward.distance(expected) < tolerance;
            if state.time != Some(then) || !is_near || !is_lit || state.air != air {
                // The layer is invalid until the coarse picture is complete.
                state.time = None;
                (state.place, state.wind) = (eye.place(), time.wind);
                (state.toward, state.air) = (expected, air);
                state.drawn.clear();
                state.drawn.resize(TILES * TILES, false);
                let program = set(state)?;
                self.coarse.draw_here();
                gl.state(Blend::Off, Depth::Off);
                program.set("u_tile", Vec4::new(0.0, 0.0, 1.0, 1.0));
                program.set("u_texel", texel(self.coarse.size().0));
                gl.draw(program, Primitive::Triangles, 6, 1);
                if let Some(coarse) = self.coarse.colour() {
                    let program = programs.spread(gl)?;
                    self.targets[layer].draw_here();
                    gl.state(Blend::Off, Depth::Off);
                    program.set("u_coarse", coarse);
                    gl.draw(program, Primitive::Triangles, 3, 1);
                }
                state.time = Some(then);
            }
            if self.side <= self.coarse.size().0 {
                continue;
            }
            for tile in 0..TILES * TILES {
                if state.drawn[tile] || !seen.sees(tile) {
                    continue;
                }
                if budget == 0 {
                    if index == 0 || weight > 0.0 {
                        self.is_working.set(true);
                    }
                    break;
                }
                budget -= 1;
                let program = set(state)?;
                state.drawn[tile] = true;
                self.targets[layer].draw_here();
                gl.state(Blend::Off, Depth::Off);
                program.set("u_tile", bounds(tile));
                program.set("u_texel", texel(self.side));
                gl.draw(program, Primitive::Triangles, 6, 1);
            }
        }
        Ok(())
    }

    /// The layers for pictures of these times: where they are, or else the other layer.
    fn layers_of(&self, times: [f64; 2]) -> [usize; 2] {
        let states = self.states.borrow();
        let [first, second] =
            times.map(|time| states.iter().position(|state| state.time == Some(time)));
        match (first, second) {
            (Some(first), _) => [first, 1 - first],
            (None, Some(second)) => [1 - second, second],
            (None, None) => [0, 1],
        }
    }

    /// Sets the uniforms of `lib/clouds.glsl` and `lib/cloud_shadow.glsl` for an eye at a place on the ground, metres.
    pub(super) fn set(
        &self,
        program: &Program,
        sky: &SkyParts,
        (time, pace): (&CloudTime, &Pace),
        place: DVec2,
    ) {
        let (pictures, weight) = time.pictures(pace);
        let light = sky.light.map(|light| light * sky.strength);
        program.set_where_known(
            "u_cloud_light",
            Mat3::from_cols(light[0], light[1], light[2]),
        );
        if let Some(shadow) = self.shadow.colour() {
            program.set_where_known("u_cloud_shadow", shadow);
        }
        let from = time.noise_above(place, time.seconds);
        program.set_where_known("u_clouds_from", from);
        program.set_where_known("u_clouds", &self.texture);
        let times = pictures.map(|picture| picture as f64 * pace.interval);
        let mut layers = self.layers_of(times);
        if weight == 0.0 {
            // The other may not have been drawn yet.
            layers[1] = layers[0];
        }
        let [first, second] = layers.map(|layer| layer as f32);
        program.set_where_known("u_cloud_layers", Vec2::new(first, second));
        program.set_where_known("u_cloud_weights", Vec2::new(1.0 - weight, weight));
        let states = self.states.borrow();
        let moved = [0, 1].map(|index| {
            let state = &states[layers[index]];
            let seconds = time.seconds - times[index];
            let metres = time.wind.as_dvec2() * seconds - (place - state.place);
            (1e-3 * metres).as_vec2()
        });
        program.set_where_known(
            "u_cloud_moved",
            Vec4::new(moved[0].x, moved[0].y, moved[1].x, moved[1].y),
        );
    }
}

impl CloudPrograms {
    fn march(&self, gl: &Gl) -> Result<&Program, GlError> {
        let texts = (
            glsl!("environment/clouds.vert"),
            glsl!("environment/clouds.frag"),
        );
        self.march.wanted("clouds", [], texts.0, texts.1).get(gl)
    }

    fn shade(&self, gl: &Gl) -> Result<&Program, GlError> {
        let text = glsl!("environment/cloud_shadow.frag");
        (self.shade.wanted("shadow of the clouds", [], SCREEN, text)).get(gl)
    }

    /// Placeholder for the shadow map of a sky without clouds.
    pub(super) fn no_shadow(&self, gl: &Gl) -> Result<&Texture, GlError> {
        made(&self.no_shadow, || {
            Texture::new(gl, &Grid::new(1, 1, [0; 4]), Wrap::Clamp, Filter::Linear)
        })
    }

    fn spread(&self, gl: &Gl) -> Result<&Program, GlError> {
        let text = glsl!("environment/spread_clouds.frag");
        self.spread
            .wanted("coarse clouds", [], SCREEN, text)
            .get(gl)
    }

    fn noise(&self, gl: &Gl) -> Result<&Texture, GlError> {
        made(&self.noise, || volume(gl, cloud_noise::slices()))
    }
}

fn made(
    slot: &OnceCell<Texture>,
    make: impl FnOnce() -> Result<Texture, GlError>,
) -> Result<&Texture, GlError> {
    if slot.get().is_none() {
        let _ = slot.set(make()?);
    }
    (slot.get()).ok_or(GlError::Unsupported { what: "textures" })
}

/// A repeating volume.
fn volume(gl: &Gl, slices: &[Grid<[u8; 2]>]) -> Result<Texture, GlError> {
    let side = slices.len();
    let layout = Layout {
        layers: Layers::Volume(side),
        filter: Filter::Linear,
        wrap: Wrap::Repeat,
        ..Layout::new(Format::Rg8, (side, side))
    };
    let texture = Texture::empty(gl, layout)?;
    for (layer, slice) in slices.iter().enumerate() {
        texture.upload(0, layer, slice)?;
    }
    Ok(texture)
}

/// Mean angle between texels, radians.
pub(super) fn texel(side: usize) -> f32 {
    PI / (1.4 * side as f32)
}

/// Texture coordinates of a tile: its corner and its size.
fn bounds(tile: usize) -> Vec4 {
    let size = 1.0 / TILES as f32;
    let [column, row] = [tile % TILES, tile / TILES].map(|at| at as f32 * size);
    Vec4::new(column, row, size, size)
}

/// Unit vector of a place in octahedral mapping, above the horizon.
fn direction(place: Vec2) -> Vec3 {
    let flat = 2.0 * place - 1.0;
    let (x, z) = (0.5 * (flat.x + flat.y), 0.5 * (flat.x - flat.y));
    Vec3::new(x, (1.0 - x.abs() - z.abs()).max(0.0), z).normalize_or(Vec3::Y)
}

/// The directions that an eye sees, in the sky and mirrored in level water.
struct Sight {
    project: Mat4,
    /// Half of the picture with a margin, in clip space.
    margin: f32,
}

impl Sight {
    fn new(eye: &Eye, wind: Vec2, pace: &Pace) -> Self {
        // The wind carries what is beside the picture into it.
        let carried = wind.length() * pace.interval as f32 / (1e3 * ALTITUDE);
        Self {
            project: eye.unproject().inverse(),
            margin: 1.1 + 2.0 * carried,
        }
    }

    /// Whether a part of a tile is in sight.
    fn sees(&self, tile: usize) -> bool {
        const POINTS: usize = 4;
        let bounds = bounds(tile);
        (0..=POINTS).any(|row| {
            (0..=POINTS).any(|column| {
                let part = Vec2::new(column as f32, row as f32) / POINTS as f32;
                let to = direction(bounds.truncate().truncate() + part * bounds.z);
                [to, to.with_y(-to.y)].into_iter().any(|to| {
                    let clip = self.project * to.extend(1.0);
                    clip.w > 0.0 && clip.x.abs().max(clip.y.abs()) < self.margin * clip.w
                })
            })
        })
    }
}
