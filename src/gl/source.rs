//! Shader sources: the version line of the driver's profile, `#define`s, and shared GLSL by `#include "name"`.
//!
//! An included file may include others. Each file is taken once: a guard skips it where it has been taken before. (A file that was included
//! in a branch of `#if` may be missing, so that it stands in the text again.)
//!
//! `#line` numbers the lines of each file from a multiple of ten thousand, so that file and line of a driver's message can be recovered.
//! (GLSL also has source string numbers, but not every driver reports them.)

use super::Profile;
use std::collections::HashSet;

/// A GLSL file: name and text.
pub type Include = (&'static str, &'static str);

/// Greater than the number of lines of any file.
const LINES: usize = 10_000;

/// A complete shader source.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    text: String,
    /// Names of the included files. The lines of a file start at its index times [`LINES`]; the first name may be empty.
    files: Vec<&'static str>,
}

impl Source {
    /// The text for the driver.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first line of a driver's log with file name and line, if it begins as "0:23(4): error", "0(23) : error" or "ERROR: 0:23: ".
    pub(super) fn located(&self, log: &str) -> String {
        let line = log.lines().find(|line| !line.trim().is_empty());
        let line = line.unwrap_or("no reason given");
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let rest = line.strip_prefix("ERROR: ").unwrap_or(line);
        let rest = rest[digits(rest)..].strip_prefix([':', '(']).unwrap_or("");
        let (number, rest) = rest.split_at(digits(rest));
        let number: usize = number.parse().unwrap_or(0);
        match self.files.get(number / LINES) {
            Some(file) if !file.is_empty() && number > 0 => {
                format!("{file}:{}{rest}", number % LINES)
            }
            _ => line.to_owned(),
        }
    }

    /// Names of the declared uniforms, also of those that the compiler will remove.
    pub(super) fn uniforms(&self) -> HashSet<String> {
        let code = self.text.lines().filter_map(|line| line.split("//").next());
        let declarations = code
            .flat_map(|line| line.split(';'))
            .filter_map(|statement| Some(statement.split_once("uniform ")?.1));
        let name = |declared: &str| {
            let name = declared.split('[').next()?.split_whitespace().last()?;
            Some(name.to_owned())
        };
        declarations
            .flat_map(|list| list.split(',').filter_map(name))
            .collect()
    }
}

/// A text without includes.
impl From<String> for Source {
    fn from(text: String) -> Self {
        Self {
            text,
            files: Vec::new(),
        }
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// The header of every shader, which lets the rest be the same text on both profiles.
fn header(profile: Profile) -> &'static str {
    match profile {
        Profile::Core => "#version 330 core\n",
        Profile::Es => {
            "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n\
             precision highp sampler2DArray;\nprecision highp sampler3D;\nprecision highp samplerCube;\nprecision highp isampler2D;\n\
             precision highp isampler2DArray;\nprecision highp isamplerCube;\n"
        }
    }
}

/// Assembles a shader source: header, one `#define` per name, then `text` with its `#include` lines replaced, each file once.
///
/// An unknown include stays in the text, and a file that includes itself becomes an `#error` that names the files between, so that the
/// driver reports the line of either.
pub fn assemble(profile: Profile, defines: &[&str], includes: &[Include], text: &str) -> Source {
    assemble_file(profile, defines, includes, ("", text))
}

/// As [`assemble`], for a named file.
pub fn assemble_file(
    profile: Profile,
    defines: &[&str],
    includes: &[Include],
    (name, text): (&'static str, &str),
) -> Source {
    let mut assembly = Assembly {
        includes,
        text: String::from(header(profile)),
        files: vec![name],
        taken: Vec::new(),
        open: vec![0],
        branches: 0,
    };
    for define in defines.iter().filter(|define| !define.is_empty()) {
        assembly.line(&format!("#define {define}"));
    }
    assembly.line("#line 1");
    assembly.add(0, text);
    Source {
        text: assembly.text,
        files: assembly.files,
    }
}

/// A source while its files are included.
struct Assembly<'a> {
    includes: &'a [Include],
    text: String,
    files: Vec<&'static str>,
    /// Indices in `files` of those that were included outside of any branch.
    taken: Vec<usize>,
    /// The file at which the assembly is, after those that include it.
    open: Vec<usize>,
    /// Number of `#if`s without their `#endif`.
    branches: usize,
}

impl Assembly<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds the text of a file of this index in `files`.
    fn add(&mut self, file: usize, text: &str) {
        for (index, line) in text.lines().enumerate() {
            let code = line.trim();
            if code.starts_with("#if") {
                self.branches += 1;
            } else if code.starts_with("#endif") {
                self.branches = self.branches.saturating_sub(1);
            }
            let included = code
                .strip_prefix("#include")
                .map(|name| name.trim().trim_matches('"'))
                .and_then(|name| self.includes.iter().find(|include| include.0 == name));
            match included {
                Some(&include) => {
                    self.include(include);
                    self.line(&format!("#line {}", file * LINES + index + 2));
                }
                None => self.line(line),
            }
        }
    }

    fn include(&mut self, (name, text): Include) {
        let known = self.files.iter().position(|file| *file == name);
        let file = known.unwrap_or_else(|| {
            self.files.push(name);
            self.files.len() - 1
        });
        if let Some(first) = self.open.iter().position(|open| *open == file) {
            let between = self.open[first..].iter().chain([&file]);
            let names: Vec<_> = between.map(|file| self.files[*file]).collect();
            self.line(&format!("#error {} includes itself", names.join(" > ")));
            return;
        }
        if self.taken.contains(&file) {
            return;
        }
        if self.branches == 0 {
            self.taken.push(file);
        }
        let branches = self.branches;
        self.open.push(file);
        self.line(&format!("#ifndef INCLUDED_{file}\n#define INCLUDED_{file}"));
        self.line(&format!("#line {}", file * LINES + 1));
        self.add(file, text);
        self.line("#endif");
        self.open.pop();
        self.branches = branches;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#include \"a.glsl\"\nuniform int u_it[3];  // ours\nvoid main() {}\n";

    #[test]
    fn header_comes_first_then_defines_then_the_text_with_its_includes() {
        let a = ("a.glsl", "float a();");
        let source = assemble(Profile::Core, &["WIRE 1"], &[a], TEXT);
        assert_eq!(
            source.text(),
            "#version 330 core\n#define WIRE 1\n#line 1\n#ifndef INCLUDED_1\n#define INCLUDED_1\n#line 10001\nfloat a();\n\
             #endif\n#line 2\nuniform int u_it[3];  // ours\nvoid main() {}\n"
        );
        let es = assemble(Profile::Es, &[], &[], TEXT);
        assert!(es.text().starts_with("#version 300 es\nprecision"));
        assert!(es.text().contains("#include \"a.glsl\""));
    }

    #[test]
    fn a_complaint_names_file_and_line() {
        let a = ("a.glsl", "float a();");
        let source = assemble_file(Profile::Core, &[], &[a], ("it.frag", TEXT));
        let located = |log| source.located(log);
        assert_eq!(
            located("\n0:10023(4): error: no\n"),
            "a.glsl:23(4): error: no"
        );
        assert_eq!(located("ERROR: 0:7: 'x'"), "it.frag:7: 'x'");
        assert_eq!(located("0(12) : error C1: x"), "it.frag:12) : error C1: x");
        assert_eq!(located("0:30001: what?"), "0:30001: what?");
        assert_eq!(located("link failed"), "link failed");
        assert_eq!(located(""), "no reason given");
    }

    #[test]
    fn includes_nest_and_each_file_is_taken_once() {
        let files = [
            ("a.glsl", "#include \"b.glsl\"\nfloat a();"),
            ("b.glsl", "#include \"c.glsl\"\nfloat b();"),
            ("c.glsl", "float c();"),
        ];
        let text = "#include \"a.glsl\"\n#include \"c.glsl\"\n#include \"b.glsl\"\nvoid main() {}";
        let source = assemble_file(Profile::Core, &[], &files, ("it.frag", text));
        let code: Vec<_> = (source.text().lines())
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(
            code,
            ["float c();", "float b();", "float a();", "void main() {}"]
        );
        // Lines keep their files: `float b();` is the second line of the third file.
        let lines: Vec<_> = source.text().lines().collect();
        let b = lines.iter().position(|line| *line == "float b();").unwrap();
        assert_eq!(lines[b - 1], "#line 20002");
        assert_eq!(source.located("0:20002: no"), "b.glsl:2: no");
        assert_eq!(lines[lines.len() - 2], "#line 4");
    }

    #[test]
    fn a_file_included_in_a_branch_may_be_included_again_after_it() {
        let a = ("a.glsl", "float a();");
        let text =
            "#ifdef X\n#include \"a.glsl\"\n#endif\n#include \"a.glsl\"\n#include \"a.glsl\"\n";
        let source = assemble(Profile::Core, &[], &[a], text);
        // Once in the branch and once after it, under a guard that lets the compiler see one of them.
        assert_eq!(source.text().matches("float a();").count(), 2);
        assert_eq!(source.text().matches("#ifndef INCLUDED_1").count(), 2);
    }

    #[test]
    fn a_file_that_includes_itself_is_an_error_that_names_the_chain() {
        let files = [
            ("a.glsl", "#include \"b.glsl\""),
            ("b.glsl", "#include \"c.glsl\""),
            ("c.glsl", "#include \"b.glsl\""),
        ];
        let source = assemble(Profile::Core, &[], &files, "#include \"a.glsl\"");
        let error = source
            .text()
            .lines()
            .find(|line| line.starts_with("#error"));
        let wanted = "#error b.glsl > c.glsl > b.glsl includes itself";
        assert_eq!(error, Some(wanted));
    }

    #[test]
    fn uniforms_are_known_by_their_declarations() {
        let text = "uniform vec2 u_a; // uniform int u_b;\n// uniform int u_c;\nlayout(x) uniform mat4 u_d[4], u_e;";
        let names = Source::from(text).uniforms();
        assert_eq!(
            names,
            HashSet::from(["u_a", "u_d", "u_e"].map(str::to_owned))
        );
    }
}
