//! Tab shows another view of the same water.

use super::lab::{CALM, LASTING, Lab, SIZE, WATER};
use super::screen::{Area, Shot};
use super::user_input::Button;
use std::path::Path;

/// The window without the panel's button and the hint.
const PICTURE: Area = Area::new(0, 0, 900, 540);

/// The mean colour of a part of the window in the picture view: the picture is cropped to the square pool, which covers the
/// window and is centred in it.
fn covering(picture: &Shot, part: [usize; 2], parts: [usize; 2]) -> [f64; 3] {
    let square = picture.width.min(picture.height);
    let scale = SIZE.0.max(SIZE.1) as f64 / square as f64;
    let place = |pixel: usize, size: usize, side: usize| {
        ((pixel as f64 - size as f64 / 2.0) / scale + side as f64 / 2.0).round() as usize
    };
    let of = Area::part(SIZE, parts, part);
    let left = place(of.left, SIZE.0, picture.width);
    let top = place(of.top, SIZE.1, picture.height);
    let right = place(of.left + of.width, SIZE.0, picture.width);
    let bottom = place(of.top + of.height, SIZE.1, picture.height);
    picture.mean(Area::new(left, top, right - left, bottom - top))
}

#[test]
fn tab_cycles_through_the_picture_lit_and_mesh_views() {
    let lab = Lab::scene(LASTING);
    let pool = lab.at_rest("calm water is still");
    lab.key("Tab");
    let shown = lab.changes("Tab shows the picture", WATER, &pool);
    let textures = Path::new(env!("CARGO_MANIFEST_DIR")).join("textures");
    let [pond, overlay, cover] = ["pond.jpg", "overlay.jpg", "overlay_cover.png"]
        .map(|name| Shot::read(&textures.join(name)));
    let pond = pond.under(&overlay, &cover);
    let parts = [12, 8];
    // Without the last row, which has the hint, and the last column, which has the panel's button.
    for part in (0..7).flat_map(|j| (0..11).map(move |i| [i, j])) {
        let expected = covering(&pond, part, parts);
        let found = shown.mean(Area::part(SIZE, parts, part));
        for channel in 0..3 {
            assert!(
                (expected[channel] - found[channel]).abs() < 6.0,
                "part {part:?}: {found:?}, expected {expected:?}"
            );
        }
    }
    lab.key("Tab");
    lab.changes("Tab shows the lit pool", WATER, &shown);
    lab.key("Tab");
    lab.until("Tab shows the pool again", |shot| shot.same(&pool, WATER));
    lab.quit();
}

#[test]
fn all_views_show_the_same_waves() {
    let lab = Lab::scene(LASTING);
    lab.key("space");
    let pool = lab.at_rest("time is paused");
    lab.key("Tab");
    let picture = lab.changes("Tab shows the picture", WATER, &pool);
    // A poke in one view
    lab.drag(Button::Left, [480, 300], [500, 300]);
    let dented = lab.changes("a drag dents the water", WATER, &picture);
    let (middle, _) = picture.change(&dented, PICTURE).expect("a visible dent");
    assert!(
        (middle[0] - 490.0).abs() < 30.0 && (middle[1] - 300.0).abs() < 30.0,
        "a dent at {middle:?}"
    );
    // appears in the others
    lab.key("Tab");
    let lit = lab.changes("Tab shows the lit pool", WATER, &dented);
    lab.key("Tab");
    let waves = lab.changes("Tab shows the pool", WATER, &lit);
    assert!(waves.change(&pool, WATER).is_some(), "the pool has no dent");
    // and remains in the first.
    lab.key("Tab");
    lab.until("the dent is there as before", |shot| {
        shot.same(&dented, PICTURE)
    });
    lab.quit();
}

#[test]
fn minus_never_hides_the_waves_and_backspace_restores_their_height() {
    let sea =
        "[water]\nmodel = 'sea'\nsize = [32, 32]\npatch = 60\nwind = 12\n[view]\nkind = 'mesh'\n";
    let lab = Lab::scene(sea);
    let flowing = lab.shot();
    lab.until_changed("the sea moves", WATER, &flowing);
    lab.key("space");
    let first = lab.at_rest("time is paused");
    for _ in 0..40 {
        lab.key("minus");
    }
    let low = lab.changes("minus lowers the waves", WATER, &first);
    // From a tenth of the height, ten notches cover nine tenths of the difference.
    for _ in 0..10 {
        lab.key("plus");
    }
    let raised = lab.changes("plus raises them", WATER, &low);
    let lowered = low.difference(&first, WATER);
    assert!(raised.difference(&first, WATER) < 0.5 * lowered);
    lab.key("BackSpace");
    lab.until("Backspace restores them", |shot| {
        shot.difference(&first, WATER) < 0.01
    });
    lab.quit();
}

#[test]
fn a_coloured_field_has_a_colour_bar() {
    let lab = Lab::scene("[water]\n[view]\nkind = \"mesh\"\ncolours = \"height\"\n");
    let calm = lab.at_rest("calm water is still");
    // The colour bar starts 26 points from the left, below its title, and is 240 points long.
    let bar = |shot: &Shot, left| shot.mean(Area::new(left, 50, 6, 6));
    let [blue, white, red] = [28, 143, 258].map(|left| bar(&calm, left));
    assert!(blue[2] > blue[0] + 80.0, "{blue:?}");
    assert!(white.iter().all(|&channel| channel > 230.0), "{white:?}");
    assert!(red[0] > red[2] + 80.0, "{red:?}");
    // Calm water has the white of the middle, and a poke shows the other colours.
    let pool = Area::new(400, 330, 160, 60);
    let still = calm.mean(pool);
    assert!(still.iter().all(|&channel| channel > 230.0), "{still:?}");
    lab.drag(Button::Left, [380, 340], [560, 380]);
    lab.until("a poke shows colours", |shot| {
        let [red, _, blue] = shot.mean(pool);
        (red - blue).abs() > 6.0 || red < 215.0
    });
    lab.quit();
}

#[test]
fn a_lit_pool_at_rest_is_drawn_at_full_quality_also_under_a_moving_pointer() {
    // Automatic quality starts low without a graphics card.
    let scene = "[view]\nkind = \"lit\"\nsetting = \"open\"\n[sky]\nclouds = 0\n";
    let lab = Lab::scene(&format!("{CALM}{scene}"));
    let [fine, coarse] = ["view.quality=high", "view.quality=low"]
        .map(|quality| lab.rendered("scene.toml", SIZE, &["--set", quality]));
    let apart = coarse.difference(&fine, WATER);
    assert!(apart > 3.0, "low quality hardly differs: {apart}");
    let is_fine = |shot: &Shot| shot.difference(&fine, WATER) < 0.3 * apart;
    lab.until("it is drawn at high quality", is_fine);
    let still = lab.at_rest("calm water is still");
    for at in [[400, 300], [420, 310], [480, 330]] {
        lab.hover(at);
        lab.shows("a pointer that moves changes nothing", WATER, &still);
    }
    lab.drag(Button::Left, [440, 320], [520, 330]);
    lab.until_changed("a drag dents the water", WATER, &still);
    // Paused waves are also drawn at high quality, and an overlay does not change them.
    lab.key("space");
    let paused = lab.at_rest("time is paused");
    assert!(!paused.same(&still, WATER));
    lab.key("h");
    lab.until_changed("the help covers the water", WATER, &paused);
    lab.key("h");
    lab.until("the water is unchanged", |shot| shot.same(&paused, WATER));
    // Buffering the last seconds for a clip costs nothing either.
    lab.shift("v");
    lab.until_idle("nothing moves");
    assert!(lab.shot().difference(&paused, WATER) < 0.5);
    lab.quit();
}
