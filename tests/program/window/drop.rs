//! Files dropped on the window by the X drag-and-drop protocol (XDND 5). The test acts as the file manager.

use super::lab::{CALM, Lab, WATER};
use super::screen::Area;
use std::path::Path;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::wrapper::ConnectionExt as _;

/// The areas that show the left and the right half of the dropped picture.
const HALVES: [Area; 2] = [Area::new(100, 100, 200, 300), Area::new(600, 100, 200, 300)];

/// A file being dragged over the window.
pub struct Dragged<'a> {
    lab: &'a Lab,
    source: Window,
    uris: String,
}

impl<'a> Dragged<'a> {
    /// Drags a file over the window.
    pub fn new(lab: &'a Lab, file: &Path) -> Self {
        let connection = &lab.display.connection;
        let source = connection.generate_id().expect("a window's number");
        let (root, visual) = (lab.display.root(), lab.display.screen().root_visual);
        let (class, looks) = (WindowClass::INPUT_OUTPUT, CreateWindowAux::new());
        connection
            .create_window(0, source, root, 0, 0, 1, 1, 0, class, visual, &looks)
            .expect("sent");
        let dragged = Self {
            lab,
            source,
            uris: format!("file://{}\r\n", file.display()),
        };
        let selection = dragged.atom("XdndSelection");
        connection
            .set_selection_owner(source, selection, x11rb::CURRENT_TIME)
            .expect("sent");
        let list = dragged.atom("text/uri-list");
        dragged.send("XdndEnter", [source, 5 << 24, list, 0, 0]);
        let place = 400 << 16 | 300;
        let copy = dragged.atom("XdndActionCopy");
        dragged.send("XdndPosition", [source, 0, place, 0, copy]);
        dragged.answer_until("XdndStatus", true);
        dragged
    }

    /// Drops the file.
    pub fn release(self) {
        self.send("XdndDrop", [self.source, 0, 0, 0, 0]);
        self.answer_until("XdndFinished", false);
        let gone = self.lab.display.connection.destroy_window(self.source);
        gone.expect("sent").check().expect("gone");
    }

    fn atom(&self, name: &str) -> Atom {
        let asked = self
            .lab
            .display
            .connection
            .intern_atom(false, name.as_bytes());
        asked.expect("asked").reply().expect("an atom").atom
    }

    fn send(&self, kind: &str, data: [u32; 5]) {
        let connection = &self.lab.display.connection;
        let message = ClientMessageEvent::new(32, self.lab.window, self.atom(kind), data);
        let sent = connection.send_event(false, self.lab.window, EventMask::NO_EVENT, message);
        sent.expect("sent").check().expect("taken");
    }

    /// Answers requests for the file's name until the window sends a message `kind`, and, if `asks`, until it has sent a
    /// request.
    fn answer_until(&self, kind: &str, mut asks: bool) {
        let (connection, kind) = (&self.lab.display.connection, self.atom(kind));
        let mut has_answered = false;
        let start = Instant::now();
        while asks || !has_answered {
            match connection.poll_for_event().expect("connected") {
                Some(Event::SelectionRequest(request)) => {
                    self.send_name(&request);
                    asks = false;
                }
                Some(Event::ClientMessage(message)) if message.type_ == kind => {
                    assert_eq!(message.data.as_data32()[1] & 1, 1, "the file is refused");
                    has_answered = true;
                }
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(5)),
            }
            if start.elapsed() > Duration::from_secs(20) {
                self.lab
                    .fail("the window does not take part in drag and drop");
            }
        }
    }

    fn send_name(&self, request: &SelectionRequestEvent) {
        let connection = &self.lab.display.connection;
        connection
            .change_property8(
                PropMode::REPLACE,
                request.requestor,
                request.property,
                request.target,
                self.uris.as_bytes(),
            )
            .expect("sent");
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: request.property,
        };
        connection
            .send_event(false, request.requestor, EventMask::NO_EVENT, notice)
            .expect("sent");
        // The reply ensures that the notice is in the program's queue before the drop.
        let asked =
            connection.get_property(false, self.source, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 1);
        asked.expect("asked").reply().expect("answered");
    }
}

#[test]
fn a_dropped_picture_is_shown_in_the_picture_view() {
    let lab = Lab::scene(CALM);
    let pool = lab.at_rest("calm water is still");
    lab.key("Tab");
    lab.until_changed("Tab shows the picture", WATER, &pool);
    // The space is not escaped, as some file managers send it.
    let file = lab.path("red and blue.png");
    let halves = image::RgbImage::from_fn(96, 60, |x, _| {
        image::Rgb(if x < 48 { [220, 20, 10] } else { [10, 20, 220] })
    });
    halves.save(&file).expect("written");
    Dragged::new(&lab, &file).release();
    let is_half = |mean: [f64; 3], strong: usize| mean[strong] > 200.0 && mean[2 - strong] < 30.0;
    let shown = lab.until("the file is shown", |shot| {
        is_half(shot.mean(HALVES[0]), 0) && is_half(shot.mean(HALVES[1]), 2)
    });

    let text = lab.path("no picture.txt");
    std::fs::write(&text, "words").expect("written");
    let message = Area::new(0, 500, 960, 100);
    let before = lab.at_rest("nothing moves");
    Dragged::new(&lab, &text).release();
    lab.until_changed("an error message appears", message, &before);
    lab.shows("the picture stays", HALVES[0], &shown);
    assert!(lab.stderr().contains("no picture.txt"), "{}", lab.stderr());
    lab.quit();
}
