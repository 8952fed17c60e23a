//! `suzume`, the command line.
fn main() {}
