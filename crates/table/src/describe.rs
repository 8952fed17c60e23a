//! From the types of the core to the DTOs of the window.

use crate::records::ranking;
use crate::sticks::{HandedOver, stick_payments, sticks_view};
use crate::view::*;
use crate::{HouseRule, Origin};
use ledger::{Game, Happening, LogEntry, StickPayment, Win};
use rules::payment::Transfer;
use rules::{BonusId, Extra, LimitHand, MeldKind, PlayerCount, Points, Ruleset, Score, Seat, Tile, Wind};

pub(crate) fn game_view(id: u32, game: &Game) -> GameView {
    let setup = game.setup();
    let points = game.points();
    let handed_over = HandedOver::in_game(game);
    let line = |entry: &LogEntry| ledger_line(setup.players, entry, &handed_over.for_line(entry));
    GameView {
        id,
        seq: index(game.seq()),
        players: setup
            .names
            .iter()
            .zip(points)
            .map(|(name, &points)| PlayerView { name: name.to_string(), points })
            .collect(),
        seating: game.seating(game.hand_number()).into_iter().map(seat).collect(),
        dealer: seat(game.dealer()),
        first_dealer: seat(game.first_dealer()),
        wind: wind(game.wind()),
        hand_number: game.hand_number(),
        hand_in_wind: hand_in_wind(setup.players, game.hand_number()),
        hands_total: game.hands_total(),
        dora: game.dora().map(|tile| tile.to_string()),
        finished: game.is_finished(),
        ended_by_agreement: game.ended_by_agreement(),
        ranking: ranking(game),
        can_undo: game.undo_steps() > 0,
        can_redo: game.redo_steps() > 0,
        undo_steps: index(game.undo_steps() as u64),
        redo_steps: index(game.redo_steps() as u64),
        started_at: milliseconds(setup.started_at),
        sticks: game.sticks().as_ref().map(sticks_view),
        rules: house_rules(&setup.ruleset),
        log: game.log().iter().map(line).collect(),
        struck: game.struck().iter().map(|struck| line(&struck.line)).collect(),
    }
}

pub(crate) fn house_rule_choices() -> Vec<HouseRuleChoice> {
    let owned = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect();
    Ruleset::VALUES
        .iter()
        .map(|(name, values)| HouseRuleChoice { name: (*name).to_owned(), values: owned(values) })
        .collect()
}

pub(crate) fn score_view(score: &Score, dealer: bool) -> ScoreView {
    let melds = score.melds.iter().map(|scored| MeldView {
        kind: match scored.meld.kind() {
            MeldKind::Run => MeldId::Run,
            MeldKind::Triplet => MeldId::Triplet,
        },
        tiles: tiles(scored.meld.tiles()),
        points: u32::from(scored.points),
    });
    let (bonuses, limit) = match &score.extra {
        Extra::Bonuses(bonuses) => (bonuses.items().map(bonus_view).collect(), None),
        Extra::Limit(limit) => (Vec::new(), Some(limit_view(*limit))),
    };
    let total = u32::from(score.total(dealer));
    let points = u32::from(score.points());
    ScoreView { melds: melds.collect(), bonuses, limit, points, dealer_bonus: total - points, total }
}

pub(crate) fn payment_views(payments: &[Transfer]) -> Vec<PaymentView> {
    payments.iter().map(payment_view).collect()
}

pub(crate) fn payment_view(transfer: &Transfer) -> PaymentView {
    PaymentView { from: seat(transfer.from), to: seat(transfer.to), due: transfer.due, paid: transfer.paid }
}

pub(crate) fn tiles(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(Tile::to_string).collect()
}

pub(crate) fn ledger_line(players: PlayerCount, entry: &LogEntry, paid: &[StickPayment]) -> LedgerLine {
    LedgerLine {
        seq: index(entry.seq),
        hand_number: entry.hand_number,
        wind: wind(entry.wind),
        hand_in_wind: hand_in_wind(players, entry.hand_number),
        dealer: seat(entry.dealer),
        dora: entry.dora.map(|tile| tile.to_string()),
        happening: match entry.happening {
            Happening::Tsumo => HappeningView::Tsumo,
            Happening::Ron { discarder } => HappeningView::Ron { discarder: seat(discarder) },
            Happening::Draw => HappeningView::Draw,
            Happening::FalseWin { offender } => HappeningView::FalseWin { offender: seat(offender) },
            Happening::GameEnded => HappeningView::GameEnded,
        },
        wins: entry.wins.iter().map(win_view).collect(),
        payments: payment_views(&entry.payments),
        points_before: points(&entry.before),
        points_after: points(&entry.after),
        at: milliseconds(entry.at),
        sticks: stick_payments(paid),
        earlier: entry.earlier.iter().map(|version| ledger_line(players, &version.line, &[])).collect(),
    }
}

pub(crate) fn win_view(win: &Win) -> WinView {
    WinView {
        seat: seat(win.seat),
        tiles: tiles(win.hand.tiles()),
        score: score_view(&win.score, win.dealer),
        head_bumped: win.head_bumped,
        origin: origin_view(&win.origin),
    }
}

fn origin_view(origin: &ledger::Origin) -> Origin {
    let share = |reading: &ledger::Reading| f32::from(reading.certainty.unwrap_or(0)) / 1000.0;
    match origin {
        ledger::Origin::Keys {} => Origin::Keys,
        ledger::Origin::Photo(reading) => Origin::Photo {
            picture: reading.picture.clone(),
            certainty: share(reading),
            corrected: u32::from(reading.corrected),
        },
        ledger::Origin::Camera(reading) => Origin::Camera {
            picture: reading.picture.clone(),
            certainty: share(reading),
            corrected: u32::from(reading.corrected),
        },
    }
}

fn bonus_view(bonus: rules::Bonus) -> BonusView {
    let id = match bonus.id {
        BonusId::Red => BonusKey::Red,
        BonusId::Dora => BonusKey::Dora,
        BonusId::Tanyao => BonusKey::Tanyao,
        BonusId::Chanta => BonusKey::Chanta,
    };
    BonusView { id, count: u32::from(bonus.count), points: u32::from(bonus.points) }
}

fn limit_view(limit: LimitHand) -> LimitView {
    LimitView { id: limit_key(limit), points: u32::from(limit.points()) }
}

pub(crate) fn limit_key(limit: LimitHand) -> LimitKey {
    match limit {
        LimitHand::AllGreen => LimitKey::AllGreen,
        LimitHand::Chinyao => LimitKey::Chinyao,
        LimitHand::SuperRed => LimitKey::SuperRed,
    }
}

pub(crate) fn house_rules(ruleset: &Ruleset) -> Vec<HouseRule> {
    ruleset
        .values()
        .iter()
        .map(|(name, value)| HouseRule { name: (*name).to_owned(), value: (*value).to_owned() })
        .collect()
}

fn wind(wind: Wind) -> WindId {
    match wind {
        Wind::East => WindId::East,
        Wind::South => WindId::South,
        Wind::West => WindId::West,
        Wind::North => WindId::North,
    }
}

fn hand_in_wind(players: PlayerCount, hand_number: u32) -> u32 {
    (hand_number - 1) % u32::from(players.get()) + 1
}

pub(crate) fn points(points: &[Points]) -> Vec<u32> {
    points.to_vec()
}

pub(crate) fn seat(seat: Seat) -> u32 {
    seat.index() as u32
}

/// Sequence numbers are counted by people's hands; they stay far below `u32::MAX`.
pub(crate) fn index(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Milliseconds since 1970 are exact in a JavaScript number for the next 285,000 years.
pub(crate) fn milliseconds(at: u64) -> f64 {
    at as f64
}
