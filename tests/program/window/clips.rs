//! V: a clip of what is seen.

use super::lab::{LASTING, Lab, WATER};
use super::user_input::Button;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Width, height and seconds of a clip.
fn measured(file: &Path) -> (usize, usize, f64) {
    let output = Command::new("ffprobe")
        .args([
            "-v",
            "error",
            "-show_entries",
            "stream=width,height,duration",
        ])
        .args(["-of", "csv=p=0"])
        .arg(file)
        .output()
        .expect("ffprobe runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<f64> = text
        .trim()
        .split(',')
        .map(|number| number.parse().expect("a number"))
        .collect();
    (numbers[0] as usize, numbers[1] as usize, numbers[2])
}

#[test]
fn v_records_what_is_seen_for_as_long_as_it_is_until_it_is_pressed_again() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    let begun = Instant::now();
    lab.key("v");
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("the play goes on", WATER, &calm);
    lab.wait("a second goes by", |_| {
        (begun.elapsed() > Duration::from_millis(1200)).then_some(())
    });
    lab.key("v");
    let most = begun.elapsed().as_secs_f64() + 1.0;
    let file = lab.path("waterlab-0001.mp4");
    lab.wait("the clip is saved", |_| file.exists().then_some(()));
    let (width, height, seconds) = measured(&file);
    assert_eq!((width, height), (960, 600));
    assert!(seconds > 0.8 && seconds < most, "{seconds} s of {most}");
    lab.quit();
}

#[test]
fn shift_v_makes_a_clip_of_what_was_shown_before() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    let file = lab.path("waterlab-0001.mp4");
    lab.shift("v");
    let begun = Instant::now();
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("the play goes on", WATER, &calm);
    lab.wait("a second goes by", |_| {
        (begun.elapsed() > Duration::from_millis(1200)).then_some(())
    });
    assert!(!file.exists(), "the first only keeps");
    lab.shift("v");
    let most = begun.elapsed().as_secs_f64() + 1.0;
    lab.wait("the clip is saved", |_| file.exists().then_some(()));
    let (width, height, seconds) = measured(&file);
    assert_eq!((width, height), (960, 600));
    assert!(seconds > 0.8 && seconds < most, "{seconds} s of {most}");
    lab.quit();
}

#[test]
fn a_clip_is_kept_when_the_window_is_closed() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("nothing happens in calm water", WATER);
    let file = lab.path("waterlab-0001.mp4");
    std::fs::write(&file, "mine").expect("written");
    lab.key("v");
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("the play goes on", WATER, &calm);
    let (kept, second) = (file, lab.path("waterlab-0002.mp4"));
    lab.key("Escape");
    let room = lab.ends_well_and_stays();
    assert!(measured(&second).2 > 0.0);
    assert_eq!(std::fs::read(kept).expect("kept"), b"mine");
    drop(room);
}
