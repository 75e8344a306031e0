//! Any number of threads computes the same bits.

use super::plain_sea::{sea_with, with_foam};
use waterlab_core::parameter::Value;
use waterlab_core::sea::{KINDS, OceanState};

#[test]
fn many_threads_compute_the_same_bits_as_one() {
    let values = [
        ("cascades", Value::Integer(2)),
        ("foam_decay", Value::Real(0.4)),
        ("foam_threshold", Value::Real(0.9)),
    ];
    // Odd numbers of rows, whose pairs must be the same in any band.
    for (columns, rows) in [(512, 261), (261, 512)] {
        let sea = sea_with(KINDS[1], columns, rows, &values);
        let frame = |threads: usize| -> OceanState {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build()
                .expect("threads")
                .install(|| with_foam(&sea, 1.23))
        };
        let one = frame(1);
        assert!(one.foam().cells().iter().any(|&foam| foam > 0.0));
        for threads in [2, 7] {
            let many = frame(threads);
            assert!(many.surface() == one.surface(), "{threads} threads");
            assert!(many.patches() == one.patches(), "{threads} threads");
            assert!(many.jacobian() == one.jacobian() && many.min_stretch() == one.min_stretch());
            assert!(many.foam() == one.foam(), "{threads} threads");
        }
    }
}
