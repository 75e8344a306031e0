//! Properties of every water.

mod bodies;
mod conformance;
mod data;
mod places;

use waterlab_core::water::MODELS;

#[test]
fn every_model_fulfils_the_contract_of_water() {
    for model in MODELS {
        conformance::check(model.name, &|size| model.create(size));
    }
}

#[test]
fn a_water_that_breaks_the_contract_is_caught() {
    for broken in conformance::broken::ALL {
        let caught = std::panic::catch_unwind(|| {
            conformance::check("broken", &|size| broken.create(size));
        });
        assert!(caught.is_err(), "{broken:?}");
    }
}
