//! Percentiles of measured values.

/// The value that this share (0-1) of the values stays below, one of the values themselves; `None` of none.
pub fn percentile(mut values: Vec<f32>, share: f32) -> Option<f32> {
    let rank = (values.len().checked_sub(1)? as f32 * share).round() as usize;
    Some(*values.select_nth_unstable_by(rank, f32::total_cmp).1)
}

/// The middle one of the values, of an even number the upper one; `None` of none.
pub fn median(values: Vec<f32>) -> Option<f32> {
    percentile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values = vec![4.0, 1.0, 3.0, 2.0];
        let at = |share| percentile(values.clone(), share);
        assert_eq!([at(0.0), at(0.3), at(0.6), at(1.0)], [Some(1.0), Some(2.0), Some(3.0), Some(4.0)]);
        assert_eq!(percentile(Vec::new(), 0.5), None);
    }

    #[test]
    fn of_an_even_number_the_upper_middle_is_the_median() {
        for count in 1..300 {
            let values: Vec<f32> = (0..count).map(|i| i as f32).rev().collect();
            assert_eq!(median(values), Some((count / 2) as f32));
        }
        assert_eq!(median(Vec::new()), None);
    }
}
