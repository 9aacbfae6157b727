// SPDX-License-Identifier: MIT
//! Links the libspe that pkg-config knows; without one, or with LIBSPE_BUNDLED=1, builds the C sources (of LIBSPE_SOURCE, or
//! of the tree that this package is part of) with CC and AR.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn run(command: &mut Command) -> Option<String> {
    let out = command.output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

fn installed() -> bool {
    let flags = match run(Command::new("pkg-config").args(["--libs", "libspe >= 1.0"])) {
        Some(flags) => flags,
        None => return false,
    };
    for flag in flags.split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
        } else if let Some(name) = flag.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={name}");
        }
    }
    true
}

fn bundled(source: &Path, out: &Path) {
    let list = fs::read_to_string(source.join("src/sources")).expect("LIBSPE_SOURCE: src/sources of libspe");
    let tool = |name: &str, default: &str| env::var(name).unwrap_or_else(|_| default.to_string());
    let mut archive = Command::new(tool("AR", "ar"));
    archive.arg("crs").arg(out.join("libspe.a"));
    for (number, file) in list.lines().enumerate() {
        let object = out.join(format!("{number}.o"));
        let mut compile = Command::new(tool("CC", "cc"));
        compile.args(["-std=c11", "-O2", "-fPIC", "-DSPE_BUILDING", "-DSPE_STATIC", "-ffunction-sections", "-fdata-sections"]);
        compile.arg("-I").arg(source.join("include")).arg("-c").arg(source.join(file)).arg("-o").arg(&object);
        assert!(compile.status().map_or(false, |status| status.success()), "{compile:?} failed");
        archive.arg(object);
    }
    assert!(archive.status().map_or(false, |status| status.success()), "{archive:?} failed");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=spe");
    println!("cargo:rerun-if-changed={}", source.join("src").display());
}

fn main() {
    for name in ["LIBSPE_BUNDLED", "LIBSPE_SOURCE", "CC", "AR", "PKG_CONFIG_PATH"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    if env::var_os("LIBSPE_BUNDLED").is_none() && installed() {
        return;
    }
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let source = env::var_os("LIBSPE_SOURCE").map_or_else(|| here.join("../../.."), PathBuf::from);
    bundled(&source, &PathBuf::from(env::var_os("OUT_DIR").unwrap()));
}
