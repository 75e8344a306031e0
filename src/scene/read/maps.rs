//! The pictures that the water needs: masks and maps, each file read once and resampled to the grid, and surfaces.

use super::fields::Fields;
use crate::grid::Grid;
use crate::pool::Size;
use crate::scene::tree::Origin;
use crate::scene::{Files, SceneError, image_file, series_file};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Highest mountain and deepest trench that a map may have, metres.
const MAX_HEIGHT: f32 = 10_000.0;

/// The picture of a map.
pub(super) enum Numbers {
    /// From 0 (black) to 1 (white).
    Greys(Arc<Grid<f32>>),
    /// In the unit of the quantity.
    Own(Arc<Grid<f32>>),
}

/// The pictures read so far.
pub(super) struct Maps {
    files: Arc<dyn Files>,
    read: HashMap<PathBuf, Arc<Grid<f32>>>,
}

impl Maps {
    /// An empty cache for these `files`.
    pub(super) fn of(files: Arc<dyn Files>) -> Self {
        Self {
            files,
            read: HashMap::new(),
        }
    }

    /// The picture in the file that `key` of a table names, as numbers from 0 (black) to 1 (white), one for each cell of the pool.
    pub(super) fn take(
        &mut self,
        fields: &mut Fields,
        key: &str,
        size: Size,
    ) -> Result<Option<Arc<Grid<f32>>>, SceneError> {
        let named = fields.file(key)?;
        named.map(|file| self.grey(file, size)).transpose()
    }

    fn grey(
        &mut self,
        (path, origin): (PathBuf, Origin),
        size: Size,
    ) -> Result<Arc<Grid<f32>>, SceneError> {
        let file = self.files.true_name(&path);
        if let Some(map) = self.read.get(&file) {
            return Ok(map.clone());
        }
        let cells = (size.columns(), size.rows());
        let map = image_file::load_grey(&*self.files, &path, cells)
            .map_err(|error| origin.error(error))?;
        let map = Arc::new(map);
        self.read.insert(file, map.clone());
        Ok(map)
    }

    /// The picture in the file that `key` of a table names: the numbers of an OpenEXR file, or grey levels as from [`Maps::take`].
    pub(super) fn numbers_or_greys(
        &mut self,
        fields: &mut Fields,
        key: &str,
        size: Size,
    ) -> Result<Option<Numbers>, SceneError> {
        let Some((path, origin)) = fields.file(key)? else {
            return Ok(None);
        };
        let extension = path.extension();
        if !extension.is_some_and(|extension| extension.eq_ignore_ascii_case("exr")) {
            let greys = self.grey((path, origin), size)?;
            return Ok(Some(Numbers::Greys(greys)));
        }
        let numbers = image_file::load_numbers(&*self.files, &path, MAX_HEIGHT)
            .map_err(|error| origin.error(error))?;
        let numbers = numbers.resampled(size.columns(), size.rows());
        Ok(Some(Numbers::Own(Arc::new(numbers))))
    }

    /// The table over time in the CSV file that `key` of a table names.
    pub(super) fn series(
        &self,
        fields: &mut Fields,
        key: &str,
    ) -> Result<Option<Grid<f32>>, SceneError> {
        let Some((path, origin)) = fields.file(key)? else {
            return Ok(None);
        };
        let series = series_file::load(&*self.files, &path);
        let series = series.map_err(|why| {
            origin.error(format!("can't read the table {}: {why}", path.display()))
        })?;
        Ok(Some(series))
    }

    /// The numbers in the OpenEXR file that `key` of a table names, one for each of its pixels, with magnitudes of at most `most`.
    pub(super) fn numbers(
        &mut self,
        fields: &mut Fields,
        key: &str,
        most: f32,
    ) -> Result<Option<Grid<f32>>, SceneError> {
        let Some((path, origin)) = fields.file(key)? else {
            return Ok(None);
        };
        let numbers = image_file::load_numbers(&*self.files, &path, most)
            .map_err(|error| origin.error(error))?;
        Ok(Some(numbers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tree::Node;
    use crate::scene::{Bundle, Opened};
    use std::io::Cursor;
    use std::path::Path;

    /// Files with several names each.
    struct Aside(Bundle);

    impl Files for Aside {
        fn open(&self, name: &Path) -> Result<Opened, String> {
            self.0.open(&self.true_name(name))
        }

        fn true_name(&self, name: &Path) -> PathBuf {
            let name = name.strip_prefix("aside/..").unwrap_or(name);
            name.to_path_buf()
        }
    }

    #[test]
    fn of_the_maps_of_one_scene_each_file_is_read_once() {
        let mut files = Bundle::default();
        let mut png = Vec::new();
        let grey = image::GrayImage::new(1, 1);
        grey.write_to(&mut Cursor::new(&mut png), image::ImageFormat::Png)
            .unwrap();
        for name in ["a", "b"] {
            files.put(format!("{name}.png"), &*png);
        }
        let size = Size::new(50, 50).unwrap();
        let mut maps = Maps {
            files: Arc::new(Aside(files)),
            read: HashMap::new(),
        };
        let mut take = |name: &str| {
            let origin = Origin::Option("--set".into());
            let path = name.to_owned();
            let mut node = Node::parse_value("{}", &origin).unwrap_or_else(|e| panic!("{e}"));
            let value = Node::parse_value(&path, &origin).unwrap_or_else(|e| panic!("{e}"));
            node.put(&["mask".to_owned()], value)
                .unwrap_or_else(|e| panic!("{e}"));
            let mut fields = Fields::of(node, "obstacle").unwrap_or_else(|e| panic!("{e}"));
            maps.take(&mut fields, "mask", size)
        };
        let first = take("a.png").unwrap().unwrap();
        for name in ["a.png", "aside/../a.png", "b.png", "a.png"] {
            assert!(take(name).is_ok(), "{name}");
        }
        assert!(Arc::ptr_eq(
            &first,
            &take("aside/../a.png").unwrap().unwrap()
        ));
        assert!(!Arc::ptr_eq(&first, &take("b.png").unwrap().unwrap()));
    }
}
