//! Build script: the shared library has its SONAME whoever calls cargo, so that CMake, the Rust tests and the fuzzer share one build of
//! the crate. While the major version is 0, a minor version may break the ABI, and is part of the name.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=cmake/soname.rs");
    let part = |name: &str| var(name).unwrap_or_default();
    if part("CARGO_CFG_TARGET_OS") != "linux" {
        return;
    }
    let (major, minor) = (part("CARGO_PKG_VERSION_MAJOR"), part("CARGO_PKG_VERSION_MINOR"));
    let version = if major == "0" { format!("0.{minor}") } else { major };
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libswashplate.so.{version}");
}
