//! What can be set on a camera, where its driver offers it.

/// The controls that matter for tiles on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlName {
    /// A lamp beside the lens.
    Torch,
    /// Whether the camera chooses the exposure by itself.
    AutoExposure,
    /// The exposure time, or on some cameras the exposure value.
    Exposure,
    /// The amplification.
    Gain,
    /// The brightness.
    Brightness,
    /// Whether the camera focuses by itself.
    AutoFocus,
    /// Where it is focused.
    Focus,
}

impl ControlName {
    /// A stable code: `torch`, `auto_exposure`, `exposure`, `gain`, `brightness`, `auto_focus`, `focus`.
    pub const fn code(self) -> &'static str {
        match self {
            ControlName::Torch => "torch",
            ControlName::AutoExposure => "auto_exposure",
            ControlName::Exposure => "exposure",
            ControlName::Gain => "gain",
            ControlName::Brightness => "brightness",
            ControlName::AutoFocus => "auto_focus",
            ControlName::Focus => "focus",
        }
    }
}

/// What values a control takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ControlKind {
    /// 0 or 1.
    Switch,
    /// Whole numbers in steps.
    Range {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
        /// From one to the next; at least 1.
        step: i64,
    },
}

/// A control that a camera offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Which.
    pub name: ControlName,
    /// What it takes.
    pub kind: ControlKind,
    /// Its value.
    pub value: i64,
    /// What it has when nobody sets it.
    pub default: i64,
    /// Whether it can be set now; the exposure cannot while the camera chooses it.
    pub active: bool,
}
