//! The commands of the program: open the window, render, write fields, bake maps, plot charts, benchmark.
//!
//! [`main`] turns arguments into an exit code: 0 success, 1 failure (one line on stderr, `error: …`, with advice), 2 wrong usage, 130
//! interrupted.

mod arguments;
mod bake;
mod bench;
mod clip;
mod field;
mod finite;
mod help;
mod interrupt;
mod output;
mod output_folder;
mod picture_file;
mod plot;
mod radiance;
mod render;
mod renderer;
mod run;
mod sound_track;
mod timing;
mod tour;

use crate::desktop::disk::is_stdin;
use crate::parameter::{excerpt, nearest};
use crate::scene::{named, shortened};
use anyhow::{Context, Result};
use arguments::{Arguments, Task};
use clap::error::{ContextKind, ContextValue, ErrorKind as ArgumentErrorKind};
use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Exit code of a failure.
const FAILED: u8 = 1;
/// Exit code of wrong usage.
const WRONG_USAGE: u8 = 2;

/// Maximum number of characters of a message, however long the quoted input is.
const LONGEST_MESSAGE: usize = 1000;
/// Maximum number of characters of a line about wrong usage: more than the longest list of options.
const LONGEST_LINE: usize = 400;
/// The arguments that clap quotes.
const GIVEN: [ContextKind; 4] = [
    ContextKind::InvalidValue,
    ContextKind::InvalidArg,
    ContextKind::InvalidSubcommand,
    ContextKind::TrailingArg,
];

/// Wrong usage that was detected after the arguments had been parsed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongUsage(pub String);

/// The whole program: from the arguments of the process to its exit code.
pub fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("waterlab=warn"))
        .format(|out, record| {
            let level = match record.level() {
                log::Level::Warn => "warning".to_owned(),
                level => level.as_str().to_lowercase(),
            };
            writeln!(out, "{level}: {}", record.args())
        })
        .init();
    output::heed_size_limit();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(error),
    };
    match obey(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<interrupt::Interrupted>() => {
            ExitCode::from(interrupt::INTERRUPTED)
        }
        Err(error) => fail(&error),
    }
}

/// The exit code of the program if it did nothing but read these arguments, without its own name: 0, or 2 for wrong usage.
pub fn exit_code_of(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let program = OsString::from("waterlab");
    match Arguments::try_parse_from(std::iter::once(program).chain(arguments)) {
        Ok(arguments) => {
            let _edits = arguments.common().edits();
            0
        }
        Err(error) => {
            let _message = error.render();
            error.exit_code() as u8
        }
    }
}

fn obey(arguments: &Arguments) -> Result<()> {
    let common = &arguments.common();
    if let (Some(scene), Some(_)) = (&arguments.scene, &arguments.task) {
        return Err(WrongUsage(format!(
            "the scene {} stands before the command: put it after",
            named(scene)
        ))
        .into());
    }
    if arguments.tour && arguments.task.is_some() {
        let usage = "--tour stands before the command: put it after, as in waterlab render --tour";
        return Err(WrongUsage(usage.into()).into());
    }
    match &arguments.task {
        None if arguments.tour => tour::run(common),
        None => {
            let scene = common
                .scene_or_show(arguments.scene.as_ref())
                .map_err(
                    |error| match arguments.scene.as_deref().and_then(misspelt) {
                        Some(hint) => anyhow::Error::msg(hint),
                        None => error.into(),
                    },
                )?;
            run::run(&scene, arguments.scene.as_ref(), false, common)
        }
        Some(Task::Render(task)) => render::render(task, common),
        Some(Task::Field(task)) => field::field(task, common),
        Some(Task::Bake(task)) => bake::bake(task, common),
        Some(Task::Plot(task)) => plot::plot(task, common),
        Some(Task::Bench(task)) => bench::bench(task, common),
    }
}

/// The message if a missing scene looks like a misspelt command.
fn misspelt(scene: &Path) -> Option<String> {
    if scene.exists()
        || scene.extension().is_some()
        || is_stdin(scene)
        || arguments::bundled(scene).is_some()
    {
        return None;
    }
    let command = Arguments::command();
    let names: Vec<_> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let given = scene.to_str()?;
    if names.contains(&given) {
        return None;
    }
    let hint = nearest(given, names.iter().copied())
        .map(|name| format!("; did you mean `{name}`?"))
        .unwrap_or_else(|| " (waterlab --help)".to_owned());
    Some(format!(
        "there is no command and no scene file `{}`{hint}",
        excerpt(given)
    ))
}

/// Reports invalid arguments, or prints help or version.
fn explain(mut error: clap::Error) -> ExitCode {
    if error.kind() == ArgumentErrorKind::UnknownArgument {
        // `waterlab rendr --out a.png` is parsed as a scene with unknown options: the command is what is wrong.
        let first = std::env::args_os().nth(1).filter(|first| !is_option(first));
        if let Some(hint) = first.as_deref().map(Path::new).and_then(misspelt) {
            return fail(&WrongUsage(hint).into());
        }
    }
    for kind in GIVEN {
        if let Some(ContextValue::String(given)) = error.get(kind) {
            let given = ContextValue::String(excerpt(given));
            error.insert(kind, given);
        }
    }
    if error.use_stderr() {
        complain(&error);
        return ExitCode::from(error.exit_code() as u8);
    }
    let printed = error.print();
    match heard(printed.and_then(|()| std::io::stdout().flush())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// Reports invalid arguments on stderr; lines that quote much of them are shortened.
fn complain(error: &clap::Error) {
    let text = error.render().to_string();
    // If stderr is closed, only the exit code remains.
    if text.lines().all(|line| line.len() <= LONGEST_LINE) {
        let _ = error.print();
    } else {
        let lines = text.lines().map(|line| shortened(line, LONGEST_LINE));
        let _ = writeln!(
            std::io::stderr(),
            "{}",
            lines.collect::<Vec<_>>().join("\n")
        );
    }
}

fn is_option(argument: &OsString) -> bool {
    argument.to_string_lossy().starts_with('-')
}

/// Reports on stderr what was written to `out`; stdout is for other programs.
fn wrote(out: &Path, what: impl std::fmt::Display) {
    if !output::is_stdout(out) {
        // The file is written even without stderr.
        let _ = writeln!(std::io::stderr(), "wrote {}: {what}", named(out));
    }
}

/// A line of output in addition to `out`: on stdout, or on stderr if stdout is the output itself.
fn say_after(out: &Path, line: std::fmt::Arguments) -> Result<()> {
    if !output::is_stdout(out) {
        return say(line);
    }
    // Without stderr only the output is written.
    let _ = writeln!(std::io::stderr(), "{line}");
    Ok(())
}

/// Prints one line on stdout.
fn say(line: std::fmt::Arguments) -> Result<()> {
    let mut stdout = std::io::stdout();
    heard(writeln!(stdout, "{line}").and_then(|()| stdout.flush()))
}

/// The result of writing to stdout. A closed stdout is not an error.
fn heard(said: std::io::Result<()>) -> Result<()> {
    match said {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("can't write to stdout")
        }
        _ => Ok(()),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    let message = shortened(&one_line(&describe(error)), LONGEST_MESSAGE);
    // If stderr is closed, only the exit code remains.
    let _ = writeln!(std::io::stderr(), "error: {message}");
    if error.is::<WrongUsage>() {
        ExitCode::from(WRONG_USAGE)
    } else {
        ExitCode::from(FAILED)
    }
}

/// The error with its causes, outermost first; causes that repeat the message are left out.
fn describe(error: &anyhow::Error) -> String {
    let mut message = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if message.is_empty() {
            message = cause;
        } else if !message.ends_with(&cause) {
            message = format!("{message}: {cause}");
        }
    }
    message
}

/// The text without line breaks and other control characters, which file names and contents can contain.
fn one_line(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let escaped = c.is_control().then(|| c.escape_default());
            let plain = (!c.is_control()).then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect()
}
