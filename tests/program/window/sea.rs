//! The sea in the window moves by itself, can be paused, and can be poked.

use super::lab::{CALM, Lab, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;

#[test]
fn key_8_shows_a_moving_sea_and_c_clears_only_its_ripples() {
    let lab = Lab::scene(&format!("{CALM}size = [64, 64]\n"));
    let pool = lab.at_rest("calm water is still");
    lab.key("8");
    let sea = lab.until_changed("8 shows the sea", WATER, &pool);
    lab.until_changed("the sea moves by itself", WATER, &sea);
    lab.key("space");
    let still = lab.at_rest("time is paused");
    lab.drag(Button::Left, [440, 380], [500, 400]);
    lab.until_changed("a drag dents the sea", WATER, &still);
    lab.key("c");
    lab.until("C clears only the ripples", |shot| shot.same(&still, WATER));
    lab.key("o");
    assert!(lab.wait("O reports that a sea has no walls", |lab| {
        lab.stderr().contains("A sea has no walls").then_some(true)
    }));
    lab.key("1");
    lab.until_changed("1 shows the pool", WATER, &still);
    lab.key("7");
    lab.key("space");
    let fan = lab.shot();
    lab.until_changed("7 shows waves that move", WATER, &fan);
    lab.quit();
}

#[test]
fn in_the_lit_view_q_dives_below_the_surface_and_e_surfaces() {
    let sea =
        "[water]\nmodel = 'sea'\nsize = [32, 32]\npatch = 60\nwind = 3\nfetch = 5\ndepth = 20\n";
    let view =
        "[view]\nkind = 'lit'\nquality = 'low'\nwater = 'IB'\n[sky]\nclouds = 0\nelevation = 50\n";
    let camera = "[camera]\neye = [0, 1, 0]\ntarget = [0, 1, -10]\n";
    let lab = Lab::scene(&format!("{sea}{view}{camera}"));
    // The upper part of the picture is sky. Under water it has little red.
    let top = Area::new(100, 60, 700, 100);
    let red = |shot: &Shot| shot.mean(top)[0] / shot.mean(top)[2];
    lab.until("the sky is visible", |shot| shot.mean(top)[2] > 60.0);
    let above = red(&lab.shot());
    lab.key_down("q");
    lab.until("Q dives", |shot| red(shot) < 0.4 * above);
    lab.key_up("q");
    lab.key_down("e");
    lab.until("E surfaces", |shot| red(shot) > 0.8 * above);
    lab.key_up("e");
    lab.quit();
}
