//! What a five-tile hand waits for.

use crate::hand::existing_tiles;
use crate::{Hand, HandError, Ruleset, Tile, TileCounts, Verdict, furiten, judge, parse_tiles};

/// Five tiles, the dora tile and whatever else is known, that exist together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingHand {
    tiles: [Tile; 5],
    dora: Option<Tile>,
    own_discards: Vec<Tile>,
    known: TileCounts,
}

impl WaitingHand {
    /// Makes a waiting hand. `seen` are other tiles that are known to be out of the stock, such as others' discards;
    /// `own_discards` are the player's own of this hand, which also bar ron by kind.
    ///
    /// # Errors
    /// Another number of tiles than five; more copies of a face than the box holds.
    pub fn new(
        tiles: &[Tile],
        dora: Option<Tile>,
        seen: &[Tile],
        own_discards: &[Tile],
    ) -> Result<WaitingHand, HandError> {
        let (tiles, mut known) = existing_tiles::<5>(tiles, dora)?;
        known.take_all(seen.iter().chain(own_discards).copied()).map_err(HandError::TooManyCopies)?;
        Ok(WaitingHand { tiles, dora, own_discards: own_discards.to_vec(), known })
    }

    /// Reads five tiles in the notation, with nothing else known but the dora.
    ///
    /// # Errors
    /// What [`parse_tiles`] and [`WaitingHand::new`] refuse.
    pub fn parse(text: &str, dora: Option<Tile>) -> Result<WaitingHand, HandError> {
        WaitingHand::new(&parse_tiles(text)?, dora, &[], &[])
    }

    /// The five tiles, sorted.
    pub const fn tiles(&self) -> &[Tile; 5] {
        &self.tiles
    }

    /// The hand that drawing or claiming `tile` makes.
    ///
    /// # Errors
    /// The hand and the dora hold all copies of the tile already.
    pub fn with(&self, tile: Tile) -> Result<Hand, HandError> {
        let [a, b, c, d, e] = self.tiles;
        Hand::new(&[a, b, c, d, e, tile], self.dora)
    }
}

/// A face that completes the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The face.
    pub tile: Tile,
    /// How many of it are not known to be elsewhere, 0-4.
    pub left: u8,
    /// What the completed hand is worth and whether that suffices; never [`Verdict::NoShape`].
    pub verdict: Verdict,
    /// Whether the player's own discards bar a ron on it.
    pub furiten: bool,
}

impl Wait {
    /// Whether the tile may be claimed from another's discard.
    pub const fn may_ron(&self) -> bool {
        self.verdict.wins() && !self.furiten
    }

    /// Whether drawing the tile wins; furiten never bars it.
    pub const fn may_tsumo(&self) -> bool {
        self.verdict.wins()
    }
}

/// Every face that completes the hand, in tile order; also those that stay under the minimum or of which none is left.
pub fn waits(hand: &WaitingHand, dealer: bool, ruleset: &Ruleset) -> Vec<Wait> {
    Tile::all()
        .filter_map(|tile| {
            let completed = hand.with(tile).ok()?;
            let verdict = judge(&completed, dealer, ruleset);
            verdict.score()?;
            let left = hand.known.left(tile);
            Some(Wait { tile, left, verdict, furiten: furiten::forbids_ron(&hand.own_discards, tile) })
        })
        .collect()
}

/// What dropping one of six tiles leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discard {
    /// The tile that is dropped.
    pub tile: Tile,
    /// What the other five wait for; the dropped tile already bars a ron on its kind.
    pub waits: Vec<Wait>,
}

impl Discard {
    /// How good what it leaves is, to be compared: how many tiles are left to win with, what those are worth together, how many
    /// at least complete the hand.
    pub fn merit(&self, dealer: bool) -> (u32, u32, u32) {
        self.waits.iter().fold((0, 0, 0), |(winning, worth, completing), wait| {
            let left = u32::from(wait.left);
            match wait.verdict.score() {
                Some(score) if wait.may_tsumo() => {
                    (winning + left, worth + left * u32::from(score.total(dealer)), completing + left)
                }
                _ => (winning, worth, completing + left),
            }
        })
    }
}

/// Every tile of the hand that can be dropped, each face once, in tile order.
///
/// `seen` and `own_discards` are as for [`WaitingHand::new`]; the dropped tile comes to the latter.
///
/// # Errors
/// More copies of a face than the box holds.
pub fn discards(
    hand: &Hand,
    seen: &[Tile],
    own_discards: &[Tile],
    dealer: bool,
    ruleset: &Ruleset,
) -> Result<Vec<Discard>, HandError> {
    let mut faces = hand.tiles().to_vec();
    faces.dedup();
    faces
        .into_iter()
        .map(|tile| {
            let mut rest = hand.tiles().to_vec();
            if let Some(at) = rest.iter().position(|&other| other == tile) {
                rest.remove(at);
            }
            let own: Vec<Tile> = own_discards.iter().copied().chain([tile]).collect();
            let left = WaitingHand::new(&rest, hand.dora(), seen, &own)?;
            Ok(Discard { tile, waits: waits(&left, dealer, ruleset) })
        })
        .collect()
}
