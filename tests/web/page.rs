//! The page in a browser of its own, with methods for tests.

use super::site;
use headless_chrome::browser::tab::Tab;
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Input, Log, Network, Page as Pages, Runtime};
use headless_chrome::{Browser, LaunchOptions};
use serde_json::Value;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The timeout of every wait.
pub const TIMEOUT: Duration = Duration::from_secs(90);

/// Locked by each test that has a browser, since machines with two cores draw one page at a time.
pub static TURN: Mutex<()> = Mutex::new(());

/// A browser with the page open, its first frame drawn.
pub struct Page {
    tab: Arc<Tab>,
    console: Arc<Mutex<Vec<String>>>,
    /// The address of the page.
    pub address: String,
    // Dropped last: the browser, then the lock.
    _browser: Browser,
    _turn: MutexGuard<'static, ()>,
}

/// Flags for WebGL without a graphics card.
pub const SOFTWARE: [&str; 2] = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

/// The folder that an environment variable names, or else `otherwise`.
pub fn folder(variable: &str, otherwise: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| otherwise.into(), PathBuf::from)
}

impl Page {
    /// The page, with this fragment in its address.
    pub fn open(hash: &str) -> Self {
        let page = Self::start(&SOFTWARE, (800, 600));
        page.go(&format!("{}{hash}", page.address));
        page.wait_for_water();
        page
    }

    /// The page on a phone: a touch screen of 400 × 800 points of two pixels.
    pub fn phone() -> Self {
        let page = Self::start(&SOFTWARE, (400, 800));
        page.resize((400, 800), 2.0, true);
        let touch = Emulation::SetTouchEmulationEnabled {
            enabled: true,
            max_touch_points: Some(5),
        };
        page.tab.call_method(touch).expect("fingers");
        page.go(&page.address.clone());
        page.wait_for_water();
        page
    }

    /// The page as built without simd128.
    pub fn scalar() -> Self {
        let folder = folder("WATERLAB_WEB_SCALAR", "dist/web-scalar");
        let page = Self::start_of(&folder, &SOFTWARE, (800, 600));
        page.go(&page.address);
        page.wait_for_water();
        page
    }

    /// A browser without a page, with a window of this size in pixels.
    pub fn start(flags: &[&str], size: (u32, u32)) -> Self {
        Self::start_of(&folder("WATERLAB_WEB", "dist/web"), flags, size)
    }

    fn start_of(folder: &Path, flags: &[&str], size: (u32, u32)) -> Self {
        // A failed test leaves no state in the lock.
        let turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let address = site::serve(folder, 0).expect("a server");
        let browser = env::var_os("WATERLAB_BROWSER");
        let browser = browser.map_or_else(|| "/usr/bin/chromium".into(), PathBuf::from);
        assert!(
            browser.is_file(),
            "no browser at {}: make test-web installs one",
            browser.display()
        );
        let mut args: Vec<&OsStr> = flags.iter().map(OsStr::new).collect();
        args.extend(["--ignore-gpu-blocklist", "--hide-scrollbars"].map(OsStr::new));
        let options = LaunchOptions::default_builder()
            .path(Some(browser))
            .sandbox(false)
            // Otherwise the browser reads every frame back.
            .enable_gpu(true)
            .window_size(Some(size))
            .idle_browser_timeout(TIMEOUT)
            .args(args)
            .build()
            .expect("options");
        let browser = Browser::new(options).expect("the browser starts");
        let tab = browser.new_tab().expect("a tab");
        tab.set_default_timeout(TIMEOUT);
        let console = Arc::new(Mutex::new(Vec::new()));
        let messages = console.clone();
        tab.call_method(Runtime::Enable(None)).expect("its console");
        tab.call_method(Log::Enable(None)).expect("its log");
        tab.add_event_listener(Arc::new(move |event: &Event| {
            let text = match event {
                Event::LogEntryAdded(event) => format!("{:?}", event.params.entry),
                Event::RuntimeConsoleAPICalled(event) => format!("{:?}", event.params),
                Event::RuntimeExceptionThrown(event) => format!("{:?}", event.params),
                _ => return,
            };
            messages.lock().expect("not poisoned").push(text);
        }))
        .expect("listens");
        let page = Self {
            tab,
            console,
            address,
            _browser: browser,
            _turn: turn,
        };
        page.resize(size, 1.0, false);
        page
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
        let script = Pages::AddScriptToEvaluateOnNewDocument {
            source: source.into(),
            world_name: None,
            include_command_line_api: None,
            run_immediately: None,
        };
        self.tab.call_method(script).expect("a script");
    }

    /// Goes to an address.
    pub fn go(&self, address: &str) {
        self.tab.navigate_to(address).expect("goes there");
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
        let metrics = Emulation::SetDeviceMetricsOverride {
            width,
            height,
            device_scale_factor: ratio,
            mobile,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        };
        self.tab.call_method(metrics).expect("another size");
    }

    /// Sends a mouse event.
    pub fn mouse(
        &self,
        what: Input::DispatchMouseEventTypeOption,
        (x, y): (f64, f64),
        button: Input::MouseButton,
    ) {
        let is_wheel = matches!(what, Input::DispatchMouseEventTypeOption::MouseWheel);
        let event = Input::DispatchMouseEvent {
            Type: what,
            x,
            y,
            modifiers: None,
            timestamp: None,
            button: Some(button),
            buttons: None,
            click_count: Some(1),
            force: None,
            tangential_pressure: None,
            tilt_x: None,
            tilt_y: None,
            twist: None,
            delta_x: is_wheel.then_some(0.0),
            delta_y: is_wheel.then_some(-120.0),
            pointer_Type: None,
        };
        self.tab.call_method(event).expect("the mouse");
    }

    /// Sends a touch event with all fingers that are down.
    pub fn touch(&self, what: Input::DispatchTouchEventTypeOption, fingers: &[(f64, f64)]) {
        let touch_points = fingers
            .iter()
            .enumerate()
            .map(|(id, &(x, y))| Input::TouchPoint {
                x,
                y,
                radius_x: None,
                radius_y: None,
                rotation_angle: None,
                force: None,
                tangential_pressure: None,
                tilt_x: None,
                tilt_y: None,
                twist: None,
                id: Some(id as f64),
            });
        let event = Input::DispatchTouchEvent {
            Type: what,
            touch_points: touch_points.collect(),
            modifiers: None,
            timestamp: None,
        };
        self.tab.call_method(event).expect("fingers");
    }

    /// Presses a key, by its name.
    pub fn key(&self, name: &str) {
        self.tab.press_key(name).expect("a key");
    }

    /// A screenshot as a PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        let format = Pages::CaptureScreenshotFormatOption::Png;
        self.tab
            .capture_screenshot(format, None, None, true)
            .expect("a picture")
    }

    /// Waits until a screenshot meets a condition.
    pub fn until_seen(&self, what: &str, mut is_expected: impl FnMut(&[u8]) -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !is_expected(&self.screenshot()) {
            assert!(Instant::now() < end, "timeout, waiting for {what}");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Disables the network.
    pub fn go_offline(&self) {
        let conditions = Network::EmulateNetworkConditions {
            offline: true,
            latency: 0.0,
            download_throughput: -1.0,
            upload_throughput: -1.0,
            connection_Type: None,
            packet_loss: None,
            packet_queue_length: None,
            packet_reordering: None,
        };
        self.tab.call_method(conditions).expect("no network");
    }
}

impl Script for Page {
    fn run(&self, expression: &str) -> Value {
        let ran = self.tab.call_method(Runtime::Evaluate {
            expression: expression.to_owned(),
            return_by_value: Some(true),
            await_promise: Some(true),
            object_group: None,
            include_command_line_api: None,
            silent: None,
            context_id: None,
            generate_preview: None,
            user_gesture: Some(true),
            throw_on_side_effect: None,
            timeout: None,
            disable_breaks: None,
            repl_mode: None,
            allow_unsafe_eval_blocked_by_csp: None,
            unique_context_id: None,
            serialization_options: None,
        });
        let ran = ran.unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert!(
            ran.exception_details.is_none(),
            "{expression}: {:?}",
            ran.exception_details
        );
        ran.result.value.unwrap_or(Value::Null)
    }

    fn console(&self) -> Vec<String> {
        self.console.lock().expect("not poisoned").clone()
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
            std::thread::sleep(Duration::from_millis(30));
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
    }
}
