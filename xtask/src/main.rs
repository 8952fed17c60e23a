//! What the commands of the README call: `cargo xtask run`, `cargo xtask test` and their smaller sisters.
//!
//! Everything a fresh machine lacks is fetched here, from package registries only, pinned and checked; the library
//! crates never fetch anything. Each file is one concern; `setup` says in which order they go.

mod apt;
mod arrows;
mod bench;
mod bundle;
mod camera_lab;
mod count;
mod e2e;
mod error;
mod fingerprint;
mod metadata;
mod proof;
mod run;
mod runtime;
mod setup;
mod shell;
mod test;
mod tidy;
mod ui;

use std::process::ExitCode;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  run            get what is missing, build, and open the window
  test [STEP]..  get what the tests need, then run all tests (or only the named steps; `test list` names them)
  bench [--quick] [--live] [--window] [--peer] [--models FOLDER]..
                 the benches of the rules, what reading a picture costs, and how long it takes from tiles under a
                 camera to the offered hand (--live: only that); how soon the released window can be used and
                 its memory (--window: only that); beside other models of ours and a public reader
                 from PyPI (--peer: installed under target/, never part of this)
  camera-lab [--short] [--program FILE] [SCENARIO]..
                 `suzume camera` against real camera devices, in a guest kernel under QEMU
  bundle [--check]
                 the packages of this system, with the models and ONNX Runtime inside, into artefacts/packages;
                 --check installs the .deb in a clean Debian 12, uses the app there and removes it again (Linux)
  setup          only get what is missing for `run`
  fuzz           mutated bytes into everything that reads text: [--minutes N] [--seed S]
  kill           the program is killed while it records: [--rounds N] [--hands N] [--seed S]
  tidy           the house rules that no compiler checks
  screenshots [ko|ja|en] [dark|light] [1280|1920]
                 pictures of every screen, in each language, theme and size, into artefacts/screenshots
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) =
        arguments.split_first().map_or(("", &[] as &[String]), |(first, rest)| (first.as_str(), rest));
    let outcome = match command {
        "run" => run::run(rest),
        "test" => test::test(rest),
        "bench" => bench::bench(rest),
        "bundle" => bundle::bundle(rest),
        "camera-lab" => camera_lab::camera_lab(rest),
        "setup" => setup::for_window(),
        "fuzz" => proof::fuzz(rest),
        "kill" => proof::kill(rest),
        "tidy" => tidy::command(),
        "screenshots" => e2e::screenshots(rest),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
