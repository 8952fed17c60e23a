//! Which cameras are connected.
//!
//! A camera is named so that it is found again on another port: by what it calls itself and, where it tells one, by its
//! serial number; cameras that are alike are counted in the order of their ports. Nodes that are no cameras (outputs,
//! metadata, radios, loop-backs that nobody feeds) are not listed, and neither is one whose pixels cannot be read.

use crate::nokhwa::NokhwaSource;
use crate::{CameraError, CameraSource, Encoding, Format, Wish};

/// A camera that is connected.
#[derive(Clone, Debug, PartialEq)]
pub struct Device {
    /// The same for the same camera, also on another port.
    pub id: String,
    /// What it calls itself.
    pub name: String,
    /// Where it is now, such as `/dev/video0`. It may be another one tomorrow.
    pub address: String,
    /// What it can send; empty where that is only known once it is open (macOS, Windows).
    pub formats: Vec<Format>,
    /// By what the system opens it.
    pub(crate) index: Index,
}

/// By what a system opens a camera.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    /// A number.
    Number(u32),
    /// A text.
    #[cfg_attr(target_os = "linux", expect(dead_code, reason = "Linux numbers its devices"))]
    Text(String),
}

/// What a system tells of a node before it is named.
pub(crate) struct Found {
    pub(crate) name: String,
    pub(crate) serial: Option<String>,
    /// Orders cameras that are alike.
    pub(crate) port: String,
    pub(crate) address: String,
    pub(crate) formats: Vec<Format>,
    pub(crate) index: Index,
}

/// The cameras that are connected now: those in colour first, then in the system's order.
///
/// # Errors
/// When the system does not say.
pub fn list() -> Result<Vec<Device>, CameraError> {
    #[cfg(target_os = "linux")]
    let found = crate::v4l2::list();
    #[cfg(not(target_os = "linux"))]
    let found = crate::nokhwa::list()?;
    Ok(named(found))
}

/// Gives every camera its id.
fn named(mut found: Vec<Found>) -> Vec<Device> {
    let is_grey = |found: &Found| {
        !found.formats.is_empty() && found.formats.iter().all(|format| format.encoding == Encoding::Grey)
    };
    // One whose formats the system does not tell may not be opened, either.
    found.sort_by_key(|found| (found.formats.is_empty(), is_grey(found)));
    let plain = |found: &Found| match &found.serial {
        Some(serial) => format!("{} [{serial}]", found.name),
        None => found.name.clone(),
    };
    let ids: Vec<String> = found
        .iter()
        .enumerate()
        .map(|(i, one)| {
            let before = found.iter().enumerate().filter(|(j, other)| {
                plain(other) == plain(one) && (&other.port, &other.address, *j) < (&one.port, &one.address, i)
            });
            match before.count() {
                0 => plain(one),
                count => format!("{} #{}", plain(one), count + 1),
            }
        })
        .collect();
    let device = |(found, id): (Found, String)| Device {
        id,
        name: found.name,
        address: found.address,
        formats: found.formats,
        index: found.index,
    };
    found.into_iter().zip(ids).map(device).collect()
}

/// The camera with this id, name or address; without one, the first.
///
/// # Errors
/// [`CameraError::NoCamera`].
pub fn find(wanted: Option<&str>) -> Result<Device, CameraError> {
    pick(list()?, wanted)
}

fn pick(devices: Vec<Device>, wanted: Option<&str>) -> Result<Device, CameraError> {
    let missing = || CameraError::NoCamera { wanted: wanted.map(str::to_owned) };
    let Some(text) = wanted else {
        return devices.into_iter().next().ok_or_else(missing);
    };
    let is: [fn(&Device, &str) -> bool; 3] =
        [|device, text| device.id == text, |device, text| device.address == text, |device, text| device.name == text];
    let place = is.iter().find_map(|is| devices.iter().position(|device| is(device, text)));
    place.and_then(|place| devices.into_iter().nth(place)).ok_or_else(missing)
}

/// Opens a camera in the format that fits the wish best, and starts it.
///
/// # Errors
/// [`CameraError::Busy`], [`CameraError::Denied`], [`CameraError::Lost`] when it has just gone,
/// [`CameraError::NoFormat`], [`CameraError::Hung`] when its driver does not answer within five seconds, and
/// [`CameraError::Failed`].
pub fn open(device: &Device, wish: Wish) -> Result<Box<dyn CameraSource>, CameraError> {
    Ok(Box::new(NokhwaSource::open(device, wish)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, serial: Option<&str>, port: &str, number: u32, encoding: Encoding) -> Found {
        Found {
            name: name.to_owned(),
            serial: serial.map(str::to_owned),
            port: port.to_owned(),
            address: format!("/dev/video{number}"),
            formats: vec![Format { encoding, width: 1280, height: 720, fps: 30.0 }],
            index: Index::Number(number),
        }
    }

    fn ids(found: Vec<Found>) -> Vec<(String, String)> {
        named(found).into_iter().map(|device| (device.id, device.address)).collect()
    }

    #[test]
    fn a_camera_has_the_same_id_on_another_port() {
        let here = ids(vec![found("Webcam", Some("A1"), "usb-1", 0, Encoding::Mjpeg)]);
        let there = ids(vec![found("Webcam", Some("A1"), "usb-3", 4, Encoding::Mjpeg)]);
        assert_eq!(here[0].0, there[0].0);
        assert_eq!(here[0].0, "Webcam [A1]");
    }

    #[test]
    fn cameras_that_are_alike_are_counted_by_their_ports() {
        let list = || {
            vec![found("Webcam", None, "usb-2", 0, Encoding::Mjpeg), found("Webcam", None, "usb-1", 2, Encoding::Mjpeg)]
        };
        let named = ids(list());
        assert_eq!(named[0], ("Webcam #2".to_owned(), "/dev/video0".to_owned()));
        assert_eq!(named[1], ("Webcam".to_owned(), "/dev/video2".to_owned()));
    }

    #[test]
    fn an_infrared_camera_is_not_the_first_choice() {
        let list = vec![found("IR", None, "a", 0, Encoding::Grey), found("Webcam", None, "b", 2, Encoding::Yuyv)];
        assert_eq!(pick(named(list), None).unwrap().name, "Webcam");
    }

    #[test]
    fn a_camera_that_cannot_be_opened_is_listed_but_not_the_first_choice() {
        let mut shut = found("Webcam", None, "a", 0, Encoding::Mjpeg);
        shut.formats.clear();
        let list = named(vec![shut, found("tilecam", None, "b", 2, Encoding::Yuyv)]);
        assert_eq!(list.len(), 2);
        assert_eq!(pick(list, None).unwrap().name, "tilecam");
    }

    #[test]
    fn a_camera_is_found_by_id_address_or_name() {
        let list = || {
            named(vec![
                found("Webcam", Some("A"), "1", 0, Encoding::Mjpeg),
                found("tilecam", None, "2", 5, Encoding::Yuyv),
            ])
        };
        for text in ["tilecam", "/dev/video5"] {
            assert_eq!(pick(list(), Some(text)).unwrap().index, Index::Number(5));
        }
        assert_eq!(pick(list(), Some("Webcam")).unwrap().id, "Webcam [A]");
        assert_eq!(pick(list(), Some("gone")).unwrap_err(), CameraError::NoCamera { wanted: Some("gone".into()) });
        assert_eq!(pick(Vec::new(), None).unwrap_err().code(), "no_camera");
    }
}
