//! Ways to end it.

use super::lab::{CALM, Lab, WATER};
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

/// What the program said besides its log.
fn told(said: &str) -> Vec<&str> {
    let is_log = |line: &&str| {
        ["info: ", "warning: "]
            .iter()
            .any(|level| line.starts_with(level))
    };
    said.lines().filter(|line| !is_log(line)).collect()
}

#[test]
fn a_signal_ends_it_with_a_word_as_it_ends_any_command() {
    // Moving water and water that stands still, in which the program sleeps.
    for (signal, lab) in [
        ("INT", Lab::show()),
        ("TERM", Lab::scene(CALM)),
        ("HUP", Lab::show()),
    ] {
        lab.signal(signal);
        let (code, said) = lab.ends();
        assert_eq!(code, Some(130), "{signal}: {said}");
        assert_eq!(told(&said), ["interrupted"], "{signal}");
    }
}

#[test]
fn a_server_that_ends_under_the_window_takes_it_along_with_one_line() {
    for mut lab in [Lab::show(), Lab::scene(CALM)] {
        lab.display.kill();
        let (code, said) = lab.ends();
        assert_eq!(code, Some(1), "{said}");
        let told = told(&said);
        assert_eq!(told.len(), 1, "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}

#[test]
fn a_window_that_its_server_throws_out_ends_with_one_line() {
    let lab = Lab::show();
    let connection = &lab.display.connection;
    // What xkill does.
    let sent = connection.kill_client(lab.window);
    sent.expect("sent").check().expect("done");
    let (code, said) = lab.ends();
    assert_eq!(code, Some(1), "{said}");
    let told = told(&said);
    assert_eq!(told.len(), 1, "{said}");
    assert!(!said.contains("panicked"), "{said}");
}
