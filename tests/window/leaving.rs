//! Ways to end it.

use super::lab::{Lab, WATER};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};

#[test]
fn escape_ends_it_while_the_water_moves() {
    let lab = Lab::show();
    let shot = lab.shot();
    lab.until_changed("the water moves", WATER, &shot);
    lab.quit();
}

#[test]
fn closing_the_window_ends_it() {
    let lab = Lab::show();
    let connection = &lab.display.connection;
    let atom = |name: &str| {
        let cookie = connection.intern_atom(false, name.as_bytes());
        cookie.expect("asked").reply().expect("an atom").atom
    };
    let close = ClientMessageEvent::new(
        32,
        lab.window,
        atom("WM_PROTOCOLS"),
        [atom("WM_DELETE_WINDOW"), x11rb::CURRENT_TIME, 0, 0, 0],
    );
    let sent = connection.send_event(false, lab.window, EventMask::NO_EVENT, close);
    sent.expect("sent").check().expect("taken");
    connection.flush().expect("sent");
    lab.ends_well();
}
