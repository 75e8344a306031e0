//! Changes to files: of any bytes, with values that parsers tend to mistake, and of the lines and values of a scene.

use crate::engine::Case;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// One of a list.
pub fn one_of<'a, T>(random: &mut Pcg64Mcg, list: &'a [T]) -> &'a T {
    &list[random.random_range(0..list.len())]
}

/// Numbers at which lengths, offsets and counts break.
const EDGES: [u32; 16] = [
    0,
    1,
    2,
    3,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_fffe,
    0xffff_ffff,
];

/// A seed with 1 to 8 changes to its bytes.
pub fn bytes(random: &mut Pcg64Mcg, seeds: &[Case]) -> Case {
    let mut case = one_of(random, seeds).clone();
    for _ in 0..=random.random_range(0..8_u32).min(random.random_range(0..8)) {
        change(random, &mut case.bytes, seeds);
    }
    case
}

fn change(random: &mut Pcg64Mcg, bytes: &mut Vec<u8>, seeds: &[Case]) {
    if bytes.is_empty() {
        bytes.push(random.random());
        return;
    }
    // Headers decide more than pixels do.
    let end = match random.random_bool(0.5) {
        true => bytes.len().min(128),
        false => bytes.len(),
    };
    let at = random.random_range(0..end);
    let run = random.random_range(1..=16).min(bytes.len() - at);
    match random.random_range(0..10) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => bytes[at] = *one_of(random, &[0, 1, 0x7f, 0x80, 0xff]),
        3 | 4 => {
            let edge = *one_of(random, &EDGES);
            let number = match random.random_range(0..4) {
                0 => edge.to_le_bytes().to_vec(),
                1 => edge.to_be_bytes().to_vec(),
                2 => (edge as u16).to_le_bytes().to_vec(),
                _ => (edge as u16).to_be_bytes().to_vec(),
            };
            for (byte, new) in bytes[at..].iter_mut().zip(number) {
                *byte = new;
            }
        }
        5 => drop(bytes.drain(at..at + run)),
        6 => {
            let copy = bytes[at..at + run].to_vec();
            let to = random.random_range(0..=bytes.len());
            bytes.splice(to..to, copy);
        }
        7 => {
            // The largest and smallest floats, and those that are none.
            let floats = [f32::NAN, f32::INFINITY, -f32::MAX, f32::MIN_POSITIVE, -0.0];
            let float = one_of(random, &floats).to_le_bytes();
            for (byte, new) in bytes[at..].iter_mut().zip(float) {
                *byte = new;
            }
        }
        8 if random.random_bool(0.3) => bytes.truncate(at),
        8 => {
            let other = &one_of(random, seeds).bytes;
            let from = random.random_range(0..=other.len());
            let length = random.random_range(0..=64).min(other.len() - from);
            bytes.splice(at..at + run, other[from..from + length].iter().copied());
        }
        _ => {
            let other = one_of(random, seeds).bytes.clone();
            let from = random.random_range(0..=other.len());
            bytes.truncate(at);
            bytes.extend(&other[from..]);
        }
    }
}

/// The values of a key that are valid least often, and one that is.
pub const VALUES: [&str; 44] = [
    "0",
    "1",
    "-1",
    "0.0",
    "-0.0",
    "0.5",
    "1e308",
    "-1e308",
    "1e-308",
    "5e-324",
    "nan",
    "inf",
    "-inf",
    "2",
    "3",
    "64",
    "8192",
    "16384",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "0.001",
    "1000",
    "1e9",
    "[]",
    "{}",
    "\"\"",
    "true",
    "false",
    "[0, 0]",
    "[1, 1]",
    "[0.5, 0.5]",
    "[0, 0, 0]",
    "[1e308, 0, 0]",
    "[nan, nan]",
    "[3, 3]",
    "[3, 8192]",
    "[64, 64]",
    "[-1, 2]",
    "\"a.png\"",
    "\"heights.exr\"",
    "\"levels.csv\"",
    "[[]]",
];

/// A scene of the seeds with 1 to 6 changes to its lines. `keys` are lines that set any key to a value, each with its table.
pub fn scene(random: &mut Pcg64Mcg, seeds: &[Case], keys: &[(String, String)]) -> String {
    let text = |case: &Case| String::from_utf8_lossy(&case.bytes).into_owned();
    let own = text(one_of(random, seeds));
    // What changes nothing is left out.
    let lines = own
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    for _ in 0..random.random_range(1..=6) {
        let at = random.random_range(0..=lines.len());
        let value = lines.get(at).and_then(|line| line.split_once('='));
        let value = value.map(|(key, value)| (key.to_owned(), value.to_owned()));
        match (random.random_range(0..12), value) {
            (0..=2, Some((key, _))) => lines[at] = format!("{key}= {}", one_of(random, &VALUES)),
            (3 | 4, Some((key, value))) => {
                lines[at] = format!("{key}={}", with_another_number(random, &value));
            }
            (5, _) if at < lines.len() => drop(lines.remove(at)),
            (6, Some(_)) => lines.insert(at, lines[at].clone()),
            (7, _) => {
                // A table of another scene.
                let other = text(one_of(random, seeds));
                let starts = other
                    .lines()
                    .position(|line| line.starts_with('[') && random.random_bool(0.3));
                let lines_of = other.lines().skip(starts.unwrap_or(0)).map(str::to_owned);
                let mut is_first = true;
                let table = lines_of
                    .take_while(|line| std::mem::take(&mut is_first) || !line.starts_with('['));
                lines.extend(table);
            }
            (8, _) if at < lines.len() && !lines[at].is_empty() => {
                let mut line = lines[at].clone().into_bytes();
                change(random, &mut line, seeds);
                lines[at] = String::from_utf8_lossy(&line).into_owned();
            }
            _ => {
                let (table, line) = one_of(random, keys);
                let header = lines
                    .iter()
                    .rposition(|line| line.trim_matches(['[', ']', ' ']) == table);
                match header {
                    Some(header) => {
                        let key = line.split('=').next().unwrap_or_default();
                        let rest = lines[header + 1..].iter();
                        let of_table = rest.take_while(|line| !line.starts_with('[')).count();
                        let own = header + 1..header + 1 + of_table;
                        let set = own
                            .clone()
                            .find(|&at| lines[at].split('=').next() == Some(key));
                        match set {
                            Some(at) => lines[at] = line.clone(),
                            None => lines.insert(own.start, line.clone()),
                        }
                    }
                    None => {
                        let many = [
                            "drop", "stroke", "source", "fill", "obstacle", "body", "wave",
                        ];
                        lines.push(match many.contains(&&**table) {
                            true => format!("[[{table}]]"),
                            false => format!("[{table}]"),
                        });
                        lines.push(line.clone());
                    }
                }
            }
        }
    }
    lines.join("\n")
}

/// A value with one of its numbers replaced or scaled.
fn with_another_number(random: &mut Pcg64Mcg, value: &str) -> String {
    let is_of_number = |letter: char| letter.is_ascii_digit() || ".-+e".contains(letter);
    let mut words: Vec<String> = Vec::new();
    for letter in value.chars() {
        match words.last_mut() {
            Some(word) if word.ends_with(is_of_number) == is_of_number(letter) => word.push(letter),
            _ => words.push(letter.into()),
        }
    }
    let numbers = words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.parse::<f64>().is_ok());
    let numbers: Vec<usize> = numbers.map(|(at, _)| at).collect();
    if let Some(&at) = numbers.get(random.random_range(0..=numbers.len())) {
        let number: f64 = words[at].parse().unwrap_or_default();
        words[at] = match random.random_range(0..5) {
            0 => one_of(random, &VALUES[..25]).to_string(),
            1 => format!("{}", number * 2.0),
            2 => format!("{}", number / 2.0),
            3 => format!("{}", -number),
            _ => format!("{}", number * 10_f64.powi(random.random_range(-6..=6))),
        };
    }
    words.concat()
}
