// OpenSSL's implementation of each task that Hatpin is compared with.
#ifndef HATPIN_OPENSSL_PEER_H
#define HATPIN_OPENSSL_PEER_H

#include <stddef.h>
#include <stdint.h>

// Bytes that the caller owns.
typedef struct {
    const uint8_t *start;
    size_t count;
} peer_bytes;

// Decodes a certificate, the body of each of its extensions and its key; returns 1 if the
// certificate decodes.
int peer_decode(peer_bytes certificate);

// Validates a chain from DER: decodes the trust anchor, the end entity and the others, builds and
// verifies a path for a TLS server, and compares the host name or address.
//
// `host` is a NUL-terminated DNS name, or null if `address` has bytes. Returns 1 to accept, 0 to
// reject.
int peer_decide(peer_bytes anchor, peer_bytes end_entity, const peer_bytes *others,
                size_t other_count, const char *host, peer_bytes address, int64_t verify_date);

// An ECDSA signature over a message, and the key that made it, decoded.
typedef struct peer_signature peer_signature;

// The signature on `certificate` by the key of `issuer`; null if one does not decode.
peer_signature *peer_signature_new(peer_bytes certificate, peer_bytes issuer);
void peer_signature_free(peer_signature *signature);

// Verifies with `EVP_DigestVerify`; returns 1 if the signature is valid.
int peer_verify(const peer_signature *signature);

// Verifies with `SHA256` and `ECDSA_do_verify` over decoded integers, without EVP; returns 1 if the
// signature is valid.
int peer_verify_barely(const peer_signature *signature);

// Returns free memory to the system, so that the next peak has only memory in use.
void peer_return_free_memory(void);

#endif
