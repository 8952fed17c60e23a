//! `suzume`, the command line: the same rules, ledger and reader as the window, for people and other programs.
//!
//! Every command is a clap `Args` struct with `run(args) -> Result<(), CliError>`. Exit status 0 is an answer, 2 is input
//! that cannot be: then one line stands on standard error and, with `--json`, `{"error":{"code","message"}}` on standard
//! output. `docs/cli.md` describes all commands and their JSON.

mod answer;
mod camera;
mod error;
mod eval;
mod game;
mod game_mend;
mod game_state;
mod game_stats;
mod game_stream;
mod options;
mod output;
mod read;
mod score;
mod teach;
mod waits;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use error::CliError;
use std::io::Write;
use std::process::ExitCode;

/// Suzume Jong: scores hands, reads tiles from pictures and keeps a game's points.
#[derive(Debug, Parser)]
#[command(name = "suzume", version, about, arg_required_else_help = false, subcommand_required = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Score(score::ScoreArgs),
    Waits(waits::WaitsArgs),
    Read(read::ReadArgs),
    Teach(teach::TeachArgs),
    Eval(eval::EvalArgs),
    #[command(subcommand)]
    Camera(camera::CameraCommand),
    #[command(subcommand)]
    Game(game::GameCommand),
}

fn main() -> ExitCode {
    match try_main() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.code == CliError::OUTPUT_CLOSED => ExitCode::SUCCESS,
        Err(error) => {
            // Where even these lines cannot be written nothing is left to do: the exit status says it.
            let _ = writeln!(std::io::stderr(), "suzume: {error}");
            if wants_json() && error.code != CliError::REPORTED {
                let _ = output::print_json(&error.json());
            }
            ExitCode::from(2)
        }
    }
}

fn try_main() -> Result<(), CliError> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(asked) if matches!(asked.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            return output::print_line(asked.to_string().trim_end());
        }
        Err(error) => return Err(usage_error(&error)),
    };
    match cli.command {
        Command::Score(args) => score::run(args),
        Command::Waits(args) => waits::run(args),
        Command::Read(args) => read::run(args),
        Command::Teach(args) => teach::run(args),
        Command::Eval(args) => eval::run(args),
        Command::Camera(command) => camera::run(command),
        Command::Game(command) => game::run(command),
    }
}

/// clap explains in several lines; the first paragraph says what is wrong, the rest is usage.
fn usage_error(error: &clap::Error) -> CliError {
    let text = error.to_string();
    let what = text.split("\n\n").next().unwrap_or_default();
    CliError::new("usage", format!("{}; see {} --help", what.trim_start_matches("error: ").trim(), asked_for()))
}

/// The command whose options were asked for, as far as it is one: `suzume camera watch`.
fn asked_for() -> String {
    let mut command = &Cli::command();
    let mut name = command.get_name().to_owned();
    for word in std::env::args_os().skip(1) {
        let Some(next) = command.find_subcommand(word) else { break };
        name += &format!(" {}", next.get_name());
        command = next;
    }
    name
}

/// Whether the caller asked for JSON, also where the arguments as a whole cannot be understood.
fn wants_json() -> bool {
    std::env::args_os().skip(1).take_while(|arg| arg != "--").any(|arg| arg == "--json")
}
