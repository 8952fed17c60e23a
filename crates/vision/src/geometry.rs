//! Quadrilaterals in a picture (y down, pixel (column j, row i) covers [j, j+1) x [i, i+1)) and plane homographies.

/// A point (x, y) in pixels.
pub type Point = [f32; 2];

/// Four corners, clockwise as one sees them in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad(pub [Point; 4]);

impl Quad {
    /// An upright rectangle, its top-left corner first.
    pub const fn rectangle(left: f32, top: f32, right: f32, bottom: f32) -> Quad {
        Quad([[left, top], [right, top], [right, bottom], [left, bottom]])
    }

    /// The mean of the corners.
    pub fn centre(&self) -> Point {
        let [a, b, c, d] = self.0;
        [(a[0] + b[0] + c[0] + d[0]) / 4.0, (a[1] + b[1] + c[1] + d[1]) / 4.0]
    }

    /// Signed area in square pixels: positive when the corners go clockwise in the picture.
    pub fn area(&self) -> f32 {
        area(&self.0)
    }

    /// Whether a point lies in it or on its border.
    pub fn contains(&self, point: Point) -> bool {
        let side = |i: usize| cross(self.0[i], self.0[(i + 1) % 4], point);
        (0..4).all(|i| side(i) >= 0.0) || (0..4).all(|i| side(i) <= 0.0)
    }

    /// The root of the area, in pixels: how large a tile is, however it is turned or foreshortened.
    pub fn size(&self) -> f32 {
        self.area().abs().sqrt()
    }

    /// Whether it turns clockwise at every corner, which also says that no sides cross.
    pub fn is_convex(&self) -> bool {
        (0..4).all(|i| cross(self.0[i], self.0[(i + 1) % 4], self.0[(i + 2) % 4]) > 0.0)
    }

    /// The same corners, another one first: corner `by` becomes corner 0.
    pub fn rolled(&self, by: usize) -> Quad {
        Quad(std::array::from_fn(|i| self.0[(i + by) % 4]))
    }

    /// Every corner scaled about the origin.
    pub fn scaled(&self, by: Point) -> Quad {
        Quad(self.0.map(|[x, y]| [x * by[0], y * by[1]]))
    }

    /// Every corner moved.
    pub fn moved(&self, by: Point) -> Quad {
        Quad(self.0.map(|[x, y]| [x + by[0], y + by[1]]))
    }

    /// Moved to its right by so many of its widths, along its top edge.
    pub(crate) fn aside(&self, by: f32) -> Quad {
        let [[left, top], [right, at], ..] = self.0;
        self.moved([by * (right - left), by * (at - top)])
    }

    /// Width, the mean length of c0c1 and c2c3, and height, that of c1c2 and c3c0.
    pub fn sides(&self) -> (f32, f32) {
        let [a, b, c, d] = self.0;
        ((distance(a, b) + distance(c, d)) / 2.0, (distance(b, c) + distance(d, a)) / 2.0)
    }

    /// The longer of width and height.
    pub fn long_side(&self) -> f32 {
        let (width, height) = self.sides();
        width.max(height)
    }

    /// The corners in an order that makes it at least as high as wide.
    pub fn portrait(&self) -> Quad {
        let (width, height) = self.sides();
        if height >= width { *self } else { self.rolled(1) }
    }

    /// The smallest upright rectangle around it: left, top, right, bottom.
    pub fn bounds(&self) -> [f32; 4] {
        self.0.iter().fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |[left, top, right, bottom], &[x, y]| {
            [left.min(x), top.min(y), right.max(x), bottom.max(y)]
        })
    }

    /// The area of the part that two convex quads share, in square pixels.
    pub fn intersection(&self, other: &Quad) -> f32 {
        let ([l0, t0, r0, b0], [l1, t1, r1, b1]) = (self.bounds(), other.bounds());
        if l0 >= r1 || l1 >= r0 || t0 >= b1 || t1 >= b0 {
            return 0.0;
        }
        area(&clip(self.0.to_vec(), other)).max(0.0)
    }

    /// Intersection over union of two convex quads, 0-1.
    pub fn iou(&self, other: &Quad) -> f32 {
        let shared = self.intersection(other);
        let all = self.area() + other.area() - shared;
        if all > 0.0 { shared / all } else { 0.0 }
    }
}

/// Cuts a convex polygon to the inside of a convex quad (Sutherland-Hodgman).
fn clip(mut polygon: Vec<Point>, quad: &Quad) -> Vec<Point> {
    for i in 0..4 {
        let (from, to) = (quad.0[i], quad.0[(i + 1) % 4]);
        let mut kept = Vec::with_capacity(polygon.len() + 1);
        for (j, &point) in polygon.iter().enumerate() {
            let before = polygon[(j + polygon.len() - 1) % polygon.len()];
            let (side_before, side) = (cross(from, to, before), cross(from, to, point));
            if (side_before >= 0.0) != (side >= 0.0) {
                let t = side_before / (side_before - side);
                kept.push([before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])]);
            }
            if side >= 0.0 {
                kept.push(point);
            }
        }
        polygon = kept;
        if polygon.len() < 3 {
            return Vec::new();
        }
    }
    polygon
}

/// Positive when `c` lies to the right of the way from `a` to `b`, as one sees it in the picture.
fn cross(a: Point, b: Point, c: Point) -> f32 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn area(polygon: &[Point]) -> f32 {
    // Relative to a corner, so that far-off coordinates do not cost precision.
    polygon.windows(2).map(|pair| cross(polygon[0], pair[0], pair[1])).sum::<f32>() / 2.0
}

/// How far apart two points are.
pub fn distance(a: Point, b: Point) -> f32 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

/// A projective map of the plane, row by row: x' = (m0 x + m1 y + m2) / (m6 x + m7 y + m8), y' likewise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homography([f64; 9]);

impl Homography {
    /// The map that takes each corner of one quad to the same corner of another; `None` when a quad is degenerate.
    pub fn between(from: &Quad, to: &Quad) -> Option<Homography> {
        // x (m6 u + m7 v + 1) = m0 u + m1 v + m2 for each of the four corners, and the same for y.
        let mut rows = [[0.0f64; 9]; 8];
        for (i, (&[u, v], &[x, y])) in from.0.iter().zip(&to.0).enumerate() {
            let (u, v, x, y) = (f64::from(u), f64::from(v), f64::from(x), f64::from(y));
            rows[2 * i] = [u, v, 1.0, 0.0, 0.0, 0.0, -u * x, -v * x, x];
            rows[2 * i + 1] = [0.0, 0.0, 0.0, u, v, 1.0, -u * y, -v * y, y];
        }
        let solved = solve(rows)?;
        let mut entries = [1.0; 9];
        entries[..8].copy_from_slice(&solved);
        Some(Homography(entries))
    }

    /// Where a point goes.
    pub fn apply(&self, x: f64, y: f64) -> (f64, f64) {
        let m = &self.0;
        let scale = m[6] * x + m[7] * y + m[8];
        ((m[0] * x + m[1] * y + m[2]) / scale, (m[3] * x + m[4] * y + m[5]) / scale)
    }
}

/// Gauss elimination with row pivoting; the last column is the right-hand side.
fn solve(mut rows: [[f64; 9]; 8]) -> Option<[f64; 8]> {
    for column in 0..8 {
        let pivot = (column..8).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        if rows[pivot][column].abs() < 1e-9 {
            return None;
        }
        rows.swap(column, pivot);
        let top = rows[column];
        for row in &mut rows[column + 1..] {
            let factor = row[column] / top[column];
            for (value, &above) in row[column..].iter_mut().zip(&top[column..]) {
                *value -= factor * above;
            }
        }
    }
    let mut solved = [0.0; 8];
    for row in (0..8).rev() {
        let known: f64 = (row + 1..8).map(|column| rows[row][column] * solved[column]).sum();
        solved[row] = (rows[row][8] - known) / rows[row][row];
    }
    solved.iter().all(|value| value.is_finite()).then_some(solved)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Quad = Quad::rectangle(0.0, 0.0, 1.0, 1.0);

    #[test]
    fn a_clockwise_quad_has_a_positive_area() {
        assert_eq!(Quad::rectangle(2.0, 3.0, 5.0, 7.0).area(), 12.0);
        let [a, b, c, d] = UNIT.0;
        assert_eq!(Quad([d, c, b, a]).area(), -1.0);
        assert!(UNIT.is_convex());
        assert!(!Quad([a, c, b, d]).is_convex());
        assert!(!Quad([d, c, b, a]).is_convex());
    }

    #[test]
    fn overlap_of_quads_that_one_can_work_out_by_hand() {
        assert_eq!(UNIT.iou(&UNIT), 1.0);
        assert_eq!(UNIT.iou(&UNIT.moved([2.0, 0.0])), 0.0);
        assert_eq!(UNIT.iou(&UNIT.moved([1.0, 0.0])), 0.0);
        assert!((UNIT.iou(&UNIT.moved([0.5, 0.0])) - 1.0 / 3.0).abs() < 1e-6);
        assert!((UNIT.iou(&Quad::rectangle(0.25, 0.25, 0.75, 0.75)) - 0.25).abs() < 1e-6);
        // A square on its corner in the square that it touches on all sides: half the area.
        let diamond = Quad([[0.5, 0.0], [1.0, 0.5], [0.5, 1.0], [0.0, 0.5]]);
        assert!((UNIT.iou(&diamond) - 0.5).abs() < 1e-6);
        assert!((diamond.iou(&UNIT) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn overlap_does_not_depend_on_which_corner_is_first() {
        let a = Quad([[10.0, 2.0], [31.0, 5.0], [27.0, 40.0], [8.0, 38.0]]);
        let b = Quad([[15.0, 9.0], [40.0, 3.0], [44.0, 30.0], [18.0, 44.0]]);
        let overlap = a.iou(&b);
        assert!(overlap > 0.2 && overlap < 0.8);
        for by in 0..4 {
            assert!((a.rolled(by).iou(&b) - overlap).abs() < 1e-5);
            assert!((b.iou(&a.rolled(by)) - overlap).abs() < 1e-5);
        }
    }

    #[test]
    fn a_homography_takes_corners_to_corners_and_lines_to_lines() {
        let to = Quad([[60.0, 120.0], [104.0, 124.0], [98.0, 190.0], [52.0, 182.0]]);
        let map = Homography::between(&UNIT, &to).expect("both quads are proper");
        for (&[u, v], &[x, y]) in UNIT.0.iter().zip(&to.0) {
            let (mapped_x, mapped_y) = map.apply(u.into(), v.into());
            assert!((mapped_x - f64::from(x)).abs() < 1e-6 && (mapped_y - f64::from(y)).abs() < 1e-6);
        }
        let (x, y) = map.apply(0.5, 0.0);
        let [a, b] = [to.0[0], to.0[1]];
        assert!(cross(a, b, [x as f32, y as f32]).abs() < 1e-2, "the middle of a side stays on the side");
    }

    #[test]
    fn a_degenerate_quad_has_no_homography() {
        let line = Quad([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]);
        assert_eq!(Homography::between(&line, &UNIT), None);
        let point = Quad([[4.0, 4.0]; 4]);
        assert_eq!(Homography::between(&point, &UNIT), None);
    }

    #[test]
    fn portrait_is_higher_than_wide() {
        let lying = Quad::rectangle(0.0, 0.0, 40.0, 30.0);
        assert_eq!(lying.portrait(), lying.rolled(1));
        assert_eq!(lying.portrait().sides(), (30.0, 40.0));
        assert_eq!(lying.long_side(), 40.0);
        assert_eq!(lying.centre(), [20.0, 15.0]);
    }
}
