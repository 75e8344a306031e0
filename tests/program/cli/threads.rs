//! Where no thread can be started, one thread does the work, or an error says that it cannot.

use crate::support::{RunResult, TempFolder, check_refusal};

/// Runs the program where no thread can be started.
fn without_threads(folder: &TempFolder, arguments: &str) -> RunResult {
    let output = folder
        .command(arguments)
        // No address space can hold such a stack.
        .env("RUST_MIN_STACK", (1_u64 << 50).to_string())
        .env("RUST_LOG", "off")
        .output();
    output.expect("it runs").into()
}

#[test]
fn without_threads_the_results_are_the_same() {
    let folder = TempFolder::new();
    // A pool and a sea that are large enough for several threads.
    for (model, size) in [("wave", "[512,300]"), ("sea", "[256,256]")] {
        let arguments = |out: &str| {
            format!(
                "field --model {model} --steps 12 --set water.size={size} --set rain.drops_per_second=60 --out {out}"
            )
        };
        folder.succeeds(&arguments("with.npy"));
        let result = without_threads(&folder, &arguments("without.npy"));
        assert_eq!((result.code, &*result.err), (0, ""), "{model}: {result:?}");
        assert!(
            folder.read("with.npy") == folder.read("without.npy"),
            "{model}"
        );
    }
}

#[test]
fn a_clip_without_threads_is_an_error_and_leaves_no_files() {
    let folder = TempFolder::new();
    let arguments =
        "render --view picture --size 8x8 --set water.size=[9,9] --seconds 0.1 --out a.mp4";
    let result = without_threads(&folder, arguments);
    check_refusal(1, &result, &["can't start a thread", "ffmpeg"]);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn missing_threads_are_a_warning() {
    let folder = TempFolder::new();
    let output = folder
        .command("field --steps 12 --model wave --out h.npy --set water.size=[512,300] --set rain.drops_per_second=60")
        .env("RUST_MIN_STACK", (1_u64 << 50).to_string())
        .output();
    let result = RunResult::from(output.expect("it runs"));
    assert_eq!(result.code, 0, "{result:?}");
    for words in [
        "warning: ",
        "an interrupt will leave unfinished files",
        "one does all the work",
    ] {
        assert!(result.err.contains(words), "no `{words}` in {result:?}");
    }
    assert!(!result.err.contains("panicked"), "{result:?}");
}
