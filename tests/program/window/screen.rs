//! Screenshots of a window, and measurements of their areas.

use std::path::Path;
use x11rb::protocol::xproto::{ConnectionExt, ImageFormat, Window};
use x11rb::rust_connection::RustConnection;

/// A screenshot, row 0 at the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Shot {
    pub width: usize,
    pub height: usize,
    pixels: Vec<[u8; 3]>,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    pub const fn new(left: usize, top: usize, width: usize, height: usize) -> Self {
        Self {
            left,
            top,
            width,
            height,
        }
    }

    /// Part (i, j) of a picture that is divided into `columns × rows` equal parts.
    pub fn part(size: (usize, usize), [columns, rows]: [usize; 2], [i, j]: [usize; 2]) -> Self {
        let (left, top) = (i * size.0 / columns, j * size.1 / rows);
        let right = (i + 1) * size.0 / columns;
        let bottom = (j + 1) * size.1 / rows;
        Self::new(left, top, right - left, bottom - top)
    }
}

impl Shot {
    /// A screenshot of a window; `None` while the window changes its size.
    pub fn take(connection: &RustConnection, window: Window) -> Option<Self> {
        let size = connection.get_geometry(window).ok()?.reply().ok()?;
        let image = connection
            .get_image(
                ImageFormat::Z_PIXMAP,
                window,
                0,
                0,
                size.width,
                size.height,
                !0,
            )
            .ok()?
            .reply()
            .ok()?;
        let pixels = image.data.as_chunks::<4>().0.iter();
        Some(Self {
            width: size.width.into(),
            height: size.height.into(),
            pixels: pixels
                .map(|&[blue, green, red, _]| [red, green, blue])
                .collect(),
        })
    }

    /// A picture from a file.
    pub fn read(file: &Path) -> Self {
        let picture =
            image::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let picture = picture.to_rgb8();
        Self {
            width: picture.width() as usize,
            height: picture.height() as usize,
            pixels: picture.pixels().map(|pixel| pixel.0).collect(),
        }
    }

    /// This picture blended with `over`, whose opacity is the grey of `cover`.
    pub fn under(&self, over: &Self, cover: &Self) -> Self {
        let pixels = self.pixels.iter().zip(&over.pixels).zip(&cover.pixels);
        let blended = pixels.map(|((under, over), [cover, ..])| {
            let opacity = f64::from(*cover) / 255.0;
            let mixed = |n: usize| {
                (f64::from(under[n]) * (1.0 - opacity) + f64::from(over[n]) * opacity).round() as u8
            };
            [mixed(0), mixed(1), mixed(2)]
        });
        Self {
            pixels: blended.collect(),
            ..*self
        }
    }

    pub fn save(&self, file: &Path) {
        let bytes: Vec<u8> = self.pixels.iter().flatten().copied().collect();
        let (width, height) = (self.width as u32, self.height as u32);
        image::save_buffer(file, &bytes, width, height, image::ExtendedColorType::Rgb8)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }

    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    pub fn whole(&self) -> Area {
        Area::new(0, 0, self.width, self.height)
    }

    fn places(&self, area: Area) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = area.left..(area.left + area.width).min(self.width);
        let rows = area.top..(area.top + area.height).min(self.height);
        rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
    }

    fn at(&self, (x, y): (usize, usize)) -> [f64; 3] {
        self.pixels[y * self.width + x].map(f64::from)
    }

    /// Mean red, green and blue of an area, 0 to 255.
    pub fn mean(&self, area: Area) -> [f64; 3] {
        let mut sum = [0.0; 3];
        let mut count = 0.0;
        for place in self.places(area) {
            let pixel = self.at(place);
            sum = [0, 1, 2].map(|channel| sum[channel] + pixel[channel]);
            count += 1.0;
        }
        sum.map(|sum| sum / f64::max(count, 1.0))
    }

    /// Mean absolute difference of the channels in an area, 0 to 255. Pictures of different sizes differ by 255.
    pub fn difference(&self, other: &Self, area: Area) -> f64 {
        if self.size() != other.size() {
            return 255.0;
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for place in self.places(area) {
            let (a, b) = (self.at(place), other.at(place));
            sum += (0..3)
                .map(|channel| (a[channel] - b[channel]).abs())
                .sum::<f64>();
            count += 3.0;
        }
        sum / f64::max(count, 1.0)
    }

    /// Whether an area is identical in both pictures.
    pub fn same(&self, other: &Self, area: Area) -> bool {
        self.difference(other, area) == 0.0
    }

    /// Centroid and number of the pixels of an area that changed by more than 16 levels.
    pub fn change(&self, other: &Self, area: Area) -> Option<([f64; 2], usize)> {
        let (mut x, mut y, mut count) = (0.0, 0.0, 0);
        for place in self.places(area) {
            let (a, b) = (self.at(place), other.at(place));
            if (0..3).any(|channel| (a[channel] - b[channel]).abs() > 16.0) {
                x += place.0 as f64;
                y += place.1 as f64;
                count += 1;
            }
        }
        (count > 0).then(|| ([x / f64::from(count), y / f64::from(count)], count as usize))
    }

    /// The largest difference of a channel's mean between corresponding parts of two pictures, which are divided into 8 × 6
    /// parts and may differ in size. Parts for which `skip` is true do not count.
    pub fn parts_apart(&self, other: &Self, skip: impl Fn([usize; 2]) -> bool) -> f64 {
        let parts = [8, 6];
        let mut max = 0.0_f64;
        for part in (0..6).flat_map(|j| (0..8).map(move |i| [i, j])) {
            if !skip(part) {
                let a = self.mean(Area::part(self.size(), parts, part));
                let b = other.mean(Area::part(other.size(), parts, part));
                max = (0..3).fold(max, |max: f64, channel| {
                    max.max((a[channel] - b[channel]).abs())
                });
            }
        }
        max
    }
}
