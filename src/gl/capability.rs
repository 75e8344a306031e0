//! The driver's version, profile and limits.

use super::GlError;
use glow::HasContext;
use std::collections::HashSet;

/// The shading language of the context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// OpenGL 3.3 core or later.
    Core,
    /// OpenGL ES 3.0 or later, WebGL 2.
    Es,
}

/// The driver's version, profile, extensions and limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Capability {
    /// The shading language.
    pub profile: Profile,
    /// Version string of the driver.
    pub version: String,
    /// Renderer string of the driver.
    pub renderer: String,
    /// Largest side of a texture, in texels.
    pub max_texture: usize,
    /// Most samples of a multisampled target (MSAA).
    pub max_samples: usize,
    /// Maximum anisotropy of texture filtering; 1 without anisotropic filtering.
    pub max_anisotropy: f32,
    /// Whether textures of 32-bit floats support linear filtering.
    pub blends_floats: bool,
    /// Whether textures of 16-bit floats are colour-renderable.
    pub renders_half_floats: bool,
    /// Whether textures of 32-bit floats are colour-renderable.
    pub renders_floats: bool,
    /// Whether blending works on render targets of 32-bit floats.
    pub adds_floats: bool,
    /// Maximum number of colour attachments of a target.
    pub max_colours: usize,
    /// Whether the driver supports timer queries; see [`super::Timer`].
    pub times: bool,
    /// Whether the driver reports the progress of a compilation without blocking (`KHR_parallel_shader_compile`).
    pub compiles_aside: bool,
}

/// WebGL names that glow does not define.
#[cfg(target_arch = "wasm32")]
const UNMASKED_RENDERER_WEBGL: u32 = 0x9246;

/// Renderer string for contexts that reveal it through an extension only.
#[cfg(target_arch = "wasm32")]
const MASKED: &str = "WebKit WebGL";

impl Capability {
    /// Queries the driver. Returns an error if it is older than GL 3.3 and GLES 3.0.
    ///
    /// # Safety
    /// The context must be current.
    pub(super) unsafe fn of(raw: &glow::Context) -> Result<Self, GlError> {
        // SAFETY: the caller promises a current context, and every one has these two.
        let (version, renderer) = unsafe {
            (
                raw.get_parameter_string(glow::VERSION),
                raw.get_parameter_string(glow::RENDERER),
            )
        };
        #[cfg(target_arch = "wasm32")]
        let renderer = match renderer == MASKED
            && has_extension(raw.supported_extensions(), "WEBGL_debug_renderer_info")
        {
            // SAFETY: as above; glow asks for every extension that it knows, this one among them.
            true => unsafe { raw.get_parameter_string(UNMASKED_RENDERER_WEBGL) },
            false => renderer,
        };
        let number = raw.version();
        let profile = if number.is_embedded {
            Profile::Es
        } else {
            Profile::Core
        };
        if is_too_old((number.major, number.minor), number.is_embedded) {
            return Err(too_old(&version, &renderer));
        }
        let has = |name: &str| has_extension(raw.supported_extensions(), name);
        // The limit belongs to the EXT extension. A driver that lists only the ARB name may not have it.
        let anisotropic = has("EXT_texture_filter_anisotropic");
        let blends_floats = profile == Profile::Core || has("OES_texture_float_linear");
        let [renders_half_floats, renders_floats] = Self::rendered_floats(profile, has);
        let adds_floats = renders_floats && (profile == Profile::Core || has("EXT_float_blend"));
        let times = profile == Profile::Core
            || has("EXT_disjoint_timer_query")
            || has("EXT_disjoint_timer_query_webgl2");
        let compiles_aside =
            has("KHR_parallel_shader_compile") || has("ARB_parallel_shader_compile");
        // SAFETY: as above; each parameter exists in GL 3.3 and GLES 3.0, or its extension was found.
        let (max_texture, max_samples, max_colours, max_anisotropy) = unsafe {
            (
                raw.get_parameter_i32(glow::MAX_TEXTURE_SIZE).max(0) as usize,
                raw.get_parameter_i32(glow::MAX_SAMPLES).max(0) as usize,
                raw.get_parameter_i32(glow::MAX_DRAW_BUFFERS)
                    .min(raw.get_parameter_i32(glow::MAX_COLOR_ATTACHMENTS))
                    .max(1) as usize,
                if anisotropic {
                    raw.get_parameter_f32(glow::MAX_TEXTURE_MAX_ANISOTROPY_EXT)
                } else {
                    1.0
                },
            )
        };
        log::info!("{version} on {renderer}, textures up to {max_texture}");
        Ok(Self {
            profile,
            version,
            renderer,
            max_texture,
            max_samples,
            max_anisotropy,
            blends_floats,
            renders_half_floats,
            renders_floats,
            adds_floats,
            max_colours,
            times,
            compiles_aside,
        })
    }

    /// Number of taps for anisotropic filtering, 1 to 8.
    pub fn taps(&self) -> f32 {
        // A software rasteriser pays for every tap.
        let worth = if self.is_software() { 1.0 } else { 8.0 };
        self.max_anisotropy.min(worth)
    }

    /// Whether the driver is a software rasteriser, which runs on the CPU.
    pub fn is_software(&self) -> bool {
        ["llvmpipe", "softpipe", "SwiftShader", "swrast"]
            .iter()
            .any(|name| self.renderer.contains(name))
    }
}

/// Whether a version is older than OpenGL 3.3, or than OpenGL ES 3.0 if `is_embedded`.
pub(super) fn is_too_old(version: (u32, u32), is_embedded: bool) -> bool {
    version < if is_embedded { (3, 0) } else { (3, 3) }
}

/// The error for a version that is too old, with the driver's version and renderer strings.
pub(super) fn too_old(version: &str, renderer: &str) -> GlError {
    let is_named = version.starts_with("OpenGL");
    let name = if is_named { "" } else { "OpenGL " };
    GlError::TooOld {
        found: format!("{name}{version} on {renderer}"),
    }
}

/// Parses a `GL_VERSION` string into major version, minor version and whether it is OpenGL ES. `None` if it has no version.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn parse_version(text: &str) -> Option<((u32, u32), bool)> {
    let (number, is_embedded) = match text.strip_prefix("OpenGL ES ") {
        Some(number) => (number, true),
        None => (text, false),
    };
    let mut parts = number.split(|character: char| !character.is_ascii_digit());
    let major = parts.next()?.parse().ok()?;
    let minor = parts.next()?.parse().ok()?;
    Some(((major, minor), is_embedded))
}

/// Whether an extension exists. `name` is without the prefix `GL_`, which browsers omit.
fn has_extension(extensions: &HashSet<String>, name: &str) -> bool {
    let plain = |listed: &String| listed.strip_prefix("GL_").unwrap_or(listed) == name;
    extensions.iter().any(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_drivers_write_them() {
        for (text, expected) in [
            ("4.5 (Core Profile) Mesa 22.3.6", Some(((4, 5), false))),
            ("3.3.0 NVIDIA 535.54.03", Some(((3, 3), false))),
            ("OpenGL ES 3.2 Mesa 22.3.6", Some(((3, 2), true))),
            ("OpenGL ES 2.0", Some(((2, 0), true))),
            ("2.1", Some(((2, 1), false))),
            ("", None),
            ("unknown", None),
            ("3", None),
        ] {
            assert_eq!(parse_version(text), expected, "{text}");
        }
        let too_old = [(2, 1), (3, 2), (3, 3)].map(|version| is_too_old(version, false));
        assert_eq!(too_old, [true, true, false]);
        let too_old = [(2, 0), (3, 0)].map(|version| is_too_old(version, true));
        assert_eq!(too_old, [true, false]);
    }

    #[test]
    fn an_extension_is_known_with_its_prefix_and_without() {
        for listed in ["GL_OES_texture_float_linear", "OES_texture_float_linear"] {
            let extensions = HashSet::from([listed.to_owned()]);
            assert!(has_extension(&extensions, "OES_texture_float_linear"));
            assert!(!has_extension(&extensions, "OES_texture_float"));
        }
    }
}
