# SPDX-License-Identifier: MIT
"""The core database, conformance/cores.json, from the library's rows and from provenance.json."""
import json
import subprocess
from pathlib import Path

FLAGS = ("peer", "modified", "remote", "device")


def database(reader):
    known = json.loads((Path(__file__).resolve().parent / "provenance.json").read_text())
    cores, events = [], {}
    for line in subprocess.run([reader, "cores"], text=True, capture_output=True, check=True).stdout.splitlines():
        word, *cells = line.split("\t")
        if word == "pmu":
            row = events.setdefault(int(cells[0]), {"bit": int(cells[0]), "name": cells[1], "pmu_events": []})
            row["pmu_events"] += [cells[2]] if int(cells[2], 0) else []
        elif word == "core":
            cores.append(core_of(cells, known))
        elif word == "source":
            source = {"value": int(cells[0]), "name": cells[1], "level": cells[2]}
            source.update({flag: True for flag, cell in zip(FLAGS, cells[3:]) if cell == "1"})
            cores[-1]["data_sources"]["values"].append(source)
        elif word == "event":
            cores[-1]["events"].append({"bit": int(cells[0]), "name": cells[1], "source": known["events"]})
        elif word == "erratum":
            cores[-1]["errata"].append({"name": cells[0], "effect": cells[1], "source": known["errata"]})
        else:
            cores[-1]["counters"].append({"index": int(cells[0]), "name": cells[1], "source": known["counters"]})
    out = {"format": 1, "licence": "MIT-0", "about": known["about"],
           "architecture": {"source": known["architecture"], "events": list(events.values())}, "cores": cores}
    return json.dumps(out, indent=1, ensure_ascii=False) + "\n"


def core_of(cells, known):
    midr, name, vendor, basis = cells
    number = int(midr, 0)
    sources = {"known": basis, "values": []}
    if basis in known["data_sources"]:
        sources["source"] = known["by_vendor"].get(vendor, {}).get(basis, known["data_sources"][basis])
    facts = known["cores"].get(midr, {})
    return {"midr": midr, "midr_mask": "0xff00fff0", "implementer": number >> 24, "part": number >> 4 & 0xfff,
            "name": name, "vendor": vendor, "name_source": known["names"], "spe_version": facts.get("spe_version"),
            "ernd": facts.get("ernd"), "ernd_source": known["ernd"] if "ernd" in facts else None,
            "data_sources": sources, "events": [], "counters": [], "errata": []}
