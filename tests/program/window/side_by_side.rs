//! Two compared waters in one window.

use super::lab::{CALM, Lab, SIZE};
use super::screen::{Area, Shot};
use super::user_input::Button;

/// Areas in the left and the right pool.
const LEFT: Area = Area::new(120, 260, 240, 120);
const RIGHT: Area = Area::new(600, 260, 240, 120);

#[test]
fn shift_and_a_number_compares_a_second_water_that_receives_the_same_pokes() {
    let lab = Lab::scene(CALM);
    let one = lab.at_rest("calm water is still");
    lab.shift("1");
    let calm = lab.changes("the pool moves to the left", LEFT, &one);
    // The halves have the same water and the same camera.
    for (left, right) in calm.mean(LEFT).into_iter().zip(calm.mean(RIGHT)) {
        assert!((left - right).abs() < 6.0, "{left} and {right}");
    }

    lab.drag(Button::Left, [200, 310], [300, 320]);
    let poked = lab.until_changed("a drag makes waves", LEFT, &calm);
    lab.until_changed("the other water receives it", RIGHT, &calm);
    lab.until("both calm", |shot| {
        shot.same(&calm, LEFT) && shot.same(&calm, RIGHT)
    });
    lab.drag(Button::Left, [680, 310], [780, 320]);
    lab.until_changed("the other can be poked", RIGHT, &poked);
    lab.until_changed("the first water receives it", LEFT, &calm);

    lab.shift("1");
    lab.until("the same key removes it", |shot| shot.same(&one, LEFT));
    lab.quit();
}

#[test]
fn the_line_between_compared_waters_can_be_dragged() {
    let lab = Lab::scene(&format!(
        "{CALM}[compare]\nmodel = \"ripple\"\nsplit = 0.5\n"
    ));
    // The line is darker than its neighbourhood.
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
