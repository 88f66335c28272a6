//! The `jury` program: `jury help` says what it can do.

fn main() -> std::process::ExitCode {
    jury::command::commands::main()
}
