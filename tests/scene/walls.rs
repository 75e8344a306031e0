//! Obstacles of a scene.

use super::{at, edited, read, refused, refused_all};
use image::{GrayImage, Luma};
use std::path::Path;
use waterlab::pool::Obstacle;
use waterlab::scene::{Scene, Simulation};

#[test]
fn walls_and_discs_are_read_in_the_order_of_the_file() {
    let scene = read(
        "[[obstacle]]
        wall = { from = [0.0, 0.5], to = [0.4, 0.25], thickness = 3 }
        [[obstacle]]
        disc = { at = [0.1, 0.9], radius = 2.5 }
        [[obstacle]]
        wall = {}
        [[obstacle]]
        [obstacle.disc]
        radius = 1",
    );
    let expected = [
        Obstacle::Wall {
            from: at(0.0, 0.5),
            to: at(0.4, 0.25),
            thickness: 3.0,
        },
        Obstacle::Disc {
            at: at(0.1, 0.9),
            radius: 2.5,
        },
        Obstacle::Wall {
            from: at(0.25, 0.5),
            to: at(0.75, 0.5),
            thickness: 2.0,
        },
        Obstacle::Disc {
            at: at(0.5, 0.5),
            radius: 1.0,
        },
    ];
    assert_eq!(scene.obstacles, expected);
}

#[test]
fn a_mask_is_relative_to_the_scene_and_solid_where_it_is_black() {
    let folder = tempfile::tempdir().unwrap();
    // One pixel for four cells of the pool along x and two along z.
    let mask = GrayImage::from_fn(4, 6, |x, _| Luma([if x == 2 { 0 } else { 255 }]));
    mask.save(folder.path().join("reef.png")).unwrap();
    let text = "[water]\nsize = [16, 12]\n[[obstacle]]\nmask = \"reef.png\"";
    let scene = Scene::read(text, &folder.path().join("s.toml"), &[])
        .unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_file(folder.path().join("reef.png")).unwrap();
    let simulation = Simulation::new(&scene);
    for row in 0..12 {
        for column in 0..16 {
            let solid = simulation.walls().is_solid(column, row);
            assert_eq!(solid, (8..12).contains(&column), "{column}, {row}");
        }
    }
}

#[test]
fn an_obstacle_with_no_shape_or_two_is_refused_at_its_line() {
    refused(
        "\n[[obstacle]]\n",
        "pool.toml:2: an obstacle is one of `wall`, `disc` and `mask`, but this has none of them",
    );
    let two = "but this has `disc` and `wall`: begin another [[obstacle]] for one of them";
    refused(
        "[[obstacle]]\ndisc = {}\nwall = {}",
        &format!("pool.toml:3: an obstacle is one of `wall`, `disc` and `mask`, {two}"),
    );
    let error = edited("[[obstacle]]\ndisc = {}", &["obstacle.0.wall.thickness=3"]);
    assert_eq!(
        error.err().unwrap(),
        format!(
            "--set obstacle.0.wall.thickness=3: an obstacle is one of `wall`, `disc` and `mask`, {two}"
        )
    );
    // A misspelt shape is reported as an unknown key.
    refused(
        "[[obstacle]]\nwal = {}",
        "pool.toml:2: unknown key `obstacle.wal`, did you mean `obstacle.wall`?",
    );
}

#[test]
fn keys_of_inline_tables_are_checked() {
    refused_all(
        r#"
        [[obstacle]]\nwall = {\n  from = [0, 0], thicknes = 3 } → pool.toml:3: unknown key `obstacle.wall.thicknes`, did you mean `obstacle.wall.thickness`?
        [[obstacle]]\ndisc = { zzz = 3 } → pool.toml:2: unknown key `obstacle.disc.zzz`; there are at, radius
        [[obstacle]]\nthickness = 3 → pool.toml:2: unknown key `obstacle.thickness`, did you mean `obstacle.wall.thickness`?
        [[obstacle]]\nwall = { from = [0, 2] } → pool.toml:2: `from`: (0, 2) is outside the pool: both numbers must be from 0 to 1
        [[obstacle]]\nwall = { thickness = -1 } → pool.toml:2: `thickness` is -1, but must be a number from 0 to 8192
        [[obstacle]]\ndisc = { radius = "wide" } → pool.toml:2: `radius` expects a number from 0 to 8192, not the text "wide"
        [[obstacle]]\ndisc = [0.5, 0.5] → pool.toml:2: `disc` expects a table in braces, as in { at = [0.5, 0.5], radius = 8 }, not a list of 2
        [obstacle]\nwall = {} → pool.toml:1: `obstacle` expects a list of tables, each under a line [[obstacle]] with two brackets, not a table
        "#,
    );
}

#[test]
fn an_unreadable_mask_is_refused_with_its_line_and_name() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("text.png"), "This is no picture.").unwrap();
    std::fs::write(folder.path().join("empty.png"), "").unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    let scene = folder.path().join("s.toml");
    for (file, why) in [
        ("gone.png", "there is no such file"),
        ("text.png", "no PNG"),
        ("empty.png", "the file is empty"),
        ("folder", "it is a folder"),
    ] {
        let text = format!("\n[[obstacle]]\nmask = \"{file}\"");
        let error = Scene::read(&text, &scene, &[]).err().unwrap().to_string();
        let start = format!(
            "{}:3: can't read the picture {}: ",
            scene.display(),
            folder.path().join(file).display()
        );
        assert!(error.starts_with(&start) && error.contains(why), "{error}");
    }
    // On the command line it is relative to the working directory.
    let error = edited("", &["obstacle.0.mask=gone.png"]).err().unwrap();
    let start = "--set obstacle.0.mask=gone.png: can't read the picture gone.png: ";
    assert!(error.starts_with(start), "{error}");
    refused_all(
        r#"
        [[obstacle]]\nmask = 7 → pool.toml:2: `mask` expects the name of a picture file, not 7
        [[obstacle]]\nmask = "" → pool.toml:2: `mask` is empty: name a picture file, or leave the key out
        "#,
    );
}

#[test]
fn waves_do_not_pass_a_wall_of_the_scene() {
    let scene = Scene::read(
        "[water]\nsize = [31, 21]\n[[obstacle]]\nwall = { from = [0.5, 0], to = [0.5, 1] }
        [[drop]]\nat = [0.2, 0.5]\nradius = 3",
        Path::new("s.toml"),
        &[],
    );
    let mut simulation = Simulation::new(&scene.unwrap_or_else(|error| panic!("{error}")));
    let mut moved = false;
    for _ in 0..120 {
        simulation.advance();
        for row in 0..21 {
            moved |= simulation.heights().metres(8, row) != 0.0;
            for column in 15..31 {
                assert_eq!(simulation.heights().metres(column, row), 0.0);
            }
        }
    }
    assert!(moved);
}
