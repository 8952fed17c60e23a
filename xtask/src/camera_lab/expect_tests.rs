//! What counts as evidence and what does not.

use super::*;
use serde_json::json;

/// A camera that is lost at 20 s and is back at 30 s; the program says so at 22 s and at 31.5 s.
fn evidence() -> Evidence {
    let events = [(10.0, "watch"), (20.0, "unplugged"), (30.0, "plugged"), (40.0, "watch exit 0"), (41.0, "finished")];
    let frames = |at: f64, frame: u64| (at, json!({"event": "frames", "frame": frame}));
    Evidence {
        events: events.map(|(at, said)| (at, said.to_owned())).into(),
        lines: vec![
            (11.0, json!({"event": "camera", "state": "running"})),
            frames(12.0, 100),
            (22.0, json!({"event": "camera", "state": "failed", "code": "camera_lost"})),
            (31.5, json!({"event": "camera", "state": "running"})),
            frames(33.0, 400),
        ],
        list: vec![json!({"name": "tilecam"}), json!({"name": "twice"}), json!({"name": "twice"})],
        printed: [("snap".to_owned(), json!({"event": "snap", "width": 1280}))].into(),
        memory: vec![(12.0, 50_000), (20.0, 51_000), (32.0, 52_024)],
        ..Evidence::default()
    }
}

fn check(text: &str) -> Finding {
    Expectation::parse(text).unwrap().check(&evidence())
}

#[test]
fn a_line_must_come_after_its_event_and_in_time() {
    assert_eq!(check("seen camera code=camera_lost, within 3 s of \"unplugged\"").unwrap(), "after 2.0 s");
    assert_eq!(check("seen camera state=running, within 2 s of \"plugged\"").unwrap(), "after 1.5 s");
    assert!(check("seen camera state=running, within 1 s of \"plugged\"").unwrap_err().contains("only after 1.5 s"));
    assert!(check("seen camera code=camera_busy").is_err());
    assert!(check("seen camera code=camera_lost, before \"unplugged\"").is_err());
}

#[test]
fn an_event_that_did_not_happen_proves_nothing() {
    assert!(check("seen camera state=running, after \"moved\"").unwrap_err().contains("did not happen"));
    assert!(check("never camera state=failed, after \"moved\"").is_err());
}

#[test]
fn what_the_script_says_can_be_asked_for() {
    assert!(check("happened \"plugged\"").is_ok());
    assert!(check("happened \"moved\"").is_err());
}

#[test]
fn never_means_not_once_in_that_time() {
    assert!(check("never camera state=failed, before \"unplugged\"").is_ok());
    assert!(check("never camera state=failed").is_err());
    assert!(check("never camera state=failed, after \"plugged\"").is_ok());
}

#[test]
fn a_camera_is_listed_exactly_once() {
    assert!(check("list has tilecam").is_ok());
    assert!(check("list has twice").is_err());
    assert!(check("list lacks twice").is_err());
    assert!(check("list lacks vivid").is_ok());
    assert!(check("list counts 3").is_ok());
    assert!(check("list counts 2").is_err());
}

#[test]
fn a_program_must_have_ended_as_it_should() {
    assert!(check("exit watch 0").is_ok());
    assert!(check("exit watch 1").is_err());
    assert!(check("exit snap 0").unwrap_err().contains("did not end"));
}

#[test]
fn memory_is_compared_once_it_is_warm() {
    assert!(check("memory grows at most 1 MB over 300 frames").unwrap().starts_with("+1.0 MB"));
    assert!(check("memory grows at most 0.5 MB over 300 frames").is_err());
    assert!(check("memory grows at most 8 MB over 2000 frames").unwrap_err().contains("2100 frames were not reached"));
}

#[test]
fn what_a_program_printed_is_asked_like_a_line() {
    assert!(check("snap width=1280").is_ok());
    assert!(check("snap width=640").is_err());
    assert!(check("read hand=234").unwrap_err().contains("printed nothing"));
}

#[test]
fn a_picture_that_was_taken_must_be_there_and_read_as_it_should() {
    let mut evidence = evidence();
    evidence.pictures.insert("y480".into(), json!({"event": "picture", "size": [640, 480], "hand": "234r777r"}));
    let check = |text: &str| Expectation::parse(text).unwrap().check(&evidence);
    assert!(check("taken y480 size=[640,480] hand=234r777r").is_ok());
    assert!(check("taken y480 size=[1280,720]").is_err());
    assert!(check("taken y720 size=[640,480]").unwrap_err().contains("no y720.jpg"));
}

#[test]
fn what_cannot_be_read_is_refused() {
    for text in ["seen", "maybe camera", "seen camera, within 2 s", "seen camera, after unplugged", "list counts few"] {
        assert!(Expectation::parse(text).is_err(), "{text}");
    }
}
