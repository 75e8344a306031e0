//! `Sheet`: the paper that a chart is drawn on pixel by pixel, finer than it is handed out, which smooths every edge.

use crate::grid::Grid;
use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont, point};
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use std::convert::Infallible;

/// The font of pictures; it has every sign that charts use.
pub(super) const FONT: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;

/// What plotters calls the size of a font is this many times that of its em, in vector files too.
const SIZE_TO_EM: f32 = 1.24;

/// Where letters stand: from the top of their box to the line they stand on, of the box's height.
const BASELINE: f32 = 0.82;

/// Fine pixels, row after row.
pub(super) struct Sheet<'a> {
    size: (u32, u32),
    pixels: &'a mut [[u8; 3]],
    font: FontRef<'static>,
}

impl<'a> Sheet<'a> {
    /// A sheet of `size`, which is as many `pixels` as there are; `None` if it is not, or if the font can't be read.
    pub(super) fn new(size: (u32, u32), pixels: &'a mut [[u8; 3]]) -> Option<Self> {
        let font = FontRef::try_from_slice(FONT).ok()?;
        let fits = pixels.len() == size.0 as usize * size.1 as usize;
        fits.then_some(Self { size, pixels, font })
    }
}

/// The picture whose pixels are each the mean of `fine × fine` pixels of a sheet `width` wide.
pub(super) fn reduced(pixels: &[[u8; 3]], width: u32, fine: u32) -> Grid<[u8; 4]> {
    let (columns, fine) = (width.max(1) as usize, fine.max(1) as usize);
    let rows = pixels.len() / columns;
    let count = (fine * fine) as u32;
    Grid::from_fn(columns / fine, rows / fine, |column, row| {
        let mut sum = [0_u32; 3];
        for line in 0..fine {
            let start = (row * fine + line) * columns + column * fine;
            for pixel in &pixels[start..start + fine] {
                for (sum, channel) in sum.iter_mut().zip(pixel) {
                    *sum += u32::from(*channel);
                }
            }
        }
        let [red, green, blue] = sum.map(|sum| ((sum + count / 2) / count) as u8);
        [red, green, blue, 255]
    })
}

impl DrawingBackend for Sheet<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn present(&mut self) -> Result<(), DrawingErrorKind<Infallible>> {
        Ok(())
    }

    fn draw_pixel(
        &mut self,
        (x, y): BackendCoord,
        colour: BackendColor,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let (width, height) = self.size;
        if (0..width as i32).contains(&x) && (0..height as i32).contains(&y) {
            let (red, green, blue) = colour.rgb;
            let pixel = &mut self.pixels[y as usize * width as usize + x as usize];
            for (channel, wanted) in pixel.iter_mut().zip([red, green, blue]) {
                let (old, wanted) = (f64::from(*channel), f64::from(wanted));
                *channel = (old + colour.alpha * (wanted - old)).round() as u8;
            }
        }
        Ok(())
    }

    /// Letters at their own distances, which plotters' own rounds to whole pixels.
    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (left, top): BackendCoord,
    ) -> Result<(), DrawingErrorKind<Infallible>> {
        let em = style.size() as f32 / SIZE_TO_EM;
        let font = self.font.clone();
        let per_em = font.units_per_em().unwrap_or(1000.0);
        let scaled = font.as_scaled(PxScale::from(em * font.height_unscaled() / per_em));
        let mut glyphs = Vec::new();
        let mut width = 0.0;
        let mut last: Option<GlyphId> = None;
        for letter in text.chars() {
            let id = scaled.glyph_id(letter);
            width += last.map_or(0.0, |last| scaled.kern(last, id));
            glyphs.push((id, width));
            width += scaled.h_advance(id);
            last = Some(id);
        }
        let anchor = style.anchor();
        let x = match anchor.h_pos {
            HPos::Left => 0.0,
            HPos::Center => -0.5 * width,
            HPos::Right => -width,
        };
        let y = match anchor.v_pos {
            VPos::Top => 0.0,
            VPos::Center => -0.5 * em,
            VPos::Bottom => -em,
        };
        let (turn, colour) = (style.transform(), style.color());
        for (id, along) in glyphs {
            let glyph =
                id.with_scale_and_position(scaled.scale(), point(x + along, y + BASELINE * em));
            let Some(outline) = font.outline_glyph(glyph) else {
                continue;
            };
            let corner = outline.px_bounds().min;
            let mut covered = Vec::new();
            outline.draw(|column, row, part| covered.push((column as i32, row as i32, part)));
            for (column, row, part) in covered {
                let (x, y) = turn.transform(corner.x as i32 + column, corner.y as i32 + row);
                let colour = BackendColor {
                    alpha: colour.alpha * f64::from(part),
                    rgb: colour.rgb,
                };
                self.draw_pixel((left + x, top + y), colour)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_of_the_picture_is_the_mean_of_those_of_the_sheet() {
        let mut pixels = [[255; 3]; 8];
        let mut sheet = Sheet::new((4, 2), &mut pixels).unwrap();
        let ink = BackendColor {
            alpha: 1.0,
            rgb: (0, 0, 0),
        };
        sheet.draw_pixel((0, 0), ink).unwrap();
        sheet.draw_pixel((9, 9), ink).unwrap();
        let picture = reduced(&pixels, 4, 2);
        assert_eq!((picture.columns(), picture.rows()), (2, 1));
        assert_eq!(picture[(0, 0)], [191, 191, 191, 255]);
        assert_eq!(picture[(1, 0)], [255; 4]);
    }
}
