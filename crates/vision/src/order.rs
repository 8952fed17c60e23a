//! The order in which a person reads tiles, however the camera is turned.

use crate::Quad;

/// A tile belongs to the row of its neighbour when it stands higher or lower by less than this share of its height.
const SAME_ROW: f32 = 0.5;
/// Tiles lie about in all directions, and the picture's own up is taken, when they agree less than this (0-1).
const AGREEMENT: f32 = 0.5;
/// How much more often (share of all tiles) prints must stand on their head for the whole picture to count as such.
const CLEAR_MAJORITY: f32 = 0.3;

/// The order in which a person reads tiles: row by row, left to right, as the tiles themselves stand.
///
/// `upright` has the corner first that is the print's top-left one, and `up` is [`common_up`].
pub(crate) fn reading_order(upright: &[Quad], up: [f32; 2]) -> Vec<usize> {
    let right = [-up[1], up[0]];
    let centres: Vec<_> = upright.iter().map(Quad::centre).collect();
    let x: Vec<f32> = centres.iter().map(|c| c[0] * right[0] + c[1] * right[1]).collect();
    let y: Vec<f32> = centres.iter().map(|c| -(c[0] * up[0] + c[1] * up[1])).collect();
    let height: Vec<f32> = upright.iter().map(|quad| extent(quad, up)).collect();

    // Each tile hands its row on to the nearest tile to its right, so that a row may climb or sink a little.
    let mut row: Vec<usize> = (0..upright.len()).collect();
    for i in 0..upright.len() {
        let same_row = |&j: &usize| x[j] > x[i] && (y[j] - y[i]).abs() < SAME_ROW * (height[i] + height[j]) / 2.0;
        if let Some(next) = (0..upright.len()).filter(same_row).min_by(|&a, &b| x[a].total_cmp(&x[b])) {
            let (from, to) = (row[i], row[next]);
            row.iter_mut().filter(|name| **name == from).for_each(|name| *name = to);
        }
    }
    let depth = |name: usize| {
        let (sum, count) = (0..y.len()).filter(|&i| row[i] == name).fold((0.0, 0.0), |(s, n), i| (s + y[i], n + 1.0));
        sum / count
    };
    let depths: Vec<f32> = row.iter().map(|&name| depth(name)).collect();
    let mut order: Vec<usize> = (0..upright.len()).collect();
    order.sort_by(|&a, &b| {
        depths[a].total_cmp(&depths[b]).then(row[a].cmp(&row[b])).then(x[a].total_cmp(&x[b])).then(a.cmp(&b))
    });
    order
}

/// How far a quad reaches along a direction of length 1.
fn extent(quad: &Quad, along: [f32; 2]) -> f32 {
    let values = quad.0.map(|[x, y]| x * along[0] + y * along[1]);
    values.iter().copied().fold(f32::MIN, f32::max) - values.iter().copied().fold(f32::MAX, f32::min)
}

/// The quad of a print that looks the same on its head, with the corner first that is top-left as the others stand.
pub(crate) fn turned_up(quad: &Quad, up: [f32; 2]) -> Quad {
    let on_its_head = own_up(quad).is_some_and(|own| own[0] * up[0] + own[1] * up[1] < 0.0);
    if on_its_head { quad.rolled(2) } else { *quad }
}

/// The direction (of length 1, y down) that is up for most tiles, so that a tilted or turned camera changes nothing;
/// the picture's own up when the tiles lie about in all directions.
///
/// Every tile says along which line it stands, but only the prints that show their head (`shows_head`) say which end of
/// it is up. Where not clearly more of them say otherwise, the end that is up in the picture is taken.
pub(crate) fn common_up(upright: &[Quad], shows_head: &[bool]) -> [f32; 2] {
    const PICTURE_UP: [f32; 2] = [0.0, -1.0];
    let ups: Vec<[f32; 2]> = upright.iter().filter_map(own_up).collect();
    // Angles are doubled so that a tile on its head counts for the same axis.
    let (sin, cos) = ups.iter().fold((0.0, 0.0), |(sin, cos), [x, y]| {
        let doubled = 2.0 * y.atan2(*x);
        (sin + doubled.sin(), cos + doubled.cos())
    });
    let count = ups.len() as f32;
    if ups.is_empty() || f32::hypot(sin, cos) < AGREEMENT * count {
        return PICTURE_UP;
    }
    let angle = f32::atan2(sin, cos) / 2.0;
    let axis = [angle.cos(), angle.sin()];
    let telling = upright.iter().zip(shows_head).filter(|(_, shows)| **shows).filter_map(|(quad, _)| own_up(quad));
    let votes: f32 = telling.map(|up| (up[0] * axis[0] + up[1] * axis[1]).signum()).sum();
    let picture_votes = -axis[1];
    let sign = if votes.abs() >= CLEAR_MAJORITY * count { votes } else { picture_votes };
    if sign < 0.0 { [-axis[0], -axis[1]] } else { axis }
}

/// The direction from the foot of a print to its head.
fn own_up(quad: &Quad) -> Option<[f32; 2]> {
    let [a, b, c, d] = quad.0;
    let (x, y) = (a[0] + b[0] - c[0] - d[0], a[1] + b[1] - c[1] - d[1]);
    let length = x.hypot(y);
    (length > 0.0).then(|| [x / length, y / length])
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
