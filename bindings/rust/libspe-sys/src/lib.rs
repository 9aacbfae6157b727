// SPDX-License-Identifier: MIT
//! The C interface of libspe, and with the feature "lab" of libspe-lab. build.rs makes `interface.rs` from the headers, whose comments are the documentation.
#![no_std]
#![allow(non_camel_case_types)]
// core::ffi has these from Rust 1.64 on.
pub type c_int = i32;
pub type c_uint = u32;
#[cfg(any(target_arch = "aarch64", target_arch = "arm", target_arch = "riscv64", target_arch = "s390x"))]
pub type c_char = u8;
#[cfg(not(any(target_arch = "aarch64", target_arch = "arm", target_arch = "riscv64", target_arch = "s390x")))]
pub type c_char = i8;
pub use core::ffi::c_void;

include!(concat!(env!("OUT_DIR"), "/interface.rs"));
/// The declarations as text, for tests.
#[doc(hidden)]
pub const INTERFACE: &str = include_str!(concat!(env!("OUT_DIR"), "/interface.rs"));
