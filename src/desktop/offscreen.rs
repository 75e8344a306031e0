//! Headless rendering without a window or a display: a surfaceless context with its own render target.

use crate::gl::{ApiChoice, Canvas, Gl, GlError, Surfaceless, Target};
use crate::grid::Grid;
use crate::scene::Simulation;
use crate::session::{Part, SideBySide, ViewSet, WaterView};
use crate::view::Eye;

/// A render target with its own context.
pub struct Offscreen {
    canvas: Canvas,
    /// The picture in which two waters side by side are combined.
    together: Option<Target>,
    samples: usize,
    picture: Grid<[u8; 4]>,
    gl: Gl,
}

impl Offscreen {
    /// A picture of `size` pixels with `samples` samples each (1: no multisampling), on the first device with GL.
    pub fn open(size: (usize, usize), samples: usize, choice: ApiChoice) -> Result<Self, GlError> {
        let gl = Surfaceless::open(choice)?;
        let canvas = match Canvas::new(&gl, size, samples) {
            Err(GlError::NoRoom { width, height, .. }) => {
                let fits = largest(&gl, size, samples);
                return Err(GlError::NoRoom {
                    width,
                    height,
                    fits,
                });
            }
            canvas => canvas?,
        };
        Ok(Self {
            canvas,
            together: None,
            samples,
            picture: Grid::new(size.0, size.1, [0; 4]),
            gl,
        })
    }

    /// The context.
    pub fn gl(&self) -> &Gl {
        &self.gl
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.canvas.size()
    }

    /// Draws the current view of a view set, without reading it back.
    pub fn draw(
        &mut self,
        view_set: &mut ViewSet,
        water_view: &WaterView,
        eye: &Eye,
    ) -> Result<(), GlError> {
        self.together = None;
        let canvas = &self.canvas;
        view_set.draw(water_view, eye, canvas.size(), self.samples, || {
            canvas.draw_here();
        })?;
        canvas.finished();
        Ok(())
    }

    /// Draws the waters of a simulation, one or two, without reading them back; `eye` sees the part of each.
    pub fn draw_side_by_side(
        &mut self,
        views: &mut SideBySide,
        simulation: &Simulation,
        eye: impl Fn(Part) -> Eye,
    ) -> Result<(), GlError> {
        let (width, height) = self.canvas.size();
        let together = match self.together.take() {
            Some(target) => target,
            None => Target::texture(&self.gl, width, height, true)?,
        };
        let together = self.together.insert(together);
        views.draw(
            simulation,
            eye,
            (width, height),
            self.samples,
            Some(together),
        )
    }

    /// Draws the linear radiance of a view set's current view and returns it, as [`ViewSet::radiance`].
    pub fn radiance(
        &mut self,
        view_set: &mut ViewSet,
        water_view: &WaterView,
        eye: &Eye,
    ) -> Result<Grid<[f32; 4]>, GlError> {
        view_set.radiance(water_view, eye, self.canvas.size())
    }

    /// Lets a painter draw over the picture, whose target is bound.
    pub fn paint_over(&mut self, paint: impl FnOnce((usize, usize))) {
        let target = self.together.as_ref().unwrap_or(self.canvas.target());
        target.draw_here();
        paint(self.canvas.size());
    }

    /// Waits for the GPU and returns the picture, row 0 at the top.
    pub fn read(&mut self) -> &Grid<[u8; 4]> {
        let target = self.together.as_ref().unwrap_or(self.canvas.target());
        target.read(&mut self.picture);
        &self.picture
    }
}

/// The largest size with the shape of `size`, reduced in steps of a quarter, for which memory suffices.
fn largest(gl: &Gl, mut size: (usize, usize), samples: usize) -> Option<(usize, usize)> {
    while size.0.max(size.1) > 1 {
        size = (size.0 * 3 / 4, size.1 * 3 / 4);
        size = (size.0.max(1), size.1.max(1));
        if Canvas::new(gl, size, samples).is_ok() {
            return Some(size);
        }
    }
    None
}
