//! `suzume game correct`, `swap-seats` and `sticks`: what was recorded is set right.

use crate::error::CliError;
use crate::game::{GameArgs, keyed, open_to_look, open_to_record, record_on, winners};
use crate::game_state::{mend_preview, sticks_text};
use crate::output;
use clap::{Args, ValueEnum};
use ledger::{CorrectedEnd, Event, Game, MendPreview, ResultsOf, SixTiles, Sticks, Winner};
use rules::parse_tile;

/// What a hand really was; what is not given stays as it was recorded.
#[derive(Debug, Args)]
pub struct CorrectArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of the hand, from 1.
    #[arg(value_name = "N", required_unless_present = "event")]
    hand_number: Option<u32>,
    /// The number of the event that recorded it, instead of N: for a false win.
    #[arg(long, value_name = "SEQ", conflicts_with = "hand_number")]
    event: Option<u64>,
    /// How it ended.
    #[arg(long = "as", value_name = "END")]
    end: Option<EndKind>,
    /// Who won; once for each winner.
    #[arg(long, value_name = "SEAT")]
    winner: Vec<u8>,
    /// The six tiles; once for each winner.
    #[arg(long)]
    hand: Vec<String>,
    /// Who discarded.
    #[arg(long, value_name = "SEAT")]
    from: Option<u8>,
    /// Who called the false win.
    #[arg(long, value_name = "SEAT")]
    offender: Option<u8>,
    /// The hand's dora tile, or none.
    #[arg(long, value_name = "TILE|none")]
    dora: Option<String>,
    #[command(flatten)]
    how: How,
}

/// How a hand can have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EndKind {
    /// By tsumo.
    Tsumo,
    /// By ron.
    Ron,
    /// With an empty stock.
    Draw,
    /// Not at all: a win was called that was none.
    FalseWin,
    /// It never happened.
    Removed,
}

/// Whether to look or to do.
#[derive(Debug, Args)]
struct How {
    /// Shows what would change and what would become impossible, and records nothing.
    #[arg(long)]
    preview: bool,
    /// Accepts that later events which become impossible count no longer.
    #[arg(long)]
    accept: bool,
}

/// Whose seats are swapped.
#[derive(Debug, Args)]
pub struct SwapArgs {
    #[command(flatten)]
    game: GameArgs,
    /// One player.
    #[arg(value_name = "SEAT")]
    a: u8,
    /// The other.
    #[arg(value_name = "SEAT")]
    b: u8,
    /// From this hand on.
    #[arg(long, value_name = "N", default_value_t = 1)]
    from_hand: u32,
    /// Whether the hands recorded since then are about the players that they name, or about the places at the table.
    #[arg(long, value_name = "OF", default_value = "players")]
    results: Results,
    #[command(flatten)]
    how: How,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Results {
    /// Who dealt is what changes.
    Players,
    /// The other player sat there.
    Places,
}

/// Which sticks lie on the table.
#[derive(Debug, Args)]
pub struct SticksArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Everybody's 10s, 5s and 1s by seat.
    #[arg(long, value_name = "10s/5s/1s,...", conflicts_with = "off")]
    set: Option<String>,
    /// Follows the sticks no longer.
    #[arg(long)]
    off: bool,
}

/// Corrects a hand, or shows what that would do.
pub fn correct(args: &CorrectArgs) -> Result<(), CliError> {
    mend(&args.game, &args.how, |game| {
        let of = line_of(game, args)?;
        let (recorded, dora) = game.recorded(of).ok_or(ledger::Refusal::NoSuchHand(of))?;
        let dora = match args.dora.as_deref() {
            None => dora,
            Some("none") => None,
            Some(tile) => Some(parse_tile(tile)?),
        };
        let recorded = CorrectedEnd::of(recorded).ok_or(ledger::Refusal::NoSuchHand(of))?;
        let end = corrected_end(args, recorded)?;
        let event = move |drops| Event::HandCorrected { of, dora, end: end.clone(), drops };
        Ok(Box::new(event))
    })
}

/// Swaps seats, or shows what that would do.
pub fn swap(args: &SwapArgs) -> Result<(), CliError> {
    let results = match args.results {
        Results::Players => ResultsOf::Players,
        Results::Places => ResultsOf::Places,
    };
    let (a, b, from_hand) = (args.a, args.b, args.from_hand);
    mend(&args.game, &args.how, |_| Ok(Box::new(move |drops| Event::SeatsSwapped { a, b, from_hand, results, drops })))
}

/// The event that names these events as impossible.
type MendEvent = Box<dyn Fn(Vec<u64>) -> Event>;

fn mend(args: &GameArgs, how: &How, event: impl FnOnce(&Game) -> Result<MendEvent, CliError>) -> Result<(), CliError> {
    let mut store = if how.preview { open_to_look(args)? } else { open_to_record(args)? };
    let mut game = store.load(args.game)?;
    let event = event(&game)?;
    let preview = game.preview_mend(&event(Vec::new()))?;
    if how.preview {
        return show_preview(&game, args, &preview);
    }
    let drops = preview.drops();
    if !drops.is_empty() && !how.accept {
        let list = preview.impossible.iter().map(|event| format!("event {} ({})", event.seq, event.refusal));
        let message = format!(
            "this makes later events impossible: {}; --preview shows them, --accept lets them count no longer",
            list.collect::<Vec<_>>().join(", ")
        );
        return Err(CliError::new("makes_impossible", message));
    }
    record_on(&mut store, &mut game, args, event(drops))
}

fn show_preview(game: &Game, args: &GameArgs, preview: &MendPreview) -> Result<(), CliError> {
    let answer = mend_preview(game, preview);
    if args.json { output::print_json(&answer) } else { output::print_line(&answer.to_string()) }
}

/// The number of the event that recorded what is to be corrected.
fn line_of(game: &Game, args: &CorrectArgs) -> Result<u64, CliError> {
    if let Some(seq) = args.event {
        return Ok(seq);
    }
    let number = args.hand_number.unwrap_or_default();
    let line = game.log().iter().find(|line| line.happening.ends_hand() && line.hand_number == number);
    line.map(|line| line.seq)
        .ok_or_else(|| CliError::new("no_such_hand", format!("no hand {number} has ended in this game")))
}

fn corrected_end(args: &CorrectArgs, recorded: CorrectedEnd) -> Result<CorrectedEnd, CliError> {
    let missing = |what: &str| CliError::new("usage", format!("{what} has to be given: the hand was recorded without"));
    let (kind, old_winners, old_from) = match recorded {
        CorrectedEnd::Tsumo { winner } => (EndKind::Tsumo, vec![winner], None),
        CorrectedEnd::Ron { discarder, winners } => (EndKind::Ron, winners, Some(discarder)),
        CorrectedEnd::Draw {} => (EndKind::Draw, Vec::new(), None),
        CorrectedEnd::FalseWin { offender } => (EndKind::FalseWin, Vec::new(), Some(offender)),
        CorrectedEnd::Removed {} => (EndKind::Removed, Vec::new(), None),
    };
    Ok(match args.end.unwrap_or(kind) {
        EndKind::Tsumo => {
            let mut winners = merged_winners(args, old_winners)?.into_iter();
            match (winners.next(), winners.next()) {
                (Some(winner), None) => CorrectedEnd::Tsumo { winner },
                _ => return Err(missing("one --winner and its --hand")),
            }
        }
        EndKind::Ron => {
            let discarder = args.from.or(old_from.filter(|_| kind == EndKind::Ron)).ok_or_else(|| missing("--from"))?;
            CorrectedEnd::Ron { discarder, winners: merged_winners(args, old_winners)? }
        }
        EndKind::Draw => CorrectedEnd::Draw {},
        EndKind::FalseWin => {
            let old = old_from.filter(|_| kind == EndKind::FalseWin);
            CorrectedEnd::FalseWin { offender: args.offender.or(old).ok_or_else(|| missing("--offender"))? }
        }
        EndKind::Removed => CorrectedEnd::Removed {},
    })
}

/// The winners as they are after a correction: a single winner may be given a new seat or new tiles alone.
fn merged_winners(args: &CorrectArgs, old: Vec<Winner>) -> Result<Vec<Winner>, CliError> {
    match (&args.winner[..], &args.hand[..], &old[..]) {
        ([], [], _) => Ok(old),
        ([seat], [], [winner]) => Ok(vec![Winner { seat: *seat, ..winner.clone() }]),
        ([], [hand], [winner]) => {
            let kept = SixTiles::parse(hand)? == winner.hand;
            Ok(vec![if kept { winner.clone() } else { keyed(winner.seat, hand)? }])
        }
        (seats, hands, _) => winners(seats, hands),
    }
}

/// Shows the sticks, or sets them.
pub fn sticks(args: &SticksArgs) -> Result<(), CliError> {
    let event = match (&args.set, args.off) {
        (Some(purses), _) => Event::SticksSet { purses: parse_purses(purses)? },
        (None, true) => Event::SticksOff {},
        (None, false) => {
            let game = open_to_look(&args.game)?.load(args.game.game)?;
            return if args.game.json {
                output::print_json(&crate::game_state::sticks(&game))
            } else {
                output::print_line(&sticks_text(&game))
            };
        }
    };
    let mut store = open_to_record(&args.game)?;
    let mut game = store.load(args.game.game)?;
    record_on(&mut store, &mut game, &args.game, event)
}

/// Reads `2/3/5,2/3/5`.
fn parse_purses(text: &str) -> Result<Vec<Sticks>, CliError> {
    let purse = |purse: &str| {
        let mut numbers = purse.split('/').map(|number| number.trim().parse::<u8>().ok());
        match (numbers.next().flatten(), numbers.next().flatten(), numbers.next().flatten(), numbers.next()) {
            (Some(tens), Some(fives), Some(ones), None) => Ok(Sticks { tens, fives, ones }),
            _ => Err(CliError::new("usage", format!("sticks are 10s/5s/1s, such as 2/3/5, not {purse:?}"))),
        }
    };
    text.split(',').map(purse).collect()
}
