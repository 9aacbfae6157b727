// SPDX-License-Identifier: MIT
use crate::{check, sys, Error, Record};
use core::marker::PhantomData;
use core::mem::MaybeUninit;

const BATCH: usize = 32;

/// Decodes a stream of bytes, in chunks of any size, to records.
///
/// ```
/// let mut decoder = libspe::Decoder::new();
/// assert_eq!(decoder.feed(&[0x52, 0x06]).count(), 0);
/// assert_eq!(decoder.feed(&[0x00, 0x01]).next().unwrap().events(), Some(6));
/// assert!(decoder.finish().is_none());
/// ```
pub struct Decoder {
    pub(crate) raw: sys::spe_decoder,
}

impl Decoder {
    pub fn new() -> Decoder {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: initialises it; the default configuration is always valid.
        unsafe {
            sys::spe_decoder_init(raw.as_mut_ptr(), core::ptr::null());
            Decoder { raw: raw.assume_init() }
        }
    }
    /// The records that end in the next bytes of the stream. All of these bytes are used up, including those of records
    /// that are not taken from the iterator. After `finish` there are none. If an iterator is leaked (`mem::forget`)
    /// before its last record, the decoder takes no more bytes.
    pub fn feed<'a>(&'a mut self, chunk: &'a [u8]) -> Chunk<'a> {
        // SAFETY: the decoder is initialised. It borrows the bytes until they are used up, which is when the Chunk ends.
        // If a Chunk is leaked, the call fails, as do `gap`, `resync` and `finish`, and no call reads the bytes again.
        let status = unsafe { sys::spe_decoder_feed(&mut self.raw, chunk.as_ptr().cast(), chunk.len()) };
        Chunk {
            decoder: self,
            bytes: PhantomData,
            is_fed: status == sys::SPE_OK,
            ready: [MaybeUninit::uninit(); BATCH],
            next: 0,
            count: 0,
        }
    }
    /// Reports missing bytes: the stream continues at `offset`. Returns the record that was cut off, if there is one.
    pub fn gap(&mut self, offset: u64) -> Option<Record> {
        let mut out = Record::new();
        // SAFETY: the decoder is initialised.
        (unsafe { sys::spe_decoder_gap(&mut self.raw, offset, &mut out.raw) } == 1).then(|| out)
    }
    /// Call this directly after `gap`, or before the first byte, if the stream may continue inside a record: skips to a
    /// record of a plausible shape.
    pub fn resync(&mut self) -> Result<(), Error> {
        // SAFETY: the decoder is initialised.
        check(unsafe { sys::spe_decoder_resync(&mut self.raw) }).map(|_| ())
    }
    /// Ends the stream. Returns the record that the end cuts off, if there is one.
    pub fn finish(&mut self) -> Option<Record> {
        let mut out = Record::new();
        // SAFETY: the decoder is initialised.
        (unsafe { sys::spe_decoder_finish(&mut self.raw, &mut out.raw) } == 1).then(|| out)
    }
    pub fn statistics(&self) -> sys::spe_decoder_stats {
        // SAFETY: all members are integers, and the call sets every member.
        unsafe {
            let mut out = MaybeUninit::zeroed().assume_init();
            sys::spe_decoder_get_stats(&self.raw, &mut out);
            out
        }
    }
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

/// The records of one chunk.
pub struct Chunk<'a> {
    decoder: &'a mut Decoder,
    bytes: PhantomData<&'a [u8]>,
    is_fed: bool,
    ready: [MaybeUninit<sys::spe_record>; BATCH],
    next: usize,
    count: usize,
}

impl Iterator for Chunk<'_> {
    type Item = Record;
    fn next(&mut self) -> Option<Record> {
        if !self.is_fed {
            return None;
        }
        if self.next == self.count {
            let ready = self.ready.as_mut_ptr().cast();
            // SAFETY: the bytes are borrowed for 'a; the call fills as many records as it returns.
            self.count = unsafe { sys::spe_decoder_next_batch(&mut self.decoder.raw, ready, BATCH) };
            self.next = 0;
            if self.count == 0 {
                return None;
            }
        }
        self.next += 1;
        // SAFETY: one of the `count` that were filled.
        Some(Record { raw: unsafe { self.ready[self.next - 1].assume_init() } })
    }
}

impl Drop for Chunk<'_> {
    fn drop(&mut self) {
        while self.next().is_some() {
            self.next = self.count;
        }
    }
}

/// The records of one buffer, including the last one if it is cut off.
pub struct Records<'a> {
    decoder: Decoder,
    bytes: PhantomData<&'a [u8]>,
    ended: bool,
}

/// The records of one buffer, including the last one if it is cut off.
pub fn records(bytes: &[u8]) -> Records<'_> {
    let mut decoder = Decoder::new();
    // SAFETY: the decoder is initialised and has no bytes, so it accepts these. It borrows them for the lifetime of
    // Records, and it may be moved with them.
    unsafe { sys::spe_decoder_feed(&mut decoder.raw, bytes.as_ptr().cast(), bytes.len()) };
    Records { decoder, bytes: PhantomData, ended: false }
}

impl Iterator for Records<'_> {
    type Item = Record;
    fn next(&mut self) -> Option<Record> {
        let mut out = Record::new();
        // SAFETY: the decoder is initialised, and its bytes are borrowed.
        if unsafe { sys::spe_decoder_next(&mut self.decoder.raw, &mut out.raw) } == 1 {
            return Some(out);
        }
        let first = !core::mem::replace(&mut self.ended, true);
        if first { self.decoder.finish() } else { None }
    }
}
