//! V records a clip of the window.

use super::lab::{LASTING, Lab, WATER};
use super::screen::Shot;
use super::user_input::Button;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Width, height and seconds of a clip.
fn measure(file: &Path) -> (usize, usize, f64) {
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

/// Makes waves, calls `stop`, and checks that the clip that it saves lasts as long as they were shown.
fn check_clip(lab: Lab, calm: &Shot, stop: impl Fn(&Lab, &Path)) {
    let start = Instant::now();
    lab.drag(Button::Left, [400, 300], [560, 340]);
    let first = Instant::now();
    let mut shown = calm.clone();
    for _ in 0..20 {
        shown = lab.until_changed("the water moves", WATER, &shown);
    }
    let min = first.elapsed().as_secs_f64() - 0.2;
    let file = lab.path("waterlab-0001.mp4");
    stop(&lab, &file);
    let max = start.elapsed().as_secs_f64() + 1.0;
    lab.wait("the clip is saved", |_| file.exists().then_some(()));
    let (width, height, seconds) = measure(&file);
    assert_eq!((width, height), (960, 600));
    assert!(
        seconds > min && seconds < max,
        "{seconds} s of {min} to {max}"
    );
    lab.quit();
}

#[test]
fn v_starts_and_stops_a_recording() {
    let lab = Lab::scene(LASTING);
    let calm = lab.at_rest("calm water is still");
    lab.key("v");
    check_clip(lab, &calm, |lab, _| lab.key("v"));
}

#[test]
fn shift_v_saves_a_clip_of_the_last_seconds() {
    let lab = Lab::scene(LASTING);
    let calm = lab.at_rest("calm water is still");
    lab.shift("v");
    check_clip(lab, &calm, |lab, file| {
        assert!(!file.exists(), "the first press only starts the buffer");
        lab.shift("v");
    });
}

#[test]
fn closing_the_window_saves_the_clip() {
    let lab = Lab::scene(LASTING);
    let calm = lab.at_rest("calm water is still");
    let file = lab.path("waterlab-0001.mp4");
    std::fs::write(&file, "mine").expect("written");
    lab.key("v");
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("the water moves", WATER, &calm);
    let (first, second) = (file, lab.path("waterlab-0002.mp4"));
    lab.key("Escape");
    let _folder = lab.quits_and_keeps_folder();
    assert!(measure(&second).2 > 0.0);
    assert_eq!(std::fs::read(first).expect("a file"), b"mine");
}
