/* SPDX-License-Identifier: MIT */
/* Structs that the program fills end earlier than the library's: they are accepted, and not read beyond their end. */
#include "program.h"

static void *get(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void put(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static size_t write_nothing(void *context, uint64_t address, const void *bytes, size_t size, uint64_t *syndrome)
{
    (void)context, (void)address, (void)bytes, (void)syndrome;
    return size;
}

/* A copy that ends where its memory ends. */
static void *alone(const void *from, size_t size)
{
    void *to = malloc(size);
    return to ? memcpy(to, from, size) : NULL;
}

static void arrow(void)
{
    const struct spe_arrow_config config = {.size = sizeof config, .get = get, .put = put};
    const struct spe_arrow_core core = SPE_ARROW_CORE_INIT;
    struct spe_arrow_config *const short_config = alone(&config, sizeof config);
    struct spe_arrow_core *const short_core = alone(&core, sizeof core);
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    const struct spe_record record = {.present = SPE_HAS_END};
    static spe_arrow rows;
    spe_decoder decoder;
    expect(spe_arrow_block_size(short_config) > 0);
    expect(spe_arrow_init(&rows, short_config) == SPE_OK);
    expect(spe_arrow_append(&rows, &record, short_core) == 0);
    expect(spe_arrow_array(&rows, &array) == 1 && array.length == 1);
    array.release(&array);
    spe_arrow_end(&rows);
    spe_decoder_init(&decoder, NULL);
    expect(spe_arrow_stream_decoder(&decoder, short_core, short_config, &stream) == SPE_OK);
    stream.release(&stream);
    free(short_config);
    free(short_core);
}

static void unit(void)
{
    static const struct spe_sysreg_value ids[] = {{SPE_REG_PMSIDR_EL1, 0, 0x26000},
                                                  {SPE_REG_ID_AA64DFR0_EL1, 0, UINT64_C(1) << 32}};
    const struct spe_unit_config config = {
        .size = sizeof config, .registers = ids, .register_count = 2, .write = write_nothing};
    struct spe_unit_config *const short_config = alone(&config, sizeof config);
    static spe_unit one;
    expect(same(spe_unit_config_problem(short_config), NULL));
    expect(spe_unit_init(&one, short_config) == SPE_OK);
    free(short_config);
}

static void dump(void)
{
    static const uint8_t end[] = {1};
    const struct spe_dump lines = {.size = sizeof lines, .is_last = 1, .bytes = end, .len = 1};
    struct spe_dump *const short_lines = alone(&lines, sizeof lines);
    char text[SPE_LINE_TEXT_MAX];
    expect(spe_dump_text(short_lines, NULL, text, sizeof text) > 0);
    free(short_lines);
}

int main(void)
{
    arrow();
    unit();
    dump();
    return wrong;
}
