//! Runs the program in a temporary folder, and reads its output.

// Each test binary uses its own part of this module.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A folder that the program runs in. It is deleted with the test.
pub struct TempFolder(TempDir);

/// The result of a run.
#[derive(Debug)]
pub struct RunResult {
    pub code: i32,
    pub out: String,
    /// Stderr without the lines of `wrote`.
    pub err: String,
    /// The lines of stderr that name the files written.
    pub wrote: String,
}

impl From<Output> for RunResult {
    fn from(output: Output) -> Self {
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        let (wrote, err) = err
            .split_inclusive('\n')
            .partition(|line| line.starts_with("wrote "));
        Self {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err,
            wrote,
        }
    }
}

/// Arguments of the program: a command line that is split at white space, or a list of words.
pub trait Arguments {
    fn words(&self) -> Vec<&str>;
}

impl Arguments for str {
    fn words(&self) -> Vec<&str> {
        self.split_whitespace().collect()
    }
}

impl Arguments for String {
    fn words(&self) -> Vec<&str> {
        self.as_str().words()
    }
}

impl Arguments for [&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl<const N: usize> Arguments for [&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.clone()
    }
}

impl TempFolder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("written");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names of all entries of the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    pub fn command(&self, arguments: &(impl Arguments + ?Sized)) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
        command
            .args(arguments.words())
            .current_dir(self.0.path())
            .env_remove("RUST_LOG");
        command
    }

    /// Starts the program with its output in pipes.
    pub fn spawn(&self, arguments: &(impl Arguments + ?Sized)) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it starts")
    }

    /// Runs a shell script, in which `$PROGRAM` is the program.
    pub fn shell(&self, script: &str) -> RunResult {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(self.0.path());
        command.env("PROGRAM", env!("CARGO_BIN_EXE_waterlab"));
        command.env_remove("RUST_LOG");
        command.output().expect("sh runs").into()
    }

    /// Makes a named pipe.
    pub fn mkfifo(&self, name: &str) {
        let status = Command::new("mkfifo").arg(self.path(name)).status();
        assert!(status.expect("mkfifo runs").success());
    }

    pub fn run(&self, arguments: &(impl Arguments + ?Sized)) -> RunResult {
        self.command(arguments).output().expect("it runs").into()
    }

    /// Checks that the program succeeds and is silent on stderr. Returns its stdout.
    #[track_caller]
    pub fn succeeds(&self, arguments: &(impl Arguments + ?Sized)) -> String {
        let result = self.run(arguments);
        let words = arguments.words();
        assert_eq!(
            (result.code, &*result.err),
            (0, ""),
            "{words:?}: {result:?}"
        );
        result.out
    }

    /// Checks that the program fails with code 1, as [`TempFolder::refuses`].
    #[track_caller]
    pub fn fails(&self, arguments: &(impl Arguments + ?Sized), needles: &[&str]) -> String {
        self.refuses(1, arguments, needles)
    }

    /// Checks that the program fails with `code`, prints nothing on stdout and one line on stderr that contains all of
    /// `needles`, and leaves the folder unchanged. Returns that line.
    #[track_caller]
    pub fn refuses(
        &self,
        code: i32,
        arguments: &(impl Arguments + ?Sized),
        needles: &[&str],
    ) -> String {
        let before = self.names();
        let result = self.run(arguments);
        check_refusal(code, &result, needles);
        let words = arguments.words();
        assert_eq!(self.names(), before, "{words:?} changed the folder");
        result.err
    }
}

#[track_caller]
pub fn check_refusal(code: i32, result: &RunResult, needles: &[&str]) {
    assert_eq!((result.code, &*result.out), (code, ""), "{result:?}");
    let err = &result.err;
    assert!(
        err.starts_with("error: ") && err.ends_with('\n'),
        "{result:?}"
    );
    assert_eq!(err.lines().count(), 1, "{result:?}");
    assert!(!err.contains("panicked"), "{result:?}");
    for needle in needles {
        assert!(err.contains(needle), "no `{needle}` in {result:?}");
    }
}

/// Sends SIGINT.
pub fn interrupt(child: &Child) {
    let number = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &number]).status();
    assert!(status.expect("kill runs").success());
}

pub fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

/// Rows, columns and numbers of a .npy file with one number for each cell.
pub fn npy(bytes: &[u8]) -> (usize, usize, Vec<f32>) {
    let (shape, numbers) = npy_of_any_shape(bytes);
    let [rows, columns] = shape[..] else {
        panic!("{shape:?}")
    };
    (rows, columns, numbers)
}

/// Shape and numbers of a .npy file, read independently of the program.
pub fn npy_of_any_shape(bytes: &[u8]) -> (Vec<usize>, Vec<f32>) {
    assert_eq!(&bytes[..6], b"\x93NUMPY");
    let (start, length) = match bytes[6] {
        1 => (10, usize::from(u16::from_le_bytes([bytes[8], bytes[9]]))),
        _ => (
            12,
            u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize,
        ),
    };
    let header = std::str::from_utf8(&bytes[start..start + length]).unwrap();
    let header: String = header.split_whitespace().collect();
    assert!(header.contains("'descr':'<f4'"), "{header}");
    assert!(header.contains("'fortran_order':False"), "{header}");
    let shape = header
        .split("'shape':(")
        .nth(1)
        .unwrap()
        .split(')')
        .next()
        .unwrap();
    let sides: Vec<usize> = shape
        .split(',')
        .filter(|side| !side.is_empty())
        .map(|side| side.parse().unwrap())
        .collect();
    let numbers: Vec<f32> = bytes[start + length..]
        .as_chunks::<4>()
        .0
        .iter()
        .map(|&number| f32::from_le_bytes(number))
        .collect();
    assert_eq!(numbers.len(), sides.iter().product::<usize>());
    (sides, numbers)
}
