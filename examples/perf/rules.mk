# SPDX-License-Identifier: MIT
# perf on libspe, built against the source of Debian's kernel (its packages: tests/clients/perf.sh), in BUILD/perf.
## perf           Linux perf on libspe
.PHONY: perf check-perf
perf: $(STATIC)
	BUILD=$(BUILD) examples/perf/build $(BUILD)/perf

check-perf: $(STATIC) tools qemu
	tests/clients/perf.sh
