# The manual pages of the library, made from the headers. They need perl, and so does make install.

MAN3_DIR := $(BUILD)/man
# Recursive: the names are asked for only where they are used.
MAN3 = $(addprefix $(MAN3_DIR)/,$(shell docs/man/pages --names $(HEADERS)))

.PHONY: man
## man            manual pages of the headers, with a page for each function, in BUILD/man
man: $(MAN3_DIR)/libspe.3

$(MAN3_DIR)/libspe.3: docs/man/pages docs/man/libspe.3.in $(HEADERS)
	rm -rf $(MAN3_DIR)
	mkdir -p $(MAN3_DIR)
	docs/man/pages docs/man/libspe.3.in $(MAN3_DIR) $(HEADERS)
