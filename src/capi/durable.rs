//! Files written by way of one without a name: a program that is killed leaves the old file or the new one, and nothing else.
//!
//! The text goes to a file that has no name (`O_TMPFILE`), which the system forgets with the process, then to the disk. A target
//! that is not there yet gets its name at once. One that is there can be replaced by `rename` alone, so the new file gets a
//! name beside it first, the same for every writer of that target, and is then renamed. Who finds that name taken helps: what has it is
//! whole, and is renamed for its writer, who may be gone. So two writers do not disturb each other, and what a process that was
//! killed between the two calls has left is cleared away by the next one that writes there.
//!
//! Where the file system knows no files without a name, the file beside the target has a name from the beginning.

use crate::error::Result;
use crate::model::file::Target;

/// Write a file: whole, or not at all.
pub(super) fn write(path: &str, text: &str) -> Result<()> {
    let target = Target::look(path)?;
    #[cfg(target_os = "linux")]
    if let Some(outcome) = nameless::write(&target, text) {
        return outcome;
    }
    target.write_by_name(text)
}

#[cfg(target_os = "linux")]
mod nameless {
    use super::{Result, Target};
    use std::ffi::CString;
    use std::fs::{File, OpenOptions};
    use std::io::{Error, ErrorKind};
    use std::os::fd::AsRawFd;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::OpenOptionsExt;

    /// Writers that may be helped before this one gives up.
    const MOST_HELPED: usize = 10_000;

    /// Write the target; None where this is not possible here.
    pub(super) fn write(target: &Target, text: &str) -> Option<Result<()>> {
        let folder = File::open(&target.folder).ok()?;
        let mut file =
            OpenOptions::new().write(true).mode(0o666).custom_flags(libc::O_TMPFILE).open(&target.folder).ok()?;
        if let Err(error) = target.fill(&mut file, text) {
            return Some(Err(target.bad(error)));
        }
        let name = CString::new(target.name.as_bytes()).ok()?;
        let beside = CString::new(target.beside().as_bytes()).ok()?;
        let outcome = match publish(&file, &folder, &name, &beside, target.there.is_none()) {
            Err(error) if matches!(error.raw_os_error(), Some(libc::ENOENT | libc::EOPNOTSUPP)) => return None,
            other => other.map_err(|error| target.bad(error)),
        };
        target.settle();
        Some(outcome)
    }

    /// Give the file its name.
    fn publish(file: &File, folder: &File, name: &CString, beside: &CString, new: bool) -> std::io::Result<()> {
        let taken = |error: &Error| error.kind() == ErrorKind::AlreadyExists;
        if new {
            match link(file, folder, name) {
                Err(error) if taken(&error) => {}
                other => return other,
            }
        }
        for _ in 0..MOST_HELPED {
            match link(file, folder, beside) {
                Ok(()) => return rename(folder, beside, name),
                Err(error) if taken(&error) => rename(folder, beside, name)?,
                Err(error) => return Err(error),
            }
        }
        Err(Error::other("other writers do not let this one through"))
    }

    /// A first name for a file without one.
    fn link(file: &File, folder: &File, name: &CString) -> std::io::Result<()> {
        let there = CString::new(format!("/proc/self/fd/{}", file.as_raw_fd()))?;
        // SAFETY: both strings end with a zero byte and outlive the call, and the descriptor of the folder is open.
        let status = unsafe {
            libc::linkat(libc::AT_FDCWD, there.as_ptr(), folder.as_raw_fd(), name.as_ptr(), libc::AT_SYMLINK_FOLLOW)
        };
        if status == 0 { Ok(()) } else { Err(Error::last_os_error()) }
    }

    /// From the name beside the target to that of the target; if it is gone, another writer has done so.
    fn rename(folder: &File, beside: &CString, name: &CString) -> std::io::Result<()> {
        let at = folder.as_raw_fd();
        // SAFETY: both strings end with a zero byte and outlive the call, and the descriptor of the folder is open.
        let status = unsafe { libc::renameat(at, beside.as_ptr(), at, name.as_ptr()) };
        match Error::last_os_error() {
            _ if status == 0 => Ok(()),
            error if error.kind() == ErrorKind::NotFound => Ok(()),
            error => {
                // what cannot be renamed is not left behind
                // SAFETY: as above.
                unsafe { libc::unlinkat(at, beside.as_ptr(), 0) };
                Err(error)
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn what_a_killed_writer_left_is_cleared_away_by_the_next() {
            let folder = std::env::temp_dir().join(format!("swp_durable_{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let path = folder.join("a.json");
            std::fs::write(&path, "old").unwrap();
            let target = Target::look(path.to_str().unwrap()).unwrap();
            std::fs::write(folder.join(target.beside()), "whole, of a writer that was killed").unwrap();
            super::super::write(path.to_str().unwrap(), "new").unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
            let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
            assert_eq!(names, ["a.json"]);
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }
}
