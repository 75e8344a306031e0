//! Seas that repeat after a period.

use super::plain_sea::{WATER, dft, eight, noise, omega, wave, with_foam};
use std::f64::consts::TAU;
use waterlab_core::sea::{FoamParameters, Patch, Period, Relation, Sea, SpectralSea};

fn looping(seconds: f64) -> Sea {
    let patch = Patch::new(16, 15, 40.0);
    let period = Period::new(seconds);
    let waves = SpectralSea::from_amplitudes(patch, &noise(16, 15, 31), &WATER, period);
    let law = FoamParameters {
        threshold: 0.9,
        growth: 1.0,
        decay: 1.0,
    };
    Sea::new(Box::new(waves), 1.0, law, period)
}

#[test]
fn every_field_and_the_foam_repeat_after_the_period() {
    for seconds in [3.0, 20.0, 47.11] {
        let sea = looping(seconds);
        for time in [0.0, 0.1, 1.234, 0.5 * seconds, 2.999] {
            let now = with_foam(&sea, time);
            assert!(now.foam().cells().iter().any(|&foam| foam > 0.01));
            for rounds in [1.0, -1.0, 100.0] {
                let later = with_foam(&sea, time + rounds * seconds);
                let others = [later.jacobian(), later.min_stretch(), later.foam()];
                let mine = [now.jacobian(), now.min_stretch(), now.foam()];
                let fields = eight(now.surface()).into_iter().zip(eight(later.surface()));
                for (field, (now, later)) in fields.chain(mine.into_iter().zip(others)).enumerate()
                {
                    for (now, later) in now.cells().iter().zip(later.cells()) {
                        assert!(
                            (now - later).abs() < 3e-6,
                            "{seconds}, {time}, field {field}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn every_mode_completes_a_whole_number_of_cycles() {
    let (seconds, step) = (3.0, 0.21);
    let patch = Patch::new(16, 15, 40.0);
    let sea = looping(seconds);
    let [before, now, after] =
        [1.0 - step, 1.0, 1.0 + step].map(|time| dft(&with_foam(&sea, time).surface().height));
    let mut slow = 0;
    for row in 0..15 {
        for column in 0..16 {
            let (kx, kz) = wave(&patch, column, row);
            let base = TAU / seconds;
            let omega = omega(Relation::Both, kx.hypot(kz));
            slow += usize::from(omega < base);
            let omega = (omega / base).floor().max(1.0) * base;
            let both = before[(column, row)] + after[(column, row)];
            let error = (both - 2.0 * (omega * step).cos() * now[(column, row)]).norm();
            assert!(error < 1e-6, "{column}, {row}: {error:e}");
        }
    }
    assert!(slow > 1, "too few waves slower than the period: {slow}");
}
