//! Calls as C makes them: what is refused, with its reason, and what is not read or written.

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use waterlab_c::*;

fn error() -> String {
    // SAFETY: it is a text of the library, of this thread.
    let text = unsafe { CStr::from_ptr(waterlab_error()) };
    text.to_str().unwrap().to_owned()
}

fn sample_of(water: *mut Waterlab, place: [f64; 2]) -> WaterlabSample {
    let mut sample = WaterlabSample {
        height: 0.0,
        normal: [0.0; 3],
        velocity: [0.0; 3],
    };
    // SAFETY: one place, one sample, and a water that is open.
    let status = unsafe { waterlab_heights(water, 1, place.as_ptr(), &raw mut sample) };
    assert_eq!(status, WaterlabStatus::Ok, "{}", error());
    sample
}

#[test]
fn what_cannot_be_is_null_and_says_why() {
    assert!(waterlab_sea(-1.0).is_null());
    assert!(error().contains("wind"), "{}", error());
    assert!(waterlab_sea(f64::NAN).is_null());
    assert!(waterlab_pool(0, 64, 2.0).is_null());
    assert!(!error().contains("wind"), "{}", error());
    let open = |model: &str| {
        let model = CString::new(model).unwrap();
        // SAFETY: a text that ends with a 0.
        unsafe { waterlab_open(model.as_ptr(), 64, 64) }
    };
    assert!(open("rippel").is_null());
    assert!(error().contains("`ripple`"), "{}", error());
    for model in waterlab_core::water::MODELS {
        let water = open(model.name);
        assert!(!water.is_null(), "{}", error());
        let sample = sample_of(water, [0.0, 0.0]);
        assert!(sample.height.is_finite() && sample.normal[1] > 0.0);
        // SAFETY: it is closed once.
        unsafe { waterlab_close(water) };
    }
}

#[test]
fn null_is_refused_and_never_read() {
    // SAFETY: null is allowed everywhere.
    unsafe {
        let refused = WaterlabStatus::InvalidArgument;
        assert_eq!(waterlab_step(null_mut(), 1), refused);
        assert_eq!(waterlab_set_time(null_mut(), 1.0), refused);
        assert_eq!(waterlab_poke(null_mut(), 0.0, 0.0, 0.1, 1.0), refused);
        assert_eq!(waterlab_heights(null(), 1, null(), null_mut()), refused);
        assert!(error().contains("NULL"), "{}", error());
        assert!(waterlab_height_at(null_mut(), 0.0, 0.0, 0.0).is_nan());
        assert!(waterlab_open(null(), 8, 8).is_null());
        waterlab_close(null_mut());
        let pool = waterlab_pool(16, 16, 2.0);
        assert_eq!(waterlab_heights(pool, 1, null(), null_mut()), refused);
        assert_eq!(
            waterlab_heights(pool, 0, null(), null_mut()),
            WaterlabStatus::Ok
        );
        assert_eq!(waterlab_set(pool, null(), 0.0), refused);
        waterlab_close(pool);
    }
}

#[test]
fn a_number_of_another_kind_is_refused() {
    let open = |model: &CStr| {
        // SAFETY: a text that ends with a 0.
        unsafe { waterlab_open(model.as_ptr(), 64, 64) }
    };
    let (ripple, sea, gerstner) = (open(c"ripple"), open(c"sea"), open(c"gerstner"));
    // SAFETY: open waters, and texts that end with a 0.
    unsafe {
        let set = |water, key: &CStr, value| waterlab_set(water, key.as_ptr(), value);
        // An integer, a choice and a switch.
        let places = [
            (ripple, c"damping"),
            (sea, c"spectrum"),
            (gerstner, c"allow_loops"),
        ];
        for (value, why) in [
            (2.7, "2.7 is not a whole number"),
            (f64::NAN, "NaN is not a finite number"),
            (f64::INFINITY, "inf is not a finite number"),
            (1e300, "1e300 is out of range"),
            (-1.0, ""),
            (99.0, ""),
        ] {
            for (water, key) in places {
                assert_eq!(set(water, key, value), WaterlabStatus::InvalidArgument);
                let error = error();
                let key = key.to_str().unwrap();
                assert!(error.contains(key) && error.contains(why), "{error}");
                assert!(error.len() < 200 && !error.contains('\n'), "{error}");
            }
        }
        assert_eq!(set(sea, c"spectrum", 99.0), WaterlabStatus::InvalidArgument);
        assert!(error().contains("99 is not an index"), "{}", error());
        assert_eq!(set(ripple, c"damping", 4.0), WaterlabStatus::Ok);
        assert_eq!(set(sea, c"spectrum", 0.0), WaterlabStatus::Ok);
        assert_eq!(set(gerstner, c"allow_loops", 1.0), WaterlabStatus::Ok);
        // 1e300 is finite as a double alone.
        for (weight, why) in [
            (1e300, "1e300 is out of range"),
            (f64::NAN, "NaN is not a finite number"),
        ] {
            let poked = waterlab_poke(ripple, 0.0, 0.0, 0.1, weight);
            assert_eq!(poked, WaterlabStatus::InvalidArgument);
            assert_eq!(error(), format!("weight: {why}"));
        }
        assert_eq!(sample_of(ripple, [0.0, 0.0]).height, 0.0);
        for water in [ripple, sea, gerstner] {
            waterlab_close(water);
        }
    }
}

#[test]
fn a_refused_call_changes_nothing() {
    let pool = waterlab_pool(64, 64, 2.0);
    // SAFETY: an open water, and texts that end with a 0.
    unsafe {
        let refused = WaterlabStatus::InvalidArgument;
        assert_eq!(waterlab_set_time(pool, 3.0), refused);
        assert!(error().contains("pool"), "{}", error());
        assert_eq!(waterlab_poke(pool, 1.5, 0.0, 0.1, 100.0), refused);
        assert_eq!(waterlab_poke(pool, 0.0, 0.0, f64::INFINITY, 100.0), refused);
        assert_eq!(waterlab_set(pool, c"depth".as_ptr(), -1.0), refused);
        assert_eq!(sample_of(pool, [0.0, 0.0]).height, 0.0);
        assert_eq!(
            waterlab_set(pool, c"depth".as_ptr(), 0.5),
            WaterlabStatus::Ok
        );
        // The middle of a cell, 1/32 m long.
        let middle = 1.0 / 64.0;
        let poked = waterlab_poke(pool, middle, middle, 0.1, 100.0);
        assert_eq!(poked, WaterlabStatus::Ok);
        // A Gaussian dent with the volume of a flat one 100/2048 m deep.
        let dent = f64::from(sample_of(pool, [middle, middle]).height);
        assert!((dent + 2.957 * 100.0 / 2048.0).abs() < 1e-4, "{dent}");
        assert_eq!(waterlab_height_at(pool, middle, middle, 99.0), dent);
        assert!(sample_of(pool, [0.0, 1.01]).height.is_nan());
        waterlab_close(pool);
    }
}
