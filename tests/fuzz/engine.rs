//! Runs cases of a target: first its corpus as it is, then mutations of it. A case is determined by its number, so that
//! `WATERLAB_FUZZ_CASE=number` repeats one. A case fails that panics, that has more than 1 GB in use, or, in a long run, takes more than
//! 10 s. The input of a case that fails is left in `target/tmp/fuzz`.
//!
//! `WATERLAB_FUZZ_SECONDS` makes it a long run of so many seconds for each target, `WATERLAB_FUZZ_FROM` the number of its first case.

use crate::memory::peak_of;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::any::Any;
use std::cell::Cell;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Most bytes that a case may have in use, and the longest time that it may take.
const MAX_BYTES: usize = 1 << 30;
const MAX_TIME: Duration = Duration::from_secs(10);

/// A long run ends after so many different failures.
const MAX_FAILURES: usize = 20;

/// The input of a case.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the file that it would be.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl Case {
    pub fn new(name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            name: name.into(),
            bytes: bytes.into(),
        }
    }
}

/// What is tested.
pub struct Target {
    /// Its name, and that of its folder in the corpus.
    pub name: &'static str,
    /// The number of mutations in a short run.
    pub count: u64,
    /// Makes a case of one of the seeds.
    pub mutate: fn(&mut Pcg64Mcg, &[Case]) -> Case,
    /// Panics if the program does something wrong with it.
    pub check: fn(&Case),
}

/// One target at a time, as memory is measured of the whole process.
static ALONE: Mutex<()> = Mutex::new(());
/// Where the last panic was.
static PLACE: Mutex<String> = Mutex::new(String::new());
/// When the case that runs began, milliseconds after the start of the process; 0 while none runs. And its number.
static BEGAN: AtomicU64 = AtomicU64::new(0);
static NUMBER: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Whether this thread checks a case.
    static IS_CHECKING: Cell<bool> = const { Cell::new(false) };
}

impl Target {
    /// Checks the corpus, with the seeds `made` besides, and mutations of all of them.
    pub fn run(&self, made: Vec<Case>) {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        keep_places();
        let seeds: Vec<Case> = corpus(self.name).into_iter().chain(made).collect();
        let number_of = |key: &str| {
            let text = std::env::var(key).ok()?;
            Some(text.parse().unwrap_or_else(|_| panic!("{key}={text}")))
        };
        if let Some(number) = number_of("WATERLAB_FUZZ_CASE") {
            let judged = self.judge(&self.case(number, &seeds), true);
            return judged.unwrap_or_else(|failure| panic!("case {number}: {failure}"));
        }
        let seconds = number_of("WATERLAB_FUZZ_SECONDS").map(Duration::from_secs);
        if seconds.is_some() {
            watch(self.name);
        }
        let mut failures: Vec<String> = Vec::new();
        let mut fails = |label: String, case: &Case| {
            let Err(failure) = self.judge(case, seconds.is_some()) else {
                return false;
            };
            // One of each place.
            let place = failure.lines().next().unwrap_or_default();
            if !failures.iter().any(|known| known.starts_with(place)) {
                let file = keep(self.name, &label, case);
                println!("{} {label}: {failure}\n  {}", self.name, file.display());
                failures.push(failure);
            }
            failures.len() >= MAX_FAILURES
        };
        for seed in &seeds {
            fails(format!("seed-{}", seed.name), seed);
        }
        let first = number_of("WATERLAB_FUZZ_FROM").unwrap_or(0);
        let start = Instant::now();
        let mut number = first;
        while match seconds {
            Some(seconds) => start.elapsed() < seconds,
            None => number < first + self.count,
        } {
            NUMBER.store(number, Relaxed);
            if fails(number.to_string(), &self.case(number, &seeds)) {
                break;
            }
            number += 1;
        }
        println!("{}: {} cases, from {first}", self.name, number - first);
        assert!(failures.is_empty(), "{}: {failures:#?}", self.name);
    }

    fn case(&self, number: u64, seeds: &[Case]) -> Case {
        (self.mutate)(&mut Pcg64Mcg::seed_from_u64(number), seeds)
    }

    /// The place of the failure and what it is, if the case fails.
    fn judge(&self, case: &Case, is_timed: bool) -> Result<(), String> {
        let start = Instant::now();
        BEGAN.store(since_first_case().max(1), Relaxed);
        let check = AssertUnwindSafe(|| (self.check)(case));
        IS_CHECKING.set(true);
        let (result, bytes) = peak_of(|| panic::catch_unwind(check));
        IS_CHECKING.set(false);
        BEGAN.store(0, Relaxed);
        let taken = start.elapsed();
        if let Err(panicked) = result {
            let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner);
            return Err(format!("{place}\n  {}", words(&*panicked)));
        }
        if bytes > MAX_BYTES {
            return Err(format!("memory\n  {} MB in use", bytes / 1_000_000));
        }
        if is_timed && taken > MAX_TIME {
            return Err(format!("time\n  {taken:?}"));
        }
        Ok(())
    }
}

/// Milliseconds since the first call.
fn since_first_case() -> u64 {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_millis() as u64
}

/// Ends the process when a case takes a minute, which may be forever, with its number.
fn watch(target: &'static str) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(5));
            let began = BEGAN.load(Relaxed);
            if began > 0 && since_first_case() > began + 60_000 {
                let number = NUMBER.load(Relaxed);
                eprintln!("{target}: case {number} has taken a minute");
                std::process::exit(1);
            }
        }
    });
}

/// Remembers where panics are in place of printing them.
fn keep_places() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place.unwrap_or_default();
        let is_repeated = std::env::var_os("WATERLAB_FUZZ_CASE").is_some();
        if is_repeated || is_verdict(info) {
            eprintln!("{info}");
        } else if BEGAN.load(Relaxed) > 0 && !IS_CHECKING.get() {
            // It may abort the process.
            let number = NUMBER.load(Relaxed);
            eprintln!("case {number}, or a seed, on a thread of its own: {info}");
        }
        if is_repeated {
            eprintln!("{}", std::backtrace::Backtrace::force_capture());
        }
    }));
}

/// Whether a panic is the verdict on a target.
fn is_verdict(info: &panic::PanicHookInfo) -> bool {
    let of = |location: &panic::Location| location.file().ends_with("fuzz/engine.rs");
    info.location().is_some_and(of)
}

fn words(panicked: &(dyn Any + Send)) -> &str {
    let text = panicked.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panicked.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message")
}

/// Writes the input of a case that failed.
fn keep(target: &str, label: &str, case: &Case) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    let file = folder.join(format!("{target}-{label}-{}", case.name));
    let _ = fs::create_dir_all(&folder);
    let _ = fs::write(&file, &case.bytes);
    file
}

/// The files of a target's corpus, by name.
pub fn corpus(target: &str) -> Vec<Case> {
    files(&Path::new("tests/fuzz/corpus").join(target))
}

/// The files in a folder of the repository, by name; none where there is no such folder.
pub fn files(folder: &Path) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file());
    let mut cases: Vec<Case> = files
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            Case::new(name, fs::read(&path).expect("a file of the corpus"))
        })
        .collect();
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}
