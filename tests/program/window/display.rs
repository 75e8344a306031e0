//! Virtual X servers. A test takes one for its own; the next test takes it after it.

use std::io::{BufRead, BufReader, ErrorKind};
use std::ops::Deref;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, EventMask, Screen, Window,
};
use x11rb::rust_connection::RustConnection;

/// Larger than any window of the tests.
const SCREEN: &str = "1920x1200x24";

/// The servers that no test uses at the moment. They exit with this process.
static FREE: Mutex<Vec<Display>> = Mutex::new(Vec::new());

/// A server, and a connection to it.
pub struct Display {
    pub name: String,
    pub connection: RustConnection,
    screen: usize,
    /// `WM_PROTOCOLS` and `_NET_WM_PING`.
    ping: [Atom; 2],
    /// Dropped last.
    server: Server,
}

/// A server until the end of a test.
pub struct Lease(Option<Display>);

pub struct Server {
    process: Child,
    /// Kept open for the server to write to.
    _stdout: BufReader<ChildStdout>,
}

impl Lease {
    /// A server without windows, with the pointer in the middle of its screen.
    pub fn take() -> Self {
        let free = FREE.lock().expect("whole").pop();
        let display = free.unwrap_or_else(Display::start);
        let connection = &display.connection;
        // The windows of the test before disappear some time after their program has ended.
        while !display.windows().is_empty() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let screen = display.screen();
        let (x, y) = (screen.width_in_pixels / 2, screen.height_in_pixels / 2);
        let moved =
            connection.warp_pointer(x11rb::NONE, screen.root, 0, 0, 0, 0, x as i16, y as i16);
        moved.expect("sent").check().expect("moved");
        Self(Some(display))
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        let process = &mut self.0.as_mut().expect("a display").server.process;
        process.kill().expect("killed");
        process.wait().expect("ended");
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut display = self.0.take().expect("a display");
        let is_alive = matches!(display.server.process.try_wait(), Ok(None));
        // After a failure keys may still be held down.
        if is_alive && !std::thread::panicking() {
            FREE.lock().expect("whole").push(display);
        }
    }
}

impl Deref for Lease {
    type Target = Display;

    fn deref(&self) -> &Display {
        self.0.as_ref().expect("a display")
    }
}

impl Display {
    fn start() -> Self {
        let xdotool = Command::new("xdotool").arg("version").output();
        assert!(
            xdotool.is_ok(),
            "xdotool can't be run: install the package `xdotool`"
        );
        let (server, number) = Server::start(&[]);
        let name = format!(":{number}");
        let (connection, screen) = x11rb::connect(Some(&name))
            .unwrap_or_else(|error| panic!("no connection to {name}: {error}"));
        let atom = |name: &str| {
            let asked = connection.intern_atom(false, name.as_bytes());
            asked.expect("asked").reply().expect("an atom").atom
        };
        let display = Self {
            ping: ["WM_PROTOCOLS", "_NET_WM_PING"].map(atom),
            name,
            connection,
            screen,
            server,
        };
        // Answers to pings go to the root window.
        let events = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        let selected = display
            .connection
            .change_window_attributes(display.root(), &events);
        selected.expect("sent").check().expect("selected");
        display
    }

    pub fn screen(&self) -> &Screen {
        &self.connection.setup().roots[self.screen]
    }

    pub fn root(&self) -> Window {
        self.screen().root
    }

    /// All windows of the screen.
    pub fn windows(&self) -> Vec<Window> {
        let tree = self.connection.query_tree(self.root());
        tree.expect("asked").reply().expect("a screen").children
    }

    /// Sends a window the request by which window managers check that a program responds. Returns the number of the answer.
    pub fn send_ping(&self, window: Window) -> u32 {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        let [kind, ping] = self.ping;
        let message = ClientMessageEvent::new(32, window, kind, [ping, number, window, 0, 0]);
        let sent = self
            .connection
            .send_event(false, window, EventMask::NO_EVENT, message);
        sent.expect("sent").check().expect("taken");
        number
    }

    /// Whether the answer with this number has arrived since the last call.
    pub fn has_answer(&self, number: u32) -> bool {
        let [kind, ping] = self.ping;
        let next = || self.connection.poll_for_event().expect("connected");
        std::iter::from_fn(next).any(|event| match event {
            Event::ClientMessage(answer) => {
                answer.type_ == kind && answer.data.as_data32()[..2] == [ping, number]
            }
            _ => false,
        })
    }
}

impl Server {
    /// Starts a server with additional arguments. Returns it with its display number.
    pub fn start(arguments: &[&str]) -> (Self, u32) {
        let mut process = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", SCREEN])
            // The server also exits with its last client, should this process be killed.
            .args(["-nolisten", "tcp", "-terminate"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| match error.kind() {
                ErrorKind::NotFound => panic!("there is no Xvfb: install the package `xvfb`"),
                _ => panic!("Xvfb can't be started: {error}"),
            });
        let mut stdout = BufReader::new(process.stdout.take().expect("piped"));
        let mut line = String::new();
        let read = stdout.read_line(&mut line);
        let server = Self {
            process,
            _stdout: stdout,
        };
        read.expect("a display number");
        let number = line.trim().parse();
        (
            server,
            number.unwrap_or_else(|_| panic!("Xvfb printed {line:?}")),
        )
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
