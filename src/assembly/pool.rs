//! Terms evaluated by several threads, with the same bits for any number of them.
//!
//! The terms are cut into stretches, one a thread. Every thread evaluates its own into blocks of its own; the caller, who has
//! the first stretch, adds all blocks to the system in the order of the terms, as if it had evaluated them itself. So the sums
//! are made in the same order whoever made their parts, and while the caller adds its own stretch the others are at work.
//!
//! Threads live as long as the pool and look at a copy of the level, kept in place: a step allocates nothing. A term that calls
//! a function of the host is left to the caller's thread.
//!
//! What memory there may lack is asked for when the pool is made, by its caller, and each thread is waited for until it has begun:
//! none of them allocates afterwards, where a failure would end the process.

use crate::error::{Error, Result, require_memory};
use crate::math::Vec3;
use crate::model::Model;
use crate::terms::{Level, LockState, Motion, Parts, ScalarMotion, StageBlock};
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, RwLock};
use std::thread::JoinHandle;

/// Names of the threads begin with this.
pub const THREAD_NAME: &str = "swashplate";
/// Stack of a thread [bytes]: the megabyte that a call of the library needs where there are shells, and as much again for thread-local
/// variables of the host, which the C library keeps on it.
const STACK: usize = 2 << 20;
/// What a block takes beside its numbers, and what starting a thread takes beside its stack [bytes].
const BESIDE: usize = 1 << 10;

/// What is asked of the terms, the same for all of them.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// λ of every condition, zero where it is not enforced
    pub lambda: Vec<f64>,
    /// its penalty, likewise
    pub penalty: Vec<f64>,
    /// are K and G not wanted?
    pub without_tangents: bool,
    /// nor M?
    pub right_alone: bool,
    /// are all matrices wanted, even those that are zero?
    pub all_parts: bool,
}

/// Size of a term's block: unknowns, conditions, the first of them, matrices.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    pub n: usize,
    pub m: usize,
    pub first: usize,
    pub parts: Parts,
}

/// Make a block ready for a term.
pub(super) fn prepare(block: &mut StageBlock, size: &Size, given: &Given) {
    let parts = if given.all_parts { size.parts.whole() } else { size.parts };
    if given.right_alone {
        block.reset_right(size.n, size.m, parts);
    } else {
        block.reset_parts(size.n, size.m, parts);
    }
    (block.without_tangents, block.right_alone) = (given.without_tangents, given.right_alone);
    let own = size.first..size.first + size.m;
    block.lambda.copy_from_slice(&given.lambda[own.clone()]);
    block.penalty.copy_from_slice(&given.penalty[own]);
}

/// The level that all threads look at, and what is asked of the terms there.
#[derive(Debug, Default)]
struct Job {
    time: f64,
    load_factor: f64,
    gravity: Vec3,
    nodes: Vec<Motion>,
    scalars: Vec<ScalarMotion>,
    functions: Vec<[f64; 3]>,
    inputs: Vec<[f64; 3]>,
    rates: Vec<[Vec3; 4]>,
    locks: Vec<LockState>,
    given: Given,
}

impl Job {
    /// Room for all levels of a model.
    fn reserve(&mut self, model: &Model, conditions: usize) {
        let (nodes, functions) = (model.nodes().len(), model.functions().len() + model.inputs().len());
        self.nodes.reserve(nodes);
        self.scalars.reserve(model.scalars().len());
        self.functions.reserve(functions);
        self.inputs.reserve(functions);
        self.rates.reserve(nodes);
        self.locks.reserve(model.locks().len());
        self.given.lambda.reserve(conditions);
        self.given.penalty.reserve(conditions);
    }

    fn set(&mut self, at: &Level, given: &Given) {
        (self.time, self.load_factor, self.gravity) = (at.time, at.load_factor, at.gravity);
        copy(&mut self.nodes, at.nodes);
        copy(&mut self.scalars, at.scalars);
        copy(&mut self.functions, at.functions);
        copy(&mut self.inputs, at.inputs);
        copy(&mut self.rates, at.rates.unwrap_or_default());
        copy(&mut self.locks, at.locks);
        let Given { lambda, penalty, without_tangents, right_alone, all_parts } = given;
        copy(&mut self.given.lambda, lambda);
        copy(&mut self.given.penalty, penalty);
        self.given.without_tangents = *without_tangents;
        self.given.right_alone = *right_alone;
        self.given.all_parts = *all_parts;
    }

    fn level(&self) -> Level<'_> {
        Level {
            time: self.time,
            load_factor: self.load_factor,
            gravity: self.gravity,
            nodes: &self.nodes,
            scalars: &self.scalars,
            functions: &self.functions,
            inputs: &self.inputs,
            rates: if self.rates.is_empty() { None } else { Some(&self.rates) },
            locks: &self.locks,
        }
    }
}

fn copy<T: Clone>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    to.extend_from_slice(from);
}

/// Numbers of rounds: the one that is asked for, and those that the threads have finished.
#[derive(Debug)]
struct Rounds {
    asked: u64,
    /// by each thread; [`NOT_BEGUN`] at first
    finished: Vec<u64>,
    quit: bool,
}

/// The round of a thread that has not begun.
const NOT_BEGUN: u64 = u64::MAX;

/// What the threads share.
struct Shared {
    model: Arc<Model>,
    sizes: Vec<Size>,
    job: RwLock<Job>,
    rounds: Mutex<Rounds>,
    changed: Condvar,
    /// blocks of each thread's stretch
    blocks: Vec<Mutex<Vec<StageBlock>>>,
}

/// Threads that evaluate terms.
pub struct Pool {
    shared: Arc<Shared>,
    stretches: Vec<Range<usize>>,
    threads: Vec<JoinHandle<()>>,
    /// the process that has the threads: a child that it forks has none of them
    process: u32,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pool of {} threads", self.threads.len())
    }
}

/// Says at its end that a thread has finished its round, also when a term panicked.
struct Finish<'a>(&'a Shared, usize, u64);

impl Drop for Finish<'_> {
    fn drop(&mut self) {
        if let Ok(mut rounds) = self.0.rounds.lock() {
            rounds.finished[self.1] = self.2;
        }
        self.0.changed.notify_all();
    }
}

fn work(shared: &Shared, thread: usize, stretch: Range<usize>) {
    let mut round = 0;
    drop(Finish(shared, thread, round));
    loop {
        {
            let Ok(rounds) = shared.rounds.lock() else { return };
            let Ok(rounds) = shared.changed.wait_while(rounds, |r| r.asked == round && !r.quit) else { return };
            if rounds.quit {
                return;
            }
            round = rounds.asked;
        }
        let _finish = Finish(shared, thread, round);
        let (Ok(job), Ok(mut blocks)) = (shared.job.read(), shared.blocks[thread].lock()) else { return };
        let at = job.level();
        for (block, t) in blocks.iter_mut().zip(stretch.clone()) {
            prepare(block, &shared.sizes[t], &job.given);
            let term = shared.model.term(t);
            if !term.asks_host() {
                term.stage(&at, block);
            }
        }
    }
}

/// Stretches of about the same work, one for each of `count` threads: that of a block grows with its entries.
fn stretches(sizes: &[Size], count: usize) -> Vec<Range<usize>> {
    let cost = |size: &Size| 200 + size.n * size.n;
    let total: usize = sizes.iter().map(cost).sum();
    let (mut stretches, mut sum, mut first) = (Vec::new(), 0, 0);
    for (t, size) in sizes.iter().enumerate() {
        sum += cost(size);
        if sum * count >= total * (stretches.len() + 1) {
            stretches.push(first..t + 1);
            first = t + 1;
        }
    }
    stretches.resize(count, first..sizes.len());
    stretches
}

/// The block of a term with all that may ever be asked of it.
fn largest_block(size: &Size) -> StageBlock {
    let mut block = StageBlock::default();
    block.reset_parts(size.n, size.m, size.parts.whole());
    block
}

/// Memory of such a block [bytes].
fn room(size: &Size) -> usize {
    let matrices = if size.parts.whole().k { 3 * size.n * size.n } else { 0 };
    8 * (matrices + 2 * size.n * size.m + size.n + 3 * size.m) + BESIDE
}

impl Pool {
    /// Threads for the terms of a model, so many that with the caller there are `count`.
    pub(super) fn new(model: &Arc<Model>, sizes: &[Size], count: usize) -> Result<Self> {
        let stacks = (count - 1).saturating_mul(STACK + BESIDE);
        let level =
            512 * (model.nodes().len() + model.scalars().len() + model.functions().len() + model.inputs().len());
        let blocks: usize = sizes.iter().map(room).sum();
        require_memory(stacks.saturating_add(level).saturating_add(blocks), "what the threads need")?;
        let stretches = stretches(sizes, count);
        let own = |stretch: &Range<usize>| Mutex::new(sizes[stretch.clone()].iter().map(largest_block).collect());
        let mut job = Job::default();
        job.reserve(model, sizes.iter().map(|size| size.m).sum());
        let shared = Arc::new(Shared {
            model: Arc::clone(model),
            blocks: stretches[1..].iter().map(own).collect(),
            rounds: Mutex::new(Rounds { asked: 0, finished: vec![NOT_BEGUN; count - 1], quit: false }),
            job: RwLock::new(job),
            changed: Condvar::new(),
            sizes: sizes.to_vec(),
        });
        let threads = Vec::with_capacity(count - 1);
        let mut pool = Pool { shared, stretches, threads, process: std::process::id() };
        (1..count).try_for_each(|k| pool.start(k))?;
        // the C library may have set memory aside for each of them: is there some left for the caller?
        require_memory(0, "what goes on beside the threads")?;
        Ok(pool)
    }

    /// Start the thread of stretch k, and wait until it has begun.
    fn start(&mut self, k: usize) -> Result<()> {
        require_memory(STACK + BESIDE, "another thread")?;
        let (shared, stretch) = (Arc::clone(&self.shared), self.stretches[k].clone());
        let thread = std::thread::Builder::new().name(format!("{THREAD_NAME} {k}")).stack_size(STACK);
        let handle = thread.spawn(move || work(&shared, k - 1, stretch)).map_err(|e| {
            Error::OutOfMemory(format!(
                "thread {k} could not be started: {e}; nothing was changed. Ask for fewer threads, or raise the limit of memory \
                 (ulimit -v) or of threads (ulimit -u)"
            ))
        })?;
        self.threads.push(handle);
        let rounds = self.shared.rounds.lock().expect("no term panicked");
        let waiting = |rounds: &mut Rounds| rounds.finished[k - 1] == NOT_BEGUN;
        drop(self.shared.changed.wait_while(rounds, waiting).expect("no term panicked"));
        Ok(())
    }

    /// How many threads there are, the caller's among them.
    pub fn count(&self) -> usize {
        self.threads.len() + 1
    }

    /// Are the threads there? Not in a child of the process that made them: there the caller does all of the work.
    pub(super) fn is_alive(&self) -> bool {
        self.process == std::process::id()
    }

    /// Set the threads to work. The caller's stretch is the first.
    pub(super) fn begin(&self, at: &Level, given: &Given) {
        self.shared.job.write().expect("no term panicked").set(at, given);
        self.shared.rounds.lock().expect("no term panicked").asked += 1;
        self.shared.changed.notify_all();
    }

    /// The stretches of the terms, in their order.
    pub(super) fn stretches(&self) -> &[Range<usize>] {
        &self.stretches
    }

    /// The blocks of stretch k > 0, once its thread has finished.
    pub(super) fn blocks(&self, k: usize) -> MutexGuard<'_, Vec<StageBlock>> {
        let rounds = self.shared.rounds.lock().expect("no term panicked");
        let waiting = |rounds: &mut Rounds| rounds.finished[k - 1] != rounds.asked;
        drop(self.shared.changed.wait_while(rounds, waiting).expect("no term panicked"));
        self.shared.blocks[k - 1].lock().expect("no term panicked in a thread of the simulation")
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if !self.is_alive() {
            // nobody is there to wait for, and a lock may be held by a thread that is not
            return self.threads.drain(..).for_each(std::mem::forget);
        }
        if let Ok(mut rounds) = self.shared.rounds.lock() {
            rounds.quit = true;
        }
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // that of a thread that panicked is known to the caller already
            let _ = thread.join();
        }
    }
}
