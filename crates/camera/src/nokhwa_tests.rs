use super::*;

fn code_of(cause: &str) -> &'static str {
    said("cam", &NokhwaError::GeneralError(cause.to_owned())).code()
}

#[test]
fn a_drivers_words_become_codes() {
    assert_eq!(code_of("Device or resource busy (os error 16)"), "camera_busy");
    assert_eq!(code_of("Permission denied (os error 13)"), "camera_denied");
    assert_eq!(code_of("No such device (os error 19)"), "camera_lost");
    assert_eq!(code_of("No such file or directory (os error 2)"), "camera_lost");
    assert_eq!(code_of("Invalid argument (os error 22)"), "camera_failed");
    assert_eq!(code_of("Cannot lock device: in use"), "camera_busy");
    assert_eq!(code_of("something else"), "camera_failed");
}

fn range(id: u128, min: i64, max: i64, value: i64) -> CameraControl {
    let about = ControlValueDescription::IntegerRange { min, max, value, step: 1, default: min };
    CameraControl::new(KnownCameraControl::Other(id), "any name".to_owned(), about, Vec::new(), true)
}

#[test]
fn the_modes_of_the_exposure_are_a_switch() {
    let auto = |value| described(&range(number::EXPOSURE_AUTO, 0, 3, value)).unwrap();
    assert_eq!((auto(3).name, auto(3).kind, auto(3).value), (ControlName::AutoExposure, ControlKind::Switch, 1));
    assert_eq!(auto(MANUAL).value, 0);
    assert_eq!(auto(0).value, 1);
}

#[test]
fn a_flash_is_a_torch_only_where_it_burns_steadily() {
    assert_eq!(described(&range(number::FLASH_LED_MODE, 0, 2, 2)).unwrap().value, 1);
    assert_eq!(described(&range(number::FLASH_LED_MODE, 0, 1, 1)), None);
}

#[test]
fn a_range_keeps_its_ends_and_one_without_room_is_not_offered() {
    let exposure = described(&range(number::EXPOSURE_ABSOLUTE, 3, 2047, 250)).unwrap();
    assert_eq!(exposure.kind, ControlKind::Range { min: 3, max: 2047, step: 1 });
    assert_eq!((exposure.name, exposure.value, exposure.default), (ControlName::Exposure, 250, 3));
    assert_eq!(described(&range(number::GAIN, 0, 0, 0)), None);
    assert_eq!(described(&range(0x0098_0901, 0, 255, 128)), None, "the contrast is none of ours");
}

#[test]
fn a_camera_whose_opening_hangs_is_not_opened_once_more() {
    let first = Pending::of("somewhere").unwrap();
    assert!(Pending::of("somewhere").is_none());
    assert!(Pending::of("elsewhere").is_some());
    drop(first);
    assert!(Pending::of("somewhere").is_some());
}

#[cfg(target_os = "linux")]
#[test]
fn a_camera_that_is_not_there_is_lost_and_nobody_waits() {
    let device = Device {
        id: "none".into(),
        name: "none".into(),
        address: "/dev/video9999".into(),
        formats: Vec::new(),
        index: Index::Number(9999),
    };
    let start = Instant::now();
    assert_eq!(NokhwaSource::open(&device, Wish::default()).err().unwrap().code(), "camera_lost");
    assert!(start.elapsed() < OPENING);
}
