//! V records a clip of the window.

use super::lab::{LASTING, Lab, WATER};
use super::screen::Shot;
use super::user_input::Button;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

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

/// Makes waves for more than a second, calls `stop`, and checks the clip that it saves.
fn check_clip(lab: Lab, calm: &Shot, stop: impl Fn(&Lab, &Path)) {
    let start = Instant::now();
    lab.drag(Button::Left, [400, 300], [560, 340]);
    lab.until_changed("the water moves", WATER, calm);
    lab.wait("a second passes", |_| {
        (start.elapsed() > Duration::from_millis(1200)).then_some(())
    });
    let file = lab.path("waterlab-0001.mp4");
    stop(&lab, &file);
    let max = start.elapsed().as_secs_f64() + 1.0;
    lab.wait("the clip is saved", |_| file.exists().then_some(()));
    let (width, height, seconds) = measure(&file);
    assert_eq!((width, height), (960, 600));
    assert!(seconds > 0.8 && seconds < max, "{seconds} s of {max}");
    lab.quit();
}

#[test]
fn v_starts_and_stops_a_recording() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("calm water is still", WATER);
    lab.key("v");
    check_clip(lab, &calm, |lab, _| lab.key("v"));
}

#[test]
fn shift_v_saves_a_clip_of_the_last_seconds() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("calm water is still", WATER);
    lab.shift("v");
    check_clip(lab, &calm, |lab, file| {
        assert!(!file.exists(), "the first press only starts the buffer");
        lab.shift("v");
    });
}

#[test]
fn closing_the_window_saves_the_clip() {
    let lab = Lab::scene(LASTING);
    let calm = lab.until_still("calm water is still", WATER);
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
