//! Data larger than the driver's textures: pictures are reduced, water is refused.

use super::support::{GREY, Studio, counted, default_eye, eye_above, on_both, plain, set};
use waterlab::gl::{GlError, HeightTexture, Target};
use waterlab::grid::Grid;
use waterlab::light::Pyramid;
use waterlab::parameter::Value;
use waterlab::view::{Materials, MeshView, PictureView, Pictures};

const RED: [u8; 4] = [220, 30, 40, 255];
const BLUE: [u8; 4] = [20, 40, 230, 255];

#[test]
fn a_picture_wider_than_any_texture_is_shown_whole() {
    on_both(|gl| {
        let wide = gl.capability().max_texture + 1;
        let halves = Grid::from_fn(
            wide,
            3,
            |column, _| if column < wide / 2 { RED } else { BLUE },
        );
        let mut studio = Studio::new(gl, &Pyramid::new(halves));
        studio.show(&counted(&Grid::new(8, 8, 0)));
        let (columns, _) = studio.materials.picture.size();
        assert!(columns <= gl.capability().max_texture && columns > wide / 3);
        let size = (64, 16);
        let mut view = PictureView::new();
        // Stretched over the pool, since a square pool would show only the middle of so wide a picture.
        set(&mut view, "picture_fit", Value::Choice(2));
        for look in [0, 1] {
            set(&mut view, "look", Value::Choice(look));
            let drawn = studio.draw(&mut view, &default_eye(size), size);
            assert_eq!([drawn[(3, 8)], drawn[(60, 8)]], [RED, BLUE], "look {look}");
        }
    });
}

#[test]
fn a_floor_larger_than_any_texture_is_reduced() {
    on_both(|gl| {
        let long = gl.capability().max_texture + 5;
        let grey = plain(GREY);
        let floor = Grid::new(2, long, RED);
        let picture = Pyramid::new(plain(GREY));
        let mut studio = Studio::new(gl, &picture);
        studio.materials = Materials::new(
            gl,
            Pictures {
                picture: &picture,
                tiles: &floor,
                sky: &grey,
                deck: &grey,
                panorama: &grey,
            },
        )
        .expect("thinned");
        assert_eq!(studio.materials.tiles.size(), (1, long.div_ceil(2)));
        studio.show(&counted(&Grid::new(8, 8, 0)));
        let mut view = MeshView::new();
        set(&mut view, "background_alpha", Value::Real(0.0));
        let size = (64, 64);
        let drawn = studio.draw(&mut view, &eye_above(size), size);
        let [red, _, blue, _] = drawn[(32, 32)];
        assert!(red > blue, "a red floor: {:?}", drawn[(32, 32)]);
    });
}

#[test]
fn water_larger_than_any_texture_is_refused_and_the_old_one_kept() {
    on_both(|gl| {
        let limit = gl.capability().max_texture;
        let mut texture = HeightTexture::new(gl).expect("a texture");
        texture
            .upload(&counted(&Grid::new(5, 4, 1)))
            .expect("uploaded");
        for (columns, rows) in [(3, limit + 1), (limit + 1, 3)] {
            let error = texture
                .upload(&counted(&Grid::new(columns, rows, 0)))
                .expect_err("too large");
            let GlError::TooLarge {
                width,
                height,
                limit: reported,
                ..
            } = error
            else {
                panic!("{error}");
            };
            assert_eq!((width, height, reported), (columns, rows, limit));
            let line = error.to_string();
            assert!(
                line.contains(&limit.to_string()) && !line.contains('\n'),
                "{line}"
            );
        }
        assert_eq!(texture.size(), (5, 4));
    });
}

#[test]
fn water_of_the_maximal_texture_size_is_accepted() {
    on_both(|gl| {
        let limit = gl.capability().max_texture;
        let mut texture = HeightTexture::new(gl).expect("a texture");
        texture
            .upload(&counted(&Grid::new(3, limit, 0)))
            .expect("uploaded");
        assert_eq!(texture.size(), (3, limit));
    });
}

#[test]
fn a_target_larger_than_any_texture_is_refused() {
    on_both(|gl| {
        let side = gl.capability().max_texture + 1;
        for error in [
            Target::texture(gl, side, 4, true).err(),
            Target::multisampled(gl, 4, side, 4).err(),
        ] {
            assert!(matches!(error, Some(GlError::TooLarge { .. })), "{error:?}");
        }
    });
}

#[test]
fn a_picture_too_large_for_memory_is_refused_with_a_possible_size() {
    let line = GlError::NoRoom {
        width: 16384,
        height: 8192,
        fits: Some((9216, 4608)),
    }
    .to_string();
    assert!(
        line.contains("16384×8192") && line.contains("9216×4608"),
        "{line}"
    );
}
