//! Scoring all 7,059,052 sets of six physical tiles: by the generated table and by the plain scorer, in one run.
//!
//! `docs/benchmarks.md` has the figures. What is timed:
//! - `physical_sets/table`: enumerating the sets and scoring each (loops with partial sums, one look-up a set).
//! - `prepared_hands/table`: [`PointsTable::score`] of hands that were made before, index from scratch.
//! - `prepared_hands/scorer`: [`Score::of`] of the same hands: the split, every rule, the itemised result.
//! - `table/generate`: making the table from the scorer, once a ruleset.
//!
//! Every line adds the points up, so that no work can be left out, and checks the sum.

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use rules::{Hand, PointsTable, Ruleset, Score};
use std::hint::black_box;
use std::time::Duration;

const PHYSICAL_SETS: u64 = 7_059_052;

fn score(criterion: &mut Criterion) {
    let ruleset = Ruleset::default();
    let table = PointsTable::new(&ruleset);
    let mut hands = Vec::with_capacity(PHYSICAL_SETS as usize);
    let mut points = 0_u64;
    table.for_each_physical_set(None, |tiles, score| {
        hands.push(Hand::new(&tiles, None).expect("the box holds these tiles"));
        points += u64::from(score.points().unwrap_or(0));
    });
    assert_eq!(hands.len() as u64, PHYSICAL_SETS);

    let mut group = criterion.benchmark_group("physical_sets");
    group.throughput(Throughput::Elements(PHYSICAL_SETS)).sample_size(20);
    group.bench_function("table", |bencher| {
        bencher.iter(|| {
            let mut sum = 0_u64;
            black_box(&table).for_each_physical_set(None, |_, score| sum += u64::from(score.points().unwrap_or(0)));
            assert_eq!(sum, points);
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("prepared_hands");
    group.throughput(Throughput::Elements(PHYSICAL_SETS)).sample_size(10);
    group.sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(10));
    group.bench_function("table", |bencher| {
        bencher.iter(|| {
            let points_of = |hand: &Hand| u64::from(table.score(hand).points().unwrap_or(0));
            assert_eq!(black_box(&hands).iter().map(points_of).sum::<u64>(), points);
        });
    });
    group.bench_function("scorer", |bencher| {
        bencher.iter(|| {
            let points_of = |hand: &Hand| u64::from(Score::of(hand, &ruleset).map_or(0, |score| score.points()));
            assert_eq!(black_box(&hands).iter().map(points_of).sum::<u64>(), points);
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("table");
    group.sample_size(10);
    group.bench_function("generate", |bencher| bencher.iter(|| PointsTable::new(black_box(&ruleset))));
    group.finish();
}

criterion_group!(benches, score);
criterion_main!(benches);
