//! What a benchmark measures with: time on a processor, allocations, memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Seconds that this process has spent on a processor: others who use the machine do not count.
#[allow(unsafe_code)]
pub fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call fills the struct that it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

/// Mean seconds of a call: as many calls as take a twentieth of a second, in five batches; that of the fastest batch.
pub fn mean_seconds(mut call: impl FnMut()) -> f64 {
    call();
    let (mut count, mut best) = (1_u32, f64::INFINITY);
    for _ in 0..5 {
        loop {
            let began = cpu_seconds();
            (0..count).for_each(|_| call());
            let spent = cpu_seconds() - began;
            if spent > 0.01 {
                best = best.min(spent / f64::from(count));
                break;
            }
            count *= 2;
        }
    }
    best
}

/// The system's allocator, with a count of allocations and of bytes in use.
pub struct Counting {
    made: AtomicUsize,
    live: AtomicUsize,
    peak: AtomicUsize,
}

impl Counting {
    /// For a `#[global_allocator]`.
    pub const fn new() -> Self {
        Counting { made: AtomicUsize::new(0), live: AtomicUsize::new(0), peak: AtomicUsize::new(0) }
    }

    /// Allocations so far.
    pub fn made(&self) -> usize {
        self.made.load(Relaxed)
    }

    /// Most bytes in use since the last call.
    pub fn peak(&self) -> usize {
        self.peak.swap(self.live.load(Relaxed), Relaxed)
    }

    /// What is taken counts when something else is taken while it is there: what is given back at once was only a question whether
    /// there is room.
    fn take(&self, size: usize) {
        self.made.fetch_add(1, Relaxed);
        let live = self.live.fetch_add(size, Relaxed);
        self.peak.fetch_max(live, Relaxed);
    }
}

// SAFETY: every call is handed on to the system's allocator as it is; only counters are changed.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.take(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        self.live.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        self.take(size);
        self.peak.fetch_max(self.live.load(Relaxed), Relaxed);
        self.live.fetch_sub(layout.size(), Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}
