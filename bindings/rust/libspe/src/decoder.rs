// SPDX-License-Identifier: MIT
use crate::{check, sys, Error, Record};
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
    raw: sys::spe_decoder,
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
    /// that are not taken from the iterator.
    pub fn feed<'a>(&'a mut self, chunk: &'a [u8]) -> Chunk<'a> {
        Chunk { decoder: self, rest: chunk, ready: [MaybeUninit::uninit(); BATCH], next: 0, count: 0 }
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
    rest: &'a [u8],
    ready: [MaybeUninit<sys::spe_record>; BATCH],
    next: usize,
    count: usize,
}

impl Iterator for Chunk<'_> {
    type Item = Record;
    fn next(&mut self) -> Option<Record> {
        if self.next == self.count {
            let mut used = 0;
            // SAFETY: keeps no pointer beyond the call; fills as many records as it returns.
            let done = unsafe {
                sys::spe_decoder_decode(
                    &mut self.decoder.raw,
                    self.rest.as_ptr().cast(),
                    self.rest.len(),
                    self.ready.as_mut_ptr().cast(),
                    BATCH,
                    &mut used,
                )
            };
            self.rest = &self.rest[used..];
            self.next = 0;
            self.count = done.max(0) as usize;
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
    rest: &'a [u8],
    ended: bool,
}

/// The records of one buffer, including the last one if it is cut off.
pub fn records(bytes: &[u8]) -> Records<'_> {
    Records { decoder: Decoder::new(), rest: bytes, ended: false }
}

impl Iterator for Records<'_> {
    type Item = Record;
    fn next(&mut self) -> Option<Record> {
        let (mut out, mut used) = (Record::new(), 0);
        // SAFETY: keeps no pointer beyond the call.
        let done = unsafe {
            let (bytes, len) = (self.rest.as_ptr().cast(), self.rest.len());
            sys::spe_decoder_decode(&mut self.decoder.raw, bytes, len, &mut out.raw, 1, &mut used)
        };
        self.rest = &self.rest[used..];
        if done == 1 {
            return Some(out);
        }
        let first = !core::mem::replace(&mut self.ended, true);
        if first { self.decoder.finish() } else { None }
    }
}
