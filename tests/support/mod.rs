//! A room to run the program in: a folder of its own, and what the program said and left there.

// Each test file uses its own part of this.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder that the program runs in, gone with the test.
pub struct Room(TempDir);

/// What became of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    /// What was said on stderr, but for what was written.
    pub err: String,
    /// The lines on stderr that tell what was written.
    pub wrote: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        let err = String::from_utf8(output.stderr).expect("UTF-8");
        let (wrote, err) = err
            .split_inclusive('\n')
            .partition(|line| line.starts_with("wrote "));
        Self {
            code: output.status.code().expect("ended by itself"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err,
            wrote,
        }
    }
}

impl Room {
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

    /// The names of everything in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names(self.0.path())
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env_remove("RUST_LOG");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().expect("it runs").into()
    }

    /// Runs what must succeed, silent on stderr; what it said on stdout.
    #[track_caller]
    pub fn succeeds(&self, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{arguments:?}: {ran:?}");
        ran.out
    }

    /// Runs what must fail: code 1, nothing on stdout, one line on stderr that names all of `needles`, the folder as before.
    #[track_caller]
    pub fn fails(&self, arguments: &[&str], needles: &[&str]) -> String {
        self.refuses(1, arguments, needles)
    }

    /// Runs what must be refused with `code`.
    #[track_caller]
    pub fn refuses(&self, code: i32, arguments: &[&str], needles: &[&str]) -> String {
        let before = self.names();
        let ran = self.run(arguments);
        check_refusal(code, &ran, needles);
        assert_eq!(self.names(), before, "{arguments:?} changed the folder");
        ran.err
    }
}

#[track_caller]
pub fn check_refusal(code: i32, ran: &Ran, needles: &[&str]) {
    assert_eq!(ran.code, code, "{ran:?}");
    assert_eq!(ran.out, "", "{ran:?}");
    assert!(
        ran.err.starts_with("error: ") && ran.err.ends_with('\n'),
        "{ran:?}"
    );
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    assert!(!ran.err.contains("panicked"), "{ran:?}");
    for needle in needles {
        assert!(ran.err.contains(needle), "no `{needle}` in {ran:?}");
    }
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

/// The numbers in a .npy file with their (rows, columns), one for each cell.
pub fn npy(bytes: &[u8]) -> (usize, usize, Vec<f32>) {
    let (shape, numbers) = npy_of_any_shape(bytes);
    let [rows, columns] = shape[..] else {
        panic!("{shape:?}")
    };
    (rows, columns, numbers)
}

/// The numbers in a .npy file with its shape, read by the format's own description.
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
