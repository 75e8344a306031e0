//! Ways to quit.

use super::lab::{CALM, Lab, WATER};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt, EventMask};

#[test]
fn escape_quits_while_the_water_moves() {
    let lab = Lab::start_scene();
    let shot = lab.shot();
    lab.until_changed("the water moves", WATER, &shot);
    lab.quit();
}

#[test]
fn closing_the_window_quits() {
    let lab = Lab::start_scene();
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
    lab.quits_cleanly();
}

/// The lines of stderr that are not log messages.
fn messages(stderr: &str) -> Vec<&str> {
    let is_log = |line: &&str| {
        ["info: ", "warning: ", "debug: ", "trace: "]
            .iter()
            .any(|level| line.starts_with(level))
    };
    stderr.lines().filter(|line| !is_log(line)).collect()
}

#[test]
fn a_signal_quits_with_code_130_and_a_message() {
    // Moving water, and still water, during which the program sleeps.
    for (signal, lab) in [
        ("INT", Lab::start_scene()),
        ("TERM", Lab::scene(CALM)),
        ("HUP", Lab::start_scene()),
    ] {
        lab.signal(signal);
        let (code, stderr) = lab.wait_for_exit();
        assert_eq!(code, Some(130), "{signal}: {stderr}");
        assert_eq!(messages(&stderr), ["interrupted"], "{signal}");
    }
}

#[test]
fn losing_the_display_server_quits_with_one_line() {
    for mut lab in [Lab::start_scene(), Lab::scene(CALM)] {
        lab.display.kill();
        let (code, stderr) = lab.wait_for_exit();
        assert_eq!(code, Some(1), "{stderr}");
        assert_eq!(messages(&stderr).len(), 1, "{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

#[test]
fn a_client_killed_by_the_server_quits_with_one_line() {
    let lab = Lab::start_scene();
    let connection = &lab.display.connection;
    // As xkill does.
    let sent = connection.kill_client(lab.window);
    sent.expect("sent").check().expect("done");
    let (code, stderr) = lab.wait_for_exit();
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(messages(&stderr).len(), 1, "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}
