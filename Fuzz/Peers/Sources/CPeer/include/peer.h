#ifndef PEER_H
#define PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The interface of the adapters of C libraries, so that Swift needs none of the libraries' headers.

/// Bytes that another owner keeps.
struct peer_bytes {
    const uint8_t *bytes;
    size_t count;
};

/// The chain of a TLS server, and the anchors, host and time to validate it with.
struct peer_question {
    /// Seconds since 1970.
    int64_t verify_date;
    /// The reference identity, a DNS name or an address; NULL to ignore the name.
    const char *host;
    const struct peer_bytes *anchors;
    size_t anchor_count;
    /// The presented chain, the end entity first.
    const struct peer_bytes *chain;
    size_t chain_count;
};

/// A library's verdict on a chain.
struct peer_verdict {
    bool accepts;
    /// For a rejection: the library's own names of its reasons, joined by `+`.
    char code[512];
    /// For a rejection: the library's own wording.
    char words[512];
};

/// Validates a chain; not thread-safe.
typedef void (*peer_judge)(
    const struct peer_question *question, struct peer_verdict *verdict
);

/// Rejects with one reason.
void peer_refuse(struct peer_verdict *verdict, const char *code, const char *words);

/// Rejects with one more reason, truncated to the space that is left.
void peer_add_reason(struct peer_verdict *verdict, const char *code);

/// The anchors that a library read last, kept so that many chains read them once.
struct peer_anchor_cache {
    uint8_t *bytes;
    size_t count;
};

/// Stores these anchors; returns whether they differ from the anchors stored before.
bool peer_anchors_changed(
    struct peer_anchor_cache *cache,
    const struct peer_bytes *anchors,
    size_t count
);

/// The version of swift-certificates that the package is built with.
const char *peer_swift_certificates_version(void);

#endif
