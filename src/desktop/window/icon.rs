//! The program's icon: a pool seen from the side, its surface a wave, as a picture of any size.

use std::f32::consts::TAU;

/// Samples a pixel along each side: its edges are smooth.
const SAMPLES: usize = 4;

const SKY: [[f32; 3]; 2] = [[0.62, 0.83, 0.96], [0.88, 0.96, 1.0]];
const WATER: [[f32; 3]; 2] = [[0.16, 0.66, 0.82], [0.02, 0.22, 0.42]];
const CREST: [f32; 3] = [0.95, 1.0, 1.0];

/// The icon of `side` × `side` pixels: straight-alpha RGBA, row 0 at the top.
pub(super) fn pixels(side: usize) -> Vec<u8> {
    let mut pixels = Vec::with_capacity(4 * side * side);
    let step = 1.0 / (side * SAMPLES) as f32;
    for row in 0..side {
        for column in 0..side {
            let (mut colour, mut covered) = ([0.0; 3], 0.0);
            for sample in 0..SAMPLES * SAMPLES {
                let x = (column * SAMPLES + sample % SAMPLES) as f32 * step + 0.5 * step;
                let y = (row * SAMPLES + sample / SAMPLES) as f32 * step + 0.5 * step;
                if let Some(seen) = seen(x, y) {
                    covered += 1.0;
                    colour = std::array::from_fn(|channel| colour[channel] + seen[channel]);
                }
            }
            let byte = |part: f32| (255.0 * part).round() as u8;
            let mean = |channel: f32| byte(channel / f32::max(covered, 1.0));
            pixels.extend(colour.map(mean));
            pixels.push(byte(covered / (SAMPLES * SAMPLES) as f32));
        }
    }
    pixels
}

/// The colour at a place, 0 to 1 from the top left; nothing beyond the round corners.
fn seen(x: f32, y: f32) -> Option<[f32; 3]> {
    let corner = 0.22;
    let beyond = [x, y].map(|at| ((at - 0.5).abs() - (0.5 - corner)).max(0.0));
    if beyond[0].hypot(beyond[1]) > corner {
        return None;
    }
    // Sharp crests and wide troughs, as Stokes has them.
    let turn = TAU * (x + 0.08);
    let surface = 0.47 - 0.11 * turn.cos() - 0.03 * (2.0 * turn).cos();
    let blend = |[from, to]: [[f32; 3]; 2], part: f32| {
        std::array::from_fn(|channel| from[channel] + (to[channel] - from[channel]) * part)
    };
    Some(match y - surface {
        above if above < -0.035 => blend(SKY, y / 0.5),
        under if under > 0.035 => blend(WATER, under.min(0.5) / 0.5),
        _ => CREST,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_clear_at_its_corners_and_water_below() {
        for side in [16, 64] {
            let pixels = pixels(side);
            assert_eq!(pixels.len(), 4 * side * side);
            let at = |x: usize, y: usize| &pixels[4 * (y * side + x)..][..4];
            assert_eq!(at(0, 0)[3], 0);
            let [red, green, blue, alpha] = at(side / 2, side - 2)[..] else {
                panic!("four channels");
            };
            assert!(alpha == 255 && blue > green && green > red);
        }
    }
}
