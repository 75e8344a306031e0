//! Any number of threads gives the same bits.

use waterlab_core::parameter::{Settings, Value};
use waterlab_core::sea::{KINDS, OceanState};

#[test]
fn a_frame_of_many_threads_has_the_bits_of_one() {
    let kind = KINDS[1];
    let mut settings = Settings::new(kind.parameters);
    let values = [
        ("cascades", Value::Integer(2)),
        ("foam_decay", Value::Real(0.4)),
        ("foam_threshold", Value::Real(0.9)),
    ];
    for (key, value) in values {
        settings.set(key, value).expect("a value");
    }
    // An odd number of rows, whose pairs must be the same in any band.
    for (columns, rows) in [(512, 261), (261, 512), (640, 300)] {
        let sea = kind.create(&settings, columns, rows).expect("a sea");
        let frame = |threads: usize| -> OceanState {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().expect("threads").install(|| {
                let mut moment = sea.moment();
                sea.compute_with_foam(1.23, &mut moment);
                moment
            })
        };
        let one = frame(1);
        assert!(one.foam().cells().iter().any(|&foam| foam > 0.0));
        for threads in [2, 3, 7] {
            let many = frame(threads);
            assert!(many.surface() == one.surface(), "{threads} threads");
            assert!(many.patches() == one.patches(), "{threads} threads");
            assert!(many.jacobian() == one.jacobian() && many.least() == one.least());
            assert!(many.foam() == one.foam(), "{threads} threads");
        }
    }
}
