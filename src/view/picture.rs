//! The 2D view (reference §3): a picture whose pixels the slope shifts. The same law as
//! [`light::PictureRipple`](crate::light::PictureRipple), on the GPU; its nearest look gives the same bits.

use super::shader::{HeightProgram, SCREEN};
use super::{Eye, Frame, Materials, View, ViewKind, kinds};
use crate::gl::{Blend, Depth, GlError, Primitive};
use crate::heights::{METRES_PER_WEIGHT, Shown};
use crate::light::{BAR, COUNTS_PER_METRE, Fit, Look, PictureRipple, level_for};
use crate::parameter::Settings;
use glam::{Vec2, Vec3};
use std::rc::Rc;

/// The texture unit of the picture; 0 holds the heights.
const PICTURE: u32 = 1;

/// The picture view.
pub struct PictureView {
    program: Rc<HeightProgram>,
    settings: Settings,
}

/// The picture ripple that the settings of the picture view describe.
pub fn picture_ripple(settings: &Settings) -> PictureRipple {
    PictureRipple {
        displacement: settings.real("displacement"),
        shine: settings.real("shine"),
        look: if settings.choice("look") == 0 {
            Look::Nearest
        } else {
            Look::Smooth
        },
        fit: if settings.choice("fit") == 0 {
            Fit::Cover
        } else {
            Fit::Letterbox
        },
    }
}

impl PictureView {
    /// The view with every parameter at its default.
    pub fn new() -> Self {
        Self {
            program: Rc::new(HeightProgram::new(
                "picture",
                SCREEN,
                include_str!("../../shaders/picture.frag"),
                "",
                &[],
            )),
            settings: Settings::new(kinds::PICTURE.parameters),
        }
    }
}

impl Default for PictureView {
    fn default() -> Self {
        Self::new()
    }
}

impl View for PictureView {
    fn kind(&self) -> &'static ViewKind {
        &kinds::PICTURE
    }

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    fn twin(&self) -> Box<dyn View> {
        Box::new(Self {
            program: self.program.clone(),
            settings: self.settings.clone(),
        })
    }

    fn gain_key(&self) -> &'static str {
        "displacement"
    }

    fn place_at(
        &self,
        pixel: Vec2,
        size: (usize, usize),
        _eye: &Eye,
        _shown: &Shown,
        materials: &Materials,
    ) -> Option<(f64, f64)> {
        let rect = picture_ripple(&self.settings)
            .fit
            .rect(materials.picture.size(), size);
        rect.fraction(f64::from(pixel.x) + 0.5, f64::from(pixel.y) + 0.5)
    }

    fn prepare(&mut self, _frame: &Frame) -> Result<(), GlError> {
        Ok(())
    }

    fn draw(&mut self, frame: &Frame) -> Result<(), GlError> {
        let Frame {
            gl,
            heights,
            materials,
            size,
            ..
        } = *frame;
        let ripple = picture_ripple(&self.settings);
        let picture = materials.picture.size();
        let rect = ripple.fit.rect(picture, size);
        // Float heights are counted before anything is computed in whole numbers.
        let (unit, counts) = match heights.is_integer() {
            true => (heights.unit(), 1.0),
            false => (1.0 / COUNTS_PER_METRE, COUNTS_PER_METRE),
        };
        let scales = ripple.scales(picture, heights.size(), unit);
        let program = self.program.reading(gl, heights, None, counts)?;
        materials.picture.bind(PICTURE);
        program.set("u_picture", PICTURE as i32);
        program.set("u_output", [size.0 as i32, size.1 as i32]);
        program.set(
            "u_fit",
            [
                rect.left as i32,
                rect.top as i32,
                rect.width as i32,
                rect.height as i32,
            ],
        );
        program.set("u_scale", [scales.x.q, scales.y.q]);
        program.set("u_shift", [scales.x.shift as i32, scales.y.shift as i32]);
        program.set("u_shine", scales.shine.q);
        program.set("u_shine_shift", scales.shine.shift as i32);
        let level = level_for(picture, rect.width);
        let weights = heights.unit() / METRES_PER_WEIGHT;
        let pixels = |pixels: usize, cells: usize| {
            ripple.displacement as f32 * weights * (pixels >> level).max(1) as f32 / cells as f32
        };
        let (columns, rows) = heights.size();
        program.set(
            "u_smooth_scale",
            Vec2::new(pixels(picture.0, columns), pixels(picture.1, rows)),
        );
        program.set("u_smooth_shine", ripple.shine as f32 * weights);
        program.set("u_level", level as i32);
        // The whole numbers of the nearest look end at 32 bits; only a strip some thousand times as long as it is wide,
        // blown up to fill a screen, asks for more.
        let product = |side: i64, pixels: usize| side as u64 * pixels as u64;
        let fits = product(rect.width, picture.0).max(product(rect.height, picture.1)) < 1 << 32;
        program.set("u_look", i32::from(ripple.look == Look::Smooth || !fits));
        let bar = Vec3::new(f32::from(BAR[0]), f32::from(BAR[1]), f32::from(BAR[2])) / 255.0;
        program.set("u_bar", bar);
        gl.state(Blend::Off, Depth::Off);
        gl.draw(program, Primitive::Triangles, 3, 1);
        Ok(())
    }
}
