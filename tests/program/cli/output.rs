//! Output files are complete or absent, and a failure keeps the old file.

use crate::support::{RunResult, TempFolder, interrupt, npy};
use std::process::Stdio;
use std::time::{Duration, Instant};

#[track_caller]
fn field(folder: &TempFolder, out: &str, needles: &[&str]) {
    folder.fails(
        &format!("field --steps 1000000000 --set rain.seed=1 --out {out}"),
        needles,
    );
}

#[test]
fn an_unwritable_output_is_reported_before_the_simulation_starts() {
    let folder = TempFolder::new();
    folder.write("file", "plain");
    std::fs::create_dir(folder.path("folder.npy")).unwrap();
    // The run has 10⁹ steps with rain: the error comes in time only if it is reported early.
    field(
        &folder,
        "nowhere/h.npy",
        &["nowhere/h.npy", "no folder nowhere"],
    );
    field(
        &folder,
        "file/h.npy",
        &["file/h.npy", "file is not a folder"],
    );
    field(&folder, "folder.npy", &["folder.npy", "is a folder"]);
    field(&folder, "h.npy/", &["h.npy/", "folder"]);
    field(&folder, "file/deep/h.npy", &["file/deep/h.npy"]);
    let long = format!("{}.npy", "n".repeat(300));
    field(&folder, &long, &[&long, "too long", "another"]);
    #[cfg(target_os = "linux")]
    field(&folder, "/proc/h.npy", &["/proc/h.npy"]);
    let clip = |out: &str, needles: &[&str]| {
        let arguments = format!("render --view picture --seconds 80000 --out {out}");
        folder.fails(&arguments, needles);
    };
    clip("nowhere/c.gif", &["nowhere/c.gif"]);
    clip(
        "nowhere/frames/%d.png",
        &["nowhere/frames", "no folder nowhere"],
    );
    clip("file/%d.png", &["file", "not a folder"]);
}

#[test]
fn an_output_replaces_the_old_file_and_keeps_its_permissions() {
    let folder = TempFolder::new();
    folder.write("h.npy", "old");
    let write = |out: &str| {
        folder.succeeds(&format!(
            "field --set water.size=[5,4] --steps 1 --out {out}"
        ));
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| folder.path(name).metadata().unwrap().permissions().mode() & 0o777;
        std::fs::set_permissions(folder.path("h.npy"), PermissionsExt::from_mode(0o640)).unwrap();
        folder.write("plain", "a new file");
        write("h.npy");
        write("new.npy");
        assert_eq!(mode("h.npy"), 0o640);
        assert_eq!(mode("new.npy"), mode("plain"));
        std::fs::remove_file(folder.path("plain")).unwrap();
    }
    write("h.npy");
    write("new.npy");
    assert_eq!(npy(&folder.read("h.npy")), (4, 5, vec![0.0; 20]));
    assert_eq!(folder.names(), ["h.npy", "new.npy"]);
}

#[cfg(unix)]
#[test]
fn an_output_through_a_symlink_replaces_the_target_file() {
    let folder = TempFolder::new();
    std::fs::create_dir(folder.path("far")).unwrap();
    folder.write("far/real.npy", "old");
    std::os::unix::fs::symlink("far/real.npy", folder.path("h.npy")).unwrap();
    folder.succeeds("field --set water.size=[5,4] --steps 1 --out h.npy");
    assert!(folder.path("h.npy").is_symlink());
    assert_eq!(npy(&folder.read("far/real.npy")).0, 4);
    assert_eq!(crate::support::names(&folder.path("far")), ["real.npy"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_directly_and_a_full_one_is_an_error() {
    let folder = TempFolder::new();
    for (name, device) in [
        ("null.npy", "/dev/null"),
        ("full.npy", "/dev/full"),
        ("full.gif", "/dev/full"),
    ] {
        std::os::unix::fs::symlink(device, folder.path(name)).unwrap();
    }
    folder.succeeds("field --steps 1 --out null.npy");
    folder.fails(
        "field --steps 1 --out full.npy",
        &["full.npy", "No space left"],
    );
    let clip = "render --view picture --size 8x8 --seconds 0.1 --out full.gif";
    folder.fails(clip, &["full.gif", "No space left"]);
    assert!(std::fs::metadata("/dev/null").unwrap().len() == 0);
    assert!(folder.path("full.npy").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_directly() {
    let folder = TempFolder::new();
    folder.mkfifo("pipe.npy");
    let child = folder
        .command("field --set water.size=[5,4] --steps 1 --out pipe.npy")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert_eq!(npy(&folder.read("pipe.npy")), (4, 5, vec![0.0; 20]));
    assert_eq!(RunResult::from(child.wait_with_output().unwrap()).code, 0);
}

#[test]
fn a_late_failure_keeps_old_pictures_and_leaves_no_new_folder() {
    let folder = TempFolder::new();
    std::fs::create_dir(folder.path("frames")).unwrap();
    folder.write("frames/0000.png", "old");
    std::fs::create_dir(folder.path("frames/0002.png")).unwrap();
    let clip = "render --view picture --size 8x8 --seconds 0.5 --fps 10 --out";
    folder.fails(&format!("{clip} frames/%04d.png"), &["0002.png", "folder"]);
    assert_eq!(folder.read("frames/0000.png"), b"old");
    assert_eq!(
        crate::support::names(&folder.path("frames")),
        ["0000.png", "0002.png"]
    );
    // A folder created for the pictures is removed.
    let webp = "--size 16384x1 --seconds 0.1 --out new/%d.webp";
    folder.fails(&format!("render --view picture {webp}"), &["WebP"]);
    assert_eq!(folder.names(), ["frames"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_files_and_exits_with_130() {
    for (out, seconds) in [
        ("h.npy", None),
        ("c.gif", Some("80000")),
        ("frames/%d.png", Some("80000")),
    ] {
        let folder = TempFolder::new();
        folder.write("h.npy", "old");
        let mut arguments = match seconds {
            None => vec![
                "field",
                "--steps",
                "1000000000",
                "--set",
                "rain.seed=1",
                "--out",
                out,
            ],
            Some(seconds) => vec![
                "render",
                "--view",
                "picture",
                "--seconds",
                seconds,
                "--out",
                out,
            ],
        };
        arguments.extend(["--set", "water.size=[99, 99]"]);
        let child = folder.spawn(&arguments);
        let begin = Instant::now();
        while folder.names() == ["h.npy"] {
            assert!(
                begin.elapsed() < Duration::from_secs(20),
                "nothing was started"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(50));
        interrupt(&child);
        let result = RunResult::from(child.wait_with_output().unwrap());
        assert_eq!(
            (result.code, &*result.err),
            (130, "interrupted\n"),
            "{result:?}"
        );
        assert_eq!(folder.names(), ["h.npy"], "{out}");
        assert_eq!(folder.read("h.npy"), b"old");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_between_many_pictures_leaves_none() {
    for _ in 0..5 {
        let folder = TempFolder::new();
        let arguments = "render --view picture --size 8x8 --seconds 80000 --set water.size=[9,9] --out frames/%d.png";
        let mut child = folder.command(arguments).spawn().unwrap();
        let begin = Instant::now();
        let pictures = || {
            let unfinished = std::fs::read_dir(folder.path("frames"))
                .ok()?
                .next()?
                .ok()?;
            Some(std::fs::read_dir(unfinished.path()).ok()?.count())
        };
        while pictures().unwrap_or(0) < 300 {
            assert!(begin.elapsed() < Duration::from_secs(20), "too slow");
            std::thread::sleep(Duration::from_millis(5));
        }
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(folder.names(), [""; 0]);
    }
}
