#include "reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void peer_begin(struct peer_reading *reading) {
    reading->refusal = NULL;
    reading->words[0] = 0;
    for (int field = 0; field < PEER_FIELD_COUNT; field++) {
        reading->values[field].is_reported = false;
        reading->values[field].count = 0;
    }
}

void peer_refuse_to_read(struct peer_reading *reading, const char *refusal, const char *words) {
    if (reading->refusal != NULL) return;
    reading->refusal = refusal;
    snprintf(reading->words, sizeof reading->words, "%s", words == NULL ? "" : words);
}

void peer_set_empty(struct peer_reading *reading, enum peer_field field) {
    reading->values[field].is_reported = true;
}

void peer_append(
    struct peer_reading *reading, enum peer_field field, const void *bytes, size_t count
) {
    struct peer_value *value = &reading->values[field];
    value->is_reported = true;
    if (count == 0) return;
    if (value->capacity - value->count < count) {
        value->capacity = 2 * (value->count + count);
        value->bytes = realloc(value->bytes, value->capacity);
        if (value->bytes == NULL) abort();
    }
    memcpy(value->bytes + value->count, bytes, count);
    value->count += count;
}

void peer_append_entry(
    struct peer_reading *reading, enum peer_field field, const void *bytes, size_t count
) {
    uint8_t length[] = {(uint8_t)(count >> 8), (uint8_t)count};
    peer_append(reading, field, length, sizeof length);
    peer_append(reading, field, bytes, count);
}

void peer_append_number(struct peer_reading *reading, enum peer_field field, int64_t number) {
    char text[24];
    peer_append(reading, field, text, (size_t)snprintf(text, sizeof text, "%" PRId64, number));
}

void peer_append_constraints(struct peer_reading *reading, bool is_ca, int64_t path_length) {
    uint8_t byte = is_ca;
    peer_append(reading, PEER_BASIC_CONSTRAINTS, &byte, 1);
    if (path_length >= 0) peer_append_number(reading, PEER_BASIC_CONSTRAINTS, path_length);
}

void peer_append_usage(struct peer_reading *reading, const uint8_t *bytes, size_t count) {
    // Nine bits have a name (RFC 5280 §4.2.1.3).
    uint8_t bits[] = {count > 0 ? bytes[0] : 0, count > 1 ? bytes[1] & 0x80 : 0};
    peer_append(reading, PEER_KEY_USAGE, bits, sizeof bits);
}
