//! Writing a file: whole, or not at all. The text goes to a file beside the target, to the disk, and only then to its name.

use crate::error::{Error, Result};
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::{Error as IoError, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What a path leads to, looked at before anything is written.
pub struct Target {
    /// the folder of the file
    pub folder: PathBuf,
    /// its name there
    pub name: OsString,
    /// of the file that is there, if there is one
    pub there: Option<Metadata>,
    path: String,
}

impl Target {
    /// Look at a path; anything but a regular file, or nothing, is refused.
    pub fn look(path: &str) -> Result<Self> {
        let bad = |text: &str| Err(Error::BadFile(format!("\"{path}\" cannot be written: {text}")));
        let whole = Path::new(path);
        let Some(name) = whole.file_name().filter(|_| !path.ends_with('/')) else {
            return bad("the path does not end in the name of a file");
        };
        let there = match std::fs::symlink_metadata(whole) {
            Ok(there) if there.is_symlink() => {
                return bad("there is a symbolic link of this name; give the path of the file that it leads to");
            }
            Ok(there) if there.is_dir() => return bad("there is a directory of this name; give the path of a file"),
            Ok(there) if !there.is_file() => {
                return bad("a device, pipe or socket of this name is there; give the path of a regular file");
            }
            Ok(there) => Some(there),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return bad(&error.to_string()),
        };
        let folder = whole.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Target { folder: folder.into(), name: name.into(), there, path: path.into() })
    }

    /// A name for a file beside the target, short whatever the length of the target's.
    pub fn beside(&self) -> OsString {
        let hash = self.name.as_encoded_bytes().iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        OsString::from(format!(".swp-{hash:016x}"))
    }

    /// Fill a new file: the text, owner and mode of the file that is there, all of it on the disk.
    pub fn fill(&self, file: &mut File, text: &str) -> std::io::Result<()> {
        file.write_all(text.as_bytes())?;
        if let Some(there) = &self.there {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                // only the superuser may give a file away; for others it stays theirs
                let _ = fchown(&*file, Some(there.uid()), Some(there.gid()));
            }
            file.set_permissions(there.permissions())?;
        }
        file.sync_all()
    }

    /// Bring the names in the folder to the disk too; not every system can.
    pub fn settle(&self) {
        let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
    }

    /// Why it failed.
    pub fn bad(&self, error: IoError) -> Error {
        let remedy = match error.kind() {
            std::io::ErrorKind::NotFound => "; make the directory first, or give another path",
            std::io::ErrorKind::PermissionDenied => "; give a path that this user may write",
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded | std::io::ErrorKind::FileTooLarge => {
                "; make room, raise the limit, or give a path elsewhere"
            }
            _ => "",
        };
        Error::BadFile(format!("\"{}\" cannot be written: {error}{remedy}", self.path))
    }

    /// Write by way of a file with a name of its own, which is removed if that fails.
    pub fn write_by_name(&self, text: &str) -> Result<()> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut beside = self.beside();
        beside.push(format!("-{}-{number}", std::process::id()));
        let beside = self.folder.join(beside);
        let written = File::create_new(&beside).and_then(|mut file| {
            self.fill(&mut file, text)?;
            std::fs::rename(&beside, self.folder.join(&self.name))
        });
        written.map_err(|error| {
            if error.kind() != std::io::ErrorKind::AlreadyExists {
                let _ = std::fs::remove_file(&beside);
            }
            self.bad(error)
        })?;
        self.settle();
        Ok(())
    }
}

/// Write a file: whole, or not at all.
pub fn save(path: &str, text: &str) -> Result<()> {
    Target::look(path)?.write_by_name(text)
}

/// Open a file to be read; anything but a regular file is refused: a pipe would be waited for, a device may have no end.
pub fn open_regular(path: &OsStr) -> std::io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(IoError::other("it is not a regular file"));
    }
    File::open(path)
}
