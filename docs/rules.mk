# SPDX-License-Identifier: MIT
# The manual pages of the library, made from the headers. They need perl, and so does make install.

MAN3_DIR := $(BUILD)/man
# Recursive, so that the names are made only where they are used.
MAN3 = $(addprefix $(MAN3_DIR)/,$(shell docs/man/pages --names $(C_HEADERS)))
LAB_MAN3_DIR := $(BUILD)/lab/man
LAB_C_HEADERS := $(filter %.h,$(LAB_HEADERS))
LAB_MAN3 = $(addprefix $(LAB_MAN3_DIR)/,$(shell docs/man/pages --names $(LAB_C_HEADERS)))

.PHONY: man
## man            manual pages of the headers, with a page for each function, in BUILD/man and BUILD/lab/man
man: $(MAN3_DIR)/libspe.3 $(LAB_MAN3_DIR)/libspe-lab.3

$(MAN3_DIR)/libspe.3: docs/man/pages docs/man/libspe.3.in $(C_HEADERS)
	$Qrm -rf $(MAN3_DIR)
	$Qmkdir -p $(MAN3_DIR)
	$(call say,GEN)docs/man/pages docs/man/libspe.3.in $(MAN3_DIR) $(C_HEADERS)

$(LAB_MAN3_DIR)/libspe-lab.3: docs/man/pages $(LAB)docs/libspe-lab.3.in $(LAB_C_HEADERS)
	$Qrm -rf $(LAB_MAN3_DIR)
	$Qmkdir -p $(LAB_MAN3_DIR)
	$(call say,GEN)docs/man/pages $(LAB)docs/libspe-lab.3.in $(LAB_MAN3_DIR) $(LAB_C_HEADERS)

# Made before the tests that need them, because tests run in parallel.
check-built: man

.PHONY: docs-columns
## docs-columns   rows of lab/docs/columns.md: the library's, with the page's cells for JSON and CSV
docs-columns: $(LAB_STATIC) $(STATIC)
	$Q$(CC) -std=c11 -DSPE_STATIC -Iinclude $(LAB_INCLUDES) lab/tests/columns.c $(LAB_STATIC) \
		$(STATIC) -o $(BUILD)/columns-page
	$(call say,GEN,lab/docs/columns.md)$(BUILD)/columns-page whole > $(BUILD)/columns.rows
	$Qawk -f lab/docs/columns.awk $(BUILD)/columns.rows lab/docs/columns.md > $(BUILD)/columns.md
	$Qcp $(BUILD)/columns.md lab/docs/columns.md

.PHONY: site
## site           documents and headers as a site, in BUILD/site (doxygen)
site:
	$Qrm -rf $(BUILD)/site
	$Qmkdir -p $(BUILD)/site
	$(call say,GEN,$(BUILD)/site)OUTPUT=$(BUILD)/site VERSION=$(VERSION) doxygen docs/site/Doxyfile
