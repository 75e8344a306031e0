//! Conversion of sRGB (IEC 61966-2-1) to linear light, and back.

use crate::grid::{Grid, Weighted};

/// Linear light, 0 to 1, of a channel encoded as sRGB, 0 to 1.
pub fn linear_of_srgb(encoded: f32) -> f32 {
    match encoded <= 0.04045 {
        true => encoded / 12.92,
        false => ((encoded + 0.055) / 1.055).powf(2.4),
    }
}

/// Steps of linear light in the table: nowhere coarser than the steps of sRGB.
const STEPS: usize = 1 << 13;

/// A picture in sRGB with its mip levels down to 1 × 1, blended as light is: straight-alpha RGBA, row 0 first.
pub fn levels_of_light(picture: Grid<[u8; 4]>) -> Vec<Grid<[u8; 4]>> {
    let most = (STEPS - 1) as f32;
    let linear: [u64; 256] =
        std::array::from_fn(|step| (linear_of_srgb(step as f32 / 255.0) * most * 256.0) as u64);
    // The first step of sRGB whose middle to the next one is brighter.
    let mut encoded = vec![0_u8; STEPS];
    let mut step = 0;
    for (light, encoded) in encoded.iter_mut().enumerate() {
        while step < 255 && linear_of_srgb((step as f32 + 0.5) / 255.0) * most < light as f32 {
            step += 1;
        }
        *encoded = step as u8;
    }
    let mean = |cells: &[Weighted<[u8; 4]>]| {
        let total = cells.iter().map(|(_, weight)| weight).sum::<u64>().max(1);
        std::array::from_fn(|channel| {
            let channels = cells.iter().map(|(cell, weight)| (cell[channel], weight));
            if channel == 3 {
                let sum: u64 = channels
                    .map(|(alpha, weight)| weight * u64::from(alpha))
                    .sum();
                return ((sum + total / 2) / total) as u8;
            }
            let sum: u64 = channels
                .map(|(step, weight)| weight * linear[usize::from(step)])
                .sum();
            encoded[((sum / total + 128) / 256) as usize]
        })
    };
    let halvings = picture.halvings(mean);
    std::iter::once(picture).chain(halvings).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_srgb_level_survives_a_round_trip() {
        for step in 0..=255 {
            let levels = levels_of_light(Grid::new(3, 2, [step, step, step, step]));
            for level in &levels {
                assert!(
                    level.cells().iter().all(|cell| *cell == [step; 4]),
                    "{step}: {level:?}"
                );
            }
        }
    }

    #[test]
    fn black_and_white_blend_to_half_the_radiance() {
        let board = Grid::from_fn(4, 4, |column, row| match (column + row) % 2 {
            0 => [0, 0, 0, 255],
            _ => [255; 4],
        });
        // IEC 61966-2-1: half the radiance is 0.735 of the range.
        assert_eq!(levels_of_light(board)[1].cells()[0], [188, 188, 188, 255]);
    }
}
