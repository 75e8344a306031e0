//! User input by pointer and keyboard, through xdotool. No window manager runs, so the tests also set the focus.

use super::lab::Lab;
use std::process::Command;

/// A mouse button, by its X11 number.
#[derive(Clone, Copy)]
pub enum Button {
    Left = 1,
    Middle = 2,
    Right = 3,
    WheelUp = 4,
    WheelDown = 5,
}

impl Lab {
    /// Runs xdotool on this display.
    #[track_caller]
    fn xdotool(&self, arguments: &[&str]) {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display.name)
            .output()
            .expect("xdotool runs");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {complaint}");
    }

    /// Gives the window the keyboard focus.
    pub fn focus(&self) {
        self.xdotool(&["windowfocus", "--sync", &self.window.to_string()]);
    }

    /// Presses and releases a key.
    pub fn key(&self, name: &str) {
        self.xdotool(&["key", name]);
    }

    pub fn type_text(&self, text: &str) {
        self.xdotool(&["type", "--delay", "30", text]);
    }

    /// Presses a key with Shift held down.
    pub fn shift(&self, name: &str) {
        self.xdotool(&["keydown", "Shift_L", "key", name, "keyup", "Shift_L"]);
    }

    pub fn key_down(&self, name: &str) {
        self.xdotool(&["keydown", name]);
    }

    pub fn key_up(&self, name: &str) {
        self.xdotool(&["keyup", name]);
    }

    pub fn click(&self, button: Button, [x, y]: [usize; 2]) {
        let button = (button as u8).to_string();
        self.xdotool(&[
            "mousemove",
            &x.to_string(),
            &y.to_string(),
            "click",
            &button,
        ]);
    }

    /// Presses a button at a pixel. [`Lab::hover`] drags from there, [`Lab::release`] ends the drag.
    pub fn press(&self, button: Button, at: [usize; 2]) {
        self.hover(at);
        self.xdotool(&["mousedown", &(button as u8).to_string()]);
    }

    pub fn release(&self, button: Button) {
        self.xdotool(&["mouseup", &(button as u8).to_string()]);
    }

    pub fn hover(&self, [x, y]: [usize; 2]) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
    }

    pub fn double_click(&self, [x, y]: [usize; 2]) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xdotool(&[
            "mousemove",
            &x,
            &y,
            "click",
            "--repeat",
            "2",
            "--delay",
            "60",
            "1",
        ]);
    }

    /// Drags from one pixel to another over three pixels between them.
    pub fn drag(&self, button: Button, from: [usize; 2], to: [usize; 2]) {
        let button = (button as u8).to_string();
        let mut words = Vec::new();
        for quarter in 0..=4 {
            let at = [0, 1].map(|axis| (from[axis] * (4 - quarter) + to[axis] * quarter) / 4);
            words.extend(["mousemove".to_owned(), at[0].to_string(), at[1].to_string()]);
            if quarter == 0 {
                words.extend(["mousedown".to_owned(), button.clone()]);
            }
        }
        words.extend(["mouseup".to_owned(), button]);
        self.xdotool(&words.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Resizes the window, in pixels.
    pub fn resize(&self, (width, height): (usize, usize)) {
        let (width, height) = (width.to_string(), height.to_string());
        self.xdotool(&["windowsize", &self.window.to_string(), &width, &height]);
    }
}
