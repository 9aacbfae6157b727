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
    /// Bits 55 to 0, which are a physical address.
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

/// An operation (DDI 0487, D18.2.7). `raw` has its members, which libspe/op.h explains.
///
/// ```
/// let load = libspe::records(&[0x49, 0x00, 0x01]).next().unwrap().operation().unwrap();
/// assert!(load.is_load() && !load.is_store() && load.is_memory());
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Operation {
    pub raw: sys::spe_op,
}

impl Operation {
    /// Whether it is recorded as a load; swaps and atomics that return a value are.
    pub fn is_load(&self) -> bool {
        // SAFETY: a pure function of it.
        unsafe { sys::spe_op_is_load(&self.raw) != 0 }
    }
    /// Whether it is recorded as a store; atomics that return nothing are.
    pub fn is_store(&self) -> bool {
        // SAFETY: a pure function of it.
        unsafe { sys::spe_op_is_store(&self.raw) != 0 }
    }
    /// Whether it is a load or store of a known subclass.
    pub fn is_memory(&self) -> bool {
        // SAFETY: a pure function of it.
        unsafe { sys::spe_op_is_memory(&self.raw) != 0 }
    }
}

/// One record. Fields are `Option`s, because a record may lack any of them; `raw` has all of them.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Record {
    pub raw: sys::spe_record,
}

macro_rules! fields {
    ($($(#[$doc:meta])* $name:ident, $with:ident: $type:ty, $bit:ident, $wrap:expr, $unwrap:expr;)*) => {
        $($(#[$doc])*
        pub fn $name(&self) -> Option<$type> {
            self.has(sys::$bit).then(|| $wrap(self.raw.$name))
        }
        /// The record with this field.
        #[must_use]
        pub fn $with(mut self, value: $type) -> Record {
            self.raw.$name = $unwrap(value);
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
    /// The operation, decoded.
    pub fn operation(&self) -> Option<Operation> {
        let mut out = MaybeUninit::uninit();
        let has = self.has(sys::SPE_HAS_OPERATION);
        // SAFETY: after SPE_OK every member is set.
        unsafe {
            let (class, payload) = (self.raw.op_class.into(), self.raw.op_payload.into());
            (has && sys::spe_op_decode(class, payload, out.as_mut_ptr()) == sys::SPE_OK).then(|| Operation { raw: out.assume_init() })
        }
    }
    /// The record with this operation.
    pub fn with_operation(mut self, op: &Operation) -> Result<Record, Error> {
        // SAFETY: reads *op only.
        self.raw.op_payload = check(unsafe { sys::spe_op_encode(&op.raw) })? as u8;
        self.raw.op_class = op.raw.op_class;
        self.raw.present |= sys::SPE_HAS_OPERATION;
        Ok(self)
    }
    /// The level of the memory system that served the access, in words, or "unknown". midr is 0 if the core is not
    /// known.
    pub fn level(&self, midr: u64) -> &'static str {
        let mut out = MaybeUninit::uninit();
        // SAFETY: sets every member, because no pointer is NULL.
        unsafe {
            sys::spe_memory_level(midr, &self.raw, out.as_mut_ptr());
            words(sys::spe_level_name(out.assume_init().level.into()))
        }
    }
}

include!("fields.rs"); // pc(), with_pc() and so on

impl Default for Record {
    fn default() -> Record {
        Record::new()
    }
}

/// The record's packets as text.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = [0u8; sys::SPE_RECORD_TEXT_MAX as usize];
        // SAFETY: writes at most this number of bytes, in ASCII.
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

/// The meaning of a Data Source value on a core, in the vendor's words; "" if it is not known.
pub fn data_source_name(midr: u64, value: u16) -> &'static str {
    // SAFETY: takes any numbers.
    words(unsafe { sys::spe_cpu_data_source_name(midr, value.into()) })
}
