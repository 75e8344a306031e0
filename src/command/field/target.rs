//! Where fields and meshes are written: one file, or numbered ones that are put in place together.

use super::format;
use super::mesh::{Mesh, MeshFormat};
use super::quantity::Field;
use crate::command::clip::Numbering;
use crate::command::output::Output;
use crate::command::output_folder::OutputFolder;
use anyhow::Result;
use std::io::{Seek, Write};
use std::path::Path;

/// What is written, and how.
pub enum Content {
    Field(Field, format::Format),
    Mesh(Mesh, MeshFormat),
}

/// How all files are written.
#[derive(Clone, Copy)]
pub enum Format {
    Field(format::Format),
    Mesh(MeshFormat),
}

/// The files that are being written, with the lines that tell what their numbers stand for.
pub struct Target {
    files: Files,
    ranges: Vec<String>,
}

enum Files {
    One(Output),
    Numbered(OutputFolder, Numbering),
}

impl Content {
    /// How much it is, in words.
    pub fn size(&self) -> String {
        match self {
            Self::Field(field, _) => {
                let (columns, rows) = field.size();
                format!("{columns} × {rows}")
            }
            Self::Mesh(mesh, _) => format!(
                "{} vertices, {} triangles",
                mesh.vertices().len(),
                mesh.triangle_count()
            ),
        }
    }

    /// Writes it. Where the file alone does not tell what the numbers stand for, the line that does.
    fn write(&self, to: &mut (impl Write + Seek)) -> Result<Option<String>> {
        match self {
            Self::Field(field, format) => format.write(field, to),
            Self::Mesh(mesh, format) => format.write(mesh, to).map(|()| None),
        }
    }
}

impl Format {
    /// Whether rows of numbers of any length can be written like this.
    pub fn is_table(self) -> bool {
        matches!(self, Self::Field(format::Format::Csv | format::Format::Npy))
    }
}

impl Target {
    /// Begins to write `out`, or the files that the numbering names.
    pub fn create(out: &Path, numbering: Option<Numbering>, format: Format) -> Result<Self> {
        let files = match numbering {
            Some(numbering) => {
                let of = match format {
                    Format::Field(_) => "fields",
                    Format::Mesh(_) => "meshes",
                };
                Files::Numbered(OutputFolder::create(numbering.folder(), of)?, numbering)
            }
            None => Files::One(Output::create(out)?),
        };
        Ok(Self {
            files,
            ranges: Vec::new(),
        })
    }

    /// Writes the file with this number, or the only one.
    pub fn write(&mut self, number: u64, content: &Content) -> Result<()> {
        let ranges = &mut self.ranges;
        match &mut self.files {
            Files::One(output) => output.write(|to| {
                ranges.extend(content.write(to)?);
                Ok(())
            }),
            Files::Numbered(folder, numbering) => folder.write(&numbering.name(number), |to| {
                ranges.extend(content.write(to)?);
                Ok(())
            }),
        }
    }

    /// Puts all files in place. Returns the lines that tell what the numbers of each stand for, where the file does not.
    pub fn commit(self) -> Result<Vec<String>> {
        match self.files {
            Files::One(output) => output.commit()?,
            Files::Numbered(folder, _) => folder.commit()?,
        }
        Ok(self.ranges)
    }
}
