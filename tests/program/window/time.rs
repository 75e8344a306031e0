//! Space, Period and C: pause, single steps, and reset.

use super::lab::{LASTING, Lab, WATER};
use super::user_input::Button;

#[test]
fn time_pauses_steps_and_resumes() {
    let lab = Lab::scene(LASTING);
    let calm = lab.at_rest("calm water is still");
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("a drag makes waves", WATER, &calm);
    lab.key("space");
    let mut paused = lab.at_rest("Space stops time");
    assert!(!paused.same(&calm, WATER), "the waves are gone already");
    for _ in 0..3 {
        lab.key("period");
        let stepped = lab.until_changed("Period makes a step", WATER, &paused);
        lab.shows("a step is instantaneous", WATER, &stepped);
        paused = stepped;
    }
    lab.key("space");
    let going = lab.until_changed("Space resumes time", WATER, &paused);
    lab.until_changed("time continues", WATER, &going);
    lab.key("c");
    lab.until("C calms the water at once", |shot| shot.same(&calm, WATER));
    lab.shows("calm water stays calm", WATER, &calm);
    lab.quit();
}

#[test]
fn a_still_window_uses_no_processor_time() {
    let lab = Lab::scene(LASTING);
    let calm = lab.at_rest("calm water is still");
    lab.until_idle("the water is calm");
    lab.key("F2");
    lab.until_idle("the panel is open");
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("a drag makes waves", WATER, &calm);
    lab.key("space");
    lab.until_idle("time is paused");
    lab.quit();
}
