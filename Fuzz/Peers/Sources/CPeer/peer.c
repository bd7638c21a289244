#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void peer_refuse(struct peer_verdict *verdict, const char *code, const char *words) {
    verdict->accepts = false;
    snprintf(verdict->code, sizeof verdict->code, "%s", code);
    snprintf(verdict->words, sizeof verdict->words, "%s", words);
}

void peer_add_reason(struct peer_verdict *verdict, const char *code) {
    size_t used = strlen(verdict->code);
    verdict->accepts = false;
    snprintf(
        verdict->code + used, sizeof verdict->code - used, "%s%s", used == 0 ? "" : "+", code
    );
}

bool peer_anchors_changed(
    struct peer_anchor_cache *cache,
    const struct peer_bytes *anchors,
    size_t count
) {
    size_t total = 0;
    for (size_t i = 0; i < count; i++) total += sizeof anchors[i].count + anchors[i].count;
    uint8_t *bytes = malloc(total + 1);
    if (bytes == NULL) abort();
    uint8_t *end = bytes;
    for (size_t i = 0; i < count; i++) {
        memcpy(end, &anchors[i].count, sizeof anchors[i].count);
        end += sizeof anchors[i].count;
        if (anchors[i].count > 0) memcpy(end, anchors[i].bytes, anchors[i].count);
        end += anchors[i].count;
    }
    bool same = cache->bytes != NULL && cache->count == total
        && memcmp(cache->bytes, bytes, total) == 0;
    free(same ? bytes : cache->bytes);
    if (!same) *cache = (struct peer_anchor_cache){bytes, total};
    return !same;
}

const char *peer_swift_certificates_version(void) {
    return SWIFT_CERTIFICATES;
}
