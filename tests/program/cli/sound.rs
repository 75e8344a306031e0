//! `render --out clip.wav`, and the sound of clips.

use crate::support::{TempFolder, check_refusal};
use std::io::Cursor;
use std::process::Command;

/// A pool into which a stone falls.
const POOL: &str =
    "[water]\nmodel = \"wave\"\nsize = [32, 32]\n[[drop]]\nstep = 12\nat = [0.4, 0.5]\n";

/// The samples of a WAV, of the left and the right ear.
fn samples(bytes: &[u8]) -> Vec<[i32; 2]> {
    let mut wav = hound::WavReader::new(Cursor::new(bytes)).expect("a WAV");
    let spec = wav.spec();
    assert_eq!(
        (spec.channels, spec.sample_rate, spec.bits_per_sample),
        (2, 48_000, 24)
    );
    let all: Vec<i32> = wav.samples().map(|sample| sample.expect("whole")).collect();
    all.as_chunks::<2>().0.to_vec()
}

#[test]
fn a_wav_has_its_length_begins_and_ends_at_0_and_is_the_same_each_time() {
    let folder = TempFolder::new();
    folder.write("s.toml", format!("{POOL}[rain]\nkind = \"rain\"\n"));
    folder.succeeds("render s.toml --out a.wav --seconds 1.25");
    folder.succeeds("render s.toml --out b.wav --seconds 1.25");
    assert!(folder.read("a.wav") == folder.read("b.wav"));
    let heard = samples(&folder.read("a.wav"));
    assert_eq!(heard.len(), 60_000);
    let loudest = heard.iter().flatten().map(|sample| sample.abs()).max();
    assert!(loudest.is_some_and(|loudest| loudest > 1 << 15));
    assert_eq!((heard[0], heard[heard.len() - 1]), ([0; 2], [0; 2]));
    // In the first and the last millisecond it is below −46 dB of the loudest.
    let quiet = loudest.unwrap_or(0) / 200;
    let ends = heard[..48].iter().chain(&heard[heard.len() - 48..]);
    assert!(ends.flatten().all(|sample| sample.abs() <= quiet));
}

#[test]
fn before_the_stone_and_without_a_volume_there_are_zeros() {
    let folder = TempFolder::new();
    folder.write("s.toml", POOL);
    folder.succeeds("render s.toml --out a.wav --seconds 1");
    let heard = samples(&folder.read("a.wav"));
    let at = 48_000 * 12 / 60;
    assert!(heard[..at].iter().all(|sample| *sample == [0; 2]));
    assert!(heard[at..].iter().any(|sample| sample[0].abs() > 1000));
    folder.succeeds("render s.toml --out b.wav --seconds 1 --set sound.volume=0");
    assert!(
        samples(&folder.read("b.wav"))
            .iter()
            .all(|sample| *sample == [0; 2])
    );
    // After steps before it, the stone has fallen.
    folder.succeeds("render s.toml --out c.wav --seconds 0.1 --steps 11");
    assert!(
        samples(&folder.read("c.wav"))
            .iter()
            .any(|sample| *sample != [0; 2])
    );
}

#[test]
fn an_mp4_carries_the_sound_unless_it_is_silent() {
    if Command::new("ffprobe").arg("-version").output().is_err() {
        return;
    }
    let folder = TempFolder::new();
    folder.write("s.toml", POOL);
    let streams = |sets: &str| {
        let clip = "render s.toml --view picture --gl none --size 32x32 --out c.mp4 --seconds 1";
        folder.succeeds(&format!("{clip} {sets}"));
        let output = Command::new("ffprobe")
            .args(["-v", "error", "-show_entries", "stream=codec_name,duration"])
            .args(["-of", "csv=p=0"])
            .arg(folder.path("c.mp4"))
            .output()
            .expect("ffprobe runs");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let both = streams("");
    let mut both = both.lines();
    assert!(both.next().is_some_and(|line| line.starts_with("h264,1.0")));
    let sound = both.next().expect("a track of sound");
    let seconds: f64 = sound
        .strip_prefix("aac,")
        .expect("AAC")
        .parse()
        .expect("seconds");
    assert!((seconds - 1.0).abs() < 0.03, "{seconds}");
    for silent in ["--set sound.volume=0", "--set drop.0.step=500"] {
        assert_eq!(streams(silent).lines().count(), 1, "{silent}");
    }
    assert_eq!(folder.names(), ["c.mp4", "s.toml"]);
}

#[test]
fn a_sound_needs_a_length_and_no_frame_rate() {
    let folder = TempFolder::new();
    for (options, words) in [
        ("--out a.wav", "--seconds"),
        ("--out a.wav --seconds 1 --fps 30", "--fps"),
    ] {
        let result = folder.run(&format!("render {options}"));
        check_refusal(2, &result, &[words]);
    }
    for set in ["sound.volume=-1", "sound.volum=1"] {
        let result = folder.run(&format!("render --out a.wav --seconds 1 --set {set}"));
        check_refusal(1, &result, &["volume"]);
    }
    assert!(folder.names().is_empty());
}
