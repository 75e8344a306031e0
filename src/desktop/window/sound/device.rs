//! The sound device of this machine, by cpal: its thread renders a [`Soundscape`], which receives what is heard through a queue without
//! locks. So bubbles ring on and rain falls while the window draws a slow frame, and nothing is late.

use crate::session::sound::Ear;
use crate::sound::{Impact, Levels, Listener, SAMPLE_RATE, Soundscape};
use anyhow::{Context, Result, bail};
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{FromSample, SampleFormat, SizedSample, StreamConfig};
use rtrb::{Consumer, Producer, RingBuffer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Room in the queue: some steps of heavy rain.
const QUEUE: usize = 512;

/// Seed of the bubbles and of the noise.
const SEED: u64 = 1;

/// Messages to the audio thread.
enum Message {
    Impact(Impact, Listener),
    Levels(Levels, Listener),
    Volume(f64),
    Open(bool),
}

/// A device that plays. Dropped, it stops.
pub(super) struct Device {
    messages: Producer<Message>,
    has_failed: Arc<AtomicBool>,
    _stream: cpal::Stream,
}

impl Device {
    /// Begins to play on the system's default device. An error says why there is no sound.
    pub(super) fn open() -> Result<Self> {
        // ALSA would write many lines to stderr where there is no device.
        #[cfg(target_os = "linux")]
        let _quiet = alsa::Output::local_error_handler();
        let device = cpal::default_host().default_output_device();
        let device = device.context("this system has no sound device")?;
        let config = device.default_output_config()?;
        let (format, config) = (config.sample_format(), config.config());
        let (messages, queue) = RingBuffer::new(QUEUE);
        let has_failed = Arc::new(AtomicBool::new(false));
        let player = Player::new(queue, config.sample_rate);
        let failed = has_failed.clone();
        let stream = match format {
            SampleFormat::F32 => stream::<f32>(&device, config, player, failed),
            SampleFormat::I16 => stream::<i16>(&device, config, player, failed),
            SampleFormat::I32 => stream::<i32>(&device, config, player, failed),
            SampleFormat::U16 => stream::<u16>(&device, config, player, failed),
            SampleFormat::U8 => stream::<u8>(&device, config, player, failed),
            format => {
                bail!("the sound device accepts only {format} samples, which are not supported")
            }
        }?;
        stream.play()?;
        Ok(Self {
            messages,
            has_failed,
            _stream: stream,
        })
    }

    /// Whether the device has gone, as headphones do that are unplugged.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    pub(super) fn set_volume(&mut self, volume: f64) {
        self.send(Message::Volume(volume));
    }

    /// Fades in or out.
    pub(super) fn set_open(&mut self, opens: bool) {
        self.send(Message::Open(opens));
    }

    /// What finds no room is not heard.
    fn send(&mut self, message: Message) {
        let _ = self.messages.push(message);
    }
}

impl Ear for Device {
    fn impact(&mut self, impact: &Impact, listener: &Listener) {
        // Room for levels stays.
        if self.messages.slots() > QUEUE / 4 {
            self.send(Message::Impact(*impact, *listener));
        }
    }

    fn set(&mut self, levels: &Levels, listener: &Listener) {
        // Room for the volume and for fades stays: other levels follow.
        if self.messages.slots() > QUEUE / 8 {
            self.send(Message::Levels(*levels, *listener));
        }
    }
}

/// A stream of a device that takes samples of this type.
fn stream<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut player: Player,
    has_failed: Arc<AtomicBool>,
) -> Result<cpal::Stream> {
    let channels = usize::from(config.channels.max(1));
    let play = move |samples: &mut [T], _: &cpal::OutputCallbackInfo| {
        player.receive();
        for frame in samples.chunks_mut(channels) {
            let [left, right] = player.next();
            match frame {
                [mono] => *mono = T::from_sample(0.5 * (left + right)),
                [first, second, rest @ ..] => {
                    *first = T::from_sample(left);
                    *second = T::from_sample(right);
                    rest.fill(T::EQUILIBRIUM);
                }
                [] => {}
            }
        }
    };
    let failed = move |error: cpal::Error| {
        use cpal::ErrorKind::{DeviceChanged, RealtimeDenied, Xrun};
        log::debug!("sound: {error}");
        if !matches!(error.kind(), DeviceChanged | RealtimeDenied | Xrun) {
            has_failed.store(true, Ordering::Relaxed);
        }
    };
    Ok(device.build_output_stream(config, play, failed, None)?)
}

/// Renders samples at the rate of a device.
struct Player {
    soundscape: Soundscape,
    queue: Consumer<Message>,
    /// Rendered samples, and the next of them.
    block: [f32; 256],
    at: usize,
    /// The two samples around the next one of the device, and how far it is from the first to the second.
    around: [[f32; 2]; 2],
    part: f64,
    /// Samples that are rendered for each of the device.
    ratio: f64,
}

impl Player {
    fn new(queue: Consumer<Message>, rate: u32) -> Self {
        Self {
            soundscape: Soundscape::new(SEED),
            queue,
            block: [0.0; 256],
            at: 256,
            around: [[0.0; 2]; 2],
            part: 0.0,
            ratio: f64::from(SAMPLE_RATE) / f64::from(rate.max(1)),
        }
    }

    fn receive(&mut self) {
        while let Ok(message) = self.queue.pop() {
            match message {
                Message::Impact(impact, listener) => self.soundscape.impact(&impact, &listener),
                Message::Levels(levels, listener) => self.soundscape.set(&levels, &listener),
                Message::Volume(volume) => self.soundscape.set_volume(volume),
                Message::Open(opens) => self.soundscape.fade(opens),
            }
        }
    }

    fn rendered(&mut self) -> [f32; 2] {
        if self.at == self.block.len() {
            self.soundscape.render(&mut self.block);
            self.at = 0;
        }
        let frame = [self.block[self.at], self.block[self.at + 1]];
        self.at += 2;
        frame
    }

    /// The next sample of the device, between two that are rendered.
    fn next(&mut self) -> [f32; 2] {
        if self.ratio == 1.0 {
            return self.rendered();
        }
        self.part += self.ratio;
        while self.part >= 1.0 {
            self.part -= 1.0;
            self.around = [self.around[1], self.rendered()];
        }
        let [before, after] = self.around;
        let part = self.part as f32;
        [0, 1].map(|ear| before[ear] + part * (after[ear] - before[ear]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_of_another_rate_hears_the_same_frequencies() {
        let (mut messages, queue) = RingBuffer::new(8);
        let mut player = Player::new(queue, 24_000);
        let impact = Impact {
            place: glam::DVec3::ZERO,
            energy: 1.0,
            radius: 0.03,
        };
        let sent = messages.push(Message::Impact(impact, Listener::default()));
        assert!(sent.is_ok());
        player.receive();
        let slow: Vec<_> = (0..12_000).map(|_| player.next()).collect();
        let mut whole = vec![0.0; 2 * 24_000];
        let mut soundscape = Soundscape::new(SEED);
        soundscape.impact(&impact, &Listener::default());
        whole
            .chunks_mut(256)
            .for_each(|part| soundscape.render(part));
        // Every second sample.
        for (at, sample) in slow.iter().enumerate() {
            assert_eq!(sample[0], whole[2 * (2 * at)], "{at}");
        }
        assert!(slow.iter().any(|sample| sample[0].abs() > 0.01));
    }
}
