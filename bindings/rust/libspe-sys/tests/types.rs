// SPDX-License-Identifier: MIT
//! Constants have the type of their member; contexts and Arrow's objects cannot be copied. The test is that this
//! compiles: tests/clients/rust.sh checks it for every context of the headers, and that it fails otherwise.
#![allow(clippy::field_reassign_with_default)]
use libspe_sys::*;
use std::mem::MaybeUninit;

fn zeroed<T>() -> T {
    // SAFETY: of structs whose members are integers and pointers.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

#[test]
fn constants_have_the_types_of_their_members() {
    let mut op: spe_op = zeroed();
    (op.op_class, op.subclass, op.branch_kind) = (SPE_CLASS_LOAD_STORE, SPE_OP_GP, SPE_CR_RETURN);
    (op.evl_bits, op.ets_bits) = (SPE_EVL_OVER_2048, SPE_ETS_WHOLE_ZA);
    let mut packet: spe_packet = zeroed();
    (packet.r#type, packet.index, packet.flags) = (SPE_PACKET_ADDRESS, SPE_ADDRESS_DATA_VA, SPE_PACKET_RESERVED_VALUE);
    packet.index = [SPE_COUNTER_TOTAL_LATENCY, SPE_CONTEXT_EL2][usize::from(packet.flags & SPE_PACKET_IMPDEF != 0)];
    let mut record: spe_record = zeroed();
    (record.present, record.flags) = (SPE_HAS_PC | SPE_HAS_OPERATION, SPE_RECORD_TRUNCATED);
    record.op_class = SPE_CLASS_BRANCH;
    let mut config: spe_encoder_config = zeroed();
    (config.layout, config.terminator, config.flags) = (SPE_LAYOUT_SLOTS_64, SPE_TERMINATOR_END, SPE_ENCODE_SATURATE);
    let mut registers: spe_filter_registers = zeroed();
    (registers.pmsfcr, registers.control) = (SPE_FILTER_FT | SPE_FILTER_LD | SPE_FILTER_LDM, SPE_CONTROL_TS);
    let mut source: spe_data_source = zeroed();
    source.level = SPE_LEVEL_SYSTEM_CACHE;
    let mut features: spe_features = zeroed();
    (features.version, features.flags) = (SPE_V1P4, SPE_FEATURE_FDS);
    let event: u32 = SPE_EVENT_MISPREDICTED; // of no member: a number of a bit
    let status: c_int = SPE_E_SPACE;
    assert_eq!((op.subclass, packet.index, record.op_class, config.layout, source.level), (4, 0, 2, 1, 8));
    assert_eq!((registers.pmsfcr, features.version, event, status), (1 << 1 | 1 << 17 | 1 << 49, 5, 7, -32));
}

#[cfg(feature = "lab")]
#[test]
fn constants_have_the_types_of_members_in_the_second_library() {
    let mut profiling: spe_profiling = zeroed(); // by the members' own comments, "SPE_STATE_* ...", "SPE_PROFILING_*"
    (profiling.owning_state, profiling.stopped) = (SPE_STATE_REALM, SPE_PROFILING_UNPREDICTABLE);
    assert_eq!(profiling.stopped, 2);
}

// A type with the trait has two functions `is`, so that neither can be chosen.
trait Either<A> {
    fn is() {}
}
struct Copied;
struct Cloned;
impl<T: ?Sized> Either<()> for T {}
impl<T: Copy> Either<Copied> for T {}
impl<T: Clone> Either<Cloned> for T {}

#[test]
fn contexts_and_objects_are_moved() {
    let _ = <spe_decoder as Either<_>>::is;
    let _ = <spe_encoder as Either<_>>::is;
    let _ = <spe_perf_reader as Either<_>>::is;
    let _ = <spe_perf_writer as Either<_>>::is;
}

#[cfg(feature = "lab")]
#[test]
fn contexts_and_objects_of_the_second_library_are_moved() {
    let _ = <spe_arrow as Either<_>>::is;
    let _ = <ArrowSchema as Either<_>>::is;
    let _ = <ArrowArray as Either<_>>::is;
    let _ = <ArrowArrayStream as Either<_>>::is;
}

#[cfg(feature = "lab")]
#[test]
fn the_second_library_is_linked() {
    // SAFETY: the function has no arguments.
    let version = unsafe { std::ffi::CStr::from_ptr(spe_lab_version()) };
    assert!(!version.to_bytes().is_empty());
}

#[test]
fn what_may_be_copied_is_cloned() {
    fn cloned<T: Clone>() {}
    fn copied<T: Copy>() {}
    cloned::<spe_packet_iterator>();
    cloned::<spe_filter>();
    copied::<spe_record>();
    copied::<spe_decoder_config>();
}
