//! What the crates of other people may be, as `deny.toml` says: the part of `cargo deny` that needs no network and no further program, for
//! the crates of this machine. `cargo deny --workspace check` itself reads the same file, and looks at all machines.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use toml_edit::{DocumentMut, Item};

/// The crates of the workspace and of others, of this machine.
fn packages() -> Vec<Value> {
    let output = |command: &mut Command| {
        let output = command.output().expect("it starts");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let about = output(Command::new("rustc").arg("-vV"));
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let metadata = output(
        Command::new(env!("CARGO"))
            .args(["metadata", "--offline", "--locked", "--format-version", "1"])
            .args(["--filter-platform", host.expect("a host")])
            .current_dir(env!("CARGO_MANIFEST_DIR")),
    );
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn allowed() -> DocumentMut {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let text = std::fs::read_to_string(file).expect("deny.toml");
    text.parse().expect("TOML")
}

fn texts(list: &Item) -> BTreeSet<&str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|text| text.as_str().expect("a text")).collect()
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

/// Whether an SPDX expression can be met with these licences.
fn is_met(expression: &str, licences: &BTreeSet<&str>) -> bool {
    // Parentheses stand around alternatives alone.
    let mut groups = expression
        .split(" AND ")
        .map(|group| group.trim_matches(['(', ')', ' ']));
    groups.all(|group| {
        let mut one_of = group.split(" OR ").flat_map(|licence| licence.split('/'));
        one_of.any(|licence| licences.contains(licence.trim()))
    })
}

#[test]
fn every_crate_has_a_licence_and_a_source_that_are_allowed() {
    let allowed = allowed();
    let licences = texts(&allowed["licenses"]["allow"]);
    let exceptions = allowed["licenses"]["exceptions"].as_array();
    let exceptions = exceptions.expect("exceptions");
    let registries = texts(&allowed["sources"]["allow-registry"]);
    let mut wrong = Vec::new();
    for package in packages() {
        let (name, licence, source) = (
            text(&package, "name"),
            text(&package, "license"),
            text(&package, "source"),
        );
        let mut own = licences.clone();
        for exception in exceptions
            .iter()
            .filter_map(|exception| exception.as_inline_table())
        {
            if exception["crate"].as_str() == Some(name) {
                let more = exception["allow"].as_array().expect("a list").iter();
                own.extend(more.filter_map(|licence| licence.as_str()));
            }
        }
        if !is_met(licence, &own) {
            wrong.push(format!("{name}: the licence {licence:?}"));
        }
        let registry = source.strip_prefix("registry+").unwrap_or(source);
        if !source.is_empty() && !registries.contains(registry) {
            wrong.push(format!("{name}: the source {source}"));
        }
    }
    assert!(wrong.is_empty(), "not allowed by deny.toml: {wrong:#?}");
    let few = BTreeSet::from(["MIT"]);
    assert!(is_met("MIT/Apache-2.0", &few) && is_met("(MIT OR Zlib) AND MIT", &few));
    assert!(
        !is_met("MIT AND Zlib", &few)
            && !is_met("(MIT OR Zlib) AND (ISC OR Zlib)", &few)
            && !is_met("", &few)
    );
}

#[test]
fn no_crate_is_there_twice_except_those_with_a_reason() {
    let allowed = allowed();
    let skipped = allowed["bans"]["skip"].as_array().expect("a list").iter();
    let skipped = skipped.filter_map(|entry| entry.as_inline_table());
    let skipped: BTreeSet<&str> = skipped
        .map(|entry| {
            assert!(
                entry["reason"]
                    .as_str()
                    .is_some_and(|reason| !reason.is_empty())
            );
            entry["crate"].as_str().expect("a crate")
        })
        .collect();
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let of_crate = versions
            .entry(text(&package, "name").to_owned())
            .or_default();
        of_crate.insert(text(&package, "version").to_owned());
    }
    // An entry names one version; what is left may be there once.
    for (name, versions) in &versions {
        let left: Vec<_> = versions
            .iter()
            .filter(|version| {
                // Without what a version says of its build.
                let number = version.split('+').next().unwrap_or_default();
                !skipped.contains(&*format!("{name}@{number}"))
            })
            .collect();
        assert!(
            left.len() <= 1,
            "{name} is there as {left:?}: give a reason in deny.toml, or use one version"
        );
    }
}
