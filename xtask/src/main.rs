//! What the commands of the README call.
fn main() {}
