//! P saves a picture.

use super::lab::{CALM, LASTING, Lab, WATER};
use super::screen::Shot;

#[test]
fn p_saves_the_picture_under_a_new_name() {
    let lab = Lab::scene(CALM);
    let seen = lab.until_still("calm water is still", WATER);
    lab.key("p");
    let saved = lab.wait("a picture is saved", |lab| {
        let file = lab.path("waterlab-0001.png");
        file.exists().then(|| Shot::read(&file))
    });
    assert_eq!(saved.size(), seen.size());
    let apart = saved.parts_apart(&seen, |[i, j]| j >= 5 || (i >= 7 && j == 0));
    assert!(apart < 1.0, "the parts are {apart} apart");
    // The saved picture contains neither button, hint nor message.
    let bottom = saved.mean(super::screen::Area::new(400, 560, 160, 30));
    assert!(bottom[2] > 120.0, "not water: {bottom:?}");
    std::fs::write(lab.path("waterlab-0002.png"), "mine").expect("written");
    lab.key("p");
    let file = lab.path("waterlab-0003.png");
    let third = lab.wait("another picture is saved", |_| {
        file.exists().then(|| Shot::read(&file))
    });
    assert_eq!(third.size(), seen.size());
    let mine = std::fs::read(lab.path("waterlab-0002.png")).expect("a file");
    assert_eq!(mine, b"mine");
    lab.quit();
}

#[test]
fn p_saves_the_current_waves_at_the_size_of_the_window() {
    let lab = Lab::scene(&format!("{LASTING}[[drop]]\nradius = 9\nweight = 110\n"));
    lab.key("space");
    let seen = lab.until_still("time is paused", WATER);
    let saved = |name: &str| {
        lab.key("p");
        lab.wait("a picture is saved", |lab| {
            let file = lab.path(name);
            file.exists().then(|| Shot::read(&file))
        })
    };
    let waves = saved("waterlab-0001.png");
    let difference = waves.difference(&seen, WATER);
    assert!(difference < 0.1, "the waves differ by {difference}");
    lab.key("c");
    let calm = lab.until_changed("C calms the water", WATER, &seen);
    assert!(waves.difference(&calm, WATER) > 1.0, "no waves at all");
    lab.resize((500, 400));
    lab.until("the window is smaller", |shot| shot.size() == (500, 400));
    assert_eq!(saved("waterlab-0002.png").size(), (500, 400));
    lab.quit();
}
