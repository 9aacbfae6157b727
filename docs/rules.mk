# SPDX-License-Identifier: MIT
# The manual pages of the library, made from the headers. They need perl, and so does make install.

MAN3_DIR := $(BUILD)/man
# Recursive: the names are asked for only where they are used.
MAN3 = $(addprefix $(MAN3_DIR)/,$(shell docs/man/pages --names $(C_HEADERS)))

.PHONY: man
## man            manual pages of the headers, with a page for each function, in BUILD/man
man: $(MAN3_DIR)/libspe.3

$(MAN3_DIR)/libspe.3: docs/man/pages docs/man/libspe.3.in $(C_HEADERS)
	rm -rf $(MAN3_DIR)
	mkdir -p $(MAN3_DIR)
	docs/man/pages docs/man/libspe.3.in $(MAN3_DIR) $(C_HEADERS)

# docs/format.md, asked of the library. The tests hold the file to it.
FORMAT_PARTS := $(patsubst docs/format/%.c,$(BUILD)/docs-format/%.o,$(wildcard docs/format/*.c))

$(BUILD)/docs-format/%.o: docs/format/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(CLIENT_FLAGS) -c $< -o $@

$(BUILD)/docs-format/print: $(FORMAT_PARTS) $(STATIC)
	$(CC) $(CFLAGS) $(LDFLAGS) $(FORMAT_PARTS) $(STATIC) -o $@

# Made before the tests that want them, which run side by side.
check: $(BUILD)/docs-format/print man

.PHONY: docs-format
## docs-format    docs/format.md, from what the library does
docs-format: $(BUILD)/docs-format/print
	$(BUILD)/docs-format/print > $(BUILD)/docs-format/format.md
	cp $(BUILD)/docs-format/format.md docs/format.md

-include $(FORMAT_PARTS:.o=.d)

.PHONY: site
## site           documents and headers as a site, in BUILD/site (doxygen)
site:
	rm -rf $(BUILD)/site
	mkdir -p $(BUILD)/site
	OUTPUT=$(BUILD)/site VERSION=$(VERSION) doxygen docs/site/Doxyfile
