//! What a JPEG tells of itself before it is decoded.

use std::io::{self, BufRead, Read};

/// What the markers of a file say.
#[derive(Debug, Default, PartialEq)]
pub struct Jpeg {
    /// Whether it goes on to its end marker. The decoder would paint what is missing grey, but it refuses by itself what does
    /// not begin as a JPEG: that counts as complete.
    pub complete: bool,
    /// Whether it comes in several scans, each finer.
    pub progressive: bool,
}

impl Jpeg {
    /// Reads all markers.
    pub fn scan(from: &mut impl BufRead) -> io::Result<Self> {
        const BEGINNING: &[u8] = &[0xff, 0xd8];
        const END: u8 = 0xd9;
        let mut jpeg = Self::default();
        if !from.fill_buf()?.starts_with(BEGINNING) {
            jpeg.complete = true;
            return Ok(jpeg);
        }
        let mut bytes = from.bytes();
        let mut next = || bytes.next().transpose();
        while let Some(byte) = next()? {
            if byte != 0xff {
                continue;
            }
            // Before a marker there may be any number of these.
            let mut marker = next()?;
            while marker == Some(0xff) {
                marker = next()?;
            }
            match marker {
                None => return Ok(jpeg),
                Some(END) => {
                    jpeg.complete = true;
                    return Ok(jpeg);
                }
                // Within a scan: a byte 255 of its own, a restart. The beginning has no length either.
                Some(0x00 | 0x01 | 0xd0..=0xd8) => {}
                // A segment, which may hold a whole smaller JPEG, is skipped by its length.
                Some(segment) => {
                    jpeg.progressive |= matches!(segment, 0xc2 | 0xc6 | 0xca | 0xce);
                    let (Some(high), Some(low)) = (next()?, next()?) else {
                        return Ok(jpeg);
                    };
                    for _ in 2..u16::from_be_bytes([high, low]) {
                        if next()?.is_none() {
                            return Ok(jpeg);
                        }
                    }
                }
            }
        }
        Ok(jpeg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_a_jpeg_is_told_by_its_own_frame_not_by_one_inside_it() {
        let scan = |bytes: &[u8]| Jpeg::scan(&mut &bytes[..]).unwrap();
        let told = |complete, progressive| Jpeg {
            complete,
            progressive,
        };
        // A progressive thumbnail of four bytes in a segment of a baseline picture.
        let baseline = b"\xff\xd8\xff\xe1\x00\x06\xff\xc2\xff\xd9\xff\xc0\x00\x02\xff\xd9";
        assert_eq!(scan(baseline), told(true, false));
        let progressive = b"\xff\xd8\xff\xc2\x00\x03a\xff\xff\xda\x00\x02\x12\xff\x00\xff\xd9";
        assert_eq!(scan(progressive), told(true, true));
        assert_eq!(scan(&progressive[..14]), told(false, true));
        assert_eq!(scan(b"no JPEG"), told(true, false));
    }
}
