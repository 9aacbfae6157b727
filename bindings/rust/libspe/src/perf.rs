// SPDX-License-Identifier: MIT
use crate::{check, sys, words, Decoder, Error, Record};
use core::{fmt, marker::PhantomData, mem::MaybeUninit};
use std::{boxed::Box, collections::BTreeMap, vec, vec::Vec};

/// A record of perf.data. What the file does not give is `None`, or 0 for `midr`.
#[derive(Clone, Debug)]
pub struct Sample {
    pub cpu: Option<u32>,
    pub tid: Option<u32>,
    /// MIDR_EL1 of the core.
    pub midr: u64,
    pub record: Record,
}

/// Why a file cannot be read further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerfError {
    pub error: Error,
    pub problem: &'static str,
    /// Where in the file, in bytes.
    pub offset: u64,
}

impl fmt::Display for PerfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {:#x}: {}", self.offset, self.problem)
    }
}

impl std::error::Error for PerfError {}

#[derive(Default)]
struct Stream {
    decoder: Decoder,
    cpu: u32,
    tid: u32,
    midr: u64,
}

/// The records of a perf.data file that is in memory, in the file's order; an error is the last item. Files of
/// `perf record -z` need the feature `zstd`.
pub struct PerfSamples<'a> {
    reader: Box<sys::spe_perf_reader>,
    _storage: [Vec<u64>; 2], // the reader borrows both
    #[cfg(feature = "zstd")]
    _unpacker: Box<zstd::Unpacker>, // and this
    streams: BTreeMap<u32, Stream>,
    current: u32,
    cut: Option<Record>,
    is_read: bool,
    file: PhantomData<&'a [u8]>,
}

/// The records of a perf.data file that is in memory.
///
/// ```
/// let error = libspe::perf_samples(b"PERFILE2").next().unwrap().unwrap_err();
/// assert_eq!(error.error, libspe::Error::Format);
/// ```
pub fn perf_samples(file: &[u8]) -> PerfSamples<'_> {
    let size = sys::SPE_PERF_STORAGE as usize;
    let mut storage = [vec![0; size / 8], vec![0; sys::SPE_PERF_DECOMPRESS_STORAGE as usize / 8]];
    // SAFETY: a reader has integers only. It borrows the file for 'a, and the storage, which does not move.
    let mut reader: Box<sys::spe_perf_reader> = Box::new(unsafe { MaybeUninit::zeroed().assume_init() });
    let at = storage[0].as_mut_ptr().cast();
    unsafe { sys::spe_perf_reader_init_memory(&mut *reader, file.as_ptr().cast(), file.len(), at, size) };
    PerfSamples {
        #[cfg(feature = "zstd")]
        _unpacker: zstd::Unpacker::new(&mut reader, &mut storage[1]),
        reader,
        _storage: storage,
        streams: BTreeMap::new(),
        current: sys::SPE_PERF_NONE,
        cut: None,
        is_read: false,
        file: PhantomData,
    }
}

impl PerfSamples<'_> {
    /// The next record of the current stream.
    fn take(&mut self) -> Option<Sample> {
        let stream = self.streams.get_mut(&self.current)?;
        let mut record = Record::new();
        // SAFETY: the decoder is initialised, and the bytes of the last event are valid until the next one is read.
        let is_there = unsafe { sys::spe_decoder_next(&mut stream.decoder.raw, &mut record.raw) } == 1;
        let record = if is_there { record } else { self.cut.take()? };
        let known = |number| (number != sys::SPE_PERF_NONE).then(|| number);
        Some(Sample { cpu: known(stream.cpu), tid: known(stream.tid), midr: stream.midr, record })
    }
    /// Reads an event and feeds it. Returns whether there may be more.
    fn read(&mut self) -> Result<bool, PerfError> {
        let mut event = MaybeUninit::uninit();
        // SAFETY: the reader is initialised.
        let status = unsafe { sys::spe_perf_reader_next(&mut *self.reader, event.as_mut_ptr()) };
        check(status).map_err(|error| {
            let mut offset = 0;
            // SAFETY: as above. The text is constant.
            let problem = words(unsafe { sys::spe_perf_reader_problem(&*self.reader, &mut offset) });
            PerfError { error, problem, offset }
        })?;
        if status == 0 {
            return Ok(false);
        }
        // SAFETY: it returned 1, so all members are set.
        let event = unsafe { event.assume_init() };
        self.current = event.index;
        if event.r#type == sys::SPE_PERF_BUFFER {
            let stream = self.streams.entry(event.index).or_default();
            (stream.cpu, stream.tid, stream.midr) = (event.cpu, event.tid, event.midr);
        }
        if let Some(stream) = self.streams.get_mut(&event.index) {
            let mut cut = Record::new();
            // SAFETY: both are initialised; all bytes of the last event have been used up.
            let todo = unsafe { sys::spe_perf_feed(&mut stream.decoder.raw, &event, &mut cut.raw) };
            self.cut = (todo == sys::SPE_PERF_FEED_CUT as i32).then(|| cut);
        }
        Ok(true)
    }
    /// Ends the next stream. The record that the end cuts off becomes the next one. Returns whether there was a stream.
    fn finish(&mut self) -> bool {
        let current = self.current;
        let next = self.streams.iter_mut().find(|(&index, _)| current == sys::SPE_PERF_NONE || index > current);
        next.map_or(false, |(&index, stream)| {
            self.current = index;
            self.cut = stream.decoder.finish();
            true
        })
    }
}

impl Iterator for PerfSamples<'_> {
    type Item = Result<Sample, PerfError>;
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(sample) = self.take() {
                return Some(Ok(sample));
            }
            if self.is_read {
                if !self.finish() {
                    return None;
                }
                continue;
            }
            let more = self.read();
            if more != Ok(true) {
                self.is_read = true;
                self.current = sys::SPE_PERF_NONE;
            }
            if let Err(error) = more {
                self.streams.clear();
                return Some(Err(error));
            }
        }
    }
}

/// libzstd decompresses events: `spe_perf_decompress_fn`.
#[cfg(feature = "zstd")]
mod zstd {
    use super::{sys, Box};
    use core::{ffi::c_void, ptr};

    #[repr(C)]
    struct Bytes {
        at: *mut c_void,
        size: usize,
        used: usize,
    }

    #[link(name = "zstd")]
    extern "C" {
        fn ZSTD_createDStream() -> *mut c_void;
        fn ZSTD_freeDStream(stream: *mut c_void) -> usize;
        fn ZSTD_decompressStream(stream: *mut c_void, to: *mut Bytes, from: *mut Bytes) -> usize;
        fn ZSTD_isError(status: usize) -> u32;
    }

    pub(super) struct Unpacker([*mut c_void; 2]);

    impl Unpacker {
        pub(super) fn new(reader: &mut sys::spe_perf_reader, storage: &mut [u64]) -> Box<Unpacker> {
            let mut own = Box::new(Unpacker([ptr::null_mut(); 2]));
            let context = (&mut *own as *mut Unpacker).cast();
            // SAFETY: the reader is initialised; PerfSamples keeps both as long as it.
            unsafe { sys::spe_perf_reader_decompress(reader, Some(unpack), context, storage.as_mut_ptr().cast(), 8 * storage.len()) };
            own
        }
    }

    impl Drop for Unpacker {
        fn drop(&mut self) {
            for stream in self.0 {
                // SAFETY: made by ZSTD_createDStream(), or NULL, which it accepts.
                unsafe { ZSTD_freeDStream(stream) };
            }
        }
    }

    unsafe extern "C" fn unpack(context: *mut c_void, packed: *mut sys::spe_perf_compressed, out: *mut c_void, cap: usize) -> i64 {
        let stream = &mut (*context.cast::<Unpacker>()).0[(*packed).stream as usize];
        if stream.is_null() {
            *stream = ZSTD_createDStream();
        }
        let mut from = Bytes { at: (*packed).bytes as *mut c_void, size: (*packed).size, used: 0 };
        let mut to = Bytes { at: out, size: cap, used: 0 };
        if stream.is_null() || ZSTD_isError(ZSTD_decompressStream(*stream, &mut to, &mut from)) != 0 {
            return -1;
        }
        (*packed).used = from.used;
        to.used as i64
    }
}
