#ifndef HATPIN_NAMESPACE_H
#define HATPIN_NAMESPACE_H

#include <stdint.h>

/// Switches on loopback, which is off in a new network namespace. Returns -1 and sets errno on
/// failure.
int hatpin_raise_loopback(void);

/// Adds an address of 4 or 16 bytes to loopback, the address with this `number` of its kind.
/// Returns -1 and sets errno on failure.
int hatpin_add_address(const uint8_t *_Nonnull bytes, int count, int number);

/// Mounts a file over another. Returns -1 and sets errno on failure.
int hatpin_bind(const char *_Nonnull file, const char *_Nonnull target);

/// Mounts an empty in-memory folder over a folder. Returns -1 and sets errno on failure.
int hatpin_mount_memory(const char *_Nonnull folder);

/// Unmounts a folder, which discards the mounted files. Returns -1 and sets errno on failure.
int hatpin_unmount(const char *_Nonnull folder);

#endif
