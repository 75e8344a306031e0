//! The executable: passes the arguments to the library and returns its exit code.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    waterlab::command::main()
}
