//! Lists the files of `shaders/` that other shaders include, for `src/view/shader.rs`.

use std::{env, fs, io, path::Path};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=shaders");
    let mut names = Vec::new();
    for folder in fs::read_dir("shaders")? {
        let folder = folder?;
        for file in fs::read_dir(folder.path())? {
            let file = file?;
            if file.path().extension().is_some_and(|end| end == "glsl") {
                let (folder, file) = (folder.file_name(), file.file_name());
                names.push(format!("{}/{}", folder.display(), file.display()));
            }
        }
    }
    names.sort();
    let entries: Vec<_> = names
        .iter()
        .map(|name| format!("glsl!({name:?})"))
        .collect();
    let out = env::var_os("OUT_DIR").expect("Cargo sets OUT_DIR");
    fs::write(
        Path::new(&out).join("includes.rs"),
        format!("[{}]", entries.join(",\n")),
    )
}
