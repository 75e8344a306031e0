//! Thumbnails of the bundled scenes, and of the shapes of bodies.

use crate::desktop::disk;
use crate::scene::{BUNDLED, BundledScene};
use egui::{ColorImage, Context, Id, TextureHandle, TextureOptions};
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
    decoded(context, scene.thumbnail, &format!("{}.jpg", scene.name))
}

/// The pictures of the shapes of bodies in a row, in the order of [`shape_names`](crate::scene::shape_names), decoded once;
/// `examples/shapes.rs` draws them.
pub(super) fn shapes(context: &Context) -> Option<TextureHandle> {
    let id = shapes_id();
    if let Some(known) = context.data(|data| data.get_temp(id)) {
        return known;
    }
    let file = include_bytes!("../../../textures/shapes.png");
    let made = decoded(context, file, "shapes.png");
    context.data_mut(|data| data.insert_temp(id, made.clone()));
    made
}

/// Drops the pictures of the shapes: they are decoded again when they are next shown.
pub(super) fn forget(context: &Context) {
    context.data_mut(|data| data.remove::<Option<TextureHandle>>(shapes_id()));
}

fn shapes_id() -> Id {
    Id::unique("shapes")
}

fn decoded(context: &Context, file: &[u8], name: &str) -> Option<TextureHandle> {
    let picture = match disk::parse(file, Path::new(name)) {
        Ok(picture) => picture,
        Err(error) => {
            log::debug!("{error}");
            return None;
        }
    };
    let size = [picture.columns(), picture.rows()];
    let image = ColorImage::from_rgba_unmultiplied(size, picture.cells().as_flattened());
    Some(context.load_texture(name, image, TextureOptions::LINEAR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_a_square_picture() {
        let pictures = shapes(&Context::default()).expect("a picture");
        let [width, height] = pictures.size();
        assert_eq!(width, height * crate::scene::shape_names().len());
    }

    #[test]
    fn every_bundled_scene_has_a_picture_of_the_card_s_size() {
        let context = Context::default();
        for scene in &BUNDLED {
            let picture = texture(&context, scene).unwrap_or_else(|| panic!("{}", scene.name));
            assert_eq!(picture.size(), [SIZE.0, SIZE.1], "{}", scene.name);
        }
    }
}
