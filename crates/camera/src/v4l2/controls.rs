//! The controls of a V4L2 device, in nokhwa's words.

use super::failed;
use nokhwa::NokhwaError;
use nokhwa::utils::{
    CameraControl, ControlValueDescription, ControlValueSetter, KnownCameraControl, KnownCameraControlFlag,
};
use v4l::Device;
use v4l::control::{Control, Description, Flags, Type, Value};

/// All controls that hold a number or a switch.
pub(super) fn all(device: &Device) -> Result<Vec<CameraControl>, NokhwaError> {
    // The crate panics over kinds of controls that it does not know.
    let listed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| device.query_controls()))
        .map_err(|_| NokhwaError::GeneralError("a control of an unknown kind".to_owned()))?
        .map_err(|cause| failed(&cause))?;
    Ok(listed.iter().filter_map(|about| described(device, about)).collect())
}

fn described(device: &Device, about: &Description) -> Option<CameraControl> {
    if about.flags.intersects(Flags::DISABLED | Flags::READ_ONLY | Flags::WRITE_ONLY) {
        return None;
    }
    if !matches!(about.typ, Type::Integer | Type::Integer64 | Type::Boolean | Type::Menu) {
        return None;
    }
    let value = match (about.typ, device.control(about.id).ok()?.value) {
        (Type::Boolean, Value::Boolean(value)) => {
            ControlValueDescription::Boolean { value, default: about.default != 0 }
        }
        (_, Value::Integer(value)) => ControlValueDescription::IntegerRange {
            min: about.minimum,
            max: about.maximum,
            value,
            step: i64::try_from(about.step).unwrap_or(1).max(1),
            default: about.default,
        },
        _ => return None,
    };
    let active = !about.flags.contains(Flags::INACTIVE);
    let flags = if active { Vec::new() } else { vec![KnownCameraControlFlag::Disabled] };
    let id = KnownCameraControl::Other(u128::from(about.id));
    Some(CameraControl::new(id, about.name.clone(), value, flags, active))
}

/// Sets one.
pub(super) fn set(device: &Device, id: KnownCameraControl, value: &ControlValueSetter) -> Result<(), NokhwaError> {
    let refused = |error: &str| NokhwaError::SetPropertyError {
        property: id.to_string(),
        value: value.to_string(),
        error: error.to_owned(),
    };
    let KnownCameraControl::Other(id) = id else {
        return Err(refused("not known by its number"));
    };
    let id = u32::try_from(id).map_err(|_| refused("no number of a control"))?;
    let value = match value {
        ControlValueSetter::Integer(value) => Value::Integer(*value),
        ControlValueSetter::Boolean(value) => Value::Boolean(*value),
        _ => return Err(refused("neither a number nor a switch")),
    };
    device.set_control(Control { id, value }).map_err(|cause| failed(&cause))
}
