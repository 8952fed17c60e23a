//! What an end of the hand would do, while it is still being entered.

use crate::describe::{payment_views, points, score_view};
use crate::sticks::stick_payments;
use crate::view::AppraisedHand;
use crate::{Appraisal, Claim, Failure, HandEnd, Origin};
use ledger::{CorrectedEnd, Event, Game, LogEntry, SixTiles, Winner};
use rules::{Hand, Ruleset, Score, Tile, parse_tile};

/// Looks at an end of the hand; the tiles may be incomplete. Nothing is recorded.
pub(crate) fn appraise(game: &Game, end: &HandEnd) -> Appraisal {
    let scene = Scene { ruleset: game.setup().ruleset, dealer: game.dealer().index(), dora: game.dora() };
    let mut appraisal = Appraisal {
        hands: scene.hands(end),
        may_confirm: false,
        refusal: None,
        payments: Vec::new(),
        sticks: Vec::new(),
        points_after: Vec::new(),
    };
    match end_event(end).and_then(|event| game.preview(&event, 0).map_err(Failure::from)) {
        Ok(line) => {
            appraisal.may_confirm = true;
            if let Some(line) = line {
                mark_bumped(&mut appraisal.hands, &line);
                appraisal.payments = payment_views(&line.payments);
                appraisal.sticks = stick_payments(&game.plan(&line.payments));
                appraisal.points_after = points(&line.after);
            }
        }
        Err(refusal) => appraisal.refusal = Some(refusal),
    }
    appraisal
}

/// Says of each hand whether a nearer winner takes the discard.
pub(crate) fn mark_bumped(hands: &mut [AppraisedHand], line: &LogEntry) {
    for hand in hands {
        hand.head_bumped = line.wins.iter().any(|win| win.seat.index() == hand.seat as usize && win.head_bumped);
    }
}

/// What a hand's worth depends on besides its tiles.
pub(crate) struct Scene {
    pub ruleset: Ruleset,
    /// The seat of the dealer.
    pub dealer: usize,
    pub dora: Option<Tile>,
}

impl Scene {
    /// Every hand of this end, as far as it is entered.
    pub fn hands(&self, end: &HandEnd) -> Vec<AppraisedHand> {
        let claims = claims(end);
        // What is no tile is the refusal's to tell.
        let tiles = |claim: &Claim| claim.tiles.iter().filter_map(|text| parse_tile(text).ok()).collect();
        let hands: Vec<Vec<Tile>> = claims.iter().map(tiles).collect();
        claims.iter().enumerate().map(|(at, claim)| self.hand(claim.seat, &hands, at)).collect()
    }

    fn hand(&self, seat: u32, hands: &[Vec<Tile>], at: usize) -> AppraisedHand {
        // Also of a hand that may not win: the window shows why.
        let score = Hand::new(&hands[at], self.dora).ok().and_then(|hand| Score::of(&hand, &self.ruleset));
        AppraisedHand {
            seat,
            score: score.map(|score| score_view(&score, self.dealer == seat as usize)),
            head_bumped: false,
            left: Tile::all().map(|tile| (tile.to_string(), self.left(tile, hands, at))).collect(),
        }
    }

    /// Copies of a face that are still in the box for this hand. Hands that are laid down together on one discard share that
    /// one tile and no other: a face that all others hold may be it. Tiles that do not exist together leave none.
    fn left(&self, tile: Tile, hands: &[Vec<Tile>], at: usize) -> u32 {
        let held = |hand: &Vec<Tile>| hand.iter().filter(|&&other| other == tile).count();
        let others: Vec<usize> =
            (0..hands.len()).filter(|&other| other != at).map(|other| held(&hands[other])).collect();
        let shared = if others.contains(&0) { 0 } else { others.len() };
        let dora = usize::from(self.dora == Some(tile));
        let out = held(&hands[at]) + others.iter().sum::<usize>() + dora - shared;
        usize::from(tile.copies()).saturating_sub(out) as u32
    }
}

fn claims(end: &HandEnd) -> &[Claim] {
    match end {
        HandEnd::Tsumo { winner } => std::slice::from_ref(winner),
        HandEnd::Ron { winners, .. } => winners,
        HandEnd::Draw | HandEnd::FalseWin { .. } => &[],
    }
}

/// The event that records this end.
///
/// # Errors
/// Tiles that are none, another number of them than six, more copies than exist, a seat beyond any table, a ron on a kind that
/// the winner discarded.
pub(crate) fn end_event(end: &HandEnd) -> Result<Event, Failure> {
    match end {
        HandEnd::Tsumo { winner: claim } => Ok(Event::Tsumo { winner: winner(claim)? }),
        HandEnd::Ron { discarder, winners } => {
            if let Some(claim) = winners.iter().find(|claim| claim.own_discard) {
                return Err(Failure::new("furiten").with("seat", claim.seat));
            }
            let winners = winners.iter().map(winner).collect::<Result<_, _>>()?;
            Ok(Event::Ron { discarder: seat_index(*discarder)?, winners })
        }
        HandEnd::Draw => Ok(Event::Draw {}),
        HandEnd::FalseWin { offender } => Ok(Event::FalseWin { offender: seat_index(*offender)? }),
    }
}

/// The end as a correction tells it; `None` is a hand that never happened.
///
/// # Errors
/// As [`end_event`].
pub(crate) fn corrected_end(end: Option<&HandEnd>) -> Result<CorrectedEnd, Failure> {
    let Some(end) = end else { return Ok(CorrectedEnd::Removed {}) };
    CorrectedEnd::of(&end_event(end)?).ok_or_else(|| Failure::new("no_such_hand"))
}

fn winner(claim: &Claim) -> Result<Winner, Failure> {
    let tiles = claim.tiles.iter().map(|text| parse_tile(text)).collect::<Result<Vec<_>, _>>();
    let hand = tiles.map_err(Failure::from).and_then(|tiles| Ok(SixTiles::new(&tiles)?));
    Ok(Winner {
        seat: seat_index(claim.seat)?,
        hand: hand.map_err(|failure| failure.with("seat", claim.seat))?,
        origin: ledger_origin(&claim.origin),
    })
}

pub(crate) fn seat_index(seat: u32) -> Result<u8, Failure> {
    u8::try_from(seat).map_err(|_| Failure::new("no_such_seat"))
}

/// Certainty as the ledger keeps it, in thousandths.
fn ledger_origin(origin: &Origin) -> ledger::Origin {
    let reading = |picture: &Option<String>, certainty: f32, corrected: u32| ledger::Reading {
        picture: picture.clone(),
        certainty: Some((certainty.clamp(0.0, 1.0) * 1000.0).round() as u16),
        corrected: u8::try_from(corrected).unwrap_or(u8::MAX),
    };
    match origin {
        Origin::Keys => ledger::Origin::Keys {},
        Origin::Photo { picture, certainty, corrected } => {
            ledger::Origin::Photo(reading(picture, *certainty, *corrected))
        }
        Origin::Camera { picture, certainty, corrected } => {
            ledger::Origin::Camera(reading(picture, *certainty, *corrected))
        }
    }
}
