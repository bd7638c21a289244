#ifndef OPENSSL_READER_H
#define OPENSSL_READER_H

#include <reading.h>

/// The version, such as `3.0.19`.
const char *openssl_reader_version(void);

/// Decodes with OpenSSL: the certificate, its dates, each extension that OpenSSL knows, and the
/// key.
void openssl_read(const uint8_t *bytes, size_t count, struct peer_reading *reading);

#endif
