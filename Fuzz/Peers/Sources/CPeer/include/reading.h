#ifndef PEER_READING_H
#define PEER_READING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What decoders of C make of a certificate, in the terms of the library DecoderComparison.

/// Its `Field`, in the same order.
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

// Its `Refusal`.
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
    bool is_told;
    uint8_t *bytes;
    size_t count, capacity;
};

/// A reading; what it has allocated serves the next.
struct peer_reading {
    /// NULL where the decoder accepts.
    const char *refusal;
    char words[256];
    struct peer_value values[PEER_FIELD_COUNT];
};

/// Decodes a certificate, all of the bytes; not for more than one thread at a time.
typedef void (*peer_read)(const uint8_t *bytes, size_t count, struct peer_reading *reading);

/// Forgets what was read.
void peer_begin(struct peer_reading *reading);

/// Refuses, unless it was refused before.
void peer_refuse_to_read(struct peer_reading *reading, const char *refusal, const char *words);

/// Tells a field of no bytes; what follows is appended.
void peer_tell_empty(struct peer_reading *reading, enum peer_field field);

/// Appends bytes to a field.
void peer_tell(
    struct peer_reading *reading, enum peer_field field, const void *bytes, size_t count
);

/// Appends an entry to a field that has several.
void peer_tell_entry(
    struct peer_reading *reading, enum peer_field field, const void *bytes, size_t count
);

/// Appends a number in decimal, such as seconds since 1970.
void peer_tell_number(struct peer_reading *reading, enum peer_field field, int64_t number);

/// Tells basicConstraints; a negative path length is none.
void peer_tell_constraints(struct peer_reading *reading, bool is_ca, int64_t path_length);

/// Tells the bits of keyUsage, of which there may be any number.
void peer_tell_usage(struct peer_reading *reading, const uint8_t *bytes, size_t count);

#endif
