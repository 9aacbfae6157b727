/* SPDX-License-Identifier: MIT */
/* Devices and their files in sysfs, which nobody reads here. */
#ifndef SPE_LINUX_DEVICE_H
#define SPE_LINUX_DEVICE_H

#include <linux/bitops.h>
#include <linux/errno.h>
#include <linux/list.h>

struct attribute {
    const char *name;
    umode_t mode;
};

struct kobject {
    int unused;
};

struct device {
    struct kobject object;
    void *data;
};

struct attribute_group {
    const char *name;
    umode_t (*is_visible)(struct kobject *object, struct attribute *attribute, int number);
    struct attribute **attrs;
};

struct device_attribute {
    struct attribute attr;
    ssize_t (*show)(struct device *device, struct device_attribute *attribute, char *buffer);
    ssize_t (*store)(void);
};

struct dev_ext_attribute {
    struct device_attribute attr;
    void *var;
};

#define S_IRUGO 0444
#define __ATTR(_name, _mode, _show, _store)                                                                            \
    {                                                                                                                  \
        .attr = {.name = #_name, .mode = _mode}, .show = _show, .store = _store                                        \
    }
#define DEVICE_ATTR_RO(_name) struct device_attribute dev_attr_##_name = __ATTR(_name, S_IRUGO, _name##_show, NULL)
#define sysfs_emit sprintf
#define kobj_to_dev(kobject) container_of(kobject, struct device, object)
#define dev_get_drvdata(device) ((device)->data)

#endif
