//! The page in Firefox, on a display of its own. It is asked by Marionette, which Firefox speaks itself: messages of JSON, each with its
//! length before it, `[0, number, name, parameters]` one way and `[1, number, error, result]` the other.

use super::numbers;
use super::page::{LONGEST, Script, TURN, folder};
use super::site;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::MutexGuard;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What it is told to do otherwise than for people: WebGL by software too, from within a container, a port that is free, and a console
/// that can be read.
const PREFERENCES: &str = r#"
user_pref("webgl.force-enabled", true);
user_pref("webgl.out-of-process", false);
user_pref("gfx.x11-egl.force-enabled", true);
user_pref("security.sandbox.content.level", 0);
user_pref("marionette.port", 0);
user_pref("devtools.console.stdout.content", true);
user_pref("browser.dom.window.dump.enabled", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.auto", false);
"#;

/// A Firefox with the page open.
struct Firefox {
    process: Child,
    wire: RefCell<Wire>,
    place: String,
    room: TempDir,
    display: Child,
    _turn: MutexGuard<'static, ()>,
}

/// What is said to it and heard from it.
struct Wire {
    stream: BufReader<TcpStream>,
    number: u64,
}

impl Wire {
    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut byte = [0];
            self.stream.read_exact(&mut byte).expect("an answer");
            match byte[0] {
                digit @ b'0'..=b'9' => length = 10 * length + usize::from(digit - b'0'),
                _ => break,
            }
        }
        let mut text = vec![0; length];
        self.stream.read_exact(&mut text).expect("an answer");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn call(&mut self, name: &str, parameters: &Value) -> Value {
        self.number += 1;
        let text = json!([0, self.number, name, parameters]).to_string();
        let stream = self.stream.get_mut();
        write!(stream, "{}:{text}", text.len()).expect("it listens");
        let mut answer = self.read();
        assert_eq!(answer[2], Value::Null, "{name}");
        answer[3].take()
    }
}

impl Firefox {
    fn open() -> Self {
        let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let place = site::serve(&folder("WATERLAB_WEB", "dist/web"), 0).expect("a server");
        let program = env::var_os("WATERLAB_FIREFOX");
        let program = program.map_or_else(|| "/usr/bin/firefox-esr".into(), PathBuf::from);
        assert!(
            program.is_file(),
            "no Firefox at {}: make test-web installs one on Debian, and WATERLAB_FIREFOX names another",
            program.display()
        );
        let (display, number) = display();
        let room = tempfile::tempdir().expect("a folder");
        std::fs::write(room.path().join("user.js"), PREFERENCES).expect("written");
        let said = std::fs::File::create(room.path().join("said")).expect("a file");
        let also = said.try_clone().expect("the same file");
        let process = Command::new(program)
            .args(["--marionette", "--no-remote", "--profile"])
            .arg(room.path())
            .env("DISPLAY", format!(":{number}"))
            .env_remove("WAYLAND_DISPLAY")
            .env("HOME", room.path())
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .stdin(Stdio::null())
            .stdout(said)
            .stderr(also)
            .spawn()
            .expect("it starts");
        let firefox = Self {
            wire: RefCell::new(Wire {
                stream: BufReader::new(connected(room.path())),
                number: 0,
            }),
            process,
            place,
            room,
            display,
            _turn: turn,
        };
        firefox.wire.borrow_mut().read();
        firefox.call("WebDriver:NewSession", &json!({}));
        let longest = LONGEST.as_millis() as u64;
        firefox.call("WebDriver:SetTimeouts", &json!({ "script": longest }));
        firefox.call("WebDriver:Navigate", &json!({ "url": firefox.place }));
        firefox.wait_for_water();
        firefox
    }

    fn call(&self, name: &str, parameters: &Value) -> Value {
        self.wire.borrow_mut().call(name, parameters)
    }

    /// The left button goes down at a place, is dragged to another, and goes up.
    fn drag(&self, from: (i64, i64), to: (i64, i64)) {
        let to_point = |(x, y), milliseconds: u64| json!({ "type": "pointerMove", "x": x, "y": y, "duration": milliseconds });
        let button = |what: &str| json!({ "type": what, "button": 0 });
        let actions = json!([
            to_point(from, 0),
            button("pointerDown"),
            to_point(to, 300),
            button("pointerUp")
        ]);
        let mouse = json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.call("WebDriver:PerformActions", &json!({ "actions": [mouse] }));
    }
}

/// A display that shows nothing to anybody, and its number.
fn display() -> (Child, u32) {
    let mut process = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "1280x800x24",
            "-nolisten",
            "tcp",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts: make test-web installs it");
    let mut line = String::new();
    let said = process.stdout.take().expect("piped");
    let read = BufReader::new(said).read_line(&mut line);
    read.expect("Xvfb tells its number");
    (process, line.trim().parse().expect("a number"))
}

/// The port that it listens at stands in its folder once it does.
fn connected(room: &Path) -> TcpStream {
    let end = Instant::now() + LONGEST;
    loop {
        let port = std::fs::read_to_string(room.join("MarionetteActivePort"));
        let port = port.ok().and_then(|port| port.trim().parse::<u16>().ok());
        if let Some(stream) = port.and_then(|port| TcpStream::connect(("127.0.0.1", port)).ok()) {
            return stream;
        }
        assert!(Instant::now() < end, "Firefox does not listen");
        sleep(Duration::from_millis(50));
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        for process in [&mut self.process, &mut self.display] {
            // It may have ended by itself.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Script for Firefox {
    fn run(&self, expression: &str) -> Value {
        // Several statements come to nothing.
        let body = match expression.contains("; ") && !expression.starts_with('(') {
            true => format!("{expression}; return null"),
            false => format!("return await ({expression})"),
        };
        let script = format!(
            "const done = arguments[arguments.length - 1]; \
             (async () => {{ {body} }})().then((value) => done([value]), (error) => done(String(error)))"
        );
        let mut answer = self.call(
            "WebDriver:ExecuteAsyncScript",
            &json!({ "script": script, "args": [] }),
        );
        let answer = answer["value"].take();
        let Some([value]) = answer.as_array().map(Vec::as_slice) else {
            panic!("{expression}: {answer}");
        };
        value.clone()
    }

    /// Its own troubles are told beside the page's: those have the page's address.
    fn said(&self) -> Vec<String> {
        let said = std::fs::read_to_string(self.room.path().join("said")).expect("what it says");
        let ours = said.lines().filter(|line| line.contains(&self.place));
        ours.map(str::to_owned).collect()
    }
}

#[test]
fn firefox_shows_the_water_takes_a_poke_and_computes_what_the_desktop_does() {
    let firefox = Firefox::open();
    firefox.run("water.open('[water]\\nsize = [64, 64]\\n'); water.act('pause')");
    firefox.until("water.heights().data.every((height) => height === 0)");
    let middle = firefox.numbers("[innerWidth / 2, innerHeight / 2]");
    let (x, y) = (middle[0] as i64, middle[1] as i64);
    firefox.drag((x - 60, y + 40), (x + 60, y + 60));
    firefox.until("water.heights().data.some((height) => height !== 0)");
    for view in ["mesh", "picture", "lit"] {
        let frame =
            "new Promise((settle) => water.addEventListener('frame', settle, { once: true }))";
        firefox.run(&format!(
            "(async () => {{ const drawn = {frame}; water.setAttribute('view', '{view}'); await drawn; return 1; }})()"
        ));
        firefox.until(&format!("water.state().view === '{view}'"));
    }

    // Which hears that nothing was said, too.
    numbers::check(&firefox, true);
    // What goes wrong would have been heard.
    firefox.run("setTimeout(() => { throw new Error('on purpose'); }, 0)");
    let end = Instant::now() + LONGEST;
    while !firefox
        .said()
        .iter()
        .any(|line| line.contains("on purpose"))
    {
        assert!(Instant::now() < end, "{:?}", firefox.said());
        sleep(Duration::from_millis(30));
    }
}
