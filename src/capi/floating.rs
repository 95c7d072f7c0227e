//! Floating-point modes at the boundary: a call runs with those of IEEE 754's default, a callback with those of the host.
//!
//! Hosts trap invalid operations and divisions by zero (`-ffpe-trap`), flush subnormal numbers (`-ffast-math`) or round in another
//! direction. Here infinities bound what is unbounded and comparisons meet NaN on purpose, and results must not depend on who asks. So
//! the modes are set when a call begins and put back, sticky flags included, when it ends; that costs some ten cycles.

use std::cell::Cell;

thread_local! {
    /// Modes of the host while this thread is inside a call.
    static HOST: Cell<Option<Modes>> = const { Cell::new(None) };
}

/// The control register, as it is.
type Modes = u64;

#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::asm;

    /// All exceptions masked, rounding to nearest, subnormal numbers kept, no flag.
    pub(super) const DEFAULT: u64 = 0x1f80;

    pub(super) fn get() -> u64 {
        let mut modes = 0_u32;
        // SAFETY: stmxcsr writes four bytes to the address of a local variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut modes, options(nostack, preserves_flags)) };
        u64::from(modes)
    }

    pub(super) fn set(modes: u64) {
        let modes = modes as u32;
        // SAFETY: the value is the default above or came from the register itself, so no reserved bit is set.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const modes, options(nostack, preserves_flags)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use std::arch::asm;

    /// No traps, rounding to nearest, subnormal numbers kept. Flags are in another register and stay.
    pub(super) const DEFAULT: u64 = 0;

    pub(super) fn get() -> u64 {
        let modes: u64;
        // SAFETY: reads a register that any program may read.
        unsafe { asm!("mrs {}, fpcr", out(reg) modes, options(nomem, nostack, preserves_flags)) };
        modes
    }

    pub(super) fn set(modes: u64) {
        // SAFETY: the value is the default above or came from the register itself.
        unsafe { asm!("msr fpcr, {}", in(reg) modes, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    pub(super) const DEFAULT: u64 = 0;

    pub(super) fn get() -> u64 {
        DEFAULT
    }

    pub(super) fn set(_: u64) {}
}

/// Puts modes back when it goes, also when a panic passes.
struct Back(Modes, Option<Modes>);

impl Drop for Back {
    fn drop(&mut self) {
        register::set(self.0);
        HOST.try_with(|host| host.set(self.1)).unwrap_or(());
    }
}

/// Run a call of the host's with the modes of the library.
pub(super) fn own<T>(body: impl FnOnce() -> T) -> T {
    let modes = register::get();
    let _back = Back(modes, HOST.try_with(|host| host.replace(Some(modes))).unwrap_or(None));
    register::set(register::DEFAULT);
    body()
}

/// Run a callback with the modes of the host; on a thread of the library's own, which has no host, with those that it has.
pub(super) fn of_host<T>(callback: impl FnOnce() -> T) -> T {
    let modes = HOST.try_with(Cell::get).unwrap_or(None);
    let _back = Back(register::get(), modes);
    if let Some(modes) = modes {
        register::set(modes);
    }
    callback()
}
