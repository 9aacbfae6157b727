#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The suite's adapter for libspe's Python package: records and their data sources."""
import adapter
import libspe

FIELDS = ["context_el1", "context_el2", "total_latency", "issue_latency", "translation_latency", "alt_issue_latency",
          "pc", "branch_target", "data_va", "data_pa", "prev_branch_target", "data_source", "events", "timestamp"]


def line_of(record, **more):
    values = {name: hex(getattr(record, name)) for name in FIELDS if record.has(name)}
    if record.has("operation"):
        values.update({"class": record.op_class, "operation": hex(record.op_payload)})
    values.update({"end": 1} if record.has("end") else {})
    return adapter.line_of("record", offset=record.offset, size=record.size, **values, **more)


def records(data, options):
    return None if options.get("resync") else [line_of(record) for record in libspe.records(data)]


def sources(data, options):
    return [adapter.line_of("source", offset=record.offset, value=record.data_source)
            for record in libspe.records(data) if record.has("data_source")]


adapter.serve({"records": records, "sources": sources})
