//! The pictures that the water needs, masks and maps: each file is read once, and kept as large as the pool.

use super::fields::Fields;
use crate::grid::Grid;
use crate::pool::Size;
use crate::scene::memory::Memory;
use crate::scene::{SceneError, image_file};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Those that have been read.
#[derive(Default)]
pub(super) struct Maps {
    memory: Memory,
    read: HashMap<PathBuf, Arc<Grid<f32>>>,
}

impl Maps {
    /// The picture in the file that `key` of a table names, as numbers from 0 (black) to 1 (white), one for each cell of the
    /// pool.
    pub(super) fn take(
        &mut self,
        fields: &mut Fields,
        key: &str,
        size: Size,
    ) -> Result<Option<Arc<Grid<f32>>>, SceneError> {
        let Some((path, origin)) = fields.file(key)? else {
            return Ok(None);
        };
        // A file that can't be found by its true name can't be read either, and is told of then.
        let file = path.canonicalize().unwrap_or_else(|_| path.clone());
        if let Some(map) = self.read.get(&file) {
            return Ok(Some(map.clone()));
        }
        let cells = (size.columns(), size.rows());
        let map = image_file::load_grey(&path, cells, &self.memory)
            .map_err(|error| origin.error(error))?;
        self.memory.keep(&map);
        let map = Arc::new(map);
        self.read.insert(file, map.clone());
        Ok(Some(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tree::{Node, Origin};

    #[test]
    fn maps_of_one_scene_take_what_there_is_together_and_each_file_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a", "b", "c"] {
            let grey = image::GrayImage::new(1, 1);
            grey.save(folder.path().join(format!("{name}.png")))
                .unwrap();
        }
        std::fs::create_dir(folder.path().join("aside")).unwrap();
        let size = Size::new(50, 50).unwrap();
        // Room for two grids of 50 × 50 numbers and the files, not for three.
        let mut maps = Maps {
            memory: Memory::of(25_000),
            read: HashMap::new(),
        };
        let mut take = |name: &str| {
            let origin = Origin::Option("--set".into());
            let path = folder.path().join(name).display().to_string();
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
        let error = take("c.png").unwrap_err().to_string();
        assert!(
            error.contains("c.png") && error.contains("50 × 50 cells"),
            "{error}"
        );
    }
}
