// SPDX-License-Identifier: MIT
/*
 * Decodes SPE inside Linux. Bytes that are written to /sys/kernel/debug/spe_count are a stream of records; reading the
 * file gives counts of them. A driver, or code that places pages, has a decoder for each CPU instead, so that its
 * interrupt handler needs no lock, and calls what count_bytes() calls with each piece of its buffer.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/uaccess.h>

#include <libspe/spe.h>

#define SLOW 100 /* cycles */

static DEFINE_MUTEX(lock);
static spe_decoder decoder;
static u8 piece[4096];
static u64 records, loads, slow_loads, cut;
static struct dentry *file;
static bool has_writer; /* one stream at a time */

static void begin(void)
{
    spe_decoder_init(&decoder, NULL);
    records = loads = slow_loads = cut = 0;
}

static void count_record(const struct spe_record *record)
{
    struct spe_op op;

    records++;
    cut += (record->flags & SPE_RECORD_TRUNCATED) != 0;
    if (!(record->present & SPE_HAS_OPERATION) || spe_op_decode(record->op_class, record->op_payload, &op) != SPE_OK)
        return;
    loads += spe_op_is_load(&op);
    slow_loads += spe_op_is_load(&op) && record->present & SPE_HAS_TOTAL_LATENCY && record->total_latency >= SLOW;
}

/* The decoder keeps what is not complete: a record may continue in the next piece. */
static int count_bytes(const u8 *bytes, size_t size)
{
    struct spe_record record;

    if (spe_decoder_feed(&decoder, bytes, size) < 0)
        return -EIO;
    while (spe_decoder_next(&decoder, &record) == 1)
        count_record(&record);
    return 0;
}

static int open(struct inode *inode, struct file *opened)
{
    int status = 0;

    mutex_lock(&lock);
    if (opened->f_mode & FMODE_WRITE) {
        status = has_writer ? -EBUSY : 0;
        has_writer = true;
        if (!status)
            begin();
    }
    mutex_unlock(&lock);
    return status;
}

static ssize_t write(struct file *opened, const char __user *from, size_t size, loff_t *at)
{
    const size_t n = min(size, sizeof(piece));
    int status = -EFAULT;

    mutex_lock(&lock);
    if (!copy_from_user(piece, from, n))
        status = count_bytes(piece, n);
    mutex_unlock(&lock);
    return status ? status : n;
}

static ssize_t read(struct file *opened, char __user *to, size_t size, loff_t *at)
{
    char text[128];
    int n;

    mutex_lock(&lock);
    n = scnprintf(text, sizeof(text), "records %llu\nloads %llu\nslow loads %llu\ncut off %llu\n", records, loads,
                  slow_loads, cut);
    mutex_unlock(&lock);
    return simple_read_from_buffer(to, size, at, text, n);
}

static int release(struct inode *inode, struct file *opened)
{
    struct spe_record record;

    mutex_lock(&lock);
    if (opened->f_mode & FMODE_WRITE) {
        if (spe_decoder_finish(&decoder, &record) == 1)
            count_record(&record);
        has_writer = false;
    }
    mutex_unlock(&lock);
    return 0;
}

static const struct file_operations operations = {
    .owner = THIS_MODULE,
    .open = open,
    .read = read,
    .write = write,
    .release = release,
};

static int __init spe_count_init(void)
{
    begin();
    file = debugfs_create_file("spe_count", 0600, NULL, NULL, &operations);
    return PTR_ERR_OR_ZERO(file);
}

static void __exit spe_count_exit(void)
{
    debugfs_remove(file);
}

module_init(spe_count_init);
module_exit(spe_count_exit);
MODULE_DESCRIPTION("Counts SPE records");
MODULE_LICENSE("Dual MIT/GPL");
