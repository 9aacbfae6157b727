// SPDX-License-Identifier: MIT
use crate::{check, sys, Error, Record};
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::null;

/// The hardware's filter in software, in perf's words.
///
/// ```
/// let slow = libspe::Filter::parse("min_latency=100").unwrap();
/// assert!(slow.keeps(&libspe::Record::new().with_total_latency(100)));
/// assert_eq!(libspe::Filter::parse("ld=1,lod=1").err().unwrap().at, 5);
/// ```
#[derive(Clone)]
pub struct Filter {
    raw: sys::spe_filter,
}

/// What is wrong with a filter's text, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterError {
    pub error: Error,
    pub at: usize,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.error, self.at)
    }
}

#[cfg(feature = "std")]
impl std::error::Error for FilterError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}

impl Filter {
    pub fn parse(terms: &str) -> Result<Filter, FilterError> {
        let (mut raw, mut at) = (MaybeUninit::uninit(), 0);
        // SAFETY: registers are numbers, for which zero is valid; compiling without features sets the filter.
        unsafe {
            let mut registers: sys::spe_filter_registers = core::mem::zeroed();
            registers.size = core::mem::size_of_val(&registers) as u32;
            let status = sys::spe_filter_parse(terms.as_ptr().cast(), terms.len(), &mut registers, &mut at);
            check(status).map_err(|error| FilterError { error, at })?;
            let status = sys::spe_filter_compile(&registers, null(), raw.as_mut_ptr(), core::ptr::null_mut());
            check(status).map_err(|error| FilterError { error, at: 0 })?;
            Ok(Filter { raw: raw.assume_init() })
        }
    }
    pub fn keeps(&self, record: &Record) -> bool {
        // SAFETY: both are initialised.
        unsafe { sys::spe_filter_keeps(&self.raw, &record.raw) == 1 }
    }
}
