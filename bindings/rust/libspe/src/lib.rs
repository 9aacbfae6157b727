// SPDX-License-Identifier: MIT
//! Decodes and encodes Arm SPE records, filters them and gives their text, without allocation. It uses libspe, the C
//! library.
//!
//! ```
//! let bytes = [0xb0, 0x00, 0x40, 0, 0, 0, 0, 0, 0x80, 0x52, 0x06, 0x00, 0x01];
//! for record in libspe::records(&bytes) {
//!     assert_eq!(record.pc().map(|pc| pc.canonical()), Some(0x4000));
//! }
//! ```
//! With the feature `std`, which is on by default, errors are `std::error::Error`s, and [`perf_samples`] reads
//! perf.data; with the feature `zstd` also that of `perf record -z`, by libzstd.
#![no_std]

#[cfg(any(feature = "std", test))]
extern crate std;

mod decoder;
mod encoder;
mod filter;
#[cfg(feature = "std")]
mod perf;
mod record;
mod status;

pub use decoder::{records, Chunk, Decoder, Records};
pub use encoder::{Encoder, Layout};
pub use filter::{Filter, FilterError};
pub use libspe_sys as sys;
#[cfg(feature = "std")]
pub use perf::{perf_samples, PerfError, PerfSamples, Sample};
pub use record::{data_source_name, midr, Address, Operation, Record};
pub use status::Error;

pub(crate) use status::check;

/// A constant C string; "" for NULL.
pub(crate) fn words(text: *const sys::c_char) -> &'static str {
    if text.is_null() {
        return "";
    }
    // SAFETY: the library's strings are NUL-terminated ASCII and constant.
    unsafe {
        let length = (0..).find(|&i| *text.add(i) == 0).unwrap_or(0);
        core::str::from_utf8(core::slice::from_raw_parts(text.cast(), length)).unwrap_or("")
    }
}
