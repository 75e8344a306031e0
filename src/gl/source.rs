//! Shader text: the version line for the driver at hand, `#define`s, and shared GLSL by `#include "name"`.

use super::Profile;

/// A piece of GLSL that several shaders share: its name and its text.
pub type Include = (&'static str, &'static str);

/// What stands before every shader, so that the rest is the same text on both profiles.
fn header(profile: Profile) -> &'static str {
    match profile {
        Profile::Core => "#version 330 core\n",
        Profile::Es => {
            "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n\
             precision highp isampler2D;\n"
        }
    }
}

/// The full text of a shader: header, one `#define` per name, then `text` with its `#include` lines replaced.
///
/// An include that is not among `includes` stays as it stands, and the driver will name the line.
pub fn assemble(profile: Profile, defines: &[&str], includes: &[Include], text: &str) -> String {
    let mut source = String::from(header(profile));
    for define in defines.iter().filter(|define| !define.is_empty()) {
        source.push_str("#define ");
        source.push_str(define);
        source.push('\n');
    }
    for line in text.lines() {
        let included = line
            .trim()
            .strip_prefix("#include")
            .map(|name| name.trim().trim_matches('"'))
            .and_then(|name| includes.iter().find(|include| include.0 == name));
        source.push_str(included.map_or(line, |include| include.1));
        source.push('\n');
    }
    source
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_comes_first_then_defines_then_the_text_with_its_includes() {
        let text = "#include \"a.glsl\"\nvoid main() {}\n";
        let source = assemble(
            Profile::Core,
            &["WIRE 1"],
            &[("a.glsl", "float a();")],
            text,
        );
        assert_eq!(
            source,
            "#version 330 core\n#define WIRE 1\nfloat a();\nvoid main() {}\n"
        );
        assert!(assemble(Profile::Es, &[], &[], text).starts_with("#version 300 es\nprecision"));
        assert!(assemble(Profile::Es, &[], &[], text).contains("#include \"a.glsl\""));
    }
}
