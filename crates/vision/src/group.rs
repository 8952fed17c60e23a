//! Which tiles in view are the hand, by where they lie.
//!
//! The rule, which only looks at gaps and is therefore the same for a picture turned any way:
//!
//! - The gap between two tiles is measured from edge to edge, in sizes of those tiles (the root of the area, which seven
//!   eighths of the height come to), so that it is the same at the far end of the table. Tiles whose gaps are small form a group, as beads do on a string.
//! - A group is *clear* when the gap around it is at least [`CLEAR`] times its own widest gap, and at least as many times
//!   [`CLOSE`] (a gap that tiles pushed together may well have).
//! - The hand is the one clear group with six tiles of the set. With two such groups, or none, nothing is proposed: rather
//!   no hand than the wrong one. Six tiles of the set in the whole picture are the hand wherever they lie.
//! - Where no group of six is clear, but a clear group (or the whole picture) has seven tiles of the set, of which six lie
//!   in one row and the seventh beside it, the six are the hand and the seventh the dora. One end of the row may lie apart,
//!   as a winning tile does that was not put to the others, but no further from it than the dora: of two tiles apart from
//!   five, the one in line and nearer is the winning tile.
//! - Within the hand, one tile beside a clear group of the five others, or clearly apart at the end of their row, is the
//!   winning tile.
//! - The dora is the one tile that lies nearest to the hand, when the two together are again clear of all else in view.
//!
//! Faces outside the set belong to groups like all tiles, but are neither hand nor dora.

use crate::Quad;

/// How many tiles a hand has.
const HAND: usize = 6;
/// A gap is clearly wider than another when it is this many times as wide.
const CLEAR: f32 = 2.0;
/// Narrower gaps (in tile sizes) count as this wide: tiles that touch differ by chance only.
const CLOSE: f32 = 0.25;

/// Tiles lie in a row when their centres are nearer than this (tile sizes) to one line.
const IN_LINE: f32 = 0.35;
/// A tile lies beside the row when its centre is further than this (tile sizes) from that line.
const BESIDE: f32 = 0.8;
/// No gap (tile sizes) within a row is wider.
const ROW_GAP: f32 = 1.0;
/// No gap (tile sizes) between a row and the tile at its end that lies apart is wider.
const APART: f32 = 2.5;

/// What is proposed, as positions in the list of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proposal {
    /// The six tiles of the hand, in the order of the list.
    pub(crate) hand: [usize; HAND],
    /// The one of them that lies apart from the five others.
    pub(crate) winning: Option<usize>,
    /// The tile that lies apart from all six.
    pub(crate) dora: Option<usize>,
}

/// Looks for the hand among tiles that lie so; `of_the_set` says which are tiles of the set.
pub(crate) fn propose(quads: &[Quad], of_the_set: &[bool]) -> Option<Proposal> {
    let groups = groups(quads);
    let members = |group: &Group| -> Vec<usize> { group.tiles.iter().copied().filter(|&i| of_the_set[i]).collect() };
    let known: Vec<usize> = (0..quads.len()).filter(|&i| of_the_set[i]).collect();
    let of_count = |count: usize| {
        let clear = groups.iter().filter(|group| group.is_clear()).map(members);
        only(clear.filter(|tiles| tiles.len() == count))
    };
    let six = match known.len() {
        HAND => known,
        _ => match of_count(HAND) {
            Found::One(six) => six,
            Found::Several => return None,
            Found::None => {
                let Found::One(seven) = (if known.len() == HAND + 1 { Found::One(known) } else { of_count(HAND + 1) })
                else {
                    return None;
                };
                return row_and_one_beside(quads, &seven);
            }
        },
    };
    let five = groups
        .iter()
        .filter(|group| group.is_clear())
        .map(members)
        .find(|five| five.len() == HAND - 1 && five.iter().all(|i| six.contains(i)));
    let winning = five.and_then(|five| six.iter().copied().find(|i| !five.contains(i)));
    let seven = groups
        .iter()
        .filter(|group| group.is_clear())
        .map(members)
        .find(|seven| seven.len() == HAND + 1 && six.iter().all(|i| seven.contains(i)));
    let dora = seven.and_then(|seven| seven.into_iter().find(|i| !six.contains(i)));
    Some(Proposal { hand: six.try_into().ok()?, winning, dora })
}

/// How many different ones there are.
enum Found {
    None,
    One(Vec<usize>),
    Several,
}

/// The only one of these. A group may hold another with the same tiles of the set and some tile that is none.
fn only(sets: impl Iterator<Item = Vec<usize>>) -> Found {
    sets.fold(Found::None, |found, set| match found {
        Found::None => Found::One(set),
        Found::One(first) if first == set => Found::One(first),
        _ => Found::Several,
    })
}

/// Seven tiles as a row of six and the one beside it, when there is one way only to see them so.
fn row_and_one_beside(quads: &[Quad], seven: &[usize]) -> Option<Proposal> {
    let mut ways = seven.iter().filter_map(|&beside| {
        let six: Vec<usize> = seven.iter().copied().filter(|&i| i != beside).collect();
        let row = Row::of(quads, &six)?;
        let others = six.iter().filter(|&&i| row.apart != Some(i));
        let away = others.map(|&i| gap(&quads[i], &quads[beside])).fold(f32::INFINITY, f32::min);
        let is_hand = row.line.distance(&quads[beside]) > BESIDE && (row.widest <= ROW_GAP || row.widest <= away);
        let hand = six.try_into().ok()?;
        is_hand.then_some(Proposal { hand, winning: row.apart, dora: Some(beside) })
    });
    ways.next().filter(|_| ways.next().is_none())
}

/// Tiles side by side.
struct Row {
    line: Line,
    /// The widest gap in it (tile sizes).
    widest: f32,
    /// The tile at one end that lies clearly apart from the others.
    apart: Option<usize>,
}

impl Row {
    /// `None` when these tiles form no row.
    fn of(quads: &[Quad], tiles: &[usize]) -> Option<Row> {
        let line = Line::through(tiles.iter().map(|&i| quads[i].centre()));
        let mut order = tiles.to_vec();
        order.sort_by(|&a, &b| line.along(&quads[a]).total_cmp(&line.along(&quads[b])));
        let mut gaps: Vec<f32> = order.windows(2).map(|pair| gap(&quads[pair[0]], &quads[pair[1]])).collect();
        if gaps.first()? > gaps.last()? {
            order.reverse();
            gaps.reverse();
        }
        let (&end, [others @ .., last]) = (order.last()?, gaps.as_slice()) else { return None };
        let within = others.iter().copied().fold(0.0, f32::max);
        let is_row = within <= ROW_GAP && *last <= APART && tiles.iter().all(|&i| line.distance(&quads[i]) < IN_LINE);
        is_row.then(|| Row { line, widest: last.max(within), apart: is_clear(*last, within).then_some(end) })
    }
}

/// A straight line in the picture.
struct Line {
    through: [f32; 2],
    sin: f32,
    cos: f32,
}

impl Line {
    /// The axis along which points are spread most.
    fn through(points: impl ExactSizeIterator<Item = [f32; 2]> + Clone) -> Line {
        let count = points.len() as f32;
        let middle = points.clone().fold([0.0, 0.0], |[x, y], [u, v]| [x + u / count, y + v / count]);
        let (xx, xy, yy) = points.fold((0.0, 0.0, 0.0), |(xx, xy, yy), [u, v]| {
            let (x, y) = (u - middle[0], v - middle[1]);
            (xx + x * x, xy + x * y, yy + y * y)
        });
        let (sin, cos) = (f32::atan2(2.0 * xy, xx - yy) / 2.0).sin_cos();
        Line { through: middle, sin, cos }
    }

    /// How far along the line a tile is, in pixels.
    fn along(&self, quad: &Quad) -> f32 {
        let [x, y] = quad.centre();
        x * self.cos + y * self.sin
    }

    /// How far a tile is from the line, in its own sizes.
    fn distance(&self, quad: &Quad) -> f32 {
        let [x, y] = quad.centre();
        ((y - self.through[1]) * self.cos - (x - self.through[0]) * self.sin).abs() / quad.size().max(f32::MIN_POSITIVE)
    }
}

/// Tiles that hang together.
struct Group {
    /// In the order of the list.
    tiles: Vec<usize>,
    /// The widest gap that must be crossed within.
    within: f32,
    /// The gap to the nearest other tile; infinite when there is none.
    around: f32,
}

impl Group {
    fn is_clear(&self) -> bool {
        is_clear(self.around, self.within)
    }
}

/// Whether a gap is clearly wider than the widest one among tiles that belong together.
fn is_clear(around: f32, within: f32) -> bool {
    around >= CLEAR * within.max(CLOSE)
}

/// All groups that form when ever wider gaps are bridged: single tiles first, all tiles last.
fn groups(quads: &[Quad]) -> Vec<Group> {
    let count = quads.len();
    let mut gaps: Vec<(f32, usize, usize)> = Vec::with_capacity(count * count / 2);
    for a in 0..count {
        gaps.extend((0..a).map(|b| (gap(&quads[a], &quads[b]), b, a)));
    }
    gaps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut groups: Vec<Group> =
        (0..count).map(|i| Group { tiles: vec![i], within: 0.0, around: f32::INFINITY }).collect();
    let mut group_of: Vec<usize> = (0..count).collect();
    for (width, a, b) in gaps {
        let (one, other) = (group_of[a], group_of[b]);
        if one == other {
            continue;
        }
        groups[one].around = width;
        groups[other].around = width;
        let mut tiles = [groups[one].tiles.as_slice(), &groups[other].tiles].concat();
        tiles.sort_unstable();
        for &tile in &tiles {
            group_of[tile] = groups.len();
        }
        groups.push(Group { tiles, within: width, around: f32::INFINITY });
    }
    groups
}

/// The gap between two tiles from edge to edge, in sizes of those tiles; 0 where they touch or overlap.
fn gap(a: &Quad, b: &Quad) -> f32 {
    if a.intersection(b) > 0.0 {
        return 0.0;
    }
    let corners_to_edges = |corners: &Quad, edges: &Quad| {
        let edges = (0..4).map(|i| (edges.0[i], edges.0[(i + 1) % 4]));
        edges.flat_map(|edge| corners.0.map(|corner| distance(corner, edge))).fold(f32::INFINITY, f32::min)
    };
    let pixels = corners_to_edges(a, b).min(corners_to_edges(b, a));
    pixels / ((a.size() + b.size()) / 2.0).max(f32::MIN_POSITIVE)
}

/// The distance of a point from a line between two points.
fn distance([x, y]: [f32; 2], ([ax, ay], [bx, by]): ([f32; 2], [f32; 2])) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    let along = if squared > 0.0 { (((x - ax) * dx + (y - ay) * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - along * dx).hypot(y - ay - along * dy)
}

#[cfg(test)]
#[path = "group_tests.rs"]
mod tests;
