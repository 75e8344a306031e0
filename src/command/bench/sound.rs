//! What sound takes: a second of it, of a storm in heavy rain with something falling in at every sixtieth of a second.

use super::Row;
use super::measure::seconds;
use crate::rainfall::Rainfall;
use crate::sound::{Impact, Levels, Listener, SAMPLE_RATE, Soundscape};
use glam::DVec3;

/// Parts of a second in which the listener hears something new.
const LOOKS: usize = 60;

/// A second of sound, compared with real time.
pub(super) fn measure() -> Row {
    let listener = Listener::new(DVec3::Y, DVec3::X, false);
    let levels = Levels {
        surf: [0.01; 2],
        breaking: [0.01; 2],
        wind: 25.0,
        rain: Rainfall::new(60.0),
    };
    let impact = Impact {
        place: DVec3::new(1.0, 0.0, -1.0),
        energy: 0.1,
        radius: 0.03,
    };
    let mut sound = Soundscape::new(1);
    let mut samples = vec![0.0; 2 * SAMPLE_RATE as usize / LOOKS];
    let taken = seconds(|| {
        for _ in 0..LOOKS {
            sound.set(&levels, &listener);
            sound.impact(&impact, &listener);
            sound.render(&mut samples);
        }
    });
    Row::new("sound of a second", taken, 1.0, "s/s")
}
