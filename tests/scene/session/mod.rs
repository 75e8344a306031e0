//! The parts of a session that need no window.

mod bodies;
mod camera;
mod changes;
mod gesture;
mod orbit;
mod pick;
mod time_of_day;
mod touch;
mod user_input;

use waterlab::scene::{Edit, Scene};
use waterlab::session::{Action, Notice, Session};

const SIZE: (usize, usize) = (160, 100);

fn scene(edits: &[&str]) -> Scene {
    let small = ["water.size=[64, 64]", "poke.tool=walls"];
    let edits = small.iter().chain(edits);
    let edits: Vec<_> = edits.map(|edit| Edit::parse(edit).unwrap()).collect();
    Scene::from_edits(&edits).unwrap_or_else(|error| panic!("{error}"))
}

fn session(edits: &[&str]) -> Session {
    Session::without_gl(scene(edits), false).unwrap_or_else(|error| panic!("{error}"))
}

fn notice(session: &mut Session, action: Action) -> String {
    session.act(action, SIZE);
    match session.notice(action) {
        Some(Notice::Done(text) | Notice::Refused(text)) => text,
        None => String::new(),
    }
}
