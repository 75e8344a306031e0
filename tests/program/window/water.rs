//! The window shows a pool that moves and can be poked.

use super::lab::{CALM, DECK, LASTING, Lab, SHOW_DECK, WATER};
use super::screen::Area;
use super::user_input::Button;

/// The window without the panel's button and the hint.
const PICTURE: Area = Area::new(0, 0, 900, 540);

#[test]
fn without_arguments_the_program_shows_a_moving_pool() {
    let lab = Lab::start_scene();
    let shot = lab.shot();
    let [red, green, blue] = shot.mean(WATER);
    assert!(
        blue > red + 60.0 && green > red + 40.0 && blue > 100.0,
        "water of {:?}",
        [red, green, blue]
    );
    let [red, green, blue] = shot.mean(SHOW_DECK);
    assert!(
        red > 150.0 && red > green && green > blue + 15.0,
        "stone of {:?}",
        [red, green, blue]
    );
    lab.until_changed("the water moves", WATER, &shot);
    lab.quit();
}

#[test]
fn the_rain_of_the_start_scene_ends_with_the_first_poke() {
    let lab = Lab::start_scene_of_short_waves();
    lab.key("c");
    let calmed = lab.shot();
    lab.until_changed("it rains", WATER, &calmed);
    lab.drag(Button::Left, [400, 300], [560, 320]);
    lab.key("c");
    let calm = lab.at_rest("C calms water without rain");
    lab.key("r");
    lab.until_changed("R makes rain", WATER, &calm);
    lab.key("r");
    lab.key("c");
    let again = lab.at_rest("R ends rain, and C calms the water");
    assert!(again.same(&calm, WATER), "calm water looks different now");
    lab.quit();
}

#[test]
fn a_drag_makes_waves_that_spread_and_calm() {
    let lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    lab.drag(Button::Left, [420, 320], [540, 340]);
    let waves = lab.until_changed("a drag makes waves", WATER, &calm);
    assert!(waves.same(&calm, DECK), "the stone moves");
    let after = lab.at_rest("the water calms");
    assert!(after.same(&calm, WATER), "calm water looks different now");
    assert!(after.same(&calm, DECK), "the stone moved");
    lab.quit();
}

#[test]
fn a_ring_marks_the_pointer_on_the_water_and_fades() {
    let lab = Lab::scene_with_ring("[water]\n[poke]\nradius = 12\n");
    let calm = lab.at_rest("calm water is still");
    lab.hover([470, 330]);
    let ringed = lab.until_changed("a ring follows the pointer", WATER, &calm);
    let (middle, count) = calm.change(&ringed, PICTURE).expect("a ring");
    assert!(
        (middle[0] - 470.0).abs() < 6.0 && (middle[1] - 330.0).abs() < 6.0,
        "a ring about {middle:?}"
    );
    // The ring is a line: the water inside it is unchanged.
    assert!(ringed.same(&calm, Area::new(462, 326, 16, 8)), "{count}");
    lab.until("the ring fades", |shot| shot.same(&calm, WATER));
    lab.hover([60, 40]);
    lab.shows("there is no water", PICTURE, &calm);
    lab.quit();
}

#[test]
fn a_poke_happens_under_the_pointer() {
    let lab = Lab::scene(LASTING);
    lab.key("space");
    let mut calm = lab.at_rest("time is paused");
    for at in [[300, 300], [640, 260], [480, 440]] {
        lab.drag(Button::Left, at, [at[0] + 8, at[1]]);
        let dented = lab.changes("a drag dents the water", WATER, &calm);
        // The refracted sun displaces the dent's caustic on the floor.
        let (middle, count) = calm.change(&dented, PICTURE).expect("a change");
        let off = [0, 1].map(|axis| (middle[axis] - at[axis] as f64).abs());
        assert!(
            off[0] < 90.0 && off[1] < 90.0 && count < 60_000,
            "a dent of {count} pixels at {middle:?} for a poke at {at:?}"
        );
        lab.key("c");
        calm = lab.until("C calms paused water", |shot| shot.same(&calm, WATER));
    }
    lab.quit();
}

#[test]
fn alt_shows_the_values_under_the_pointer() {
    let lab = Lab::scene(CALM);
    let calm = lab.at_rest("calm water is still");
    lab.hover([400, 300]);
    lab.shows("Alt is not pressed", WATER, &calm);
    lab.key_down("alt");
    let card = Area::new(418, 314, 20, 20);
    lab.until("a card appears", |shot| {
        shot.mean(card).iter().sum::<f64>() < 3.0 * 75.0
    });
    lab.key_up("alt");
    lab.until("the card disappears with the key", |shot| {
        shot.same(&calm, WATER)
    });
    lab.quit();
}
