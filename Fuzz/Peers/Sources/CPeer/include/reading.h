#ifndef PEER_READING_H
#define PEER_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A C decoder's reading of a certificate, in the terms of the library DecoderComparison.

/// The cases of `Field` in DecoderComparison, in the same order.
enum peer_field {
    PEER_SERIAL,
    PEER_VERSION,
    PEER_ISSUER,
    PEER_SUBJECT,
    PEER_NOT_BEFORE,
    PEER_NOT_AFTER,
    PEER_DNS_NAMES,
    PEER_ADDRESSES,
    PEER_BASIC_CONSTRAINTS,
    PEER_KEY_USAGE,
    PEER_PURPOSES,
    PEER_PUBLIC_KEY,
    PEER_ENCODED_PUBLIC_KEY,
    PEER_SIGNATURE_ALGORITHM,
    PEER_EXTENSIONS,
    PEER_FIELD_COUNT
};

// The cases of `Refusal` in DecoderComparison.
#define PEER_MALFORMED "malformed"
#define PEER_TRAILING "trailing"
#define PEER_CAPABILITY "capability"
#define PEER_PARAMETERS "parameters"
#define PEER_TIME "time"
#define PEER_NAME "name"
#define PEER_KEY "key"
#define PEER_EXTENSION_BODY "extensionBody"
#define PEER_IS_OF_VERSION "version"
#define PEER_DUPLICATE "duplicate"

/// A field's bytes.
struct peer_value {
    bool is_reported;
    uint8_t *bytes;
    size_t count, capacity;
};

/// A reading; the next reading reuses its memory.
struct peer_reading {
    /// The reason of the rejection; NULL if the decoder accepts.
    const char *refusal;
    char words[256];
    struct peer_value values[PEER_FIELD_COUNT];
};

/// Decodes a certificate that must be all of the bytes; not thread-safe.
typedef void (*peer_read)(const uint8_t *bytes, size_t count, struct peer_reading *reading);

/// Clears the reading.
void peer_begin(struct peer_reading *reading);

/// Rejects the certificate for this reason, unless an earlier call has rejected it.
void peer_refuse_to_read(struct peer_reading *reading, const char *refusal, const char *words);

/// Reports a field without bytes; later calls append to it.
void peer_set_empty(struct peer_reading *reading, enum peer_field field);

/// Appends bytes to a field.
void peer_append(
    struct peer_reading *reading, enum peer_field field, const void *bytes, size_t count
);

/// Appends an entry to a field that has several entries.
void peer_append_entry(
    struct peer_reading *reading, enum peer_field field, const void *bytes, size_t count
);

/// Appends a number in decimal, such as seconds since 1970.
void peer_append_number(struct peer_reading *reading, enum peer_field field, int64_t number);

/// Appends basicConstraints; a negative path length means that there is no limit.
void peer_append_constraints(struct peer_reading *reading, bool is_ca, int64_t path_length);

/// Appends the nine named bits of keyUsage, whose BIT STRING may have any number of bytes.
void peer_append_usage(struct peer_reading *reading, const uint8_t *bytes, size_t count);

#endif
