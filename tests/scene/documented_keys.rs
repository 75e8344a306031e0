//! `docs/scenes.md` agrees with the tables of keys.

use std::fmt::Write;
use std::path::Path;
use waterlab::scene::keys::{TABLES, all};

const BEGIN: &str = "from the tables that the program reads -->\n";
const END: &str = "<!-- end of keys -->";

/// All keys as Markdown, one table for each TOML table.
fn documented() -> String {
    let mut text = String::new();
    let keys = all();
    for (table, title) in TABLES {
        let (name, about) = title.split_once(": ").expect("a name and what it is for");
        let _ = write!(
            text,
            "\n## {name}\n\n{about}.\n\n| key | meaning | value | default |\n"
        );
        text += "| --- | --- | --- | --- |\n";
        for key in keys.iter().filter(|key| key.table == table) {
            let cells = [key.about, &key.takes, &key.default].map(|cell| cell.replace('|', "\\|"));
            let [about, takes, default] = cells;
            let _ = writeln!(text, "| `{}` | {about} | {takes} | {default} |", key.name);
        }
    }
    text + "\n"
}

#[test]
fn docs_scenes_lists_every_key() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scenes.md");
    let text = std::fs::read_to_string(&path).expect("docs/scenes.md");
    let (head, rest) = text.split_once(BEGIN).expect("the mark before the keys");
    let (written, tail) = rest.split_once(END).expect("the mark after the keys");
    let keys = documented();
    if std::env::var_os("WATERLAB_BLESS").is_some() {
        std::fs::write(&path, format!("{head}{BEGIN}{keys}{END}{tail}")).expect("written");
    } else {
        assert!(
            written == keys,
            "docs/scenes.md differs from the tables: WATERLAB_BLESS=1 cargo test --test scene docs_scenes"
        );
    }
}
