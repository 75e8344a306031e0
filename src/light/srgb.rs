//! Light from the numbers of pictures (sRGB, IEC 61966-2-1).

/// Linear light, 0 to 1, of a channel encoded as sRGB, 0 to 1.
pub(crate) fn linear_of_srgb(encoded: f32) -> f32 {
    match encoded <= 0.04045 {
        true => encoded / 12.92,
        false => ((encoded + 0.055) / 1.055).powf(2.4),
    }
}
