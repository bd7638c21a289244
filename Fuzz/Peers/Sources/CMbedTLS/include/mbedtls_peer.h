#ifndef MBEDTLS_PEER_H
#define MBEDTLS_PEER_H

#include <peer.h>

/// Such as `2.28.3`.
const char *mbedtls_peer_version(void);

/// Judges as a client of Mbed TLS does that sets a host name and a list of anchors: with the default
/// profile and curves, and the usages of a server whose key signs. Each anchor is trusted that may
/// sign, whatever its issuer; a certificate of the chain that does not decode is a refusal, such an
/// anchor is not there. Hosts are DNS names: 2.28 looks at no addresses.
void mbedtls_peer_judge(const struct peer_question *question, struct peer_verdict *verdict);

#endif
