//! Two waters in one window.

use super::lab::{CALM, Lab, SIZE};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// In the pool of the left half, and of the right one.
const LEFT: Area = Area::new(120, 260, 240, 120);
const RIGHT: Area = Area::new(600, 260, 240, 120);

#[test]
fn shift_and_a_number_puts_a_water_beside_that_everything_happens_to_as_well() {
    let lab = Lab::scene(CALM);
    let one = lab.until_still("nothing happens in calm water", LEFT);
    lab.shift("1");
    lab.until_changed("the pool makes room", LEFT, &one);
    let calm = lab.until_still("both are calm", LEFT);
    // The same water, the same camera: the halves look alike.
    for (left, right) in calm.mean(LEFT).into_iter().zip(calm.mean(RIGHT)) {
        assert!((left - right).abs() < 6.0, "{left} beside {right}");
    }

    lab.drag(Button::Left, [200, 310], [300, 320]);
    let poked = lab.until_changed("a drag makes waves", LEFT, &calm);
    lab.until_changed("in the other water too", RIGHT, &calm);
    lab.until("both calm", |shot| {
        shot.same(&calm, LEFT) && shot.same(&calm, RIGHT)
    });
    lab.drag(Button::Left, [680, 310], [780, 320]);
    lab.until_changed("the other can be poked", RIGHT, &poked);
    lab.until_changed("and moves this one", LEFT, &calm);

    lab.shift("1");
    lab.until("the same again takes it away", |shot| shot.same(&one, LEFT));
    lab.quit();
}

#[test]
fn a_number_without_a_model_changes_nothing() {
    let lab = Lab::scene("[water]\nsize = [64, 64]\n[compare]\nmodel = \"ripple\"\n");
    let both = lab.until_still("nothing happens in calm water", LEFT);
    lab.shift("9");
    lab.stays("there is no ninth model", LEFT, &both);
    lab.quit();
}

#[test]
fn the_line_between_two_waters_can_be_dragged() {
    let lab = Lab::scene(&format!(
        "{CALM}[compare]\nmodel = \"ripple\"\nsplit = 0.5\n"
    ));
    // The line is darker than what is beside it.
    let is_line = |shot: &Shot, share: f64| {
        let middle = (SIZE.0 as f64 * share) as usize;
        let brightness = |left| shot.mean(Area::new(left, 480, 2, 60)).iter().sum::<f64>();
        brightness(middle - 1) < brightness(middle + 20) - 60.0
    };
    lab.until("the line is in the middle", |shot| is_line(shot, 0.5));
    let middle = [SIZE.0 / 2, 200];
    lab.drag(Button::Left, middle, [SIZE.0 / 4, 220]);
    lab.until("the line is where it was dragged to", |shot| {
        is_line(shot, 0.25) && !is_line(shot, 0.5)
    });
    lab.quit();
}
