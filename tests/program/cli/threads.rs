//! Machines that give no threads: one does the work then, and what can't do with one says so.

use crate::support::{Ran, Room, check_refusal};

/// Runs the program where no thread can be started.
fn without_threads(room: &Room, arguments: &[&str]) -> Ran {
    let output = room
        .command(arguments)
        // No address space has room for such a stack.
        .env("RUST_MIN_STACK", (1_u64 << 50).to_string())
        .env("RUST_LOG", "off")
        .output();
    output.expect("it runs").into()
}

#[test]
fn without_threads_the_numbers_are_the_same() {
    let room = Room::new();
    // Large enough to be shared among threads where there are any: a pool, and a sea.
    for (model, size) in [("wave", "[512, 300]"), ("sea", "[256, 256]")] {
        let size = format!("water.size={size}");
        let [with, without] = ["with", "without"].map(|how| format!("{model}-{how}.npy"));
        let arguments = |out| {
            let steps = ["field", "--model", model, "--steps", "12", "--set"];
            let rest = [&*size, "--set", "rain.drops_per_second=60", "--out", out];
            steps.into_iter().chain(rest).collect::<Vec<_>>()
        };
        room.succeeds(&arguments(&*with));
        let ran = without_threads(&room, &arguments(&*without));
        assert_eq!((ran.code, &*ran.err), (0, ""), "{model}: {ran:?}");
        assert!(room.read(&with) == room.read(&without), "{model}");
    }
}

#[test]
fn a_film_that_needs_a_thread_says_so_and_leaves_nothing() {
    let room = Room::new();
    let arguments = [
        "render",
        "--view",
        "picture",
        "--size",
        "8x8",
        "--set",
        "water.size=[9, 9]",
        "--seconds",
        "0.1",
        "--out",
        "a.mp4",
    ];
    let ran = without_threads(&room, &arguments);
    check_refusal(1, &ran, &["can't start a thread", "ffmpeg"]);
    assert_eq!(room.names(), [""; 0]);
}

#[test]
fn of_threads_that_are_wanting_there_is_a_warning() {
    let room = Room::new();
    let output = room
        .command(&[
            "field",
            "--steps",
            "12",
            "--model",
            "wave",
            "--out",
            "h.npy",
            "--set",
            "water.size=[512, 300]",
            "--set",
            "rain.drops_per_second=60",
        ])
        .env("RUST_MIN_STACK", (1_u64 << 50).to_string())
        .output();
    let ran = Ran::from(output.expect("it runs"));
    assert_eq!(ran.code, 0, "{ran:?}");
    for words in [
        "warning: ",
        "an interrupt will leave unfinished files",
        "one does all the work",
    ] {
        assert!(ran.err.contains(words), "no `{words}` in {ran:?}");
    }
    assert!(!ran.err.contains("panicked"), "{ran:?}");
}
