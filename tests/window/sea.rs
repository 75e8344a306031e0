//! The sea in the window: it goes on by itself, stands still on request, and can be poked.

use super::hands::Button;
use super::lab::{CALM, Lab, WATER};

#[test]
fn key_8_shows_the_sea_which_never_rests_and_pokes_leave_ripples_until_they_are_calmed() {
    let lab = Lab::scene(&format!("{CALM}size = [64, 64]\n"));
    let pool = lab.until_still("nothing happens in calm water", WATER);
    lab.key("8");
    let sea = lab.until_changed("8 shows the sea", WATER, &pool);
    lab.until_changed("and the sea moves by itself", WATER, &sea);
    lab.key("space");
    let still = lab.until_still("time stands still", WATER);
    lab.drag(Button::Left, [440, 380], [500, 400]);
    lab.until_changed("a drag dents the sea", WATER, &still);
    lab.key("c");
    lab.until("C ends the ripples, and only them", |shot| {
        shot.same(&still, WATER)
    });
    lab.key("o");
    assert!(lab.wait("O says that there are no walls", |lab| {
        lab.said().contains("A sea knows no walls").then_some(true)
    }));
    lab.key("1");
    lab.until_changed("1 shows the pool", WATER, &still);
    lab.key("7");
    lab.key("space");
    let fan = lab.shot();
    lab.until_changed("7 shows waves that move", WATER, &fan);
    lab.quit();
}
