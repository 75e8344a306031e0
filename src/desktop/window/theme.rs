//! The theme of the panel, dark or light, with the stored choice.

use crate::desktop::state_dir;
use egui::ThemePreference;
use std::fs;
use std::path::PathBuf;

/// Each theme with its stored name and its title.
pub(super) const THEMES: [(ThemePreference, &str, &str); 3] = [
    (ThemePreference::Dark, "dark", "Dark"),
    (ThemePreference::Light, "light", "Light"),
    (ThemePreference::System, "system", "System"),
];

/// The choice, and the path where it is stored.
pub(super) struct Theme {
    kept_in: Option<PathBuf>,
    chosen: ThemePreference,
}

impl Theme {
    /// The stored choice; dark by default.
    pub(super) fn load() -> Self {
        Self::of(state_dir::file("theme"))
    }

    fn of(kept_in: Option<PathBuf>) -> Self {
        let word = kept_in.as_deref().map(fs::read_to_string);
        let word = word.and_then(Result::ok).unwrap_or_default();
        let known = THEMES.iter().find(|(_, name, _)| *name == word.trim());
        Self {
            kept_in,
            chosen: known.map_or(ThemePreference::Dark, |(theme, ..)| *theme),
        }
    }

    pub(super) fn chosen(&self) -> ThemePreference {
        self.chosen
    }

    /// Selects and stores another theme.
    pub(super) fn choose(&mut self, theme: ThemePreference) {
        self.chosen = theme;
        let known = THEMES.iter().find(|(each, ..)| *each == theme);
        if let (Some(kept_in), Some((_, name, _))) = (&self.kept_in, known)
            && let Err(error) = state_dir::write(kept_in, name)
        {
            log::debug!("the theme is not kept: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_remembered_and_what_is_no_theme_is_dark() {
        let folder = tempfile::tempdir().unwrap();
        let kept_in = folder.path().join("state").join("theme");
        for (theme, ..) in THEMES {
            Theme::of(Some(kept_in.clone())).choose(theme);
            assert_eq!(Theme::of(Some(kept_in.clone())).chosen(), theme);
        }
        fs::write(&kept_in, "mauve").unwrap();
        assert_eq!(Theme::of(Some(kept_in)).chosen(), ThemePreference::Dark);
        assert_eq!(Theme::of(None).chosen(), ThemePreference::Dark);
    }
}
