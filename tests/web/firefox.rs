//! The page in Firefox, on its own display, controlled by Firefox's Marionette protocol: JSON messages, each preceded by its length,
//! `[0, number, name, parameters]` to Firefox and `[1, number, error, result]` from it.

use super::numbers;
use super::page::{SIMPLE, Script, TIMEOUT, Turn, folder};
use super::site;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Preferences for tests: WebGL by software also in a container, any free port, and a console that is written to stdout.
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
    connection: RefCell<Connection>,
    address: String,
    profile: TempDir,
    display: Child,
    _turn: Turn,
}

/// The connection to it.
struct Connection {
    stream: BufReader<TcpStream>,
    number: u64,
}

impl Connection {
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
        write!(stream, "{}:{text}", text.len()).expect("it accepts messages");
        let mut answer = self.read();
        assert_eq!(answer[2], Value::Null, "{name}");
        answer[3].take()
    }
}

impl Firefox {
    fn open() -> Self {
        let turn = Turn::take();
        let address = site::serve(&folder("WATERLAB_WEB", "dist/web"), 0).expect("a server");
        let program = env::var_os("WATERLAB_FIREFOX");
        let program = program.map_or_else(|| "/usr/bin/firefox-esr".into(), PathBuf::from);
        assert!(
            program.is_file(),
            "no Firefox at {}: make test-web installs one on Debian, and WATERLAB_FIREFOX names another",
            program.display()
        );
        let (display, number) = display();
        let profile = tempfile::tempdir().expect("a folder");
        std::fs::write(profile.path().join("user.js"), PREFERENCES).expect("written");
        let log = std::fs::File::create(profile.path().join("log")).expect("a file");
        let same = log.try_clone().expect("the same file");
        let process = Command::new(program)
            .args(["--marionette", "--no-remote", "--profile"])
            .arg(profile.path())
            .env("DISPLAY", format!(":{number}"))
            .env_remove("WAYLAND_DISPLAY")
            .env("HOME", profile.path())
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(same)
            .spawn()
            .expect("it starts");
        let firefox = Self {
            connection: RefCell::new(Connection {
                stream: BufReader::new(connect(profile.path())),
                number: 0,
            }),
            process,
            address,
            profile,
            display,
            _turn: turn,
        };
        firefox.connection.borrow_mut().read();
        firefox.call("WebDriver:NewSession", &json!({}));
        let timeout = TIMEOUT.as_millis() as u64;
        firefox.call("WebDriver:SetTimeouts", &json!({ "script": timeout }));
        let url = format!("{}{SIMPLE}", firefox.address);
        firefox.call("WebDriver:Navigate", &json!({ "url": url }));
        firefox.wait_for_water();
        firefox
    }

    fn call(&self, name: &str, parameters: &Value) -> Value {
        self.connection.borrow_mut().call(name, parameters)
    }

    /// Drags with the left button from one point to another.
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

/// A virtual X server and its display number.
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
    let stdout = process.stdout.take().expect("piped");
    let read = BufReader::new(stdout).read_line(&mut line);
    read.expect("a display number");
    (process, line.trim().parse().expect("a number"))
}

/// Connects to Firefox, which writes its port to a file in its folder once it listens.
fn connect(profile: &Path) -> TcpStream {
    let end = Instant::now() + TIMEOUT;
    loop {
        let port = std::fs::read_to_string(profile.join("MarionetteActivePort"));
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
        // Several statements have no value.
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

    /// The log also contains Firefox's own messages; those of the page contain its address.
    fn console(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.profile.path().join("log")).expect("a log");
        let ours = log.lines().filter(|line| line.contains(&self.address));
        ours.map(str::to_owned).collect()
    }
}

#[test]
fn firefox_shows_the_water_accepts_pokes_and_equals_the_desktop() {
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

    numbers::check(&firefox, true);
    // The console reports errors.
    firefox.run("setTimeout(() => { throw new Error('on purpose'); }, 0)");
    let end = Instant::now() + TIMEOUT;
    while !firefox
        .console()
        .iter()
        .any(|line| line.contains("on purpose"))
    {
        assert!(Instant::now() < end, "{:?}", firefox.console());
        sleep(Duration::from_millis(30));
    }
}
