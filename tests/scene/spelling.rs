//! Looks for common misspellings in code, documents, shaders and scenes with the dictionary of the `typos` crate.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use typos::tokens::{Identifier, TokenizerBuilder, Word};
use typos::{Dictionary, Status};

/// Intentional misspellings of tests, and the name of a driver.
const ON_PURPOSE: [&str; 9] = [
    "feild", "hight", "hights", "numer", "peroid", "raduis", "stifness", "thicknes", "zink",
];

/// The folders and file types to check.
const PLACES: [&str; 10] = [
    "src", "crates", "tests", "shaders", "docs", "examples", "benches", "scenes", ".github", ".ci",
];
const TEXT: [&str; 11] = [
    "rs", "md", "glsl", "vert", "frag", "toml", "js", "ts", "html", "css", "yml",
];

struct Misspellings;

impl Dictionary for Misspellings {
    fn correct_ident<'s>(&'s self, _: Identifier<'_>) -> Option<Status<'s>> {
        None
    }

    fn correct_word<'s>(&'s self, word: Word<'_>) -> Option<Status<'s>> {
        let word = word.token();
        // Names of two or three letters are abbreviations.
        if word.len() < 4 || ON_PURPOSE.contains(&&*word.to_lowercase()) {
            return None;
        }
        let corrections = typos_dict::WORD.find(&unicase::UniCase::new(word))?;
        let corrections = corrections.iter().map(|&word| Cow::Borrowed(word));
        Some(Status::Corrections(corrections.collect()))
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    let is_text = path
        .extension()
        .is_some_and(|extension| TEXT.iter().any(|text| extension == *text));
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("a folder") {
            collect(&entry.expect("an entry").path(), files);
        }
    } else if is_text {
        files.push(path.to_path_buf());
    }
}

#[test]
fn no_file_has_a_common_misspelling() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for place in PLACES {
        let place = root.join(place);
        // A packaged crate has no .ci.
        if place.exists() {
            collect(&place, &mut files);
        }
    }
    for name in ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Cargo.toml"] {
        files.push(root.join(name));
    }
    let tokenizer = TokenizerBuilder::new().build();
    let mut wrong = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a text");
        for typo in typos::check_str(&text, &tokenizer, &Misspellings) {
            let line = text[..typo.byte_offset].matches('\n').count() + 1;
            let name = file.strip_prefix(root).unwrap_or(file).display();
            wrong.push(format!(
                "{name}:{line}: {} {:?}",
                typo.typo, typo.corrections
            ));
        }
    }
    assert!(files.len() > 400, "{} files", files.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
