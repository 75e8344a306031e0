//! Shader sources: the version line of the driver's profile, `#define`s, and shared GLSL by `#include "name"`.
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
             precision highp sampler2DArray;\nprecision highp samplerCube;\nprecision highp isampler2D;\n\
             precision highp isampler2DArray;\nprecision highp isamplerCube;\n"
        }
    }
}

/// Assembles a shader source: header, one `#define` per name, then `text` with its `#include` lines replaced.
///
/// An unknown include stays in the text, so that the driver reports its line.
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
    let mut source = String::from(header(profile));
    let mut files = vec![name];
    for define in defines.iter().filter(|define| !define.is_empty()) {
        source.push_str("#define ");
        source.push_str(define);
        source.push('\n');
    }
    source.push_str("#line 1\n");
    for (index, line) in text.lines().enumerate() {
        let included = line
            .trim()
            .strip_prefix("#include")
            .map(|name| name.trim().trim_matches('"'))
            .and_then(|name| includes.iter().find(|include| include.0 == name));
        match included {
            Some((name, text)) => {
                let first = files.len() * LINES + 1;
                source.push_str(&format!("#line {first}\n{text}\n#line {}\n", index + 2));
                files.push(name);
            }
            None => {
                source.push_str(line);
                source.push('\n');
            }
        }
    }
    Source {
        text: source,
        files,
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
            "#version 330 core\n#define WIRE 1\n#line 1\n#line 10001\nfloat a();\n#line 2\n\
             uniform int u_it[3];  // ours\nvoid main() {}\n"
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
    fn uniforms_are_known_by_their_declarations() {
        let text = "uniform vec2 u_a; // uniform int u_b;\n// uniform int u_c;\nlayout(x) uniform mat4 u_d[4], u_e;";
        let names = Source::from(text).uniforms();
        assert_eq!(
            names,
            HashSet::from(["u_a", "u_d", "u_e"].map(str::to_owned))
        );
    }
}
