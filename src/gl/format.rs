//! Texture formats: the channels of a texel and their types.

use super::{Capability, Profile};

/// The internal format of a texture. Shaders can read all formats; [`Capability::renders`] says which ones can be rendered into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One normalised 8-bit channel, 0 to 1.
    R8,
    /// Two normalised 8-bit channels.
    Rg8,
    /// Four normalised 8-bit channels: a colour with alpha.
    Rgba8,
    /// An sRGB colour with alpha; shaders read linear values.
    Srgba8,
    /// One 16-bit integer, read by an `isampler`.
    R16I,
    /// Two 16-bit integers.
    Rg16I,
    /// One 32-bit integer, read by an `isampler`.
    R32I,
    /// One 16-bit float (half float).
    R16F,
    /// Two 16-bit floats.
    Rg16F,
    /// Four 16-bit floats.
    Rgba16F,
    /// One 32-bit float.
    R32F,
    /// Two 32-bit floats.
    Rg32F,
    /// Four 32-bit floats.
    Rgba32F,
    /// 24-bit depth, 0 to 1.
    Depth24,
}

impl Format {
    /// Whether the texels are integers, which cannot be filtered. A shader must declare an `isampler`.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::R16I | Self::Rg16I | Self::R32I)
    }

    /// The GL constant of the internal format.
    pub(super) fn internal(self) -> u32 {
        match self {
            Self::R8 => glow::R8,
            Self::Rg8 => glow::RG8,
            Self::Rgba8 => glow::RGBA8,
            Self::Srgba8 => glow::SRGB8_ALPHA8,
            Self::R16I => glow::R16I,
            Self::Rg16I => glow::RG16I,
            Self::R32I => glow::R32I,
            Self::R16F => glow::R16F,
            Self::Rg16F => glow::RG16F,
            Self::Rgba16F => glow::RGBA16F,
            Self::R32F => glow::R32F,
            Self::Rg32F => glow::RG32F,
            Self::Rgba32F => glow::RGBA32F,
            Self::Depth24 => glow::DEPTH_COMPONENT24,
        }
    }

    /// Pixel format and type for allocating texels without data.
    pub(super) fn transfer(self) -> (u32, u32) {
        match self {
            Self::R8 => (glow::RED, glow::UNSIGNED_BYTE),
            Self::Rg8 => (glow::RG, glow::UNSIGNED_BYTE),
            Self::Rgba8 | Self::Srgba8 => (glow::RGBA, glow::UNSIGNED_BYTE),
            Self::R16I => (glow::RED_INTEGER, glow::SHORT),
            Self::Rg16I => (glow::RG_INTEGER, glow::SHORT),
            Self::R32I => (glow::RED_INTEGER, glow::INT),
            Self::R16F | Self::R32F => (glow::RED, glow::FLOAT),
            Self::Rg16F | Self::Rg32F => (glow::RG, glow::FLOAT),
            Self::Rgba16F | Self::Rgba32F => (glow::RGBA, glow::FLOAT),
            Self::Depth24 => (glow::DEPTH_COMPONENT, glow::UNSIGNED_INT),
        }
    }
}

impl Capability {
    /// Whether a format is colour-renderable.
    pub fn renders(&self, format: Format) -> bool {
        match format {
            Format::R16F | Format::Rg16F | Format::Rgba16F => self.renders_half_floats,
            Format::R32F | Format::Rg32F | Format::Rgba32F => self.renders_floats,
            Format::Depth24 => false,
            _ => true,
        }
    }

    /// Whether a format supports linear filtering.
    pub fn blends(&self, format: Format) -> bool {
        match format {
            Format::R32F | Format::Rg32F | Format::Rgba32F => self.blends_floats,
            Format::Depth24 => false,
            format => !format.is_integer(),
        }
    }

    /// A filterable float format with at least this many channels (1, 2 or 4): 32-bit floats, or 16-bit floats where the driver cannot
    /// filter 32-bit ones.
    pub fn blended_floats(&self, channels: usize) -> Format {
        match (self.blends_floats, channels) {
            (true, 1) => Format::R32F,
            (true, 2) => Format::Rg32F,
            (true, _) => Format::Rgba32F,
            (false, 1) => Format::R16F,
            (false, 2) => Format::Rg16F,
            (false, _) => Format::Rgba16F,
        }
    }

    /// The most precise renderable format of four channels: 32-bit floats, or 16-bit ones.
    pub fn finest_floats(&self) -> Format {
        match self.renders(Format::Rgba32F) {
            true => Format::Rgba32F,
            false => Format::Rgba16F,
        }
    }

    /// The most precise renderable format of four channels with blending: 32-bit floats, or 16-bit ones.
    pub fn finest_blended_into(&self) -> Format {
        match self.adds_floats {
            true => Format::Rgba32F,
            false => Format::Rgba16F,
        }
    }

    /// Whether the driver can render into 16-bit and into 32-bit floats.
    pub(super) fn rendered_floats(profile: Profile, has: impl Fn(&str) -> bool) -> [bool; 2] {
        let all = profile == Profile::Core || has("EXT_color_buffer_float");
        [all || has("EXT_color_buffer_half_float"), all]
    }
}
