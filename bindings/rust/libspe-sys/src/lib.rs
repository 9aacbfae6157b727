// SPDX-License-Identifier: MIT
//! The C interface of libspe, as its headers have it: `interface.rs` is made from them. Their comments hold.
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

include!("interface.rs");
