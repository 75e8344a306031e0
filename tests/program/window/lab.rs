//! The program in its window: started, looked at, waited for, ended.

use super::display::Display;
use super::screen::{Area, Shot};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use x11rb::protocol::xproto::{AtomEnum, ConnectionExt, MapState, Window};

/// The size that the window opens with.
pub const SIZE: (usize, usize) = (960, 600);
/// In the middle of the pool, and of the window.
pub const WATER: Area = Area::new(300, 180, 360, 300);
/// Beyond the far left corner of the pool.
pub const DECK: Area = Area::new(10, 10, 180, 100);
/// Beyond the right side of the pool, as the program's own show is seen.
pub const SHOW_DECK: Area = Area::new(882, 305, 70, 50);
/// A pool in which nothing happens, and everything that does is over within two seconds.
pub const CALM: &str = "[water]\n";
/// A pool in which waves live for more than ten seconds.
pub const LASTING: &str = "[water]\ndamping = 7\nfraction_bits = 4\n";

/// Asks for the ring under the pointer, which would be in the way of what else is looked at.
const RING: &str = "ring";

/// When to give up, with a busy machine and software GL in mind.
const PATIENCE: Duration = Duration::from_secs(30);
/// For how long what stands still is watched.
const WATCHED: Duration = Duration::from_millis(700);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(40);

/// The program, in a window on a display of its own, in a folder of its own.
pub struct Lab {
    pub window: Window,
    // Dropped first, so that the program does not outlive its display.
    program: Program,
    /// Where the window is one of Wayland's.
    compositor: Option<Compositor>,
    pub display: Display,
    room: TempDir,
}

/// A process that does not outlive the test.
struct Program {
    process: Child,
    said: Arc<Mutex<String>>,
    listener: Option<JoinHandle<()>>,
}

impl Lab {
    /// The bare program, with its own show.
    pub fn show() -> Self {
        Self::start(&[], None, |_, _| ())
    }

    /// The show, started with a command that is changed by `change`, which is given the program's folder.
    pub fn show_with(change: impl FnOnce(&mut Command, &Path)) -> Self {
        Self::start(&[], None, change)
    }

    /// The show with waves that are over within two seconds, drawn alike however busy the machine is.
    pub fn show_of_short_waves() -> Self {
        let edits = [
            "--set",
            "water.damping=5",
            "--set",
            "water.fraction_bits=0",
            "--set",
            "view.quality=low",
        ];
        Self::start(&edits, None, |_, _| ())
    }

    /// The program with a scene, and a ring on the water under the pointer.
    pub fn scene_with_ring(scene: &str) -> Self {
        Self::start(&[RING], Some(scene), |_, _| ())
    }

    /// The program with a scene.
    pub fn scene(scene: &str) -> Self {
        Self::start(&[], Some(scene), |_, _| ())
    }

    /// The program with a scene, started with a command that is changed by `change`.
    pub fn scene_with(scene: &str, change: impl FnOnce(&mut Command, &Path)) -> Self {
        Self::start(&[], Some(scene), change)
    }

    /// The program with a scene on a Wayland compositor, whose only screen is a window of the display, as large as that of other tests.
    pub fn on_wayland(scene: &str) -> Self {
        let display = Display::start();
        let room = TempDir::new().expect("a folder");
        let compositor = Compositor::start(&display, room.path());
        std::fs::write(room.path().join("scene.toml"), scene).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
        command
            .args(["scene.toml", "--set", "poke.ring=false"])
            .current_dir(room.path())
            .env("RUST_LOG", "waterlab=info")
            .env("XDG_STATE_HOME", room.path().join("state"))
            .env("XDG_RUNTIME_DIR", room.path())
            .env("WAYLAND_DISPLAY", SOCKET)
            .env_remove("WAYLAND_SOCKET")
            .env_remove("DISPLAY");
        let mut lab = Self {
            window: 0,
            program: Program::start(command),
            compositor: Some(compositor),
            display,
            room,
        };
        lab.window = lab.wait("the compositor's screen opens", |lab| lab.find_window());
        lab.wait("the first frame is drawn", |lab| {
            lab.said().contains("first frame after").then_some(())
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
        let display = Display::start();
        let room = TempDir::new().expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_waterlab"));
        if let Some(scene) = scene {
            std::fs::write(room.path().join("scene.toml"), scene).expect("written");
            command.arg("scene.toml");
        }
        command
            .args(["--size", &format!("{}x{}", SIZE.0, SIZE.1)])
            .args(["--set", &format!("poke.ring={}", options.contains(&RING))])
            .args(options.iter().filter(|option| **option != RING))
            .current_dir(room.path())
            .env("DISPLAY", &display.name)
            .env("XDG_STATE_HOME", room.path().join("state"))
            .env("RUST_LOG", "waterlab=info")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("WINIT_X11_SCALE_FACTOR");
        change(&mut command, room.path());
        let program = Program::start(command);
        let mut lab = Self {
            window: 0,
            program,
            compositor: None,
            display,
            room,
        };
        lab.window = lab.wait("the window opens", |lab| lab.find_window());
        // Until then it shows a small picture of the scene.
        lab.wait("the first frame is drawn", |lab| {
            lab.said().contains("first frame after").then_some(())
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
        let tree = connection
            .query_tree(self.display.root())
            .ok()?
            .reply()
            .ok()?;
        tree.children.into_iter().find(|&window| {
            let name =
                connection.get_property(false, window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 100);
            let named = name.ok().and_then(|cookie| cookie.reply().ok());
            let attributes = connection.get_window_attributes(window).ok();
            let shown = attributes.and_then(|cookie| cookie.reply().ok());
            // A compositor's screen has no such name, and is the only window.
            let is_named = named.is_some_and(|name| name.value.ends_with(b"waterlab"));
            (is_named || self.compositor.is_some())
                && shown.is_some_and(|shown| shown.map_state == MapState::VIEWABLE)
        })
    }

    /// What the window is called.
    pub fn title(&self) -> String {
        self.text(AtomEnum::WM_NAME.into())
    }

    /// A property of the window that is text.
    pub fn text(&self, property: u32) -> String {
        let connection = &self.display.connection;
        let asked = connection.get_property(false, self.window, property, AtomEnum::ANY, 0, 100);
        let value = asked.expect("asked").reply().expect("there").value;
        String::from_utf8_lossy(&value).into_owned()
    }

    /// A file in the program's working directory.
    pub fn path(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    /// A scene in that directory at its beginning, rendered without a window.
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

    /// What the window shows now.
    pub fn shot(&self) -> Shot {
        self.wait("the window can be seen", |lab| {
            Shot::take(&lab.display.connection, lab.window)
        })
    }

    /// Waits until there is what `look` looks for.
    pub fn wait<T>(&self, what: &str, mut look: impl FnMut(&Self) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            if let Some(found) = look(self) {
                return found;
            }
            if start.elapsed() > PATIENCE {
                self.fail(&format!("waited {PATIENCE:?} until {what}"));
            }
            thread::sleep(LOOK);
        }
    }

    /// Waits until the window shows what is wanted.
    pub fn until(&self, what: &str, mut wanted: impl FnMut(&Shot) -> bool) -> Shot {
        self.wait(what, |lab| {
            let shot = Shot::take(&lab.display.connection, lab.window)?;
            wanted(&shot).then_some(shot)
        })
    }

    /// Waits until an area differs from what it was, and the picture with it.
    pub fn until_changed(&self, what: &str, area: Area, from: &Shot) -> Shot {
        self.until(what, |shot| !shot.same(from, area))
    }

    /// Waits until an area stands still for a while, and the picture with it.
    pub fn until_still(&self, what: &str, area: Area) -> Shot {
        let mut since = Instant::now();
        let mut last = self.shot();
        self.until(what, |shot| {
            if !shot.same(&last, area) {
                since = Instant::now();
                last = shot.clone();
            }
            since.elapsed() > WATCHED
        })
    }

    /// Watches for a while that an area stays as it is in `shot`.
    pub fn stays(&self, what: &str, area: Area, shot: &Shot) {
        let start = Instant::now();
        while start.elapsed() < WATCHED {
            if !self.shot().same(shot, area) {
                self.fail(&format!("it changed, but {what}"));
            }
            thread::sleep(LOOK);
        }
    }

    /// Waits until the program computes next to nothing for a while.
    pub fn until_idle(&self, why: &str) {
        self.wait(&format!("it is idle, since {why}"), |lab| {
            let before = lab.program.ticks();
            thread::sleep(WATCHED);
            // A tick is 10 ms.
            (lab.program.ticks() - before <= 3).then_some(())
        });
    }

    /// Fails the test, and leaves a picture of what is on the screen.
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
        panic!("{why}; the screen: {picture}; stderr: {}", self.said())
    }

    /// What the program has said on stderr.
    pub fn said(&self) -> String {
        self.program.said.lock().expect("whole").clone()
    }

    /// Waits until the program has ended by itself: with code 0, and nothing to complain of from the first frame on.
    pub fn ends_well(self) {
        let (code, said) = self.ends();
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("first frame after"), "{said}");
        for complaint in ["panicked", "driver:", "ERROR", "error:"] {
            assert!(!said.contains(complaint), "{said}");
        }
    }

    /// As [`Lab::ends_well`]; its folder stays until what is returned goes.
    pub fn ends_well_and_stays(mut self) -> TempDir {
        let elsewhere = TempDir::new().expect("a folder");
        let room = std::mem::replace(&mut self.room, elsewhere);
        self.ends_well();
        room
    }

    /// Waits until the program has ended by itself: its code, and what it said.
    pub fn ends(mut self) -> (Option<i32>, String) {
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.program.ended() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                self.fail(&format!("waited {PATIENCE:?} until it ends"));
            }
            thread::sleep(LOOK);
        };
        (status.code(), self.said())
    }

    /// Ends the compositor without a warning.
    pub fn end_compositor(&mut self) {
        self.compositor = None;
    }

    /// Sends the program a signal.
    pub fn signal(&self, name: &str) {
        let number = self.program.process.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &number]).status();
        assert!(sent.expect("kill runs").success(), "{name}");
    }

    /// Leaves by the Escape key, which first closes what is open.
    pub fn quit(mut self) {
        for _ in 0..5 {
            self.key("Escape");
            thread::sleep(LOOK);
            if !self.runs() {
                break;
            }
        }
        self.ends_well();
    }

    /// Whether the program still runs.
    pub fn runs(&mut self) -> bool {
        self.program.ended().is_none()
    }
}

/// What the compositor's socket is called.
const SOCKET: &str = "wayland-of-waterlab";

/// A Wayland compositor; it ends with the test.
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
            assert!(start.elapsed() < PATIENCE, "weston opens no socket");
            thread::sleep(LOOK);
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
    fn start(mut command: Command) -> Self {
        let mut process = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let said = Arc::new(Mutex::new(String::new()));
        let stderr = BufReader::new(process.stderr.take().expect("piped"));
        let all = said.clone();
        let listener = thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                let mut all = all.lock().expect("whole");
                all.push_str(&line);
                all.push('\n');
            }
        });
        Self {
            process,
            said,
            listener: Some(listener),
        }
    }

    /// Clock ticks of all processors that it has used.
    fn ticks(&self) -> u64 {
        let file = format!("/proc/{}/stat", self.process.id());
        let text = std::fs::read_to_string(&file).expect("it runs");
        // After the name in parentheses: user and system time are the 12th and 13th.
        let fields = text.rsplit(") ").next().expect("fields");
        let numbers = fields.split(' ').skip(11).take(2);
        numbers
            .map(|number| number.parse::<u64>().expect("a number"))
            .sum()
    }

    /// How it ended, if it has; by then, all that it said has been heard.
    fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.process.try_wait().expect("known")?;
        if let Some(listener) = self.listener.take() {
            listener.join().expect("heard");
        }
        Some(status)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
