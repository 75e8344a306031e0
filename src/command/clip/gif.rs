//! An endless GIF.

use super::super::output::Output;
use super::Clip;
use crate::grid::Grid;
use anyhow::{Context, Result, bail};
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom};

/// Quality of palette quantisation: 1 is best, 30 is fastest.
const SPEED: i32 = 10;
/// The last byte of every GIF.
const TRAILER: u8 = 0x3b;

/// A GIF of pictures of (columns, rows).
pub fn gif(output: Output, size: (usize, usize), fps: f64) -> Result<Box<dyn Clip>> {
    let most = usize::from(u16::MAX);
    if size.0 > most || size.1 > most {
        bail!("GIF holds at most {most} pixels along a side: use a smaller --size");
    }
    let mut encoder = GifEncoder::new_with_speed(BufWriter::new(output.handle()?), SPEED);
    encoder
        .set_repeat(Repeat::Infinite)
        .with_context(|| output.failure())?;
    Ok(Box::new(Gif {
        encoder,
        output,
        fps,
        frames: 0,
    }))
}

struct Gif {
    encoder: GifEncoder<BufWriter<File>>,
    output: Output,
    fps: f64,
    frames: u32,
}

/// Duration of picture `frame` in hundredths of a second. Each ends at the hundredth nearest to its exact end, so that the sum is never off
/// by more than half a hundredth.
fn delay(frame: u32, fps: f64) -> u32 {
    let end = |frame: u32| (f64::from(frame) * 100.0 / fps).round() as u32;
    end(frame + 1) - end(frame)
}

impl Clip for Gif {
    fn push(&mut self, frame: &Grid<[u8; 4]>) -> Result<()> {
        let (width, height) = (frame.columns() as u32, frame.rows() as u32);
        let pixels = frame.cells().as_flattened().to_vec();
        let picture = RgbaImage::from_raw(width, height, pixels)
            .context("a picture has all of its pixels")?;
        let delay = Delay::from_numer_denom_ms(10 * delay(self.frames, self.fps), 1);
        self.encoder
            .encode_frame(Frame::from_parts(picture, 0, 0, delay))
            .with_context(|| self.output.failure())?;
        self.frames += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<()> {
        let Self {
            encoder, output, ..
        } = *self;
        // The encoder writes the trailer when it is dropped, and does not report errors.
        drop(encoder);
        let mut file = output.handle()?;
        let mut last = [0];
        let read = file
            .seek(SeekFrom::End(-1))
            .and_then(|_| file.read_exact(&mut last));
        if read.is_err() || last != [TRAILER] {
            bail!(
                "{}: its end is missing, is the disk full?",
                output.failure()
            );
        }
        output.commit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_add_up_to_the_length_of_the_clip() {
        for fps in [7.0, 24.0, 29.97, 30.0, 40.0, 50.0] {
            for frames in [1, 10, 299] {
                let sum: u32 = (0..frames).map(|frame| delay(frame, fps)).sum();
                assert_eq!(
                    sum,
                    (f64::from(frames) * 100.0 / fps).round() as u32,
                    "{fps}"
                );
            }
        }
        assert!((0..300).all(|frame| delay(frame, 50.0) == 2));
    }
}
