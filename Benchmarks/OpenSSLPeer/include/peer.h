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

// libssl's client in memory, which sends a certificate of its own.
typedef struct peer_client peer_client;

// A client of one version, such as 0x0304, with a certificate and a PKCS #8 key in DER; null if one
// does not decode. It trusts any server.
peer_client *peer_client_new(int version, peer_bytes certificate, peer_bytes key);
void peer_client_free(peer_client *client);

// Begins another connection; returns 1 if that worked.
int peer_client_begin(peer_client *client);
void peer_client_receive(peer_client *client, peer_bytes bytes);

// Continues the handshake; returns 1 once it is complete, 0 if the client waits, -1 if it failed.
int peer_client_advance(peer_client *client);

// Takes at most `limit` bytes for the server; returns their number.
size_t peer_client_take(peer_client *client, uint8_t *bytes, size_t limit);

// Returns free memory to the system, so that the next peak has only memory in use.
void peer_return_free_memory(void);

#endif
