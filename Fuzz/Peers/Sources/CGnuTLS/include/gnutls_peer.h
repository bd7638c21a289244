#ifndef GNUTLS_PEER_H
#define GNUTLS_PEER_H

#include <peer.h>
#include <reading.h>

/// The version, such as `3.7.9`.
const char *gnutls_peer_version(void);

/// Validates as a GnuTLS client that sets a host name and trusts the anchors: with the purpose of a
/// server and the profile of the priority NORMAL. Any certificate can be an anchor. A chain with a
/// certificate that does not decode is rejected; an anchor that does not decode is ignored.
void gnutls_peer_judge(const struct peer_question *question, struct peer_verdict *verdict);

/// Decodes with GnuTLS: the certificate, its dates, and the extensions that have a field.
void gnutls_peer_read(const uint8_t *bytes, size_t count, struct peer_reading *reading);

#endif
