//! Rain as in nature (docs/models.md §16b): rings on water and puddles, streaks in the air, splashes. All of it follows from the
//! [`Weather`](crate::view::Weather) alone: the same time gives the same rain.

use crate::gl::{Blend, Depth, Format, Gl, GlError, Layout, Primitive, Program, Texture, Wrap};
use crate::rainfall::{Rainfall, terminal_speed};
use crate::view::cascades::ByCascades;
use crate::view::levels::{DrawnLevels, Levels};
use crate::view::open_mesh::set_cascades;
use crate::view::particles::Water;
use crate::view::shader::{self, Slot, compiled, glsl};
use crate::view::{Eye, Frame, Pass, Weather};
use glam::{DVec2, DVec3, Mat4, Vec2, Vec3, Vec4};
use std::cell::OnceCell;
use std::rc::Rc;

/// Side of the repeating patch of rings, metres.
pub(in crate::view) const PATCH: f32 = 1.2;

/// Seconds for which a ring is drawn.
pub(in crate::view) const LIFE: f32 = 0.75;

/// Speeds of the inner and the outer edge of a ring, m/s. No waves on water carry energy more slowly than the first.
pub(in crate::view) const SPEEDS: [f32; 2] = [0.17, 0.36];

/// Smallest drops with a ring, mm.
pub(in crate::view) const SMALLEST: f32 = 2.0;

/// Seconds that a splash takes.
pub(in crate::view) const SPLASH: f32 = 0.25;

/// Generations after which random numbers repeat.
const GENERATIONS: f64 = 65536.0;

/// Cells after which splashes repeat.
const CELL_NAMES: f64 = 65536.0;

/// Texels along a side of the patch at high quality, and the most rings in it.
const TEXELS: f32 = 512.0;
const MAX_RINGS: f64 = 220.0;

/// Rate of rain in mm/h above which the number of streaks no longer grows.
const HEAVY: f64 = 40.0;

/// Segments of a ring, and its vertices: two for each, closed.
pub(in crate::view) const SEGMENTS: usize = 12;
const RING_VERTICES: usize = 2 * (SEGMENTS + 1);

/// Cosine and sine of the angle between the two patches.
pub(in crate::view) const TURN: [f64; 2] = [0.28, 0.96];

/// Diameter of the smallest streaks, mm.
const FINEST: f64 = 1.0;

/// Sides of the cubes of streaks, metres, and the most streaks in each at high quality.
const BOXES: [(f64, f64); 2] = [(4.0, 5000.0), (14.0, 9000.0)];

/// Three sizes of streaks: the share of drops that are larger, and the share that has this size.
const SIZES: [(f64, f64); 3] = [(0.8, 0.375), (0.45, 0.34), (0.12, 0.285)];

/// The wind near the ground, relative to that of the clouds.
const NEAR_GROUND: f32 = 0.35;

/// Side of the cells of splashes, metres.
pub(in crate::view) const CELL: f32 = 0.35;

/// Droplets of a splash.
pub(in crate::view) const DROPLETS: i32 = 4;

/// Cells along a side at high quality.
const CELLS: f32 = 26.0;

/// Heights of the eye above the rest level between which the splashes of a sea fade out of sight, metres.
const ALOFT: [f32; 2] = [5.0, 8.0];

#[derive(Default)]
struct Programs {
    rings: Slot,
    streaks: Slot,
    splashes: Slot,
    splashes_at_sea: ByCascades<OnceCell<Program>>,
    levels: Levels,
    /// In place of rings when it does not rain.
    no_rings: OnceCell<Texture>,
}

/// The patch of rings.
struct Rings {
    slopes: DrawnLevels,
    /// Factor of the slopes, which stands for rings that are too many to be drawn.
    strength: f32,
}

/// Draws the rain over one water.
#[derive(Default)]
pub(super) struct Rain {
    programs: Rc<Programs>,
    rings: Option<Rings>,
}

/// Whole and fractional number of periods until a time.
fn turns(seconds: f64, period: f32) -> (i32, f32) {
    let turns = seconds / f64::from(period);
    let whole = turns.floor().rem_euclid(GENERATIONS);
    (whole as i32, (turns - turns.floor()) as f32)
}

impl Rain {
    /// Rain over another water, with the same programs.
    pub(super) fn new_sharing(&self) -> Self {
        Self {
            programs: self.programs.clone(),
            rings: None,
        }
    }

    /// Draws the rings, if it rains.
    pub(super) fn prepare(&mut self, frame: &Frame) -> Result<(), GlError> {
        let Weather { rain, seconds, .. } = *frame.sky.weather();
        if self.programs.no_rings.get().is_none() {
            let texture = Texture::empty(frame.gl, Layout::new(Format::Rgba8, (1, 1)))?;
            let _ = self.programs.no_rings.set(texture);
        }
        if !frame.sky.weather().is_raining() {
            self.rings = None;
            return Ok(());
        }
        frame.run(Pass::RainRings, || {
            let gl = frame.gl;
            // A power of two, so that the levels repeat.
            let side = (TEXELS * frame.level.texels.clamp(0.4, 1.0)).log2().round();
            let side = side.exp2() as usize;
            let rings = match self.rings.take() {
                Some(rings) if rings.slopes.texture.size().0 == side => rings,
                _ => Rings {
                    slopes: DrawnLevels::new(gl, side, Wrap::Repeat)?,
                    strength: 0.0,
                },
            };
            let rings = self.rings.insert(rings);
            let wanted = rain.arrivals(SMALLEST.into()) * f64::from(PATCH * PATCH * LIFE);
            let count = wanted.min(amount(frame) * MAX_RINGS).round();
            // Two patches are shown one over the other.
            rings.strength = ((0.5 * wanted / count.max(1.0)) as f32).sqrt().min(1.3);
            let program = self.programs.rings.wanted(
                "rings of rain",
                [],
                glsl!("rain/rings.vert"),
                glsl!("rain/rings.frag"),
            );
            let program = program.get(gl)?;
            let (generation, turn) = turns(seconds, LIFE);
            program.set("u_turn", turn);
            program.set("u_generation", generation);
            program.set("u_slope", rain.slope() as f32);
            program.set("u_texel", PATCH / side as f32);
            rings.slopes.target.draw_here();
            gl.clear([0.0; 4]);
            gl.state(Blend::Add, Depth::Off);
            let copies = 4 * count as usize;
            if copies > 0 {
                gl.draw(program, Primitive::TriangleStrip, RING_VERTICES, copies);
            }
            self.programs.levels.draw_of(gl, &rings.slopes)
        })
    }

    /// Sets the uniforms of `lib/rain.glsl`; places in the shader are relative to `origin`, metres.
    pub(super) fn set(&self, program: &Program, origin: DVec2) {
        let Some(rings) = &self.rings else {
            program.set_where_known("u_rain", Vec2::ZERO);
            program.set_where_known("u_rain_place", Vec4::ZERO);
            if let Some(no_rings) = self.programs.no_rings.get() {
                program.set_where_known("u_rain_rings", no_rings);
            }
            return;
        };
        let per_metre = rings.slopes.texture.size().0 as f32 / PATCH;
        program.set_where_known("u_rain_rings", &rings.slopes.texture);
        program.set_where_known("u_rain", Vec2::new(rings.strength, per_metre));
        let within = |place: DVec2| (place / f64::from(PATCH)).rem_euclid(DVec2::ONE).as_vec2();
        let [cos, sin] = TURN;
        let turned = DVec2::new(
            cos * origin.x + sin * origin.y,
            cos * origin.y - sin * origin.x,
        );
        let (one, other) = (within(origin), within(turned));
        let place = Vec4::new(one.x, one.y, other.x, other.y);
        program.set_where_known("u_rain_place", place);
    }

    /// Draws streaks, and splashes on this water. `matrix`: places relative to the eye to clip space; `set` sets the uniforms of shape,
    /// daylight and exposure.
    pub(super) fn draw(
        &self,
        frame: &Frame,
        matrix: Mat4,
        water: Option<Water>,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let weather = frame.sky.weather();
        if !weather.is_raining() {
            return Ok(());
        }
        frame.run(Pass::Rain, || {
            let set = |program: &Program| {
                set(program)?;
                program.set("u_matrix", matrix);
                program.set_where_known("u_eye", frame.eye.position);
                program.set("u_pixel", frame.eye.pixel_width(frame.size));
                Ok(())
            };
            self.draw_streaks(frame, weather, set)?;
            match water {
                Some(Water::Sea(..)) if frame.eye.position.y > ALOFT[1] => Ok(()),
                Some(water) => self.draw_splashes(frame, weather, water, set),
                None => Ok(()),
            }
        })
    }

    fn draw_streaks(
        &self,
        frame: &Frame,
        weather: &Weather,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, eye, rain) = (frame.gl, frame.eye, weather.rain);
        let fragment = glsl!("rain/drops.frag");
        let program = (self.programs.streaks).wanted(
            "streaks of rain",
            [],
            glsl!("rain/streaks.vert"),
            fragment,
        );
        let program = program.get(gl)?;
        set(program)?;
        gl.state(Blend::Alpha, Depth::Test);
        let wind = NEAR_GROUND * weather.clouds.wind;
        let dense = rain.concentration(FINEST) / Rainfall::new(HEAVY).concentration(FINEST);
        for (side, most) in BOXES {
            let count = most * amount(frame) * dense.min(1.0);
            for (index, (larger, part)) in SIZES.into_iter().enumerate() {
                let diameter = rain.diameter(FINEST, larger);
                let speed = terminal_speed(diameter);
                let velocity = Vec3::new(wind.x, -speed as f32, wind.y);
                // So that drops of two sizes are not in the same places.
                let start = 0.37 * index as f64;
                set_box(
                    program,
                    eye,
                    side,
                    velocity.as_dvec3() * weather.seconds,
                    start,
                );
                program.set("u_velocity", velocity);
                program.set("u_radius", (0.5e-3 * diameter) as f32);
                let streaks = (part * count).round() as usize;
                gl.draw(program, Primitive::TriangleStrip, 4, streaks);
            }
        }
        Ok(())
    }

    fn draw_splashes(
        &self,
        frame: &Frame,
        weather: &Weather,
        water: Water,
        set: impl Fn(&Program) -> Result<(), GlError>,
    ) -> Result<(), GlError> {
        let (gl, eye) = (frame.gl, frame.eye);
        let program = self.programs.splashes(gl, water)?;
        set(program)?;
        let near = match water {
            Water::Pool(surface) => {
                program.set("u_rays", surface);
                1.0
            }
            Water::Sea(cascades, height) => {
                set_cascades(program, cascades, eye, height);
                let [low, high] = ALOFT;
                ((high - eye.position.y) / (high - low)).clamp(0.0, 1.0)
            }
        };
        let side = (CELLS * amount(frame).sqrt() as f32).floor();
        let (place, cell) = (eye.place(), f64::from(CELL));
        let ahead = ahead(eye);
        let middle = place / cell + 0.4 * f64::from(side) * DVec2::new(ahead.x, ahead.z);
        let first = (middle - 0.5 * f64::from(side)).floor();
        program.set("u_first", (first * cell - place).as_vec2());
        let arrivals = weather.rain.arrivals(SMALLEST.into());
        let expected = (arrivals * f64::from(near * CELL * CELL * SPLASH)).min(3.0);
        let each = expected.ceil().max(1.0);
        program.set("u_kept", (expected / each) as f32);
        let each = each as i32;
        let side = side as i32;
        let [x, z] = [first.x, first.y].map(|cell| cell.rem_euclid(CELL_NAMES) as i32);
        program.set("u_splashes", [x, z, side, each]);
        let (generation, turn) = turns(weather.seconds, SPLASH);
        program.set("u_turn", turn);
        program.set("u_generation", generation);
        gl.state(Blend::Alpha, Depth::Test);
        let droplets = (side * side * each * DROPLETS) as usize;
        gl.draw(program, Primitive::TriangleStrip, 4, droplets);
        Ok(())
    }
}

impl Programs {
    fn splashes(&self, gl: &Gl, water: Water) -> Result<&Program, GlError> {
        let (name, vertex) = ("splashes of rain", glsl!("rain/splashes.vert"));
        let fragment = glsl!("rain/drops.frag");
        match water {
            Water::Pool(_) => (self.splashes.wanted(name, [], vertex, fragment)).get(gl),
            Water::Sea(cascades, _) => {
                let (slot, [count, tiled]) = self.splashes_at_sea.of(cascades);
                compiled(slot, || {
                    let defines = ["SEA", tiled, count];
                    shader::program(gl, name, &defines, vertex, fragment)
                })
            }
        }
    }
}

/// The share of what a high quality draws.
fn amount(frame: &Frame) -> f64 {
    f64::from(frame.vertex_share() * frame.level.texels.clamp(0.4, 1.0))
}

/// The horizontal direction in which the eye looks, shorter if it looks down.
fn ahead(eye: &Eye) -> DVec3 {
    let ahead = -eye.view.row(2).truncate();
    DVec3::new(ahead.x.into(), 0.0, ahead.z.into())
}

/// Sets the uniforms of a cube of streaks that have moved so far, most of which lies before the eye.
fn set_box(program: &Program, eye: &Eye, side: f64, moved: DVec3, start: f64) {
    let middle = 0.35 * side * ahead(eye);
    let place = eye.place();
    let centre = DVec3::new(place.x, eye.position.y.into(), place.y) + middle;
    let relative = (moved - centre) / side;
    // How far they have fallen through the cube, upward positive as the eye rises.
    let fallen = start - relative.y;
    let level = [relative.x, relative.z].map(|part| (part + start).rem_euclid(1.0) as f32);
    program.set(
        "u_moved",
        Vec3::new(level[0], (fallen - fallen.floor()) as f32, level[1]),
    );
    program.set("u_round", fallen.floor().rem_euclid(GENERATIONS) as i32);
    program.set("u_box", middle.as_vec3().extend(side as f32));
}
