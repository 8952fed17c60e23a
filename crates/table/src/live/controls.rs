//! What a camera lets one set, as the window shows it: one value with "by itself" instead of a switch beside it.

use super::{ControlId, ControlView};
use camera::{CameraState, Control, ControlKind, ControlName};

/// Each control of the window, the camera's control for it, and the switch with which the camera chooses it by itself.
const CONTROLS: [(ControlId, ControlName, Option<ControlName>); 5] = [
    (ControlId::Torch, ControlName::Torch, None),
    (ControlId::Exposure, ControlName::Exposure, Some(ControlName::AutoExposure)),
    (ControlId::Gain, ControlName::Gain, None),
    (ControlId::Brightness, ControlName::Brightness, None),
    (ControlId::Focus, ControlName::Focus, Some(ControlName::AutoFocus)),
];

/// What can be set on this camera.
pub(crate) fn shown(camera: &CameraState) -> Vec<ControlView> {
    let offered = offered(camera);
    let one = |&(id, name, switch): &(ControlId, ControlName, Option<ControlName>)| {
        let control = find(offered, name)?;
        let (min, max, step) = match control.kind {
            ControlKind::Switch => (0, 1, 1),
            ControlKind::Range { min, max, step } => (min, max, step),
        };
        let switch = switch.and_then(|switch| find(offered, switch));
        let by_itself = switch.is_some_and(|switch| switch.value != 0);
        Some(ControlView {
            id,
            min: whole(min),
            max: whole(max),
            step: whole(step).max(1),
            value: if by_itself { None } else { Some(whole(control.value)) },
            can_be_automatic: switch.is_some(),
        })
    };
    CONTROLS.iter().filter_map(one).collect()
}

/// What has to be set, in this order, for the control to have this value; with `None` for the camera to choose it.
pub(crate) fn steps(camera: &CameraState, id: ControlId, value: Option<i32>) -> Vec<(ControlName, i64)> {
    let Some(&(_, name, switch)) = CONTROLS.iter().find(|(of, ..)| *of == id) else { return Vec::new() };
    let switch = switch.filter(|switch| find(offered(camera), *switch).is_some());
    match (value, switch) {
        (Some(value), Some(switch)) => vec![(switch, 0), (name, value.into())],
        (Some(value), None) => vec![(name, value.into())],
        (None, Some(switch)) => vec![(switch, 1)],
        (None, None) => Vec::new(),
    }
}

fn offered(camera: &CameraState) -> &[Control] {
    match camera {
        CameraState::Running { controls, .. } => controls,
        _ => &[],
    }
}

fn find(offered: &[Control], name: ControlName) -> Option<&Control> {
    offered.iter().find(|control| control.name == name)
}

/// The window counts in 32 bits; drivers that count further are not met.
fn whole(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(controls: &[Control]) -> CameraState {
        CameraState::Running { name: "stand".into(), format: None, controls: controls.into() }
    }

    const fn control(name: ControlName, kind: ControlKind, value: i64) -> Control {
        Control { name, kind, value, default: 0, active: true }
    }

    const EXPOSURE: Control = control(ControlName::Exposure, ControlKind::Range { min: 3, max: 2047, step: 1 }, 250);

    #[test]
    fn what_the_camera_chooses_by_itself_has_no_value() {
        let by_itself = camera(&[control(ControlName::AutoExposure, ControlKind::Switch, 1), EXPOSURE]);
        let [exposure] = &shown(&by_itself)[..] else { panic!("the switch is no control of its own") };
        assert_eq!((exposure.value, exposure.can_be_automatic), (None, true));
        assert_eq!((exposure.min, exposure.max, exposure.step), (3, 2047, 1));
        let by_hand = camera(&[control(ControlName::AutoExposure, ControlKind::Switch, 0), EXPOSURE]);
        assert_eq!(shown(&by_hand)[0].value, Some(250));
    }

    #[test]
    fn setting_a_value_takes_it_from_the_camera_first() {
        let with_switch = camera(&[control(ControlName::AutoExposure, ControlKind::Switch, 1), EXPOSURE]);
        let set = steps(&with_switch, ControlId::Exposure, Some(100));
        assert_eq!(set, [(ControlName::AutoExposure, 0), (ControlName::Exposure, 100)]);
        assert_eq!(steps(&with_switch, ControlId::Exposure, None), [(ControlName::AutoExposure, 1)]);
        assert_eq!(steps(&camera(&[EXPOSURE]), ControlId::Exposure, Some(100)), [(ControlName::Exposure, 100)]);
    }

    #[test]
    fn a_camera_that_offers_nothing_has_no_controls() {
        assert!(shown(&camera(&[])).is_empty() && shown(&CameraState::Opening).is_empty());
        let lamp = camera(&[control(ControlName::Torch, ControlKind::Switch, 1)]);
        assert_eq!((shown(&lamp)[0].min, shown(&lamp)[0].max, shown(&lamp)[0].value), (0, 1, Some(1)));
    }
}
