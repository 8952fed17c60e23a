//! What an end of the hand would do, while it is still being entered.

use crate::describe::{payment_views, points, score_view};
use crate::{Appraisal, Failure, HandEnd, Origin};
use ledger::{Event, Game, SixTiles, Winner};
use rules::{Hand, Score, Tile, TileCounts, parse_tile};
use std::collections::BTreeMap;

/// Looks at an end of the hand; the tiles may be incomplete. Nothing is recorded.
pub(crate) fn appraise(game: &Game, end: &HandEnd) -> Appraisal {
    let (tiles, unknown) = known_tiles(end);
    let mut appraisal = Appraisal {
        score: score_so_far(game, end, &tiles),
        may_confirm: false,
        refusal: None,
        payments: Vec::new(),
        points_after: Vec::new(),
        left: left(game, &tiles),
    };
    let preview = unknown.map_or_else(
        || end_event(end, &Origin::Keys).and_then(|event| game.preview(&event, 0).map_err(Failure::from)),
        Err,
    );
    match preview {
        Ok(line) => {
            appraisal.may_confirm = true;
            if let Some(line) = line {
                appraisal.payments = payment_views(&line.payments);
                appraisal.points_after = points(&line.after);
            }
        }
        Err(refusal) => appraisal.refusal = Some(refusal),
    }
    appraisal
}

/// The event that records this end.
///
/// # Errors
/// Tiles that are none, another number of them than six, more copies than exist, a seat beyond any table.
pub(crate) fn end_event(end: &HandEnd, origin: &Origin) -> Result<Event, Failure> {
    let origin = ledger_origin(origin);
    match end {
        HandEnd::Tsumo { winner, tiles } => {
            Ok(Event::Tsumo { winner: Winner { seat: seat_index(*winner)?, hand: six_tiles(tiles)?, origin } })
        }
        HandEnd::Ron { discarder, winner, tiles } => Ok(Event::Ron {
            discarder: seat_index(*discarder)?,
            winners: vec![Winner { seat: seat_index(*winner)?, hand: six_tiles(tiles)?, origin }],
        }),
        HandEnd::Draw => Ok(Event::Draw {}),
    }
}

fn six_tiles(texts: &[String]) -> Result<SixTiles, Failure> {
    let tiles = texts.iter().map(|text| parse_tile(text)).collect::<Result<Vec<_>, _>>()?;
    Ok(SixTiles::new(&tiles)?)
}

pub(crate) fn seat_index(seat: u32) -> Result<u8, Failure> {
    u8::try_from(seat).map_err(|_| Failure::new("no_such_seat"))
}

/// Certainty as the ledger keeps it, in thousandths.
fn ledger_origin(origin: &Origin) -> ledger::Origin {
    let reading = |certainty: f32, corrected: u32| ledger::Reading {
        picture: None,
        certainty: Some((certainty.clamp(0.0, 1.0) * 1000.0).round() as u16),
        corrected: u8::try_from(corrected).unwrap_or(u8::MAX),
    };
    match *origin {
        Origin::Keys => ledger::Origin::Keys {},
        Origin::Photo { certainty, corrected } => ledger::Origin::Photo(reading(certainty, corrected)),
        Origin::Camera { certainty, corrected } => ledger::Origin::Camera(reading(certainty, corrected)),
    }
}

/// The tiles entered so far, and the first entry that is none.
fn known_tiles(end: &HandEnd) -> (Vec<Tile>, Option<Failure>) {
    let texts: &[String] = match end {
        HandEnd::Tsumo { tiles, .. } | HandEnd::Ron { tiles, .. } => tiles,
        HandEnd::Draw => &[],
    };
    let mut tiles = Vec::with_capacity(texts.len());
    for text in texts {
        match parse_tile(text) {
            Ok(tile) => tiles.push(tile),
            Err(error) => return (tiles, Some(error.into())),
        }
    }
    (tiles, None)
}

/// The score of six tiles, also of a hand that may not win: the window shows why.
fn score_so_far(game: &Game, end: &HandEnd, tiles: &[Tile]) -> Option<crate::ScoreView> {
    let (HandEnd::Tsumo { winner, .. } | HandEnd::Ron { winner, .. }) = end else { return None };
    let hand = Hand::new(tiles, game.dora()).ok()?;
    let score = Score::of(&hand, &game.setup().ruleset)?;
    Some(score_view(&score, game.dealer().index() == *winner as usize))
}

/// Copies still in the box, for each face. Tiles that do not exist together leave none of the face they exceed.
fn left(game: &Game, tiles: &[Tile]) -> BTreeMap<String, u32> {
    let mut counts = TileCounts::default();
    for tile in tiles.iter().copied().chain(game.dora()) {
        // One too many is the refusal's to tell.
        let _ = counts.take(tile);
    }
    Tile::all().map(|tile| (tile.to_string(), u32::from(counts.left(tile)))).collect()
}
