//! Which cameras are connected.
//!
//! A camera is named so that it is found again, also on another port: by what it calls itself and its serial number, or
//! where it tells none, by its port. One that is not on its port is looked for by its name. Nodes that are no cameras (outputs,
//! metadata, radios, loop-backs that nobody feeds) are not listed, and neither is one whose pixels cannot be read.

use crate::nokhwa::NokhwaSource;
use crate::{CameraError, CameraSource, Encoding, Format, Opener, Wish};

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
    /// Tells cameras that are alike apart.
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

/// As [`list`], and the camera that [`find`] finds by this id has it: one without a serial number had it on another port.
///
/// # Errors
/// As [`list`].
pub fn list_chosen(id: Option<&str>) -> Result<Vec<Device>, CameraError> {
    Ok(called(list()?, id))
}

fn called(mut devices: Vec<Device>, id: Option<&str>) -> Vec<Device> {
    if let Some((id, place)) = id.and_then(|id| Some((id, place(&devices, id)?))) {
        id.clone_into(&mut devices[place].id);
    }
    devices
}

/// Between a camera's name and its port.
const AT: &str = " @ ";

/// Gives every camera its id: what it calls itself, with its serial number or else its port.
fn named(mut found: Vec<Found>) -> Vec<Device> {
    let is_grey = |found: &Found| {
        !found.formats.is_empty() && found.formats.iter().all(|format| format.encoding == Encoding::Grey)
    };
    // One whose formats the system does not tell may not be opened, either.
    found.sort_by_key(|found| (found.formats.is_empty(), is_grey(found)));
    let plain = |found: &Found| match (&found.serial, found.port.as_str()) {
        (Some(serial), _) => format!("{} [{serial}]", found.name),
        (None, "") => found.name.clone(),
        (None, port) => format!("{}{AT}{port}", found.name),
    };
    let ids: Vec<String> = found
        .iter()
        .enumerate()
        .map(|(i, one)| {
            let before = found
                .iter()
                .enumerate()
                .filter(|(j, other)| plain(other) == plain(one) && (&other.address, *j) < (&one.address, i));
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

/// The camera with this id, address or name; without one, the first. A camera without a serial number that is not on its
/// port is the only one of its name, wherever that is.
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
    place(&devices, text).and_then(|place| devices.into_iter().nth(place)).ok_or_else(missing)
}

/// Where among these the camera with this id, address or name is.
fn place(devices: &[Device], text: &str) -> Option<usize> {
    let is: [fn(&Device, &str) -> bool; 3] =
        [|device, text| device.id == text, |device, text| device.address == text, |device, text| device.name == text];
    let place = is.iter().find_map(|is| devices.iter().position(|device| is(device, text)));
    place.or_else(|| only(devices, text.rsplit_once(AT)?.0))
}

/// The place of the only camera of this name.
fn only(devices: &[Device], name: &str) -> Option<usize> {
    let mut places = (0..devices.len()).filter(|&i| devices[i].name == name);
    places.next().filter(|_| places.next().is_none())
}

/// Opens the camera that was asked for (the first if none was), and later that same one again: another camera never takes
/// its place, also not one that looks alike.
pub fn keep(wanted: Option<String>, wish: Wish) -> Opener {
    let mut kept: Option<Kept> = None;
    Box::new(move || {
        let devices = list()?;
        let device = match &kept {
            Some(kept) => kept.again(devices)?,
            None => {
                let device = pick(devices.clone(), wanted.as_deref())?;
                kept = Some(Kept { alone: only(&devices, &device.name).is_some(), device: device.clone() });
                device
            }
        };
        open(&device, wish)
    })
}

/// A camera that was opened, and whether it was the only one of its name.
struct Kept {
    device: Device,
    alone: bool,
}

impl Kept {
    /// The same camera, if it is there.
    fn again(&self, devices: Vec<Device>) -> Result<Device, CameraError> {
        let place = devices.iter().position(|device| device.id == self.device.id);
        let place = place.or_else(|| if self.alone { only(&devices, &self.device.name) } else { None });
        let missing = || CameraError::NoCamera { wanted: Some(self.device.id.clone()) };
        place.and_then(|place| devices.into_iter().nth(place)).ok_or_else(missing)
    }
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

    fn alike() -> Vec<Device> {
        named(vec![
            found("Webcam", None, "usb-1", 0, Encoding::Mjpeg),
            found("Webcam", None, "usb-2", 2, Encoding::Mjpeg),
        ])
    }

    #[test]
    fn cameras_that_are_alike_are_told_apart_by_their_ports() {
        assert_eq!(pick(alike(), Some("Webcam @ usb-2")).unwrap().address, "/dev/video2");
        let mut one_left = alike();
        one_left.remove(0);
        assert_eq!(pick(one_left, Some("Webcam @ usb-2")).unwrap().address, "/dev/video2", "it keeps its name");
        assert_eq!(pick(alike(), Some("Webcam @ usb-3")).unwrap_err().code(), "no_camera", "it may be either");
    }

    #[test]
    fn a_camera_without_a_serial_number_is_found_on_another_port() {
        let moved = || named(vec![found("tilecam", None, "usb-7", 4, Encoding::Yuyv)]);
        assert_eq!(pick(moved(), Some("tilecam @ usb-1")).unwrap().address, "/dev/video4");
        assert_eq!(called(moved(), Some("tilecam @ usb-1"))[0].id, "tilecam @ usb-1", "and shown as the chosen one");
        assert_eq!(pick(moved(), Some("webcam @ usb-1")).unwrap_err().code(), "no_camera");
        assert_eq!(called(moved(), Some("webcam @ usb-1")), moved(), "another one is not");
    }

    #[test]
    fn another_camera_never_takes_the_place_of_one_that_is_lost() {
        let kept = Kept { device: alike().remove(0), alone: false };
        let mut other = alike();
        other.remove(0);
        assert_eq!(kept.again(other).unwrap_err().code(), "no_camera");
        assert_eq!(kept.again(alike()).unwrap().address, "/dev/video0");
        let lid = named(vec![found("Lid", None, "usb-9", 1, Encoding::Mjpeg)]);
        let alone = Kept { device: named(vec![found("tilecam", None, "a", 5, Encoding::Yuyv)]).remove(0), alone: true };
        assert_eq!(alone.again(lid).unwrap_err().code(), "no_camera");
        let moved = named(vec![found("tilecam", None, "b", 6, Encoding::Yuyv)]);
        assert_eq!(alone.again(moved).unwrap().address, "/dev/video6");
    }

    #[test]
    fn two_nodes_of_one_camera_are_counted() {
        let both = vec![
            found("Webcam", Some("A"), "1", 0, Encoding::Mjpeg),
            found("Webcam", Some("A"), "1", 2, Encoding::Grey),
        ];
        assert_eq!(ids(both).into_iter().map(|(id, _)| id).collect::<Vec<_>>(), ["Webcam [A]", "Webcam [A] #2"]);
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
