#ifndef HATPIN_NAMESPACE_H
#define HATPIN_NAMESPACE_H

#include <stdint.h>

/// Readies loopback, which a new network namespace has switched off. -1 and errno if it cannot.
int hatpin_raise_loopback(void);

/// Adds an address of 4 or 16 bytes to loopback, `number` of its kind. -1 and errno if it cannot.
int hatpin_add_address(const uint8_t *_Nonnull bytes, int count, int number);

/// Shows a file in place of another. -1 and errno if it cannot.
int hatpin_bind(const char *_Nonnull file, const char *_Nonnull target);

/// Puts an empty folder in memory over a folder. -1 and errno if it cannot.
int hatpin_mount_memory(const char *_Nonnull folder);

/// Takes away the mount over a folder, with all that is in it. -1 and errno if it cannot.
int hatpin_unmount(const char *_Nonnull folder);

#endif
