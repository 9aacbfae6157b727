// SPDX-License-Identifier: MIT
//! Captures (the files of folder CAPTURES) in every way, compared with spe-dump's output (SPE_DUMP); and misuse.
use libspe::{records, Address, Decoder, Encoder, Error, Filter, Layout, Record};
use std::{env, fs, path::PathBuf, process::Command};

/// No captures if CAPTURES is not set; tests/clients/rust.sh sets it.
fn captures() -> Vec<PathBuf> {
    let folder = env::var("CAPTURES").map(fs::read_dir);
    folder.map_or_else(|_| Vec::new(), |files| files.unwrap().map(|entry| entry.unwrap().path()).collect())
}

#[test]
fn records_are_what_spe_dump_prints() {
    let mut compared = 0;
    for path in captures() {
        let program = env::var("SPE_DUMP").expect("SPE_DUMP: the program");
        let out = Command::new(&program).args(["--force", "--records", "--style=arch"]).arg(&path).output().unwrap();
        let printed = String::from_utf8(out.stdout).unwrap();
        let got: String = records(&fs::read(&path).unwrap()).map(|r| format!("{:08x}{:6}  {}\n", r.raw.offset, r.raw.size, r)).collect();
        assert_eq!(got, printed, "{}", path.display());
        compared += got.len();
    }
    assert!(compared > 1000 || captures().is_empty());
}

#[test]
fn chunks_do_not_matter() {
    for path in captures() {
        let bytes = fs::read(&path).unwrap();
        let whole: Vec<String> = records(&bytes).map(|r| format!("{r:?}")).collect();
        for size in [1, 7, 64, 4096] {
            let mut decoder = Decoder::new();
            let mut got: Vec<String> = Vec::new();
            for chunk in bytes.chunks(size) {
                got.extend(decoder.feed(chunk).map(|r| format!("{r:?}")));
            }
            got.extend(decoder.finish().map(|r| format!("{r:?}")));
            assert_eq!(got, whole, "{}, chunks of {}", path.display(), size);
            assert_eq!(decoder.statistics().bytes, bytes.len() as u64);
        }
    }
}

#[test]
fn an_iterator_that_is_dropped_uses_up_its_bytes() {
    let record = [0x42, 0x06, 0x01];
    let mut decoder = Decoder::new();
    assert!(decoder.feed(&record.repeat(1000)).next().is_some());
    assert_eq!(decoder.statistics().records, 1000);
    assert_eq!(decoder.feed(&record).next().unwrap().raw.offset, 3000);
}

#[test]
fn a_leaked_iterator_ends_the_decoder() {
    let record = [0x42, 0x06, 0x01];
    let mut decoder = Decoder::new();
    {
        let bytes = record.repeat(100);
        let mut chunk = decoder.feed(&bytes);
        assert!(chunk.next().is_some());
        std::mem::forget(chunk);
    }
    assert_eq!(decoder.feed(&record).count(), 0);
    assert!(decoder.gap(0).is_none() && decoder.finish().is_none());
    assert_eq!(decoder.resync(), Err(Error::State));
    assert_eq!(decoder.feed(&record).count(), 0);
}

#[test]
fn records_may_move() {
    let bytes = [0x42, 0x06, 0x01].repeat(100);
    let mut first = records(&bytes);
    assert_eq!(first.next().unwrap().raw.offset, 0);
    let mut moved = Box::new(first);
    assert_eq!(moved.next().unwrap().raw.offset, 3);
    assert_eq!(moved.count(), 98);
}

#[test]
fn nothing_follows_the_end() {
    let mut decoder = Decoder::new();
    assert!(decoder.finish().is_none());
    assert_eq!(decoder.feed(&[0x42, 0x06, 0x01]).count(), 0);
    assert_eq!(records(&[]).count(), 0);
}

#[test]
fn gaps() {
    let mut decoder = Decoder::new();
    assert_eq!(decoder.feed(&[0x42, 0x06]).count(), 0);
    assert_eq!(decoder.gap(100).unwrap().events(), Some(6));
    assert!(decoder.resync().is_ok());
    assert_eq!(decoder.feed(&[0x42, 0x06, 0x01]).next().unwrap().raw.offset, 100);
    assert_eq!(decoder.resync(), Err(Error::State));
}

#[test]
fn built_encoded_decoded() {
    let load = records(&[0x49, 0x00, 0x01]).next().unwrap().operation().unwrap();
    let built = Record::new().with_pc(Address(0x4000)).with_events(2).with_total_latency(7).with_operation(&load).unwrap();
    for layout in [Layout::Canonical, Layout::Slots64] {
        let mut bytes = [0; 256];
        let mut encoder = Encoder::new(&mut bytes, layout);
        let size = encoder.put(&built).unwrap();
        assert_eq!(encoder.written().len(), size);
        let again = records(encoder.written()).next().unwrap();
        assert_eq!(again.to_string(), format!("{built}; End"));
        assert_eq!((again.pc(), again.total_latency(), again.data_va()), (Some(Address(0x4000)), Some(7), None));
    }
    let mut small = [0; 4];
    assert_eq!(Encoder::new(&mut small, Layout::Canonical).put(&built), Err(Error::Space));
    let mut wrong = load;
    wrong.raw.subclass = libspe::sys::SPE_OP_RESERVED;
    assert_eq!(built.with_operation(&wrong).err(), Some(Error::Kind));
    let context = Record::new().with_events(2).with_prev_branch_target(Address(1));
    assert_eq!(Encoder::new(&mut [0; 64], Layout::Slots64).put(&context), Err(Error::Layout));
    assert!(!Error::Layout.to_string().is_empty() && Error::Layout.status() < 0);
}

#[test]
fn loads_and_stores() {
    // CLASS, payload: by D18.2.7 a load, a store, an atomic that returns a value, one that returns nothing, of a
    // reserved payload, a branch, and another operation; for the last three LDST has no meaning.
    let want = [(1, 0x00, "load"), (1, 0x01, "store"), (1, 0x06, "load"), (1, 0x07, "store"), (1, 0x80, ""), (2, 0x01, ""), (0, 0x00, "")];
    for (class, payload, what) in want {
        let op = records(&[0x48 | class, payload, 0x01]).next().unwrap().operation().unwrap();
        assert_eq!((op.is_load(), op.is_store()), (what == "load", what == "store"), "{class} {payload:#x}");
        assert_eq!(op.is_memory(), op.is_load() || op.is_store());
    }
}

#[test]
fn names_and_filters() {
    let n1 = libspe::midr("neoverse-n1").unwrap();
    assert_eq!(libspe::data_source_name(n1, 0xb), "system cache");
    assert_eq!(libspe::data_source_name(0, 0xb), "");
    assert_eq!(libspe::midr("neoverse-n99"), Err(Error::Name));
    assert_eq!(libspe::midr(&"n".repeat(100)), Err(Error::Name));
    let filter = Filter::parse("min_latency=10").unwrap();
    assert!(!filter.keeps(&Record::new().with_total_latency(9)) && filter.keeps(&Record::new().with_total_latency(10)));
    let wrong = Filter::parse("min_latency=99999").err().unwrap();
    assert_eq!((wrong.error, wrong.at), (Error::Range, 12));
    assert_eq!(Record::new().level(n1), "unknown");
}

#[cfg(feature = "std")]
#[test]
fn errors_are_errors() {
    fn read(terms: &str) -> Result<Filter, Box<dyn std::error::Error>> {
        libspe::midr("neoverse-n1")?;
        Ok(Filter::parse(terms)?)
    }
    assert!(read("min_latency=100").is_ok());
    let error = read("ld=1,lod=1").err().unwrap();
    assert_eq!(error.to_string(), format!("{}, at byte 5", Error::Name));
    assert_eq!(error.source().unwrap().to_string(), Error::Name.to_string());
}

/// Of PERF_DATA, a file of three cores, and of the same file compressed; tests/clients/rust.sh makes both.
#[cfg(feature = "std")]
#[test]
fn perf_data() {
    let file = |name| env::var(name).map_or_else(|_| Vec::new(), |path| fs::read(path).unwrap());
    let (plain, packed) = (file("PERF_DATA"), file("PERF_PACKED"));
    if plain.is_empty() {
        return;
    }
    let all = |file: &[u8]| libspe::perf_samples(file).map(|sample| format!("{:?}", sample.unwrap())).collect::<Vec<_>>();
    let want = all(&plain);
    let of_core = |cpu: u32| libspe::perf_samples(&plain).filter(|sample| sample.as_ref().unwrap().cpu == Some(cpu)).count();
    assert_eq!((want.len(), [4, 5, 6].map(of_core)), (600, [100, 200, 300]));
    let error = libspe::perf_samples(&plain[..plain.len() - 9]).last().unwrap().unwrap_err();
    assert!(error.error == Error::Format && error.offset > 0 && !error.problem.is_empty(), "{error}");
    if cfg!(feature = "zstd") {
        assert_eq!(all(&packed), want);
    } else {
        let error = libspe::perf_samples(&packed).last().unwrap().unwrap_err();
        assert!(error.problem.contains("compressed"), "{error}");
    }
}
