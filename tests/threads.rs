//! Threads change nothing but the time: the same bits for any number of them.

use crate::common;
use crate::support;

use common::bars::mesh;
use common::borri::crooked_four_bar;
use support::{bits, options, simulate};
use swashplate::error::Error;
use swashplate::model::Interpolation;
use swashplate::simulation::MAX_THREADS;

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    // 30 elements, 63 masses, four joints and a drive
    let make = || crooked_four_bar(mesh(Interpolation::Rotations, 10, 3), 0.05).model;
    let run = |threads: usize| {
        let mut sim = simulate(make(), options(0.6));
        sim.set_threads(threads).unwrap();
        assert_eq!(sim.workspace().system.threads(), threads);
        (0..30).for_each(|k| sim.step(if k % 7 == 0 { 1.5e-3 } else { 1e-3 }).unwrap());
        bits(&sim)
    };
    let alone = run(1);
    for threads in [2, 3, 7] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}

#[test]
fn number_of_threads_may_change_during_a_run_but_not_within_a_step() {
    let make = || simulate(crooked_four_bar(mesh(Interpolation::Rotations, 10, 3), 0.05).model, options(0.6));
    let (mut one, mut changing) = (make(), make());
    for k in 0..20 {
        changing.set_threads(1 + k % 3).unwrap();
        one.step(1e-3).unwrap();
        changing.begin(1e-3).unwrap();
        assert!(matches!(changing.set_threads(2), Err(Error::WrongState(_))));
        changing.iterate().unwrap();
        changing.accept().unwrap();
    }
    assert_eq!(bits(&one), bits(&changing));
    for wrong in [0, MAX_THREADS + 1] {
        assert!(matches!(changing.set_threads(wrong), Err(Error::InvalidArgument(_))));
    }
}
