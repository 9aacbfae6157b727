// SPDX-License-Identifier: MIT
// Made by bindings/rust/fields from include/libspe/record.h: not to be edited.
impl Record {
    fields! {
        /// See spe_address_canonical(), spe_address_el(), spe_address_state().
        pc, with_pc: Address, SPE_HAS_PC, Address, address;
        /// Like pc; exception level and security state are those at the target.
        branch_target, with_branch_target: Address, SPE_HAS_BRANCH_TARGET, Address, address;
        /// See spe_address_canonical(), spe_address_tag().
        data_va, with_data_va: Address, SPE_HAS_DATA_VA, Address, address;
        /// See spe_address_bits(), spe_address_state(), _pat(), _ch().
        data_pa, with_data_pa: Address, SPE_HAS_DATA_PA, Address, address;
        /// Like pc (FEAT_SPE_PBT).
        prev_branch_target, with_prev_branch_target: Address, SPE_HAS_PREV_BRANCH_TARGET, Address, address;
        /// Ticks at CNTFRQ_EL0 hertz; PMSCR_ELx selects the counter.
        timestamp, with_timestamp: u64, SPE_HAS_TIMESTAMP, same, same;
        /// See SPE_EVENT_*, spe_event().
        events, with_events: u64, SPE_HAS_EVENTS, same, same;
        /// CONTEXTIDR_EL1.
        context_el1, with_context_el1: u32, SPE_HAS_CONTEXT_EL1, same, same;
        /// CONTEXTIDR_EL2.
        context_el2, with_context_el2: u32, SPE_HAS_CONTEXT_EL2, same, same;
        /// Cycles from dispatch to completion.
        total_latency, with_total_latency: u16, SPE_HAS_TOTAL_LATENCY, same, same;
        /// Cycles from dispatch to issue.
        issue_latency, with_issue_latency: u16, SPE_HAS_ISSUE_LATENCY, same, same;
        /// Cycles during which at least one part of the operation waits for the MMU.
        translation_latency, with_translation_latency: u16, SPE_HAS_TRANSLATION_LATENCY, same, same;
        /// Cycles from dispatch to issue, in the alternate clock domain.
        alt_issue_latency, with_alt_issue_latency: u16, SPE_HAS_ALT_ISSUE_LATENCY, same, same;
        /// IMPLEMENTATION DEFINED; see spe_record_data_source().
        data_source, with_data_source: u16, SPE_HAS_DATA_SOURCE, same, same;
    }
}
