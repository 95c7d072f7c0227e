//! Locks and releases at given times.

use super::file::record::Record;
use super::{JointId, Model};
use crate::error::{Error, Result, require_finite};

/// A lock that closes or opens at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LockSwitch {
    /// when [s]
    pub time: f64,
    /// place among the locks, and among the terms
    pub lock: (usize, usize),
    /// lock or release
    pub on: bool,
}

impl Model {
    /// Lock (`on`) or release a joint coordinate at a time [s]; it must have a lock. The switch
    /// is made at the end of the first step that ends at or behind that time.
    pub fn schedule_lock(&mut self, joint: JointId, coordinate: usize, time: f64, on: bool) -> Result<()> {
        self.coordinate(joint, coordinate)?;
        let own = &self.joints[joint.0];
        let what = format!("joint \"{}\", coordinate {coordinate}", own.name);
        let Some(lock) = own.locks[coordinate] else {
            return Err(Error::InvalidArgument(format!("{what} has no lock to switch; add one first")));
        };
        require_finite(&format!("{what}, time of a switch of its lock"), &[time])?;
        if self.switches.iter().any(|s| s.lock == lock && s.time == time) {
            return Err(Error::InvalidArgument(format!("{what}: its lock is switched at t = {time} s already")));
        }
        // in order of time; at one time in the order in which they were given
        let place = self.switches.partition_point(|s| s.time <= time);
        self.switches.insert(place, LockSwitch { time, lock, on });
        let record = Record::new("lock switch").text("joint", &self.joints[joint.0].name);
        self.record(record.count("coordinate", coordinate).number("time", time).flag("lock", on));
        Ok(())
    }

    /// All switches, in order of time.
    pub fn switches(&self) -> &[LockSwitch] {
        &self.switches
    }
}
