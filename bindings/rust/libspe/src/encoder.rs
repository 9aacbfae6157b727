// SPDX-License-Identifier: MIT
use crate::{check, sys, Error, Record};
use core::marker::PhantomData;
use core::mem::{size_of, MaybeUninit};

/// The order in which packets are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// The order of the manual's pseudocode.
    Canonical,
    /// The 64-byte slots of Neoverse cores.
    Slots64,
}

/// Encodes records to bytes.
///
/// ```
/// let mut bytes = [0; 64];
/// let mut encoder = libspe::Encoder::new(&mut bytes, libspe::Layout::Canonical);
/// assert_eq!(encoder.put(&libspe::Record::new().with_events(6)), Ok(3));
/// assert_eq!(encoder.written(), [0x42, 0x06, 0x01]);
/// ```
pub struct Encoder<'a> {
    raw: sys::spe_encoder,
    buffer: *const u8,
    borrowed: PhantomData<&'a mut [u8]>,
}

impl<'a> Encoder<'a> {
    pub fn new(buffer: &'a mut [u8], layout: Layout) -> Encoder<'a> {
        let mut raw = MaybeUninit::uninit();
        // The only pointer to the buffer while it is borrowed: another one, made later, would end this one's right to
        // write.
        let (len, start) = (buffer.len(), buffer.as_mut_ptr());
        // SAFETY: all members are integers; a configuration with only a layout is valid.
        unsafe {
            let mut config: sys::spe_encoder_config = MaybeUninit::zeroed().assume_init();
            config.size = size_of::<sys::spe_encoder_config>() as u32;
            config.layout = match layout {
                Layout::Canonical => sys::SPE_LAYOUT_CANONICAL,
                Layout::Slots64 => sys::SPE_LAYOUT_SLOTS_64,
            };
            sys::spe_encoder_init(raw.as_mut_ptr(), start.cast(), len, &config);
            Encoder { raw: raw.assume_init(), buffer: start, borrowed: PhantomData }
        }
    }
    /// Appends a record. Returns the number of bytes added, including padding. After `Error::Space` all calls fail.
    pub fn put(&mut self, record: &Record) -> Result<usize, Error> {
        // SAFETY: the encoder is initialised, and has borrowed its buffer.
        check(unsafe { sys::spe_encoder_record(&mut self.raw, &record.raw) })
    }
    /// The bytes written so far.
    pub fn written(&self) -> &[u8] {
        // SAFETY: this number of bytes of the buffer was written.
        unsafe { core::slice::from_raw_parts(self.buffer, sys::spe_encoder_size(&self.raw)) }
    }
}
