//! The sky on the GPU: its table as a texture and its irradiances, computed on first use and again when the sun or the weather changes.

use super::levels::Levels;
use super::shader::{self, SCREEN, compiled, glsl};
use crate::gl::{
    Blend, Depth, Filter, Format, Gl, GlError, Layout, Primitive, Program, Target, Texture, Wrap,
};
use crate::grid::{Grid, mean_of_floats};
use crate::light::{Atmosphere, Daylight, Panorama, Sky, SkyConditions, SkyWork};
use glam::{Vec2, Vec3};
use std::cell::OnceCell;
use std::f32::consts::TAU;

/// Texels along a side of the octahedral dome: of a computed sky, and of a panorama at most.
const DOME_SIDES: [usize; 2] = [384, 1024];

/// Texels along a side of the finer dome.
const FINE_DOME: usize = 1024;

/// Columns and rows of the finer upper half.
const FINE: (usize, usize) = (2048, 512);

/// Resolution divisor of the coarse sky that is shown during a computation.
const COARSER: usize = 4;

/// Rows of the table that are computed in a step, and of the finer upper half that are drawn.
const ROWS_A_STEP: usize = 32;
const FINE_ROWS_A_STEP: usize = 32;

/// Sine of the sun's elevation below which stars are drawn: 2° below the horizon.
const STARLIT: f32 = -0.035;

/// The sky that lights the views.
pub struct SkyLight {
    gl: Gl,
    conditions: SkyConditions,
    /// Replaces the computed sky.
    panorama: Option<Panorama>,
    /// The atmosphere for the current haze; its tables serve every sun.
    air: OnceCell<Atmosphere>,
    made: OnceCell<Made>,
    /// Whether the sky is computed in steps by [`SkyLight::go_on`], a coarse one first.
    in_steps: bool,
    work: Work,
    /// Programs that draw the clouds and the dome.
    clouds: OnceCell<Program>,
    laying: OnceCell<Program>,
    levels: Levels,
}

/// Remaining work of a sky that is computed in steps.
enum Work {
    /// Everything: the current sky is another one, or missing.
    All,
    /// The full sky; a coarse one exists or is computed on first use.
    Whole,
    /// Rows of the table; a coarse sky exists.
    Rows(Box<SkyWork>),
    /// Rows of the finer upper half; a coarse sky exists.
    Fine(Box<(Made, FineWork)>),
    Nothing,
}

/// A computed sky.
struct Made {
    light: Daylight,
    table: Texture,
    /// The upper half in octahedral mapping, as `lib/sky_lighting.glsl` reads it.
    dome: Texture,
    sky: Sky,
    /// The finer upper half, drawn on request, with its resolution divisor.
    fine: OnceCell<Fine>,
    coarser: usize,
}

/// The finer sky above the horizon.
pub(super) struct Fine {
    /// By azimuth, and by the square root of the elevation.
    pub(super) table: Texture,
    /// In octahedral mapping with mip levels, as `lib/sky_lighting.glsl` reads the dome.
    pub(super) dome: Texture,
}

/// A finer upper half that is being drawn.
struct FineWork {
    /// The sky without clouds.
    clear: Texture,
    target: Target,
    table: Texture,
    /// The next row.
    next: usize,
}

impl Made {
    fn new(gl: &Gl, sky: Sky, coarser: usize) -> Result<Self, GlError> {
        Ok(Self {
            light: Daylight::of(&sky),
            table: texture(gl, Wrap::RepeatX, Filter::Linear, sky.table())?,
            dome: texture(gl, Wrap::Clamp, Filter::Mipmapped, &flat_dome(&sky))?,
            sky,
            fine: OnceCell::new(),
            coarser,
        })
    }
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
            in_steps: false,
            work: Work::Nothing,
            clouds: OnceCell::new(),
            laying: OnceCell::new(),
            levels: Levels::default(),
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

    /// Whether work remains.
    pub fn is_working(&self) -> bool {
        !matches!(self.work, Work::Nothing)
    }

    /// Does the next step, if work remains.
    pub fn go_on(&mut self) -> Result<(), GlError> {
        match std::mem::replace(&mut self.work, Work::Nothing) {
            Work::Nothing => {}
            Work::All if self.panorama.is_some() => self.replace(OnceCell::new()),
            Work::All => {
                self.replace(OnceCell::new());
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
                let made = Made::new(&self.gl, work.finish(), 1)?;
                match self.begin_fine(&made)? {
                    Some(work) => self.work = Work::Fine(Box::new((made, work))),
                    None => self.replace(OnceCell::from(made)),
                }
            }
            Work::Fine(mut both) => {
                let (made, work) = &mut *both;
                if self.draw_fine_rows(made, work, FINE_ROWS_A_STEP)? {
                    let (made, work) = *both;
                    self.finish_fine(&made, work)?;
                    self.replace(OnceCell::from(made));
                } else {
                    self.work = Work::Fine(both);
                }
            }
        }
        Ok(())
    }

    /// Replaces the sky by one whose tables may have other sizes.
    fn replace(&mut self, made: OnceCell<Made>) {
        self.made = made;
        self.gl.renew_programs();
    }

    /// Does all remaining steps.
    pub fn finish(&mut self) {
        if self.is_working() {
            self.work = Work::Nothing;
            self.made = OnceCell::new();
        }
    }

    fn made(&self) -> Result<&Made, GlError> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let air = (self.air).get_or_init(|| Atmosphere::new(self.conditions.haze));
        let (sky, coarser) = match &self.panorama {
            Some(panorama) => (Sky::under(panorama, air, &self.conditions), 1),
            None if self.is_working() => (Sky::draft(air, &self.conditions), COARSER),
            None => (Sky::of(air, &self.conditions), 1),
        };
        let made = Made::new(&self.gl, sky, coarser)?;
        Ok(self.made.get_or_init(|| made))
    }

    /// The irradiances of sun and sky.
    pub fn light(&self) -> Result<Daylight, GlError> {
        Ok(self.made()?.light)
    }

    /// Unit vector toward the sun.
    pub(super) fn toward_sun(&self) -> Vec3 {
        self.conditions.sun.normalize_or(Vec3::Y)
    }

    /// Whether a panorama replaces the computed sky; it contains its own surroundings.
    pub(super) fn is_panorama(&self) -> bool {
        self.panorama.is_some()
    }

    /// Draws the finer upper half, unless it is done. Does nothing with a panorama or on a driver that cannot render it. Call it before
    /// binding the frame's target.
    pub(super) fn draw_fine(&self) -> Result<(), GlError> {
        let made = self.made()?;
        if made.fine.get().is_some() {
            return Ok(());
        }
        let Some(mut work) = self.begin_fine(made)? else {
            return Ok(());
        };
        self.draw_fine_rows(made, &mut work, FINE.1)?;
        self.finish_fine(made, work)
    }

    /// Creates the targets of the finer upper half; `None` if there is none.
    fn begin_fine(&self, made: &Made) -> Result<Option<FineWork>, GlError> {
        let gl = &self.gl;
        let sky = made.sky.parts();
        let Some(sky) = sky.filter(|_| gl.capability().renders(Format::Rgba16F)) else {
            return Ok(None);
        };
        let layout = Layout {
            filter: Filter::Linear,
            wrap: Wrap::RepeatX,
            ..Layout::new(
                Format::Rgba16F,
                (FINE.0 / made.coarser, FINE.1 / made.coarser),
            )
        };
        let table = Texture::empty(gl, layout)?;
        Ok(Some(FineWork {
            clear: texture(gl, Wrap::RepeatX, Filter::Linear, &sky.clear())?,
            target: Target::onto(gl, vec![(table.clone(), 0, 0)], false)?,
            table,
            next: 0,
        }))
    }

    /// Draws more rows; returns whether these were the last.
    fn draw_fine_rows(
        &self,
        made: &Made,
        work: &mut FineWork,
        rows: usize,
    ) -> Result<bool, GlError> {
        let gl = &self.gl;
        let Some(sky) = made.sky.parts() else {
            return Ok(true);
        };
        let program = compiled(&self.clouds, || {
            shader::program(gl, "clouds", &[], SCREEN, glsl!("environment/clouds.frag"))
        })?;
        let (columns, height) = work.table.layout().size;
        let end = (work.next + rows).min(height);
        work.target.draw_here();
        gl.clip_rows(Some(work.next..end));
        gl.state(Blend::Off, Depth::Off);
        program.set("u_clear", &work.clear);
        program.set(
            "u_texel",
            Vec2::new(TAU / columns as f32, 1.0 / height as f32),
        );
        program.set("u_sun_toward", made.light.toward);
        program.set("u_cover", sky.cover);
        program.set("u_overcast", sky.overcast);
        program.set("u_haze", sky.haze);
        let [sunlight, skylight, daylight] = sky.light.map(|light| light * sky.strength);
        program.set("u_sunlight", sunlight);
        program.set("u_skylight", skylight);
        program.set("u_daylight", daylight);
        gl.draw(program, Primitive::Triangles, 3, 1);
        gl.clip_rows(None);
        work.next = end;
        Ok(end == height)
    }

    /// Renders the finer dome and returns the result.
    fn finish_fine(&self, made: &Made, work: FineWork) -> Result<(), GlError> {
        let table = work.table;
        let dome = self.laid_flat(&table, FINE_DOME / made.coarser)?;
        let _ = made.fine.set(Fine { table, dome });
        Ok(())
    }

    fn laid_flat(&self, table: &Texture, side: usize) -> Result<Texture, GlError> {
        let gl = &self.gl;
        let program = compiled(&self.laying, || {
            shader::program(
                gl,
                "sky laid flat",
                &[],
                SCREEN,
                glsl!("ocean/sky_dome.frag"),
            )
        })?;
        let size = (side, side);
        let layout = Layout {
            filter: Filter::Mipmapped,
            wrap: Wrap::Clamp,
            levels: Layout::all_levels(size),
            ..Layout::new(Format::Rgba16F, size)
        };
        let dome = Texture::empty(gl, layout)?;
        let target = Target::onto(gl, vec![(dome.clone(), 0, 0)], false)?;
        target.draw_here();
        gl.state(Blend::Off, Depth::Off);
        program.set("u_sky_fine", table);
        gl.draw(program, Primitive::Triangles, 3, 1);
        self.levels.draw(gl, &dome)?;
        Ok(dome)
    }

    /// The result of [`SkyLight::draw_fine`].
    pub(super) fn fine(&self) -> Option<&Fine> {
        self.made.get()?.fine.get()
    }

    /// The upper half in octahedral mapping, in the finest resolution available.
    pub(super) fn dome(&self) -> Result<&Texture, GlError> {
        let made = self.made()?;
        Ok(made.fine.get().map_or(&made.dome, |fine| &fine.dome))
    }

    /// The `#define` of `environment/sky.frag` for the current sky.
    pub(super) fn define(&self) -> &'static str {
        if self.fine().is_some() { "FINE" } else { "" }
    }

    /// The `#define` after [`SkyLight::draw_fine`].
    pub(super) fn define_when_fine(&self) -> &'static str {
        let is_drawn = !self.is_panorama() && self.gl.capability().renders(Format::Rgba16F);
        if is_drawn { "FINE" } else { "" }
    }

    /// Sets the uniforms of `lib/sky_lighting.glsl`.
    pub(super) fn light_up(&self, program: &Program) -> Result<(), GlError> {
        let Made { light, table, .. } = self.made()?;
        program.set("u_sky_table", table);
        program.set_where_known("u_sky_dome", self.dome()?);
        if let Some(fine) = self.fine() {
            program.set_where_known("u_sky_fine", &fine.table);
        }
        program.set_where_known("u_sun_toward", light.toward);
        program.set("u_sun_facing", light.facing);
        program.set("u_sky_level", light.sky);
        // By day no star is visible.
        let is_night = light.toward.y < STARLIT;
        let stars = if is_night {
            self.conditions.strength
        } else {
            0.0
        };
        program.set_where_known("u_stars", stars);
        Ok(())
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
