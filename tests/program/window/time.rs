//! Space, Period and C: time stands still, goes on step by step, and the water comes to rest.

use super::lab::{LASTING, Lab, WATER};
use super::user_input::Button;

#[test]
fn time_stops_goes_on_by_steps_and_then_by_itself() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("a drag makes waves", WATER, &calm);
    lab.key("space");
    let mut paused = lab.until_still("Space stops time", WATER);
    assert!(!paused.same(&calm, WATER), "the waves are gone already");
    for _ in 0..3 {
        lab.key("period");
        let stepped = lab.until_changed("Period makes a step", WATER, &paused);
        lab.stays("a step is over at once", WATER, &stepped);
        paused = stepped;
    }
    lab.key("space");
    let going = lab.until_changed("Space lets time go on", WATER, &paused);
    lab.until_changed("time goes on and on", WATER, &going);
    lab.key("c");
    lab.until("C calms the water at once", |shot| shot.same(&calm, WATER));
    lab.stays("calm water stays calm", WATER, &calm);
    lab.quit();
}

#[test]
fn a_window_in_which_nothing_moves_costs_nothing() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    lab.until_idle("the water is calm");
    lab.key("F2");
    lab.until_idle("the panel is open");
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("a drag makes waves", WATER, &calm);
    lab.key("space");
    lab.until_idle("time stands still");
    lab.quit();
}
