#ifndef NSS_READER_H
#define NSS_READER_H

#include <reading.h>

/// The version, such as `3.87.1`.
const char *nss_reader_version(void);

/// Decodes with NSS: the certificate, its dates, and the extensions that have a field.
void nss_read(const uint8_t *bytes, size_t count, struct peer_reading *reading);

#endif
