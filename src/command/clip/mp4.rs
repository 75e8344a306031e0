//! An MP4, encoded by ffmpeg from raw pixels.

use super::super::output::Output;
use super::{Clip, SoundFile};
use crate::grid::Grid;
use anyhow::{Context, Error, Result, anyhow, bail};
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

const INSTALL: &str = "install it (Debian, Ubuntu: apt install ffmpeg; Fedora: dnf install ffmpeg; \
                       Arch: pacman -S ffmpeg), or write a .gif";

/// An error if there is no ffmpeg: before anything is computed for a clip.
pub fn check_ffmpeg() -> Result<()> {
    let asked = Command::new("ffmpeg").arg("-version").output();
    asked.map(drop).map_err(does_not_start)
}

fn does_not_start(error: std::io::Error) -> Error {
    match error.kind() {
        ErrorKind::NotFound => {
            anyhow!("an .mp4 needs the program ffmpeg, which is not on the PATH: {INSTALL}")
        }
        _ => anyhow!("can't start ffmpeg: {error}"),
    }
}

/// An MP4 (H.264) of pictures of (columns, rows); odd sides get one more column or row, since H.264 halves its colours. With a sound, a
/// track of it (AAC).
pub fn mp4(
    output: Output,
    size: (usize, usize),
    fps: f64,
    sound: Option<SoundFile>,
) -> Result<Box<dyn Clip>> {
    let mut command = Command::new("ffmpeg");
    command
        .args(["-hide_banner", "-nostdin", "-loglevel", "error", "-y"])
        .args(["-f", "rawvideo", "-pix_fmt", "rgba"])
        .args(["-s", &format!("{}x{}", even(size.0), even(size.1))])
        .args(["-r", &fps.to_string(), "-i", "-"]);
    if let Some(SoundFile(file)) = &sound {
        command.arg("-i").arg(file.path());
        command.args(["-c:a", "aac", "-b:a", "192k"]);
    }
    command
        // Players expect BT.709; ffmpeg would use the older BT.601 without tagging it.
        .args([
            "-vf",
            "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        ])
        .args([
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "bt709",
        ])
        .args([
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
        ])
        .arg(output.path());
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        // Ctrl-C is handled by this program, which ends ffmpeg itself.
        command.process_group(0);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(does_not_start)?;
    let stdin = child.stdin.take().context("ffmpeg has an input")?;
    let mut stderr = child.stderr.take().context("ffmpeg has messages")?;
    // Created before anything else can fail, so that ffmpeg is always ended.
    let mut clip = Box::new(Mp4 {
        stdin: Some(BufWriter::with_capacity(1 << 20, stdin)),
        messages: None,
        child,
        is_running: true,
        failure: output.failure(),
        output: Some(output),
        _sound: sound,
    });
    let listener = std::thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        // Messages before the pipe broke are kept.
        let _ = stderr.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    clip.messages = Some(listener.context("can't start a thread to listen to ffmpeg")?);
    Ok(clip)
}

struct Mp4 {
    stdin: Option<BufWriter<ChildStdin>>,
    messages: Option<JoinHandle<String>>,
    child: Child,
    is_running: bool,
    /// The error message of a failed write.
    failure: String,
    output: Option<Output>,
    /// Kept until ffmpeg has read it.
    _sound: Option<SoundFile>,
}

fn even(side: usize) -> usize {
    side.next_multiple_of(2)
}

impl Mp4 {
    fn send(&mut self, frame: &Grid<[u8; 4]>) -> std::io::Result<()> {
        let Some(pipe) = &mut self.stdin else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        for row in 0..even(frame.rows()) {
            let line = frame.row(row.min(frame.rows() - 1));
            pipe.write_all(line.as_flattened())?;
            if line.len() % 2 == 1 {
                pipe.write_all(&line[line.len() - 1])?;
            }
        }
        Ok(())
    }

    /// Waits for ffmpeg to end; if it failed, the error is its last message.
    fn wait(&mut self) -> Result<()> {
        let flushed = self.stdin.take().map_or(Ok(()), |mut pipe| pipe.flush());
        let messages = self.messages.take().and_then(|thread| thread.join().ok());
        let status = self.child.wait().context("can't wait for ffmpeg")?;
        self.is_running = false;
        let messages = messages.unwrap_or_default();
        let last = messages.lines().rev().find(|line| !line.trim().is_empty());
        let why = match (status.success(), last) {
            (true, _) => flushed.context("can't hand the pictures to ffmpeg"),
            (false, Some(line)) => Err(anyhow!("ffmpeg could not make it: {}", line.trim())),
            (false, None) => Err(anyhow!("ffmpeg could not make it ({status})")),
        };
        why.with_context(|| self.failure.clone())
    }
}

/// Whether a file consists of complete boxes, with the index (`moov`) among them (ISO 14496-12, 4.2).
fn is_whole(mut file: File) -> std::io::Result<bool> {
    let length = file.metadata()?.len();
    let (mut at, mut has_index) = (0, false);
    while at < length {
        let mut head = [0; 16];
        file.seek(SeekFrom::Start(at))?;
        let read = (length - at).min(16) as usize;
        file.read_exact(&mut head[..read])?;
        let [size, kind, long @ ..] = head.as_chunks::<4>().0 else {
            return Ok(false);
        };
        let size = match (u32::from_be_bytes(*size), long) {
            // For more than 32 bits, the next 64 hold the size.
            (1, [high, low]) => {
                u64::from(u32::from_be_bytes(*high)) << 32 | u64::from(u32::from_be_bytes(*low))
            }
            (size, _) => u64::from(size),
        };
        has_index |= kind == b"moov";
        if size < 8 {
            return Ok(false);
        }
        at = at.saturating_add(size);
    }
    Ok(has_index && at == length)
}

impl Clip for Mp4 {
    fn push(&mut self, frame: &Grid<[u8; 4]>) -> Result<()> {
        match self.send(frame) {
            Ok(()) => Ok(()),
            // A broken pipe means that ffmpeg ended; its message says why.
            Err(error) => Err(self
                .wait()
                .err()
                .unwrap_or_else(|| anyhow::Error::new(error).context(self.failure.clone()))),
        }
    }

    fn finish(mut self: Box<Self>) -> Result<()> {
        self.wait()?;
        let Some(output) = self.output.take() else {
            return Ok(());
        };
        if output.handle()?.metadata()?.len() == 0 {
            bail!("{}: ffmpeg wrote nothing and did not say why", self.failure);
        }
        // On a full disk ffmpeg may end without an error.
        if !is_whole(output.handle()?)? {
            bail!("{}: its end is missing, is the disk full?", self.failure);
        }
        output.commit()
    }
}

/// A clip that is dropped ends ffmpeg.
impl Drop for Mp4 {
    fn drop(&mut self) {
        if self.is_running {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
