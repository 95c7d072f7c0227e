//! Calls go down the list of modules, imports go up it; `unsafe` stays in the C ABI and in the kernels of the linear solver; files
//! stay readable.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A module may import those above it.
const LAYERS: [&str; 15] = [
    "error",
    "math",
    "terms",
    "sections",
    "elements",
    "joints",
    "loads",
    "model",
    "state",
    "assembly",
    "linear",
    "newton",
    "integrators",
    "results",
    "simulation",
];

fn sources() -> BTreeMap<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.insert(path.strip_prefix(&root).unwrap().to_path_buf(), text);
            }
        }
    }
    found
}

fn layer(path: &Path) -> String {
    let first = path.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_string()
}

/// The part of a file before its tests, which may look anywhere.
fn product(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap()
}

#[test]
fn imports_go_up_only() {
    let place = |name: &str| LAYERS.iter().position(|l| *l == name);
    let mut seen = 0;
    for (path, text) in sources() {
        let own = layer(&path);
        if own == "lib" || own == "capi" {
            continue; // lib lists the modules; the C ABI sees all of them
        }
        let own_place = place(&own).unwrap_or_else(|| panic!("{own} is not in the list of layers"));
        for part in product(&text).split("crate::").skip(1) {
            let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            assert_ne!(name, "capi", "{}: nothing imports the C ABI", path.display());
            let Some(other) = place(&name) else { continue };
            assert!(other <= own_place, "{} ({own}) imports {name}, which is below it", path.display());
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} imports were seen");
}

#[test]
fn unsafe_code_stays_in_the_c_abi_and_the_kernels_and_has_its_reason() {
    for (path, text) in sources() {
        let lines: Vec<&str> = text.lines().collect();
        for (k, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap();
            let block = code.contains("unsafe {") || code.contains("unsafe impl");
            if !block {
                continue;
            }
            let may = layer(&path) == "capi" || path.starts_with("linear/block_lu");
            assert!(may, "{}:{}: unsafe outside the C ABI and the kernels", path.display(), k + 1);
            let reason = lines[k.saturating_sub(6)..=k].iter().any(|l| l.contains("SAFETY:"));
            assert!(reason, "{}:{}: unsafe without its reason", path.display(), k + 1);
        }
    }
}

#[test]
fn no_file_grows_beyond_six_hundred_lines() {
    for (path, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= 600, "{} has {lines} lines; it is two files", path.display());
    }
}

#[test]
fn a_joint_fits_in_a_hundred_and_fifty_lines() {
    for (path, text) in sources().into_iter().filter(|(p, _)| p.starts_with("joints")) {
        let lines = product(&text).lines().count();
        assert!(lines <= 150, "{} has {lines} lines", path.display());
    }
}
