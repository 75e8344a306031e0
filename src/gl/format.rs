//! Texture formats: what a texel is, its channels and what each of them holds.

use super::{Capability, Profile};

/// The internal format: what a texel is in the driver's memory. All can be read by shaders;
/// [`Capability::renders`] tells what can be drawn into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// One number from 0 to 1 in 8 bits (normalised).
    R8,
    /// Two such.
    Rg8,
    /// Four such: a colour with alpha.
    Rgba8,
    /// A colour with alpha as pictures hold it, sRGB: shaders read linear light.
    Srgba8,
    /// A whole number of 16 bits: an `isampler`.
    R16I,
    /// Two such.
    Rg16I,
    /// A whole number of 32 bits: an `isampler`.
    R32I,
    /// A float of 16 bits (half float).
    R16F,
    /// Two such.
    Rg16F,
    /// Four such.
    Rgba16F,
    /// A float of 32 bits.
    R32F,
    /// Two such.
    Rg32F,
    /// Four such.
    Rgba32F,
    /// Depth from 0 to 1 in 24 bits, which no shader writes as a colour.
    Depth24,
}

impl Format {
    /// Whether its texels are whole numbers, which can't be blended: a shader must declare an `isampler`.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::R16I | Self::Rg16I | Self::R32I)
    }

    /// The driver's name of it.
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

    /// Channels and type with which texels of no particular value are asked for.
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
    /// Whether textures of a format can be drawn into (colour-renderable).
    pub fn renders(&self, format: Format) -> bool {
        match format {
            Format::R16F | Format::Rg16F | Format::Rgba16F => self.renders_half_floats,
            Format::R32F | Format::Rg32F | Format::Rgba32F => self.renders_floats,
            Format::Depth24 => false,
            _ => true,
        }
    }

    /// Whether textures of a format can be blended between texels (linear filtering).
    pub fn blends(&self, format: Format) -> bool {
        match format {
            Format::R32F | Format::Rg32F | Format::Rgba32F => self.blends_floats,
            Format::Depth24 => false,
            format => !format.is_integer(),
        }
    }

    /// The floats of 32 bits, or where the driver can't blend those between texels, of 16: one channel, two, or else four.
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

    /// The floats that are read fastest, blended between texels, as fine as light needs: of 16 bits, as they are the smallest; or of
    /// 32 where the processor draws, which would have to convert each. One channel, two, or else four.
    pub fn quick_floats(&self, channels: usize) -> Format {
        match (
            self.is_software() && self.renders(Format::Rgba32F),
            channels,
        ) {
            (true, _) => self.blended_floats(channels),
            (false, 1) => Format::R16F,
            (false, 2) => Format::Rg16F,
            (false, _) => Format::Rgba16F,
        }
    }

    /// The floats of one channel that are added up fastest, blended between texels when they are read: of 16 bits, or of 32 where the
    /// processor draws.
    pub fn summed_floats(&self) -> Format {
        match self.adds_floats {
            true => self.quick_floats(1),
            false => Format::R16F,
        }
    }

    /// The finest floats that can be drawn into: four channels of 32 bits, or else of 16.
    pub fn finest_floats(&self) -> Format {
        match self.renders(Format::Rgba32F) {
            true => Format::Rgba32F,
            false => Format::Rgba16F,
        }
    }

    /// The finest floats that can be drawn into with blending: four channels of 32 bits, or else of 16.
    pub fn finest_blended_into(&self) -> Format {
        match self.adds_floats {
            true => Format::Rgba32F,
            false => Format::Rgba16F,
        }
    }

    /// What a driver draws into besides what every driver does: floats of 16 and of 32 bits.
    pub(super) fn rendered_floats(profile: Profile, has: impl Fn(&str) -> bool) -> [bool; 2] {
        let all = profile == Profile::Core || has("EXT_color_buffer_float");
        [all || has("EXT_color_buffer_half_float"), all]
    }
}
