//! Walls painted and erased by hand.

use super::hands::Button;
use super::lab::{CALM, Lab, WATER};

const PATH: ([usize; 2], [usize; 2]) = ([380, 300], [560, 340]);

#[test]
fn o_paints_walls_that_calm_water_keeps_and_shift_o_erases_them() {
    let lab = Lab::scene(CALM);
    let pool = lab.until_still("nothing happens in calm water", WATER);
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", WATER, &pool);
    let calm = lab.until_still("the picture lies still", WATER);

    lab.key("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("a drag builds a wall", WATER, &calm);
    let walled = lab.until_still("a wall makes no waves", WATER);
    lab.key("c");
    lab.stays("calm water keeps its walls", WATER, &walled);

    // The wall is there in 3D as well.
    lab.key("Tab");
    lab.until_changed("Tab shows the lit pool", WATER, &walled);
    let lit = lab.until_still("the lit pool lies still", WATER);
    lab.key("Tab");
    let standing = lab.until_changed("Tab shows the pool", WATER, &lit);
    let standing = lab.until("the wall stands in the pool", |shot| {
        shot.same(&standing, WATER) && !shot.same(&pool, WATER)
    });
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", WATER, &standing);

    lab.shift("o");
    for _ in 0..4 {
        lab.key("bracketright");
    }
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until("a wider brush erases it all", |shot| {
        shot.same(&calm, WATER)
    });

    lab.shift("o");
    lab.drag(Button::Left, PATH.0, PATH.1);
    lab.until_changed("the hand pokes again", WATER, &calm);
    lab.until("the water calms", |shot| shot.same(&calm, WATER));
    lab.quit();
}
