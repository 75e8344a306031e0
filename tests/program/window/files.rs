//! P saves a picture.

use super::lab::{LASTING, Lab, WATER};
use super::screen::{Area, Shot};

#[test]
fn p_saves_the_picture_under_a_new_name_at_the_size_of_the_window() {
    let lab = Lab::scene(&format!("{LASTING}[[drop]]\nradius = 9\nweight = 110\n"));
    lab.key("space");
    let seen = lab.at_rest("time is paused");
    let saved = |name: &str| {
        lab.key("p");
        lab.wait("a picture is saved", |lab| {
            let file = lab.path(name);
            file.exists().then(|| Shot::read(&file))
        })
    };
    let waves = saved("waterlab-0001.png");
    assert_eq!(waves.size(), seen.size());
    let difference = waves.difference(&seen, WATER);
    assert!(difference < 0.1, "the waves differ by {difference}");
    let apart = waves.parts_apart(&seen, |[i, j]| j >= 5 || (i >= 7 && j == 0));
    assert!(apart < 1.0, "the parts are {apart} apart");
    // The saved picture contains neither button, hint nor message.
    let bottom = waves.mean(Area::new(400, 560, 160, 30));
    assert!(bottom[2] > 120.0, "not water: {bottom:?}");

    std::fs::write(lab.path("waterlab-0002.png"), "mine").expect("written");
    lab.key("c");
    let calm = lab.until_changed("C calms the water", WATER, &seen);
    assert!(waves.difference(&calm, WATER) > 1.0, "no waves at all");
    lab.resize((500, 400));
    lab.until("the window is smaller", |shot| shot.size() == (500, 400));
    assert_eq!(saved("waterlab-0003.png").size(), (500, 400));
    let mine = std::fs::read(lab.path("waterlab-0002.png")).expect("a file");
    assert_eq!(mine, b"mine");
    lab.quit();
}
