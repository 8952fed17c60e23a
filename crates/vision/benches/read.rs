//! How long a picture takes: `cargo bench -p suzume-vision --features onnx`. The picture is 1280 x 720 with seven tiles.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use vision::{ModelPaths, Picture, Recogniser};

fn picture_bytes() -> Vec<u8> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/easy.jpg");
    std::fs::read(path).expect("the golden picture ships with the project")
}

fn bench(criterion: &mut Criterion) {
    let paths = ModelPaths::discover().expect("the models and ONNX Runtime");
    let mut recogniser = Recogniser::load(&paths).expect("models that load");
    let bytes = picture_bytes();
    criterion.bench_function("decode 1280x720", |bench| {
        bench.iter(|| Picture::from_bytes(black_box(&bytes)).expect("a picture"));
    });
    let picture = Picture::from_bytes(&bytes).expect("a picture");
    criterion.bench_function("read 1280x720, seven tiles", |bench| {
        bench.iter(|| recogniser.read(black_box(&picture)).expect("models that run"));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = bench
}
criterion_main!(benches);
