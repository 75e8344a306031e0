//! Starts the program in its window, waits for what the window shows, and quits the program.

use super::display::{Display, Lease};
use super::screen::{Area, Shot};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, MapState, Window};

/// The size that the window opens with.
pub const SIZE: (usize, usize) = (960, 600);
/// The middle of the pool and of the window.
pub const WATER: Area = Area::new(300, 180, 360, 300);
/// Beyond the far left corner of the pool.
pub const DECK: Area = Area::new(10, 10, 180, 100);
/// Beyond the right side of the pool in the start scene.
pub const SHOW_DECK: Area = Area::new(882, 305, 70, 50);
/// A calm pool, in which waves decay within two seconds.
pub const CALM: &str = "[water]\nlength = 6\n";
/// A calm pool, in which waves last longer than ten seconds.
pub const LASTING: &str = "[water]\nlength = 6\ndamping = 7\nfraction_bits = 4\n";

/// Enables the ring under the pointer, which is off by default since it covers the water.
const RING: &str = "ring";

/// Long enough for a busy machine with software GL.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The interval between two screenshots.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// What the program logs: for each time that its window is at rest a line that starts with [`AT_REST`].
const LOG: &str = "waterlab=info,waterlab::desktop::window::app=trace";
const AT_REST: &str = "trace: at rest";

/// The program in a window, on a display that no other test uses at the same time, with its own folder.
pub struct Lab {
    pub window: Window,
    // Dropped first, so that the next test finds the display without a window.
    program: Program,
    /// The compositor, if the window is on Wayland.
    compositor: Option<Compositor>,
    pub display: Lease,
    folder: TempDir,
}

/// The process, killed at the end of the test.
struct Program {
    process: Child,
    /// The file that its stderr goes to.
    stderr: PathBuf,
}

impl Lab {
    /// The program without arguments, which opens the start scene.
    pub fn start_scene() -> Self {
        Self::start(&[], None, |_, _| ())
    }

    /// The start scene, with `change` applied to the command and the program's folder.
    pub fn start_scene_with(change: impl FnOnce(&mut Command, &Path)) -> Self {
        Self::start(&[], None, change)
    }

    /// The start scene with waves that decay within two seconds, at a fixed quality.
    pub fn start_scene_of_short_waves() -> Self {
        let edits = [
            "--set",
            "water.damping=5",
            "--set",
            "water.fraction_bits=0",
            "--set",
            "view.quality=low",
            // Clouds that move are mirrored in calm water.
            "--set",
            "sky.clouds=0",
            // A ball takes minutes to come to rest.
            "--set",
            "body=[]",
        ];
        Self::start(&edits, None, |_, _| ())
    }

    /// The program with a scene and the ring under the pointer.
    pub fn scene_with_ring(scene: &str) -> Self {
        Self::start(&[RING], Some(scene), |_, _| ())
    }

    /// The program with a scene.
    pub fn scene(scene: &str) -> Self {
        Self::start(&[], Some(scene), |_, _| ())
    }

    /// The program with a scene, with `change` applied to the command and the program's folder.
    pub fn scene_with(scene: &str, change: impl FnOnce(&mut Command, &Path)) -> Self {
        Self::start(&[], Some(scene), change)
    }

    /// The program with a scene on a Wayland compositor, whose only output is a window of the display, of the usual size.
    pub fn on_wayland(scene: &str) -> Self {
        let display = Lease::take();
        let folder = TempDir::new().expect("a folder");
        let compositor = Compositor::start(&display, folder.path());
        std::fs::write(folder.path().join("scene.toml"), scene).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
        command
            .args(["scene.toml", "--set", "poke.ring=false"])
            .current_dir(folder.path())
            .env("RUST_LOG", LOG)
            .env("XDG_STATE_HOME", folder.path().join("state"))
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("WAYLAND_DISPLAY", SOCKET)
            .env_remove("WAYLAND_SOCKET")
            .env_remove("DISPLAY");
        let mut lab = Self {
            window: 0,
            program: Program::start(command, &folder),
            compositor: Some(compositor),
            display,
            folder,
        };
        lab.window = lab.wait("the compositor's screen opens", |lab| lab.find_window());
        lab.wait("the first frame is drawn", |lab| {
            lab.stderr().contains("first frame after").then_some(())
        });
        lab.until("the first frame is shown", |shot| {
            let [red, green, blue] = shot.mean(shot.whole());
            red + green + blue > 60.0
        });
        lab.focus();
        lab
    }

    fn start(
        options: &[&str],
        scene: Option<&str>,
        change: impl FnOnce(&mut Command, &Path),
    ) -> Self {
        let display = Lease::take();
        let folder = TempDir::new().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
        if let Some(scene) = scene {
            std::fs::write(folder.path().join("scene.toml"), scene).expect("written");
            command.arg("scene.toml");
        }
        command
            .args(["--size", &format!("{}x{}", SIZE.0, SIZE.1)])
            .args(["--set", &format!("poke.ring={}", options.contains(&RING))])
            .args(options.iter().filter(|option| **option != RING))
            .current_dir(folder.path())
            .env("DISPLAY", &display.name)
            .env("XDG_STATE_HOME", folder.path().join("state"))
            .env("RUST_LOG", LOG)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("WINIT_X11_SCALE_FACTOR");
        change(&mut command, folder.path());
        let program = Program::start(command, &folder);
        let mut lab = Self {
            window: 0,
            program,
            compositor: None,
            display,
            folder,
        };
        lab.window = lab.wait("the window opens", |lab| lab.find_window());
        // Until then the window shows the thumbnail of the scene.
        lab.wait("the first frame is drawn", |lab| {
            lab.stderr().contains("first frame after").then_some(())
        });
        lab.until("the first frame is shown", |shot| {
            let [red, green, blue] = shot.mean(shot.whole());
            red + green + blue > 60.0
        });
        lab.focus();
        lab
    }

    /// The window among the root's children.
    fn find_window(&self) -> Option<Window> {
        let connection = &self.display.connection;
        self.display.windows().into_iter().find(|&window| {
            let name =
                connection.get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 100);
            let named = name.ok().and_then(|cookie| cookie.reply().ok());
            let attributes = connection.get_window_attributes(window).ok();
            let shown = attributes.and_then(|cookie| cookie.reply().ok());
            // The window of a compositor has another name, and is the only one.
            let is_named = named.is_some_and(|name| name.value.ends_with(b"waterlab"));
            (is_named || self.compositor.is_some())
                && shown.is_some_and(|shown| shown.map_state == MapState::VIEWABLE)
        })
    }

    /// The title of the window.
    pub fn title(&self) -> String {
        self.text(AtomEnum::WM_NAME.into())
    }

    /// A text property of the window.
    pub fn text(&self, property: u32) -> String {
        let connection = &self.display.connection;
        let asked = connection.get_property(false, self.window, property, AtomEnum::ANY, 0, 100);
        let value = asked.expect("asked").reply().expect("there").value;
        String::from_utf8_lossy(&value).into_owned()
    }

    /// A file in the program's working directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The first frame of a scene in that directory, rendered without a window.
    pub fn rendered(&self, scene: &str, (width, height): (usize, usize), options: &[&str]) -> Shot {
        let file = self.path("rendered.png");
        let output = Command::new(env!("CARGO_BIN_EXE_waterlab"))
            .args(["render", scene, "--steps", "0", "--out"])
            .arg(&file)
            .args(["--size", &format!("{width}x{height}")])
            .args(options)
            .current_dir(self.path(""))
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{output:?}");
        Shot::read(&file)
    }

    /// A screenshot of the window.
    pub fn shot(&self) -> Shot {
        self.wait("the window can be seen", |lab| {
            Shot::take(&lab.display.connection, lab.window)
        })
    }

    /// Waits until `look` returns a value.
    pub fn wait<T>(&self, what: &str, mut look: impl FnMut(&Self) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look(self) {
                return found;
            }
            if start.elapsed() > TIMEOUT {
                self.fail(&format!("waited {TIMEOUT:?} until {what}"));
            }
            thread::sleep(POLL_INTERVAL);
        }
    }

    /// Waits until a screenshot meets the condition `expected`.
    pub fn until(&self, what: &str, mut expected: impl FnMut(&Shot) -> bool) -> Shot {
        self.wait(what, |lab| {
            let shot = Shot::take(&lab.display.connection, lab.window)?;
            expected(&shot).then_some(shot)
        })
    }

    /// Waits until an area differs from that of an earlier screenshot.
    pub fn until_changed(&self, what: &str, area: Area, from: &Shot) -> Shot {
        self.until(what, |shot| !shot.same(from, area))
    }

    /// Waits until the window shows all input so far and no motion follows: calm or paused water, a still camera, and the picture
    /// at its final quality. Returns that picture.
    pub fn at_rest(&self, why: &str) -> Shot {
        let what = format!("it is at rest: {why}");
        // After the first answer the program has handled all input. The second request wakes it, so that it logs its state again.
        self.ping(&what);
        let known = self.stderr().len();
        self.display.send_ping(self.window);
        self.wait(&what, |lab| {
            lab.stderr()[known..].contains(AT_REST).then_some(())
        });
        // The answer and the pictures arrive in the order in which they were sent.
        self.ping(&what);
        self.shot()
    }

    /// As [`Lab::at_rest`], and checks that an area differs from that of an earlier picture.
    pub fn changes(&self, what: &str, area: Area, from: &Shot) -> Shot {
        let shot = self.at_rest(what);
        if shot.same(from, area) {
            self.fail(&format!("no change, but {what}"));
        }
        shot
    }

    /// As [`Lab::at_rest`], and checks that an area is as in an earlier picture.
    pub fn shows(&self, what: &str, area: Area, earlier: &Shot) {
        if !self.at_rest(what).same(earlier, area) {
            self.fail(&format!("another picture, but {what}"));
        }
    }

    /// Waits until the program uses almost no processor time while another one draws a picture.
    pub fn until_idle(&self, why: &str) {
        self.at_rest(why);
        self.wait(&format!("it is idle, since {why}"), |lab| {
            let before = lab.program.ticks();
            lab.rendered("scene.toml", SIZE, &[]);
            // A tick is 10 ms.
            (lab.program.ticks() - before <= 3).then_some(())
        });
    }

    /// Waits until the program has handled all input so far, and its display all that it has drawn so far.
    fn ping(&self, what: &str) {
        let number = self.display.send_ping(self.window);
        self.wait(what, |lab| lab.display.has_answer(number).then_some(()));
    }

    /// Fails the test and saves a screenshot.
    pub fn fail(&self, why: &str) -> ! {
        let test = thread::current()
            .name()
            .unwrap_or("test")
            .replace("::", "-");
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.png"));
        let picture = match Shot::take(&self.display.connection, self.window) {
            Some(shot) => {
                shot.save(&file);
                file.display().to_string()
            }
            None => "no window".to_owned(),
        };
        panic!("{why}; the screen: {picture}; stderr: {}", self.stderr())
    }

    /// Stderr of the program so far.
    pub fn stderr(&self) -> String {
        std::fs::read_to_string(&self.program.stderr).expect("a file of UTF-8")
    }

    /// Waits until the program exits, with code 0 and without errors on stderr.
    pub fn quits_cleanly(self) {
        let (code, stderr) = self.wait_for_exit();
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stderr.contains("first frame after"), "{stderr}");
        for complaint in ["panicked", "driver:", "ERROR", "error:"] {
            assert!(!stderr.contains(complaint), "{stderr}");
        }
    }

    /// As [`Lab::quits_cleanly`], and returns the program's folder.
    pub fn quits_and_keeps_folder(mut self) -> TempDir {
        let elsewhere = TempDir::new().expect("a folder");
        let folder = std::mem::replace(&mut self.folder, elsewhere);
        self.quits_cleanly();
        folder
    }

    /// Waits until the program exits. Returns its code and its stderr.
    pub fn wait_for_exit(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.program.exit_status() {
                break status;
            }
            if start.elapsed() > TIMEOUT {
                self.fail(&format!("waited {TIMEOUT:?} until it exits"));
            }
            thread::sleep(POLL_INTERVAL);
        };
        (status.code(), self.stderr())
    }

    /// Kills the compositor.
    pub fn kill_compositor(&mut self) {
        self.compositor = None;
    }

    /// Sends the program a signal.
    pub fn signal(&self, name: &str) {
        let number = self.program.process.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &number]).status();
        assert!(sent.expect("kill runs").success(), "{name}");
    }

    /// Quits with the Escape key, which first closes what is open.
    pub fn quit(mut self) {
        for _ in 0..5 {
            self.key("Escape");
            thread::sleep(POLL_INTERVAL);
            if !self.runs() {
                break;
            }
        }
        self.quits_cleanly();
    }

    /// Whether the program still runs.
    pub fn runs(&mut self) -> bool {
        self.program.exit_status().is_none()
    }
}

/// The name of the compositor's socket.
const SOCKET: &str = "wayland-of-waterlab";

/// A Wayland compositor, killed at the end of the test.
struct Compositor(Child);

impl Compositor {
    fn start(display: &Display, folder: &Path) -> Self {
        let mut permissions = std::fs::metadata(folder).expect("there").permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o700);
        std::fs::set_permissions(folder, permissions).expect("ours");
        let process = Command::new("weston")
            .args(["--backend=x11-backend.so", "--use-pixman", "--no-config"])
            .args(["--shell=kiosk-shell.so", &format!("--socket={SOCKET}")])
            .args([
                format!("--width={}", SIZE.0),
                format!("--height={}", SIZE.1),
            ])
            .env("DISPLAY", &display.name)
            .env("XDG_RUNTIME_DIR", folder)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("weston can't be run: install the package `weston`");
        let compositor = Self(process);
        let start = Instant::now();
        while !folder.join(SOCKET).exists() {
            assert!(start.elapsed() < TIMEOUT, "weston opens no socket");
            thread::sleep(POLL_INTERVAL);
        }
        compositor
    }
}

impl Drop for Compositor {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    fn start(mut command: Command, folder: &TempDir) -> Self {
        let stderr = folder.path().join("stderr");
        let process = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(File::create(&stderr).expect("a file"))
            .spawn()
            .expect("it starts");
        Self { process, stderr }
    }

    /// Clock ticks that the program has used, of all processors.
    fn ticks(&self) -> u64 {
        let file = format!("/proc/{}/stat", self.process.id());
        let text = std::fs::read_to_string(&file).expect("it runs");
        // After the name in parentheses, user and system time are the 12th and 13th fields.
        let fields = text.rsplit(") ").next().expect("fields");
        let numbers = fields.split(' ').skip(11).take(2);
        numbers
            .map(|number| number.parse::<u64>().expect("a number"))
            .sum()
    }

    /// The exit status, once the program has exited.
    fn exit_status(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().expect("known")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
