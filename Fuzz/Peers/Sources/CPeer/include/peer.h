#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the adapters of C libraries answer, so that Swift sees none of their headers.

/// Bytes of another owner.
struct peer_bytes {
    const uint8_t *bytes;
    size_t count;
};

/// A chain of a TLS server and what is asked of it.
struct peer_question {
    /// Seconds since 1970.
    int64_t verify_date;
    /// The reference identity, a DNS name or an address; NULL where none is asked about.
    const char *host;
    const struct peer_bytes *anchors;
    size_t anchor_count;
    /// As presented, the end entity first.
    const struct peer_bytes *chain;
    size_t chain_count;
};

/// What a library says of a chain.
struct peer_verdict {
    bool accepts;
    /// Where it refuses: the library's own names of its reasons, joined by `+`.
    char code[512];
    /// Where it refuses: its own words.
    char words[512];
};

/// Judges a chain; not for more than one thread at a time.
typedef void (*peer_judge)(
    const struct peer_question *question, struct peer_verdict *verdict
);

/// Refuses, for the reason of one name.
void peer_refuse(struct peer_verdict *verdict, const char *code, const char *words);

/// Adds a name to the reasons of a refusal; what does not fit is left out.
void peer_add_reason(struct peer_verdict *verdict, const char *code);

/// The last anchors that a library has read, so that they are read once for many chains.
struct peer_anchor_cache {
    uint8_t *bytes;
    size_t count;
};

/// Whether these anchors are other than the last; remembers them.
bool peer_anchors_changed(
    struct peer_anchor_cache *cache,
    const struct peer_bytes *anchors,
    size_t count
);

/// The version of swift-certificates that the package is built with.
const char *peer_swift_certificates_version(void);

#endif
