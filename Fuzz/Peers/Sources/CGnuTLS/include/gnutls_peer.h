#ifndef GNUTLS_PEER_H
#define GNUTLS_PEER_H

#include <peer.h>
#include <reading.h>

/// Such as `3.7.9`.
const char *gnutls_peer_version(void);

/// Judges as a client of GnuTLS does that sets a host name and trusts the anchors: with the purpose
/// of a server and the profile of the priority NORMAL. Each anchor is trusted, whatever it is; a
/// certificate of the chain that does not decode is a refusal, such an anchor is not there.
void gnutls_peer_judge(const struct peer_question *question, struct peer_verdict *verdict);

/// Decodes by GnuTLS: the certificate, its dates, and the extensions that have a field.
void gnutls_peer_read(const uint8_t *bytes, size_t count, struct peer_reading *reading);

#endif
