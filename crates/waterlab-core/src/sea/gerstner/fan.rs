//! A fan of Gerstner waves from a few parameters: graded lengths below the longest, directions spread about the main one, random
//! phases.

use super::GerstnerWave;
use crate::parameter::Settings;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f64::consts::TAU;

/// The waves of the fan that the settings of a Gerstner sea describe: the longest first, in the main direction with a crest at 0; each
/// next one shorter by the same ratio. Amplitudes are the wavelengths in metres, only proportional to the final ones: they are
/// scaled to the requested steepness later.
pub(super) fn fan(settings: &Settings) -> Vec<GerstnerWave> {
    let real = |key| settings.real(key);
    let count = settings.integer("waves").clamp(1, 64) as usize;
    let (longest, ratio) = (real("length"), real("length_ratio"));
    let (ahead, spread, crossing) = (real("direction"), real("spread"), real("crossing"));
    let mut random = Pcg64Mcg::seed_from_u64(settings.integer("seed") as u64);
    let wave = |index: usize| {
        // Drawn for every wave, so that adding a wave does not change the others.
        let (aside, phase) = (2.0 * random.random::<f64>() - 1.0, random.random::<f64>());
        let (aside, phase) = if index == 0 {
            (0.0, 0.0)
        } else {
            (aside, phase)
        };
        let turned = if index % 2 == 1 { crossing } else { 0.0 };
        let length = longest * ratio.powf(-(index as f64) / (count.max(2) - 1) as f64);
        GerstnerWave {
            length,
            amplitude: length,
            direction: (ahead + spread * aside + turned).to_radians(),
            phase: TAU * phase,
        }
    };
    (0..count).map(wave).collect()
}
