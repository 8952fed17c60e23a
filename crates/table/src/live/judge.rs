//! What to tell about the live picture: of all that can be said the one thing that helps most.

use super::LiveState;
use camera::{CameraState, Hindrance, Phase};

/// What a report comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances<'a> {
    pub camera: &'a CameraState,
    pub phase: Phase,
    /// The most important first.
    pub hindrances: &'a [Hindrance],
    /// Whether the box holds what is read.
    pub possible: bool,
    /// Whether the tiles have lain still for long without being read surely.
    pub unclear: bool,
    /// Whether anything was offered since the camera was opened.
    pub offered: bool,
}

/// The one thing to tell. What hinders comes before what goes on.
pub(crate) fn state(now: &Circumstances<'_>) -> LiveState {
    match now.camera {
        CameraState::Opening => return LiveState::Opening,
        CameraState::Failed(error) => return of_hindrance(Hindrance::of_error(error)),
        CameraState::Running { .. } => {}
    }
    if let Some(&hindrance) = now.hindrances.first() {
        return of_hindrance(hindrance);
    }
    match now.phase {
        Phase::NoPicture => LiveState::Opening,
        Phase::Looking => LiveState::Looking,
        Phase::HoldStill => LiveState::HoldStill,
        Phase::Settling { .. } if !now.possible => LiveState::TooManyOfATile,
        Phase::Settling { share } if now.unclear && share < 1.0 => LiveState::Unclear,
        Phase::Settling { .. } => LiveState::Settling,
        Phase::Offered if now.offered => LiveState::Read,
        // They were offered before the camera was opened.
        Phase::Offered => LiveState::Lying,
    }
}

const fn of_hindrance(hindrance: Hindrance) -> LiveState {
    match hindrance {
        Hindrance::NoCamera => LiveState::NoCamera,
        Hindrance::CameraBusy => LiveState::CameraBusy,
        Hindrance::CameraDenied => LiveState::CameraDenied,
        Hindrance::CameraLost => LiveState::CameraLost,
        Hindrance::CameraFailed => LiveState::CameraFailed,
        Hindrance::CameraFrozen => LiveState::CameraFrozen,
        Hindrance::TooDark => LiveState::TooDark,
        Hindrance::Covered => LiveState::Covered,
        Hindrance::OverExposed => LiveState::OverExposed,
        Hindrance::Blurred => LiveState::Blurred,
        Hindrance::NoColour => LiveState::NoColour,
        Hindrance::TilesTooSmall => LiveState::TilesTooSmall,
        Hindrance::WrongCount { .. } => LiveState::WrongNumber,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use camera::CameraError;

    fn running() -> CameraState {
        CameraState::Running { name: "lid".into(), format: None, controls: [].into() }
    }

    fn told(phase: Phase, hindrances: &[Hindrance]) -> LiveState {
        let camera = running();
        state(&Circumstances { camera: &camera, phase, hindrances, possible: true, unclear: false, offered: true })
    }

    #[test]
    fn what_goes_on_is_told_while_nothing_hinders() {
        assert_eq!(told(Phase::NoPicture, &[]), LiveState::Opening);
        assert_eq!(told(Phase::Looking, &[]), LiveState::Looking);
        assert_eq!(told(Phase::HoldStill, &[]), LiveState::HoldStill);
        assert_eq!(told(Phase::Settling { share: 0.4 }, &[]), LiveState::Settling);
        assert_eq!(told(Phase::Offered, &[]), LiveState::Read);
    }

    #[test]
    fn what_hinders_comes_first_and_of_that_what_matters_most() {
        let both = [Hindrance::TooDark, Hindrance::WrongCount { seen: 5 }];
        assert_eq!(told(Phase::Settling { share: 1.0 }, &both), LiveState::TooDark);
        assert_eq!(told(Phase::Settling { share: 1.0 }, &both[1..]), LiveState::WrongNumber);
        assert_eq!(told(Phase::Looking, &[Hindrance::CameraFrozen]), LiveState::CameraFrozen);
    }

    #[test]
    fn a_camera_that_gives_no_picture_comes_before_all_that_was_seen() {
        let name = || "lid".to_owned();
        let failed = [
            (CameraError::NoCamera { wanted: None }, LiveState::NoCamera),
            (CameraError::Busy { name: name() }, LiveState::CameraBusy),
            (CameraError::Denied { name: name() }, LiveState::CameraDenied),
            (CameraError::Lost { name: name() }, LiveState::CameraLost),
            (CameraError::Hung { name: name() }, LiveState::CameraFrozen),
            (CameraError::NoFormat { name: name() }, LiveState::CameraFailed),
        ];
        for (error, expected) in failed {
            let camera = CameraState::Failed(error);
            let hindrances = &[Hindrance::Blurred];
            let phase = Phase::Offered;
            let now =
                Circumstances { camera: &camera, phase, hindrances, possible: true, unclear: false, offered: true };
            assert_eq!(state(&now), expected);
        }
    }

    #[test]
    fn tiles_that_were_read_before_the_camera_was_opened_are_said_to_lie_there() {
        let camera = running();
        let now = Circumstances {
            camera: &camera,
            phase: Phase::Offered,
            hindrances: &[],
            possible: true,
            unclear: false,
            offered: false,
        };
        assert_eq!(state(&now), LiveState::Lying);
    }

    #[test]
    fn what_stays_unsure_or_cannot_be_is_said() {
        let camera = running();
        let phase = Phase::Settling { share: 0.0 };
        let now =
            Circumstances { camera: &camera, phase, hindrances: &[], possible: true, unclear: true, offered: false };
        assert_eq!(state(&now), LiveState::Unclear);
        assert_eq!(state(&Circumstances { possible: false, ..now }), LiveState::TooManyOfATile);
    }
}
