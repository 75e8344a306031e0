//! The Beaufort scale.

use waterlab_core::sea::beaufort;

#[test]
fn each_beaufort_number_starts_at_its_limit() {
    let table = [
        (0.0, 0, "calm"),
        (0.29, 0, "calm"),
        (0.3, 1, "light air"),
        (1.59, 1, "light air"),
        (1.6, 2, "light breeze"),
        (3.39, 2, "light breeze"),
        (3.4, 3, "gentle breeze"),
        (5.49, 3, "gentle breeze"),
        (5.5, 4, "moderate breeze"),
        (7.99, 4, "moderate breeze"),
        (8.0, 5, "fresh breeze"),
        (10.79, 5, "fresh breeze"),
        (10.8, 6, "strong breeze"),
        (13.89, 6, "strong breeze"),
        (13.9, 7, "near gale"),
        (17.19, 7, "near gale"),
        (17.2, 8, "gale"),
        (20.79, 8, "gale"),
        (20.8, 9, "strong gale"),
        (24.49, 9, "strong gale"),
        (24.5, 10, "storm"),
        (28.49, 10, "storm"),
        (28.5, 11, "violent storm"),
        (32.69, 11, "violent storm"),
        (32.7, 12, "hurricane"),
        (60.0, 12, "hurricane"),
    ];
    for (wind, number, name) in table {
        let found = beaufort(wind);
        assert_eq!((found.number, found.name), (number, name), "{wind} m/s");
    }
    assert_eq!(beaufort(9.0).to_string(), "5, fresh breeze");
}

#[test]
fn an_invalid_wind_is_calm() {
    for wind in [-3.0, f64::NAN] {
        assert_eq!(beaufort(wind).number, 0);
    }
}
