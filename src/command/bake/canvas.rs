//! The pixels of one picture, as written: numbers in an EXR, levels in a PNG.
//!
//! Level p of n bits stands for low + p/(2ⁿ − 1)·(high − low). A file contains nothing but the numbers: no date, no name, no colour space,
//! so that equal numbers give equal bytes.

use super::reach::Reach;
use crate::command::arguments::MapFormat;
use anyhow::Result;
use exr::prelude::{Encoding, Image, SpecificChannels, WritableImage};
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use std::io::{Seek, Write};

/// A picture that frames are drawn into.
pub struct Canvas {
    width: usize,
    height: usize,
    /// 1 or 3.
    channels: usize,
    samples: Samples,
}

enum Samples {
    Bytes(Vec<u8>, Reach),
    Words(Vec<u16>, Reach),
    Numbers(Vec<f32>),
}

/// Bytes of a sample.
pub fn sample_bytes(format: MapFormat) -> usize {
    match format {
        MapFormat::Png8 => 1,
        MapFormat::Png16 => 2,
        MapFormat::Exr => 4,
    }
}

impl Canvas {
    /// `width × height` pixels of 0, each of `channels` samples; levels of a PNG span `reach`.
    pub fn new(
        width: usize,
        height: usize,
        channels: usize,
        format: MapFormat,
        reach: Option<Reach>,
    ) -> Self {
        let count = width * height * channels;
        let reach = reach.unwrap_or(Reach {
            low: 0.0,
            high: 1.0,
        });
        Self {
            width,
            height,
            channels,
            samples: match format {
                MapFormat::Png8 => Samples::Bytes(vec![0; count], reach),
                MapFormat::Png16 => Samples::Words(vec![0; count], reach),
                MapFormat::Exr => Samples::Numbers(vec![0.0; count]),
            },
        }
    }

    /// Draws `columns × rows` pixels, `values` by their row-major index, with the first at pixel `at`, inside the canvas. Returns the
    /// number of samples that were clamped by more than half a level.
    pub fn draw(
        &mut self,
        at: (usize, usize),
        (columns, rows): (usize, usize),
        values: &dyn Fn(usize) -> [f32; 3],
    ) -> u64 {
        let mut clamped = 0;
        let channels = self.channels;
        for row in 0..rows {
            let start = ((at.1 + row) * self.width + at.0) * channels;
            let here = start..start + columns * channels;
            let numbers = (0..columns).map(|column| values(row * columns + column));
            match &mut self.samples {
                Samples::Bytes(samples, reach) => {
                    let levels = Levels::new(*reach, f64::from(u8::MAX));
                    for (pixel, numbers) in samples[here].chunks_exact_mut(channels).zip(numbers) {
                        for (sample, number) in pixel.iter_mut().zip(numbers) {
                            *sample = levels.of(number, &mut clamped) as u8;
                        }
                    }
                }
                Samples::Words(samples, reach) => {
                    let levels = Levels::new(*reach, f64::from(u16::MAX));
                    for (pixel, numbers) in samples[here].chunks_exact_mut(channels).zip(numbers) {
                        for (sample, number) in pixel.iter_mut().zip(numbers) {
                            *sample = levels.of(number, &mut clamped) as u16;
                        }
                    }
                }
                Samples::Numbers(samples) => {
                    for (pixel, numbers) in samples[here].chunks_exact_mut(channels).zip(numbers) {
                        pixel.copy_from_slice(&numbers[..channels]);
                    }
                }
            }
        }
        clamped
    }

    /// Writes the picture.
    pub fn write(&self, to: &mut (impl Write + Seek)) -> Result<()> {
        use ExtendedColorType::{L8, L16, Rgb8, Rgb16};
        let grey = self.channels == 1;
        match &self.samples {
            Samples::Bytes(samples, _) => self.png(samples, if grey { L8 } else { Rgb8 }, to),
            Samples::Words(samples, _) => {
                // The encoder takes 16-bit samples in native byte order.
                let bytes = bytemuck::cast_slice(samples);
                self.png(bytes, if grey { L16 } else { Rgb16 }, to)
            }
            Samples::Numbers(samples) => self.exr(samples, to),
        }
    }

    fn png(&self, bytes: &[u8], colour: ExtendedColorType, to: &mut impl Write) -> Result<()> {
        let (width, height) = (self.width as u32, self.height as u32);
        Ok(PngEncoder::new(to).write_image(bytes, width, height, colour)?)
    }

    fn exr(&self, samples: &[f32], to: &mut (impl Write + Seek)) -> Result<()> {
        let size = (self.width, self.height);
        let index = |at: exr::math::Vec2<usize>| (at.y() * self.width + at.x()) * self.channels;
        // Blocks from the first row down, independent of thread timing.
        let encoding = Encoding::SMALL_LOSSLESS;
        if self.channels == 1 {
            let channels = SpecificChannels::build()
                .with_channel::<f32>("Y")
                .with_pixel_fn(|at| (samples[index(at)],));
            let image = Image::from_encoded_channels(size, encoding, channels);
            Ok(image.write().to_buffered(to)?)
        } else {
            let channels = SpecificChannels::rgb(|at: exr::math::Vec2<usize>| {
                let at = index(at);
                (samples[at], samples[at + 1], samples[at + 2])
            });
            let image = Image::from_encoded_channels(size, encoding, channels);
            Ok(image.write().to_buffered(to)?)
        }
    }
}

/// Quantises numbers to levels.
struct Levels {
    low: f64,
    scale: f64,
    most: f64,
}

impl Levels {
    /// Levels 0 to `most`; all are 0 if the range is a single number.
    fn new(reach: Reach, most: f64) -> Self {
        let span = reach.high - reach.low;
        Self {
            low: reach.low,
            scale: if span > 0.0 { most / span } else { 0.0 },
            most,
        }
    }

    /// The level nearest to `number`; counts numbers outside the range.
    fn of(&self, number: f32, clamped: &mut u64) -> f64 {
        let level = ((f64::from(number) - self.low) * self.scale).round();
        if !(0.0..=self.most).contains(&level) {
            *clamped += 1;
        }
        level.clamp(0.0, self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_the_nearest_and_what_has_none_is_counted() {
        let reach = Reach {
            low: -2.0,
            high: 2.0,
        };
        let levels = Levels::new(reach, 4.0);
        let mut clamped = 0;
        let got = [-2.4, -2.0, -0.6, 0.4, 1.6, 2.4].map(|number| levels.of(number, &mut clamped));
        assert_eq!((got, clamped), ([0.0, 0.0, 1.0, 2.0, 4.0, 4.0], 0));
        let got = [-2.6, 2.6, 1e9].map(|number| levels.of(number, &mut clamped));
        assert_eq!((got, clamped), ([0.0, 4.0, 4.0], 3));
    }
}
