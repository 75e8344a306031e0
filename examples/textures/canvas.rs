//! A picture in linear light, painted by a function of position, and the way from there to a file.
//!
//! All shading is done in linear light; encoding to sRGB is the last step. [`Canvas::paint`] takes several samples
//! per pixel, which is all the antialiasing there is.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result, bail};
use glam::{Vec2, Vec3, Vec4};
use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageFormat};

use crate::noise::{hash, unit};

/// Linear-light RGB and coverage, row 0 at the top.
pub struct Canvas {
    width: u32,
    height: u32,
    pixels: Vec<Vec4>,
}

impl Canvas {
    /// Averages `samples`×`samples` values of `shade` in every pixel; `shade` is given a position in pixels.
    pub fn paint(
        width: u32,
        height: u32,
        samples: u32,
        shade: impl Fn(Vec2) -> Vec4 + Sync,
    ) -> Self {
        let mut pixels = vec![Vec4::ZERO; width as usize * height as usize];
        for_each_row(&mut pixels, width as usize, |y, row| {
            for (x, pixel) in row.iter_mut().enumerate() {
                let corner = Vec2::new(x as f32, y as f32);
                let mut sum = Vec4::ZERO;
                for j in 0..samples {
                    for i in 0..samples {
                        let inside = Vec2::new(i as f32 + 0.5, j as f32 + 0.5) / samples as f32;
                        sum += shade(corner + inside);
                    }
                }
                *pixel = sum / (samples * samples) as f32;
            }
        });
        Self {
            width,
            height,
            pixels,
        }
    }

    /// The pixel that `p` (in pixels) lies in; positions outside get the nearest one.
    pub fn at(&self, p: Vec2) -> Vec4 {
        let x = (p.x.max(0.0) as usize).min(self.width as usize - 1);
        let y = (p.y.max(0.0) as usize).min(self.height as usize - 1);
        self.pixels[y * self.width as usize + x]
    }

    /// A copy in which every pixel is the mean over a disc-like neighbourhood of `radius` pixels.
    pub fn blurred(&self, radius: i32) -> Self {
        let mut pixels = vec![Vec4::ZERO; self.pixels.len()];
        for_each_row(&mut pixels, self.width as usize, |y, row| {
            for (x, pixel) in row.iter_mut().enumerate() {
                let (mut sum, mut weight) = (Vec4::ZERO, 0.0);
                for j in -radius..=radius {
                    for i in -radius..=radius {
                        let far = (i * i + j * j) as f32 / (radius * radius) as f32;
                        let w = (1.0 - far).max(0.0);
                        let p = Vec2::new(x as f32 + i as f32, y as f32 + j as f32);
                        sum += w * self.at(p);
                        weight += w;
                    }
                }
                *pixel = sum / weight;
            }
        });
        Self { pixels, ..*self }
    }

    /// Straight, linear light of what was painted premultiplied and in sRGB; `elsewhere` where nothing is.
    pub fn straightened(mut self, elsewhere: Vec3) -> Self {
        for pixel in &mut self.pixels {
            let cover = pixel.w;
            *pixel = match (cover * 255.0).round() as u8 {
                0 => elsewhere.extend(0.0),
                _ => (pixel.truncate() / cover).map(decode).extend(cover),
            };
        }
        self
    }

    /// Writes a JPEG of the best quality that stays below `limit` bytes.
    pub fn save_jpeg(&self, path: &Path, limit: usize) -> Result<()> {
        // Half a level of noise before rounding hides the steps in slow gradients.
        let mut bytes = Vec::with_capacity(self.pixels.len() * 3);
        for (index, pixel) in self.pixels.iter().enumerate() {
            let h = hash(index as i32, 0, 0, 77);
            for (channel, value) in pixel.truncate().to_array().into_iter().enumerate() {
                let dither = unit(h, channel as u32) - 0.5;
                bytes.push((encode(value) * 255.0 + dither).round().clamp(0.0, 255.0) as u8);
            }
        }
        for quality in (60..=94).rev().step_by(2) {
            let mut file = Vec::new();
            JpegEncoder::new_with_quality(&mut file, quality)
                .encode(&bytes, self.width, self.height, ExtendedColorType::Rgb8)
                .with_context(|| format!("could not encode {}", path.display()))?;
            if file.len() <= limit {
                fs::write(path, &file)
                    .with_context(|| format!("could not write {}", path.display()))?;
                println!("{} {} bytes, quality {quality}", path.display(), file.len());
                return Ok(());
            }
        }
        bail!("{} does not fit into {limit} bytes", path.display())
    }

    /// Writes an RGBA PNG with straight (not premultiplied) alpha.
    pub fn save_png(&self, path: &Path) -> Result<()> {
        let pixels = self.pixels.iter();
        let bytes = pixels.flat_map(|p| [encode(p.x), encode(p.y), encode(p.z), p.w].map(level));
        self.save(path, &bytes.collect::<Vec<_>>(), ExtendedColorType::Rgba8)
    }

    /// Writes how much of each pixel is covered, as a grey PNG.
    pub fn save_cover(&self, path: &Path) -> Result<()> {
        let bytes: Vec<_> = self.pixels.iter().map(|pixel| level(pixel.w)).collect();
        self.save(path, &bytes, ExtendedColorType::L8)
    }

    fn save(&self, path: &Path, bytes: &[u8], colour: ExtendedColorType) -> Result<()> {
        let (width, height) = (self.width, self.height);
        image::save_buffer_with_format(path, bytes, width, height, colour, ImageFormat::Png)
            .with_context(|| format!("could not write {}", path.display()))?;
        println!("{}", path.display());
        Ok(())
    }
}

/// 0…1 in 8 bits.
fn level(v: f32) -> u8 {
    (v * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Calls `work(row index, row)` for every row of `width` elements, spread over the processor's cores.
pub fn for_each_row<T: Send>(data: &mut [T], width: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    let rows = Mutex::new(data.chunks_mut(width).enumerate());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = rows.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((y, row)) = next else { break };
                    work(y, row);
                }
            });
        }
    });
}

/// Linear light to sRGB, both 0…1.
pub fn encode(linear: f32) -> f32 {
    let c = linear.clamp(0.0, 1.0);
    if c <= 0.003_130_8 {
        12.92 * c
    } else {
        1.055 * c.powf(1.0 / 2.4) - 0.055
    }
}

/// sRGB to linear light, both 0…1.
fn decode(c: f32) -> f32 {
    if c <= 0.040_45 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// A colour as one reads it in a paint program (0xRRGGBB, sRGB) in linear light.
pub fn colour(hex: u32) -> Vec3 {
    let channel = |shift: u32| decode((hex >> shift & 255) as f32 / 255.0);
    Vec3::new(channel(16), channel(8), channel(0))
}
