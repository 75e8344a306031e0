//! Command lines, each word on a line: they are understood or refused with code 2.

use crate::engine::{Case, Target};
use crate::mutate::{self, VALUES, one_of};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::ffi::OsString;
use std::sync::LazyLock;
use waterlab::command::exit_code_of;
use waterlab::scene::keys::{self, Key};

/// Words that mean something.
const WORDS: [&str; 46] = [
    "render",
    "field",
    "bake",
    "plot",
    "bench",
    "help",
    "--help",
    "--version",
    "-h",
    "--out",
    "--steps",
    "--seconds",
    "--fps",
    "--frames",
    "--view",
    "--model",
    "--size",
    "--picture",
    "--floor",
    "--sky",
    "--set",
    "--gl",
    "--what",
    "--time",
    "--texels",
    "--json",
    "--tour",
    "--follow-path",
    "--points",
    "--depths",
    "--",
    "-",
    "--x=1",
    "none",
    "a.png",
    "a.gif",
    "%04d.png",
    "%n.png",
    "0..5",
    "5..0",
    "1280x720",
    "0x0",
    "99999999999x1",
    "storm",
    "lit",
    "-.png",
];

fn mutated(random: &mut Pcg64Mcg, seeds: &[Case]) -> Case {
    let seed = String::from_utf8_lossy(&one_of(random, seeds).bytes).into_owned();
    let mut words: Vec<String> = seed.lines().map(str::to_owned).collect();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..=words.len());
        let word = match random.random_range(0..6) {
            0 => one_of(random, &VALUES).to_string(),
            1 => {
                static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys::all);
                let key = one_of(random, &KEYS);
                format!("{}.{}={}", key.table, key.name, one_of(random, &VALUES))
            }
            2 => format!("{}={}", one_of(random, &WORDS), one_of(random, &VALUES)),
            _ => one_of(random, &WORDS).to_string(),
        };
        match random.random_range(0..3) {
            0 if at < words.len() => words[at] = word,
            1 if at < words.len() => drop(words.remove(at)),
            _ => words.insert(at, word),
        }
    }
    let mut case = Case::new("words", words.join("\n"));
    if random.random_bool(0.2) {
        case = mutate::bytes(random, &[case]);
    }
    case
}

fn check(case: &Case) {
    let words = case.bytes.split(|&byte| byte == b'\n');
    let words = words.map(|word| String::from_utf8_lossy(word).into_owned());
    let code = exit_code_of(words.map(OsString::from));
    assert!([0, 2].contains(&code), "{code}");
}

#[test]
fn arguments() {
    let target = Target {
        name: "arguments",
        count: 300,
        mutate: mutated,
        check,
    };
    // Every option of every command is one of the words that are inserted.
    let lines = [
        "",
        "render\n--out\na.png\n--steps\n3",
        "field\n--what\nheight\n--out\n-.csv",
        "bake\n--out\na.exr",
        "plot\nfresnel\n--out\na.svg",
        "bench\n--json",
        "storm\n--set\nwater.damping=4",
    ];
    target.run(lines.map(|line| Case::new("words", line)).to_vec());
}
