//! Thumbnails of the bundled scenes.

use crate::desktop::disk;
use crate::scene::{BUNDLED, BundledScene};
use egui::{ColorImage, Context, TextureHandle, TextureOptions};
use std::path::Path;

/// Size of a thumbnail, points.
pub(super) const SIZE: (usize, usize) = (208, 117);

/// The pictures, decoded when they are first shown.
pub(super) struct Thumbnails {
    pictures: [Option<TextureHandle>; BUNDLED.len()],
}

impl Thumbnails {
    /// None yet.
    pub(super) fn new() -> Self {
        Self {
            pictures: [const { None }; BUNDLED.len()],
        }
    }

    /// Of a scene by its number.
    pub(super) fn of(&mut self, context: &Context, scene: usize) -> Option<&TextureHandle> {
        let picture = &mut self.pictures[scene];
        if picture.is_none() {
            *picture = texture(context, &BUNDLED[scene]);
        }
        picture.as_ref()
    }
}

/// The picture of a scene as a texture of the panel's.
pub(super) fn texture(context: &Context, scene: &BundledScene) -> Option<TextureHandle> {
    let name = format!("{}.jpg", scene.name);
    let picture = match disk::parse(scene.thumbnail, Path::new(&name)) {
        Ok(picture) => picture,
        Err(error) => {
            log::debug!("{error}");
            return None;
        }
    };
    let size = [picture.columns(), picture.rows()];
    let image = ColorImage::from_rgba_unmultiplied(size, picture.cells().as_flattened());
    Some(context.load_texture(scene.name, image, TextureOptions::LINEAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_scene_has_a_picture_of_the_card_s_size() {
        let context = Context::default();
        for scene in &BUNDLED {
            let picture = texture(&context, scene).unwrap_or_else(|| panic!("{}", scene.name));
            assert_eq!(picture.size(), [SIZE.0, SIZE.1], "{}", scene.name);
        }
    }
}
