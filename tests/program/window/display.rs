//! A virtual X server, killed at the end of the test.

use std::io::{BufRead, BufReader, ErrorKind};
use std::process::{Child, ChildStdout, Command, Stdio};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{Screen, Window};
use x11rb::rust_connection::RustConnection;

/// Larger than any window of the tests.
const SCREEN: &str = "1920x1200x24";

/// A server, and a connection to it.
pub struct Display {
    pub name: String,
    pub connection: RustConnection,
    screen: usize,
    /// Dropped last.
    server: Server,
}

pub struct Server {
    process: Child,
    /// Kept open for the server to write to.
    _stdout: BufReader<ChildStdout>,
}

impl Display {
    pub fn start() -> Self {
        let xdotool = Command::new("xdotool").arg("version").output();
        assert!(
            xdotool.is_ok(),
            "xdotool can't be run: install the package `xdotool`"
        );
        let (server, number) = Server::start(&[]);
        let name = format!(":{number}");
        let (connection, screen) = x11rb::connect(Some(&name))
            .unwrap_or_else(|error| panic!("no connection to {name}: {error}"));
        Self {
            name,
            connection,
            screen,
            server,
        }
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.server.process.kill().expect("killed");
    }

    pub fn screen(&self) -> &Screen {
        &self.connection.setup().roots[self.screen]
    }

    pub fn root(&self) -> Window {
        self.screen().root
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
