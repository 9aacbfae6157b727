// SPDX-License-Identifier: MIT
use crate::{check, sys, words, Error};
use core::fmt;
use core::mem::MaybeUninit;

/// The payload of an Address packet (DDI 0487, D18.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(pub u64);

impl Address {
    /// A virtual address as programs use it, without tag, exception level and security state.
    pub fn canonical(self) -> u64 {
        // SAFETY: a pure function.
        unsafe { sys::spe_address_canonical(self.0) }
    }
    /// Bits 55 to 0: a physical address.
    pub fn bits(self) -> u64 {
        // SAFETY: a pure function.
        unsafe { sys::spe_address_bits(self.0) }
    }
    /// The exception level of a program counter or branch target.
    pub fn el(self) -> u32 {
        // SAFETY: a pure function.
        unsafe { sys::spe_address_el(self.0) }
    }
}

/// One record. Fields are behind `Option`, as a record may lack any; `raw` has all of them.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Record {
    pub raw: sys::spe_record,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident, $with:ident: $field:ident, $type:ty, $bit:ident, $wrap:expr, $unwrap:expr;)*) => {
        $($(#[$doc])*
        pub fn $name(&self) -> Option<$type> {
            self.has(sys::$bit).then(|| $wrap(self.raw.$field))
        }
        /// The record with this field.
        #[must_use]
        pub fn $with(mut self, value: $type) -> Record {
            self.raw.$field = $unwrap(value);
            self.raw.present |= sys::$bit;
            self
        })*
    };
}

fn address(a: Address) -> u64 {
    a.0
}
fn same<T>(value: T) -> T {
    value
}

impl Record {
    /// A record without any packet, to build on: `Record::new().with_events(2).with_pc(..)`.
    pub fn new() -> Record {
        // SAFETY: all members are integers.
        Record { raw: unsafe { MaybeUninit::zeroed().assume_init() } }
    }
    /// Whether all of these SPE_HAS_* packets are there.
    pub fn has(&self, bits: u32) -> bool {
        self.raw.present & bits == bits
    }
    fields! {
        /// The program counter.
        pc, with_pc: pc, Address, SPE_HAS_PC, Address, address;
        branch_target, with_branch_target: branch_target, Address, SPE_HAS_BRANCH_TARGET, Address, address;
        data_va, with_data_va: data_va, Address, SPE_HAS_DATA_VA, Address, address;
        data_pa, with_data_pa: data_pa, Address, SPE_HAS_DATA_PA, Address, address;
        prev_branch_target, with_prev_branch_target: prev_branch_target, Address, SPE_HAS_PREV_BRANCH_TARGET, Address, address;
        /// Ticks of the timestamp that PMSCR_ELx selects.
        timestamp, with_timestamp: timestamp, u64, SPE_HAS_TIMESTAMP, same, same;
        /// Bits: SPE_EVENT_*.
        events, with_events: events, u64, SPE_HAS_EVENTS, same, same;
        context_el1, with_context_el1: context_el1, u32, SPE_HAS_CONTEXT_EL1, same, same;
        context_el2, with_context_el2: context_el2, u32, SPE_HAS_CONTEXT_EL2, same, same;
        /// Cycles from dispatch to completion.
        total_latency, with_total_latency: total_latency, u16, SPE_HAS_TOTAL_LATENCY, same, same;
        issue_latency, with_issue_latency: issue_latency, u16, SPE_HAS_ISSUE_LATENCY, same, same;
        translation_latency, with_translation_latency: translation_latency, u16, SPE_HAS_TRANSLATION_LATENCY, same, same;
        alt_issue_latency, with_alt_issue_latency: alt_issue_latency, u16, SPE_HAS_ALT_ISSUE_LATENCY, same, same;
        data_source, with_data_source: data_source, u16, SPE_HAS_DATA_SOURCE, same, same;
    }
    /// The operation, taken apart.
    pub fn operation(&self) -> Option<sys::spe_op> {
        let mut out = MaybeUninit::uninit();
        let has = self.has(sys::SPE_HAS_OPERATION);
        // SAFETY: SPE_OK fills it whole.
        unsafe {
            let (class, payload) = (self.raw.op_class.into(), self.raw.op_payload.into());
            (has && sys::spe_op_decode(class, payload, out.as_mut_ptr()) == sys::SPE_OK).then(|| out.assume_init())
        }
    }
    /// The record with this operation.
    pub fn with_operation(mut self, op: &sys::spe_op) -> Result<Record, Error> {
        // SAFETY: reads *op only.
        self.raw.op_payload = check(unsafe { sys::spe_op_encode(op) })? as u8;
        self.raw.op_class = op.op_class;
        self.raw.present |= sys::SPE_HAS_OPERATION;
        Ok(self)
    }
    /// The level of the memory system that served the access, in words; "unknown". midr 0: the core is not known.
    pub fn level(&self, midr: u64) -> &'static str {
        let mut out = MaybeUninit::uninit();
        // SAFETY: fills it whole, as no pointer is NULL.
        unsafe {
            sys::spe_memory_level(&self.raw, midr, out.as_mut_ptr());
            words(sys::spe_level_name(out.assume_init().level.into()))
        }
    }
}

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}

/// The record's packets in words.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = [0u8; sys::SPE_RECORD_TEXT_MAX as usize];
        // SAFETY: writes at most so many bytes, of ASCII.
        let length = check(unsafe { sys::spe_record_text(&self.raw, core::ptr::null(), out.as_mut_ptr().cast(), out.len()) });
        f.write_str(core::str::from_utf8(&out[..length.unwrap_or(0).min(out.len() - 1)]).unwrap_or(""))
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Record {{ {:#x}: {} }}", self.raw.offset, self)
    }
}

/// MIDR_EL1 of a core by its name, "neoverse-n1".
pub fn midr(name: &str) -> Result<u64, Error> {
    let mut terminated = [0u8; 64];
    let room = terminated.get_mut(..name.len()).filter(|room| room.len() < 64).ok_or(Error::Name)?;
    room.copy_from_slice(name.as_bytes());
    let mut out = 0;
    // SAFETY: the name is NUL-terminated.
    check(unsafe { sys::spe_cpu_find(terminated.as_ptr().cast(), &mut out) })?;
    Ok(out)
}

/// What a Data Source value means on a core, in the vendor's words; "" if that is not known.
pub fn data_source_name(midr: u64, value: u16) -> &'static str {
    // SAFETY: takes any numbers.
    words(unsafe { sys::spe_cpu_data_source_name(midr, value.into()) })
}
