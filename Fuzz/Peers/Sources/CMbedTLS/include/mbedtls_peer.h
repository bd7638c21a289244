#ifndef MBEDTLS_PEER_H
#define MBEDTLS_PEER_H

#include <peer.h>

/// The version, such as `2.28.3`.
const char *mbedtls_peer_version(void);

/// Validates as an Mbed TLS client that sets a host name and a list of anchors: with the default
/// profile and curves, and the key usages of a server that signs. Any certificate that may sign can
/// be an anchor, whatever its issuer. A chain with a certificate that does not decode is rejected;
/// an anchor that does not decode is ignored. Hosts are DNS names: 2.28 compares no addresses.
void mbedtls_peer_judge(const struct peer_question *question, struct peer_verdict *verdict);

#endif
