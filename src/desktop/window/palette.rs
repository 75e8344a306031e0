//! The colours of the panel and of all words over the picture: light on dark, or dark on light.

use crate::chart::Colour;
use egui::Color32;

/// One set of colours.
pub(super) struct Palette {
    /// Under words over the picture.
    pub(super) ground: Color32,
    /// Of cards and of lists that drop down, which lie over rows of text: nothing shines through.
    pub(super) card: Color32,
    /// Of words, of those that matter, and of those that say what went wrong.
    pub(super) text: Color32,
    pub(super) bright: Color32,
    pub(super) error: Color32,
    /// Of what is chosen, and of the words on it.
    pub(super) chosen: Color32,
    pub(super) on_chosen: Color32,
    /// Laid over a card with an opacity, it makes buttons and rims; and makes plots and fields sink.
    pub(super) raised: fn(u8) -> Color32,
    pub(super) sunken: Color32,
    /// Of lines and letters in charts, and of bars.
    pub(super) grid: Color32,
    pub(super) words: Color32,
    pub(super) bars: Color32,
    curves: [Color32; 6],
}

static DARK: Palette = Palette {
    ground: Color32::from_rgba_premultiplied(11, 15, 20, 226),
    card: Color32::from_rgb(18, 23, 29),
    text: Color32::from_rgb(206, 216, 224),
    bright: Color32::from_rgb(240, 246, 250),
    error: Color32::from_rgb(255, 150, 140),
    chosen: Color32::from_rgb(18, 116, 150),
    on_chosen: Color32::from_rgb(240, 246, 250),
    raised: Color32::from_white_alpha,
    sunken: Color32::from_black_alpha(110),
    grid: Color32::from_gray(58),
    words: Color32::from_rgb(178, 190, 200),
    bars: Color32::from_rgb(90, 180, 220),
    curves: [
        Color32::from_rgb(236, 242, 246),
        Color32::from_rgb(96, 178, 240),
        Color32::from_rgb(244, 122, 110),
        Color32::from_rgb(110, 204, 130),
        Color32::from_rgb(244, 178, 84),
        Color32::from_rgb(196, 150, 236),
    ],
};

static LIGHT: Palette = Palette {
    ground: Color32::from_rgba_premultiplied(228, 232, 236, 236),
    card: Color32::from_rgb(244, 247, 249),
    text: Color32::from_rgb(42, 52, 60),
    bright: Color32::from_rgb(14, 22, 30),
    error: Color32::from_rgb(170, 28, 20),
    chosen: Color32::from_rgb(140, 206, 228),
    on_chosen: Color32::from_rgb(8, 30, 40),
    raised: Color32::from_black_alpha,
    sunken: Color32::from_rgba_premultiplied(220, 220, 220, 220),
    grid: Color32::from_gray(214),
    words: Color32::from_rgb(70, 82, 92),
    bars: Color32::from_rgb(24, 128, 170),
    curves: [
        Color32::from_rgb(20, 28, 36),
        Color32::from_rgb(16, 100, 180),
        Color32::from_rgb(190, 40, 30),
        Color32::from_rgb(24, 120, 50),
        Color32::from_rgb(176, 96, 0),
        Color32::from_rgb(116, 60, 170),
    ],
};

impl Palette {
    /// The colours that go with what egui draws.
    pub(super) fn of(visuals: &egui::Visuals) -> &'static Self {
        if visuals.dark_mode { &DARK } else { &LIGHT }
    }

    /// The same, of all that is shown.
    pub(super) fn now(context: &egui::Context) -> &'static Self {
        Self::of(&context.global_style().visuals)
    }

    /// That of a curve.
    pub(super) fn curve(&self, colour: Colour) -> Color32 {
        let index = match colour {
            Colour::Ink => 0,
            Colour::Blue => 1,
            Colour::Red => 2,
            Colour::Green => 3,
            Colour::Orange => 4,
            Colour::Violet => 5,
        };
        self.curves[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance by WCAG 2.1.
    fn luminance(colour: Color32) -> f64 {
        let [r, g, b] = [colour.r(), colour.g(), colour.b()].map(|channel| {
            let part = f64::from(channel) / 255.0;
            match part <= 0.03928 {
                true => part / 12.92,
                false => ((part + 0.055) / 1.055).powf(2.4),
            }
        });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(one: Color32, other: Color32) -> f64 {
        let [one, other] = [one, other].map(|colour| luminance(colour) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn all_words_and_curves_can_be_read() {
        for palette in [&DARK, &LIGHT] {
            // WCAG 2.1 asks 4.5 of words and 3 of lines.
            for (words, ground) in [
                (palette.text, palette.card),
                (palette.bright, palette.card),
                (palette.error, palette.card),
                (palette.words, palette.card),
                (palette.on_chosen, palette.chosen),
            ] {
                assert!(contrast(words, ground) > 4.5, "{words:?} on {ground:?}");
            }
            for curve in palette.curves.into_iter().chain([palette.bars]) {
                assert!(contrast(curve, palette.card) > 3.0, "{curve:?}");
            }
        }
    }
}
