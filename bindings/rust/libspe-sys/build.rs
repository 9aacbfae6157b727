// SPDX-License-Identifier: MIT
//! Makes the declarations, with perl, from the tree that this package is part of, or from LIBSPE_SOURCE. Links the
//! libspe that pkg-config finds. If there is none, or with LIBSPE_BUNDLED=1, builds the C sources of that tree with CC
//! and AR. With the feature "lab" libspe-lab is declared and linked, too.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn run(command: &mut Command) -> Option<String> {
    let out = command.output().ok()?;
    out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

fn has_lab() -> bool {
    env::var_os("CARGO_FEATURE_LAB").is_some()
}

fn declarations(source: &Path, out: &Path) {
    let mut generate = Command::new("perl");
    generate.arg("bindings/rust/generate");
    if has_lab() {
        generate.arg("libspe-lab");
    }
    let made = generate.current_dir(source).output().expect("perl");
    assert!(made.status.success(), "bindings/rust/generate: {}", String::from_utf8_lossy(&made.stderr));
    fs::write(out.join("interface.rs"), made.stdout).unwrap();
    for path in ["bindings", "include", "lab/include"] {
        println!("cargo:rerun-if-changed={}", source.join(path).display());
    }
}

fn installed() -> bool {
    let packages = if has_lab() { "libspe-lab libspe >= 1.0" } else { "libspe >= 1.0" };
    let flags = match run(Command::new("pkg-config").args(["--libs", packages])) {
        Some(flags) => flags,
        None => return false,
    };
    // A blank in a folder's name is escaped with a backslash.
    for flag in flags.replace("\\ ", "\0").split_whitespace() {
        if let Some(folder) = flag.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={}", folder.replace('\0', " "));
        } else if let Some(name) = flag.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={name}");
        }
    }
    true
}

fn bundled(source: &Path, out: &Path) {
    let list_of = |folder: &str| -> Vec<PathBuf> {
        let path = source.join(folder).join("src/sources");
        let list = fs::read_to_string(&path).unwrap_or_else(|_| panic!("LIBSPE_SOURCE: no {}", path.display()));
        list.lines().map(|file| source.join(folder).join(file)).collect()
    };
    let mut files = list_of("");
    if has_lab() {
        files.extend(list_of("lab"));
    }
    // A tool may have options: "gcc -m32".
    let tool = |name: &str, default: &str| {
        let line = env::var(name).unwrap_or_else(|_| default.to_string());
        let mut words = line.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or(default));
        command.args(words);
        command
    };
    let mut archive = tool("AR", "ar");
    archive.arg("crs").arg(out.join("libspe.a"));
    for (number, file) in files.iter().enumerate() {
        let object = out.join(format!("{number}.o"));
        let mut compile = tool("CC", "cc");
        compile.args(["-std=c11", "-O2", "-fPIC", "-DSPE_BUILDING", "-DSPE_LAB_BUILDING", "-DSPE_STATIC", "-ffunction-sections", "-fdata-sections"]);
        compile.arg("-I").arg(source.join("include")).arg("-I").arg(source.join("lab/include"));
        compile.arg("-c").arg(file).arg("-o").arg(&object);
        assert!(compile.status().map_or(false, |status| status.success()), "{compile:?} failed");
        archive.arg(object);
    }
    assert!(archive.status().map_or(false, |status| status.success()), "{archive:?} failed");
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=spe");
    println!("cargo:rerun-if-changed={}", source.join("src").display());
    println!("cargo:rerun-if-changed={}", source.join("lab/src").display());
}

fn main() {
    for name in ["LIBSPE_BUNDLED", "LIBSPE_SOURCE", "CC", "AR", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR", "PKG_CONFIG_SYSROOT_DIR"] {
        println!("cargo:rerun-if-env-changed={name}");
    }
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let source = env::var_os("LIBSPE_SOURCE").map_or_else(|| here.join("../../.."), PathBuf::from);
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    declarations(&source, &out);
    if env::var_os("LIBSPE_BUNDLED").is_some() || !installed() {
        bundled(&source, &out);
    }
}
