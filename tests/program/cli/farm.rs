//! The example `farm`: a bake shared over an array job, or by GNU parallel, is the bake that one process makes.

use crate::support::{Room, names};
use std::process::{Command, Output};

const BAKE: [&str; 11] = [
    "bake", "sea.toml", "--period", "8", "--count", "7", "--format", "exr", "--maps", "height",
    "--out",
];

fn room() -> Room {
    let room = Room::new();
    room.write("sea.toml", b"[water]\nmodel = \"sea\"\nsize = [32, 32]\n");
    room.succeeds(&[&BAKE[..], &["whole"]].concat());
    room
}

/// Runs one of the scripts over so many frames, with what the system that runs it sets.
fn script(room: &Room, name: &str, words: &[&str], variables: &[(&str, &str)]) -> Output {
    let file = format!("{}/examples/farm/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("bash");
    command.arg(file).args(words).current_dir(room.path("."));
    command.env("WATERLAB", env!("CARGO_BIN_EXE_waterlab"));
    command.env_remove("SHARES").envs(variables.iter().copied());
    command.output().expect("bash runs")
}

fn holds_the_whole(room: &Room, out: &str) {
    let files = names(&room.path("whole"));
    assert_eq!(files.len(), 8, "a map of each frame, and the manifest");
    assert_eq!(names(&room.path(out)), files);
    for file in files {
        let [whole, shared] = ["whole", out].map(|folder| room.read(&format!("{folder}/{file}")));
        assert!(whole == shared, "{file}");
    }
}

#[test]
fn tasks_of_an_array_job_make_the_bake_of_one_process() {
    let room = room();
    let words = [&["7"], &BAKE[..]].concat();
    // Numbered from 3 on; more tasks than frames; one of them again, by itself.
    for (out, tasks, first, count) in [
        ("three", 0..3, 0, 3),
        ("late", 3..7, 3, 4),
        ("many", 0..9, 0, 9),
    ] {
        for task in tasks {
            let [task, first, count] = [task, first, count].map(|number| number.to_string());
            let variables = [
                ("SLURM_ARRAY_TASK_ID", &*task),
                ("SLURM_ARRAY_TASK_MIN", &*first),
                ("SLURM_ARRAY_TASK_COUNT", &*count),
            ];
            let ran = script(
                &room,
                "slurm.sh",
                &[&words[..], &[out]].concat(),
                &variables,
            );
            assert!(ran.status.success(), "{out}, {task}: {ran:?}");
        }
        holds_the_whole(&room, out);
    }
    let again = [
        ("SLURM_ARRAY_TASK_ID", "1"),
        ("SLURM_ARRAY_TASK_MIN", "1"),
        ("SLURM_ARRAY_TASK_COUNT", "1"),
        ("SHARES", "3"),
    ];
    let ran = script(
        &room,
        "slurm.sh",
        &[&words[..], &["again"]].concat(),
        &again,
    );
    assert!(ran.status.success(), "{ran:?}");
    let files = names(&room.path("again"));
    assert_eq!(files, ["bake.json", "height_0002.exr", "height_0003.exr"]);
}

#[test]
fn gnu_parallel_makes_the_bake_of_one_process() {
    let room = room();
    let words = [&["7"], &BAKE[..], &["shared"]].concat();
    let ran = script(&room, "parallel.sh", &words, &[("SHARES", "3")]);
    assert!(ran.status.success(), "{ran:?}");
    holds_the_whole(&room, "shared");
}

#[test]
fn what_makes_no_share_is_refused_and_a_failure_is_told() {
    let room = room();
    let job = [
        ("SLURM_ARRAY_TASK_ID", "0"),
        ("SLURM_ARRAY_TASK_COUNT", "1"),
    ];
    for (name, words, variables) in [
        ("slurm.sh", &["bake", "sea.toml"][..], &job[..]),
        ("slurm.sh", &["7", "bake"], &[]),
        ("slurm.sh", &["7", "bake", "none.toml", "--out", "x"], &job),
        ("parallel.sh", &["0", "bake"], &[]),
        (
            "parallel.sh",
            &["7", "bake", "none.toml", "--out", "x"],
            &[],
        ),
    ] {
        let ran = script(&room, name, words, variables);
        assert!(!ran.status.success(), "{name} {words:?}: {ran:?}");
        assert!(!ran.stderr.is_empty(), "{name} {words:?}: {ran:?}");
    }
    assert_eq!(room.names(), ["sea.toml", "whole"]);
}
