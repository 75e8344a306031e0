//! The example `farm`: a bake shared by an array job or by GNU parallel equals the bake of one process.

use crate::support::{TempFolder, names};
use std::process::{Command, Output};

const BAKE: [&str; 11] = [
    "bake", "sea.toml", "--period", "8", "--count", "7", "--format", "exr", "--maps", "height",
    "--out",
];

fn sea_folder() -> TempFolder {
    let folder = TempFolder::new();
    folder.write("sea.toml", b"[water]\nmodel = \"sea\"\nsize = [32, 32]\n");
    folder.succeeds(&[&BAKE[..], &["whole"]].concat());
    folder
}

/// Runs a script with arguments and with the environment variables of the job system.
fn script(folder: &TempFolder, name: &str, words: &[&str], variables: &[(&str, &str)]) -> Output {
    let file = format!("{}/examples/farm/{name}", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("bash");
    command.arg(file).args(words).current_dir(folder.path("."));
    command.env("WATERLAB", env!("CARGO_BIN_EXE_waterlab"));
    command.env_remove("SHARES").envs(variables.iter().copied());
    command.output().expect("bash runs")
}

fn check_whole_bake(folder: &TempFolder, out: &str) {
    let files = names(&folder.path("whole"));
    assert_eq!(files.len(), 8, "a map of each frame, and the manifest");
    assert_eq!(names(&folder.path(out)), files);
    for file in files {
        let [whole, shared] = ["whole", out].map(|name| folder.read(&format!("{name}/{file}")));
        assert!(whole == shared, "{file}");
    }
}

#[test]
fn the_tasks_of_an_array_job_make_the_bake_of_one_process() {
    let folder = sea_folder();
    let words = [&["7"], &BAKE[..]].concat();
    // Tasks numbered from 3, and more tasks than frames.
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
            let result = script(
                &folder,
                "slurm.sh",
                &[&words[..], &[out]].concat(),
                &variables,
            );
            assert!(result.status.success(), "{out}, {task}: {result:?}");
        }
        check_whole_bake(&folder, out);
    }
    let again = [
        ("SLURM_ARRAY_TASK_ID", "1"),
        ("SLURM_ARRAY_TASK_MIN", "1"),
        ("SLURM_ARRAY_TASK_COUNT", "1"),
        ("SHARES", "3"),
    ];
    let result = script(
        &folder,
        "slurm.sh",
        &[&words[..], &["again"]].concat(),
        &again,
    );
    assert!(result.status.success(), "{result:?}");
    let files = names(&folder.path("again"));
    assert_eq!(files, ["bake.json", "height_0002.exr", "height_0003.exr"]);
}

#[test]
fn gnu_parallel_makes_the_bake_of_one_process() {
    let folder = sea_folder();
    let words = [&["7"], &BAKE[..], &["shared"]].concat();
    let result = script(&folder, "parallel.sh", &words, &[("SHARES", "3")]);
    assert!(result.status.success(), "{result:?}");
    check_whole_bake(&folder, "shared");
}

#[test]
fn farm_scripts_refuse_bad_arguments_and_report_failures() {
    let folder = sea_folder();
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
        let result = script(&folder, name, words, variables);
        assert!(!result.status.success(), "{name} {words:?}: {result:?}");
        assert!(!result.stderr.is_empty(), "{name} {words:?}: {result:?}");
    }
    assert_eq!(folder.names(), ["sea.toml", "whole"]);
}
