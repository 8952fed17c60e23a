//! What keeps a hand from being read, in codes that a window can turn into advice.

use crate::CameraError;
use vision::Condition;

/// What keeps a hand from being read. Those that matter more come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hindrance {
    /// No camera is connected.
    NoCamera,
    /// Another program uses the camera.
    CameraBusy,
    /// The system does not allow the use of the camera.
    CameraDenied,
    /// The camera was there and went away.
    CameraLost,
    /// The camera is there and gives no usable picture for another reason; [`crate::Report::camera`] says which.
    CameraFailed,
    /// The camera's picture stands still: no new one comes, or all are the same to the last bit.
    CameraFrozen,
    /// There is too little light.
    TooDark,
    /// Something lies or is held over the tiles, or over the lens.
    Covered,
    /// So much light that the ink is washed out: glare.
    OverExposed,
    /// Out of focus.
    Blurred,
    /// The picture has no colour: red tiles cannot be told from others.
    NoColour,
    /// The camera is too far away.
    TilesTooSmall,
    /// Not as many tiles lie together as a hand has, or as were asked for.
    WrongCount {
        /// How many tiles of the set are in view.
        seen: usize,
    },
}

impl Hindrance {
    /// A stable code: `no_camera`, `camera_busy`, `camera_denied`, `camera_lost`, `camera_failed`, `camera_frozen`,
    /// `too_dark`, `covered`, `over_exposed`, `blurred`, `no_colour`, `tiles_too_small`,
    /// `wrong_count`.
    pub const fn code(self) -> &'static str {
        match self {
            Hindrance::NoCamera => "no_camera",
            Hindrance::CameraBusy => "camera_busy",
            Hindrance::CameraDenied => "camera_denied",
            Hindrance::CameraLost => "camera_lost",
            Hindrance::CameraFailed => "camera_failed",
            Hindrance::CameraFrozen => "camera_frozen",
            Hindrance::TooDark => "too_dark",
            Hindrance::Covered => "covered",
            Hindrance::OverExposed => "over_exposed",
            Hindrance::Blurred => "blurred",
            Hindrance::NoColour => "no_colour",
            Hindrance::TilesTooSmall => "tiles_too_small",
            Hindrance::WrongCount { .. } => "wrong_count",
        }
    }

    /// What a camera's error means to the person at the table.
    pub const fn of_error(error: &CameraError) -> Hindrance {
        match error {
            CameraError::NoCamera { .. } => Hindrance::NoCamera,
            CameraError::Busy { .. } => Hindrance::CameraBusy,
            CameraError::Denied { .. } => Hindrance::CameraDenied,
            CameraError::Lost { .. } => Hindrance::CameraLost,
            CameraError::Hung { .. } => Hindrance::CameraFrozen,
            _ => Hindrance::CameraFailed,
        }
    }

    /// What a condition of the picture means; that no tile is in view is none.
    pub(crate) const fn of_condition(condition: Condition) -> Option<Hindrance> {
        match condition {
            Condition::TooDark => Some(Hindrance::TooDark),
            Condition::OverExposed => Some(Hindrance::OverExposed),
            Condition::Blurred => Some(Hindrance::Blurred),
            Condition::NoColour => Some(Hindrance::NoColour),
            Condition::TilesTooSmall => Some(Hindrance::TilesTooSmall),
            Condition::NoTiles => None,
        }
    }
}

/// For so long something must hinder before it is said (milliseconds): a hand that passes, a tile on its way.
const LASTS: u64 = 600;
/// For so long it must be over before it is no longer said, so that nothing flickers.
const OVER: u64 = 300;

/// Says what lasts, not what flickers. Time is passed in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lasting(Vec<Spell>);

#[derive(Clone, Copy, Debug)]
struct Spell {
    what: Hindrance,
    since: u64,
    last: u64,
}

impl Lasting {
    /// Takes in what a frame is hindered by, and says by what one has been hindered for a while.
    pub(crate) fn see(&mut self, now: &[Hindrance], at: u64) -> Vec<Hindrance> {
        self.0.retain(|spell| at.saturating_sub(spell.last) <= OVER || now.contains(&spell.what));
        for &what in now {
            match self.0.iter_mut().find(|spell| spell.what == what) {
                Some(spell) => spell.last = at,
                None => self.0.push(Spell { what, since: at, last: at }),
            }
        }
        let mut lasting: Vec<Hindrance> =
            self.0.iter().filter(|spell| spell.last - spell.since >= LASTS).map(|spell| spell.what).collect();
        lasting.sort();
        lasting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: &[Hindrance] = &[Hindrance::TooDark];

    #[test]
    fn what_flickers_is_not_said() {
        let mut lasting = Lasting::default();
        for at in (0..6000).step_by(1000) {
            assert!(lasting.see(DARK, at).is_empty());
            assert!(lasting.see(&[], at + 400).is_empty());
        }
    }

    #[test]
    fn what_lasts_is_said_until_it_is_over_for_a_while() {
        let mut lasting = Lasting::default();
        assert!(lasting.see(DARK, 0).is_empty());
        assert!(lasting.see(DARK, 300).is_empty());
        assert_eq!(lasting.see(DARK, 600), DARK);
        assert_eq!(lasting.see(&[], 700), DARK, "one good frame changes nothing");
        assert_eq!(lasting.see(DARK, 800), DARK);
        assert!(lasting.see(&[], 1200).is_empty());
    }

    #[test]
    fn frames_that_come_rarely_are_enough() {
        let mut lasting = Lasting::default();
        lasting.see(DARK, 0);
        lasting.see(DARK, 500);
        assert_eq!(lasting.see(DARK, 1000), DARK);
    }

    #[test]
    fn what_matters_more_comes_first() {
        let mut lasting = Lasting::default();
        let both = [Hindrance::Blurred, Hindrance::TooDark];
        lasting.see(&both, 0);
        assert_eq!(lasting.see(&both, 600), [Hindrance::TooDark, Hindrance::Blurred]);
    }
}
