//! The page in a profile of its own of Chromium, with methods for tests. Chromium is controlled by its DevTools protocol: JSON messages,
//! each ended by a zero byte, that it reads from file descriptor 3 and writes to file descriptor 4.

use super::site;
use serde_json::{Value, json};
use std::cell::{RefCell, RefMut};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout of every wait.
pub const TIMEOUT: Duration = Duration::from_secs(90);

/// How many more tests may use a browser: one uses little more than one of the two cores that every machine has.
static FREE: Mutex<u32> = Mutex::new(2);
static FREED: Condvar = Condvar::new();

/// Held by each test that uses a browser. Those in [`IDLE`] stay open.
pub struct Turn(());

impl Turn {
    pub fn take() -> Self {
        let free = FREE.lock().expect("nothing panics while it is locked");
        let mut free = FREED
            .wait_while(free, |free| *free == 0)
            .expect("as before");
        *free -= 1;
        Self(())
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *FREE.lock().expect("nothing panics while it is locked") += 1;
        FREED.notify_one();
    }
}

/// Browsers with the flags of [`MESA`] whose tests have ended. The next test takes one over: it is running, and has compiled shaders.
static IDLE: Mutex<Vec<Connection>> = Mutex::new(Vec::new());

/// A browser with the page open, its first frame drawn.
pub struct Page {
    /// Until the page is dropped.
    connection: RefCell<Option<Connection>>,
    /// The address of the page: a port of its own, so that no other test shares its service worker.
    pub address: String,
    /// The profile of this page alone, which ends with it.
    profile: Value,
    /// Whether another test may take the browser over.
    is_reusable: bool,
    _turn: Turn,
}

impl Drop for Page {
    fn drop(&mut self) {
        let connection = self.connection.get_mut().take();
        if let Some(mut connection) = connection
            && self.is_reusable
            && !thread::panicking()
        {
            connection.session = None;
            connection.console.clear();
            connection.call("Target.disposeBrowserContext", &self.profile);
            let mut idle = IDLE.lock().expect("nothing panics while it is locked");
            idle.push(connection);
        }
    }
}

/// The connection to a browser, which ends when it is closed, and what the console of its page has received.
struct Connection {
    browser: Child,
    stream: BufReader<UnixStream>,
    number: u64,
    /// The page's session; before there is one, messages are to the browser.
    session: Option<String>,
    console: Vec<String>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The browser may have closed it.
        let _ = self.stream.get_ref().shutdown(Shutdown::Both);
        // One that hangs does not hold up the tests.
        let end = Instant::now() + Duration::from_secs(10);
        while self.is_running() && Instant::now() < end {
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Connection {
    fn is_running(&mut self) -> bool {
        matches!(self.browser.try_wait(), Ok(None))
    }

    /// Starts a browser without a page.
    fn start(flags: &[&str]) -> Self {
        let program = env::var_os("WATERLAB_BROWSER");
        let program = program.map_or_else(|| "/usr/bin/chromium".into(), PathBuf::from);
        assert!(
            program.is_file(),
            "no browser at {}: make test-web installs one",
            program.display()
        );
        let files = tempfile::tempdir().expect("a folder").keep();
        let (ours, theirs) = UnixStream::pair().expect("two ends");
        ours.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        let theirs = OwnedFd::from(theirs);
        // The browser ends with the connection, and its files with it.
        let script = "files=$1; shift; \"$0\" --user-data-dir=\"$files\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null; rm -rf \"$files\"";
        let mut command = Command::new("sh");
        // A benchmark may use a graphics card.
        if env::var_os("BROWSER_FLAGS").is_none() {
            command.env("LIBGL_ALWAYS_SOFTWARE", "1");
        }
        let browser = command
            .args(["-c", script])
            .arg(program)
            .arg(files)
            .args(FLAGS)
            .args(flags)
            .stdin(theirs.try_clone().expect("the same end"))
            .stdout(theirs)
            .stderr(Stdio::null())
            // An interrupt ends the tests alone, so that the script still deletes the files.
            .process_group(0)
            .spawn()
            .expect("the browser starts");
        Self {
            browser,
            stream: BufReader::new(ours),
            number: 0,
            session: None,
            console: Vec::new(),
        }
    }

    fn read(&mut self) -> Value {
        let mut message = Vec::new();
        let read = self.stream.read_until(0, &mut message);
        read.expect("an answer in time");
        assert_eq!(message.pop(), Some(0), "the browser has closed");
        serde_json::from_slice(&message).expect("JSON")
    }

    /// The result of a method, or its error.
    fn try_call(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let stream = self.stream.get_mut();
        write!(stream, "{message}\0").expect("it accepts messages");
        loop {
            let mut answer = self.read();
            if answer["id"] == self.number {
                return match answer["error"].take() {
                    Value::Null => Ok(answer["result"].take()),
                    error => Err(error),
                };
            }
            let shows = [
                "Log.entryAdded",
                "Runtime.consoleAPICalled",
                "Runtime.exceptionThrown",
            ];
            let is_of_page = answer["sessionId"].as_str() == self.session.as_deref();
            if is_of_page && shows.iter().any(|event| answer["method"] == *event) {
                self.console.push(answer["params"].to_string());
            }
        }
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.try_call(method, parameters)
            .unwrap_or_else(|error| panic!("{method}: {error}"))
    }
}

/// Flags for WebGL by Mesa, here the fastest implementation without a graphics card.
pub const MESA: [&str; 2] = ["--use-gl=angle", "--use-angle=gl-egl"];

/// Flags for WebGL by SwiftShader, which browsers use without a graphics card.
pub const SWIFTSHADER: [&str; 2] = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/// Flags for tests: nothing that waits, or that asks the network or the desktop.
const FLAGS: [&str; 13] = [
    "--headless",
    "--no-startup-window",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--ignore-gpu-blocklist",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--force-color-profile=srgb",
];

/// The folder that an environment variable names, or else `otherwise`.
pub fn folder(variable: &str, otherwise: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| otherwise.into(), PathBuf::from)
}

/// The fragment of a calm pool in the view of scenes that name none, whose few programs are compiled in a fraction of the time of the default scene's.
pub const SIMPLE: &str = "#scene=%5Bwater%5D%0Asize%20%3D%20%5B96%2C%2072%5D%0A";

impl Page {
    /// The page with the pool of [`SIMPLE`].
    pub fn simple() -> Self {
        Self::open(SIMPLE)
    }

    /// The page, with this fragment in its address.
    pub fn open(hash: &str) -> Self {
        Self::opened_with(&MESA, hash)
    }

    /// The page in a browser with these flags, with this fragment in its address.
    pub fn opened_with(flags: &[&str], hash: &str) -> Self {
        let page = Self::start(flags, (800, 600));
        page.go(&format!("{}{hash}", page.address));
        page.wait_for_water();
        page
    }

    /// The page on a phone: a touch screen of 400 × 800 points of two pixels.
    pub fn phone() -> Self {
        let page = Self::start(&MESA, (400, 800));
        page.resize((400, 800), 2.0, true);
        page.call(
            "Emulation.setTouchEmulationEnabled",
            &json!({ "enabled": true, "maxTouchPoints": 5 }),
        );
        page.go(&page.address);
        page.wait_for_water();
        page
    }

    /// The page as built without simd128.
    pub fn scalar() -> Self {
        let folder = folder("WATERLAB_WEB_SCALAR", "dist/web-scalar");
        let page = Self::start_of(&folder, &MESA, (800, 600));
        page.go(&page.address);
        page.wait_for_water();
        page
    }

    /// A browser with an empty page of this size in pixels.
    pub fn start(flags: &[&str], size: (u32, u32)) -> Self {
        Self::start_of(&folder("WATERLAB_WEB", "dist/web"), flags, size)
    }

    fn start_of(folder: &Path, flags: &[&str], size: (u32, u32)) -> Self {
        let turn = Turn::take();
        let address = site::serve(folder, 0).expect("a server");
        let is_reusable = flags == MESA;
        let idle = if is_reusable {
            IDLE.lock()
                .expect("nothing panics while it is locked")
                .pop()
        } else {
            None
        };
        let idle = idle.and_then(|mut idle| idle.is_running().then_some(idle));
        let mut connection = idle.unwrap_or_else(|| Connection::start(flags));
        let profile = connection.call("Target.createBrowserContext", &json!({}));
        let mut target = profile.clone();
        target["url"] = "about:blank".into();
        target["newWindow"] = true.into();
        let target = connection.call("Target.createTarget", &target);
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let session = connection.call("Target.attachToTarget", &target);
        connection.session = session["sessionId"].as_str().map(str::to_owned);
        let page = Self {
            connection: RefCell::new(Some(connection)),
            address,
            profile,
            is_reusable,
            _turn: turn,
        };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            page.call(&format!("{domain}.enable"), &json!({}));
        }
        page.resize(size, 1.0, false);
        page
    }

    fn connection(&self) -> RefMut<'_, Connection> {
        RefMut::map(self.connection.borrow_mut(), |connection| {
            connection.as_mut().expect("it is open")
        })
    }

    /// The result of a method of the DevTools protocol.
    fn call(&self, method: &str, parameters: &Value) -> Value {
        self.connection().call(method, parameters)
    }

    /// Records all messages of the water in `words`, from the next document on: on a busy machine a message may disappear before
    /// the next query.
    pub fn keep_words(&self) {
        self.before(
            "window.words = []; addEventListener('word', event => words.push(event.detail.text))",
        );
    }

    /// Runs a script in each document from the next on, before the document's own scripts.
    pub fn before(&self, source: &str) {
        let script = json!({ "source": source });
        self.call("Page.addScriptToEvaluateOnNewDocument", &script);
    }

    /// Goes to an address.
    pub fn go(&self, address: &str) {
        let gone = self.call("Page.navigate", &json!({ "url": address }));
        assert_eq!(gone["errorText"], Value::Null, "{address}");
        self.until("document.readyState === 'complete'");
    }

    /// The bytes of a promised blob.
    pub fn bytes(&self, blob: &str) -> Vec<u8> {
        let bytes = format!("(async () => new Uint8Array(await (await ({blob})).arrayBuffer()))()");
        let list = self.run(&format!("(async () => Array.from(await ({bytes})))()"));
        let list = list.as_array().expect("bytes");
        list.iter()
            .map(|byte| byte.as_u64().expect("a byte") as u8)
            .collect()
    }

    /// Resizes the window, in points, and sets its pixels per point.
    pub fn resize(&self, (width, height): (u32, u32), ratio: f64, mobile: bool) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            &json!({ "width": width, "height": height, "deviceScaleFactor": ratio, "mobile": mobile }),
        );
    }

    /// Sends a mouse event: `mousePressed`, `mouseMoved` or `mouseReleased`, with a button, `left` or `none`.
    pub fn mouse(&self, what: &str, (x, y): (f64, f64), button: &str) {
        self.call(
            "Input.dispatchMouseEvent",
            &json!({ "type": what, "x": x, "y": y, "button": button, "clickCount": 1 }),
        );
    }

    /// Sends a touch event, `touchStart`, `touchMove` or `touchEnd`, with all fingers that are down.
    pub fn touch(&self, what: &str, fingers: &[(f64, f64)]) {
        let fingers = fingers.iter().enumerate();
        let fingers = fingers.map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id }));
        let fingers: Vec<_> = fingers.collect();
        self.call(
            "Input.dispatchTouchEvent",
            &json!({ "type": what, "touchPoints": fingers }),
        );
    }

    /// Presses a key, by its name in the DOM; its code there and its number in Windows belong to it.
    pub fn key(&self, name: &str) {
        let (code, number) = match name {
            " " => ("Space".to_owned(), 32),
            "Tab" => (name.to_owned(), 9),
            "F2" => (name.to_owned(), 113),
            "Escape" => (name.to_owned(), 27),
            digit if digit.parse::<u8>().is_ok_and(|digit| digit < 10) => {
                (format!("Digit{digit}"), u32::from(digit.as_bytes()[0]))
            }
            letter => {
                assert!(letter.len() == 1, "{name}");
                let letter = letter.to_ascii_uppercase();
                (format!("Key{letter}"), u32::from(letter.as_bytes()[0]))
            }
        };
        let mut event = json!({ "key": name, "code": code, "windowsVirtualKeyCode": number });
        if name.len() == 1 {
            event["text"] = name.into();
        }
        for what in ["keyDown", "keyUp"] {
            event["type"] = what.into();
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// A screenshot as a PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        let shot = self.call("Page.captureScreenshot", &json!({ "format": "png" }));
        from_base64(shot["data"].as_str().expect("a picture"))
    }

    /// Waits until a screenshot meets a condition.
    pub fn until_seen(&self, what: &str, mut is_expected: impl FnMut(&[u8]) -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !is_expected(&self.screenshot()) {
            assert!(Instant::now() < end, "timeout, waiting for {what}");
            thread::sleep(Duration::from_millis(100));
        }
    }

    /// Sets whether the system asks for less motion.
    pub fn reduce_motion(&self, reduces: bool) {
        let value = if reduces { "reduce" } else { "" };
        let feature = json!({ "name": "prefers-reduced-motion", "value": value });
        self.call(
            "Emulation.setEmulatedMedia",
            &json!({ "features": [feature] }),
        );
    }

    /// Disables the network.
    pub fn go_offline(&self) {
        self.call(
            "Network.emulateNetworkConditions",
            &json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 }),
        );
    }
}

/// The bytes of a text in base64.
fn from_base64(text: &str) -> Vec<u8> {
    let digits = text.bytes().filter_map(|letter| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    });
    let digits: Vec<_> = digits.collect();
    let bytes = digits.chunks(4).flat_map(|digits| {
        let bits = digits
            .iter()
            .fold(0, |bits, &digit| bits << 6 | u32::from(digit));
        let count = digits.len() * 6 / 8;
        let bits = bits << (32 - 6 * digits.len());
        bits.to_be_bytes().into_iter().take(count)
    });
    bytes.collect()
}

impl Script for Page {
    fn run(&self, expression: &str) -> Value {
        let how = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true });
        let ran = self.connection().try_call("Runtime.evaluate", &how);
        let mut ran = ran.unwrap_or_else(|error| panic!("{expression}: {error}"));
        let exception = &ran["exceptionDetails"];
        assert_eq!(*exception, Value::Null, "{expression}");
        ran["result"]["value"].take()
    }

    fn console(&self) -> Vec<String> {
        // The browser sends its messages in order: after an answer, all earlier ones are known.
        self.run("0");
        self.connection().console.clone()
    }
}

/// A page in any browser, controlled by scripts.
pub trait Script {
    /// The value of an expression, after its promise is resolved.
    fn run(&self, expression: &str) -> Value;

    /// The messages on the console of the page so far.
    fn console(&self) -> Vec<String>;

    /// The numeric value of an expression.
    fn number(&self, expression: &str) -> f64 {
        let value = self.run(expression);
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// The numbers in an iterable.
    fn numbers(&self, expression: &str) -> Vec<f64> {
        let value = self.run(&format!("Array.from({expression})"));
        let list = value
            .as_array()
            .unwrap_or_else(|| panic!("{expression} is {value}"));
        list.iter()
            .map(|number| number.as_f64().expect("a number"))
            .collect()
    }

    /// Waits until an expression is true.
    fn until(&self, expression: &str) {
        let end = Instant::now() + TIMEOUT;
        while self.run(expression) != Value::Bool(true) {
            assert!(Instant::now() < end, "timeout, waiting for {expression}");
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Checks that the console is empty.
    fn is_silent(&self) {
        assert_eq!(self.console(), [""; 0], "the console");
    }

    /// Waits until the first frame is drawn and the pictures are loaded.
    fn wait_for_water(&self) {
        self.until("window.water !== undefined");
        let failed =
            self.run("(async () => { const e = await water.ready; return e ? String(e) : ''; })()");
        assert_eq!(failed, "", "the page has no water");
        self.until("water.isFurnished");
    }
}
