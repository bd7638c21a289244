#include "gnutls_peer.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509-ext.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>

static void refuse(struct peer_reading *reading, const char *refusal, int error) {
    peer_refuse_to_read(reading, refusal, gnutls_strerror_name(error));
}

static const char *refusal_of(int error) {
    switch (error) {
        case GNUTLS_E_X509_DUPLICATE_EXTENSION: return PEER_DUPLICATE;
        case GNUTLS_E_CERTIFICATE_TIME_ERROR: return PEER_TIME;
        case GNUTLS_E_X509_UNSUPPORTED_OID:
        case GNUTLS_E_UNKNOWN_PK_ALGORITHM:
        case GNUTLS_E_UNSUPPORTED_SIGNATURE_ALGORITHM: return PEER_CAPABILITY;
        case GNUTLS_E_X509_UNSUPPORTED_EXTENSION:
        case GNUTLS_E_X509_UNSUPPORTED_CRITICAL_EXTENSION: return PEER_EXTENSION_BODY;
        default: return PEER_MALFORMED;
    }
}

/// The content bytes of an OBJECT IDENTIFIER that GnuTLS reports in dotted decimal; 0 if an arc is
/// too large.
static size_t encoded(const char *text, uint8_t *bytes, size_t size) {
    size_t count = 0;
    uint64_t first = 0;
    for (int index = 0; *text != 0; index++) {
        char *end;
        uint64_t arc = strtoull(text, &end, 10);
        if (end == text || arc == UINT64_MAX) return 0;
        text = *end == '.' ? end + 1 : end;
        if (index == 0) first = arc;
        if (index == 0) continue;
        if (index == 1) arc += 40 * first;
        int groups = 1;
        while (groups < 10 && arc >> (7 * groups) != 0) groups++;
        if (count + (size_t)groups > size) return 0;
        while (groups-- > 0)
            bytes[count++] = (uint8_t)((arc >> (7 * groups) & 0x7f) | (groups > 0 ? 0x80 : 0));
    }
    return count;
}

/// Appends an identifier; sets `is_complete` to false if it cannot be encoded. The caller then
/// treats the field as not reported by GnuTLS.
static void read_identifier(
    struct peer_reading *reading, enum peer_field field, const char *text, bool *is_complete
) {
    uint8_t bytes[256];
    size_t count = encoded(text, bytes, sizeof bytes);
    if (count == 0) *is_complete = false;
    peer_append_entry(reading, field, bytes, count);
}

static void read_names(struct peer_reading *reading, const gnutls_datum_t *body) {
    gnutls_subject_alt_names_t names;
    if (gnutls_subject_alt_names_init(&names) < 0) abort();
    int error = gnutls_x509_ext_import_subject_alt_names(body, names, 0);
    for (unsigned i = 0; error >= 0; i++) {
        unsigned type;
        gnutls_datum_t name;
        error = gnutls_subject_alt_names_get(names, i, &type, &name, NULL);
        if (error < 0) break;
        if (type == GNUTLS_SAN_DNSNAME)
            peer_append_entry(reading, PEER_DNS_NAMES, name.data, name.size);
        if (type == GNUTLS_SAN_IPADDRESS)
            peer_append_entry(reading, PEER_ADDRESSES, name.data, name.size);
    }
    if (error != GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE)
        peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "subjectAltName");
    gnutls_subject_alt_names_deinit(names);
}

static void read_purposes(struct peer_reading *reading, const gnutls_datum_t *body) {
    gnutls_x509_key_purposes_t purposes;
    if (gnutls_x509_key_purpose_init(&purposes) < 0) abort();
    bool is_complete = true;
    int error = gnutls_x509_ext_import_key_purposes(body, purposes, 0);
    for (unsigned i = 0; error >= 0; i++) {
        gnutls_datum_t purpose;
        error = gnutls_x509_key_purpose_get(purposes, i, &purpose);
        if (error >= 0)
            read_identifier(reading, PEER_PURPOSES, (const char *)purpose.data, &is_complete);
    }
    if (error != GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE)
        peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "extKeyUsage");
    reading->values[PEER_PURPOSES].is_reported = is_complete;
    gnutls_x509_key_purpose_deinit(purposes);
}

static void read_body(
    struct peer_reading *reading, const char *identifier, const gnutls_datum_t *body
) {
    if (strcmp(identifier, GNUTLS_X509EXT_OID_SAN) == 0) return read_names(reading, body);
    if (strcmp(identifier, GNUTLS_X509EXT_OID_EXTENDED_KEY_USAGE) == 0)
        return read_purposes(reading, body);
    if (strcmp(identifier, GNUTLS_X509EXT_OID_BASIC_CONSTRAINTS) == 0) {
        unsigned is_ca;
        int path_length;
        if (gnutls_x509_ext_import_basic_constraints(body, &is_ca, &path_length) >= 0)
            peer_append_constraints(reading, is_ca != 0, path_length);
        else
            peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "basicConstraints");
    }
    if (strcmp(identifier, GNUTLS_X509EXT_OID_KEY_USAGE) == 0) {
        unsigned usage;
        if (gnutls_x509_ext_import_key_usage(body, &usage) < 0)
            return peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "keyUsage");
        uint8_t bits[] = {(uint8_t)usage, usage & GNUTLS_KEY_DECIPHER_ONLY ? 0x80 : 0};
        peer_append_usage(reading, bits, sizeof bits);
    }
}

static bool has_field(const char *identifier) {
    static const char *const known[] = {
        GNUTLS_X509EXT_OID_SAN, GNUTLS_X509EXT_OID_EXTENDED_KEY_USAGE,
        GNUTLS_X509EXT_OID_BASIC_CONSTRAINTS, GNUTLS_X509EXT_OID_KEY_USAGE,
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(identifier, known[i]) == 0) return true;
    return false;
}

static void read_extensions(struct peer_reading *reading, gnutls_x509_crt_t certificate) {
    static const enum peer_field fields[] = {
        PEER_EXTENSIONS, PEER_DNS_NAMES, PEER_ADDRESSES, PEER_BASIC_CONSTRAINTS, PEER_KEY_USAGE,
        PEER_PURPOSES,
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) peer_set_empty(reading, fields[i]);
    bool is_complete = true;
    for (unsigned i = 0;; i++) {
        char identifier[512];
        size_t size = sizeof identifier;
        int error = gnutls_x509_crt_get_extension_info(certificate, i, identifier, &size, NULL);
        if (error == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE) break;
        if (error < 0) return refuse(reading, PEER_EXTENSION_BODY, error);
        read_identifier(reading, PEER_EXTENSIONS, identifier, &is_complete);
        // GnuTLS cannot return an empty value, so only the bodies that have a field are requested.
        if (!has_field(identifier)) continue;
        gnutls_datum_t body;
        error = gnutls_x509_crt_get_extension_data2(certificate, i, &body);
        if (error < 0) return refuse(reading, PEER_EXTENSION_BODY, error);
        read_body(reading, identifier, &body);
        gnutls_free(body.data);
    }
    reading->values[PEER_EXTENSIONS].is_reported = is_complete;
}

static void read_time(struct peer_reading *reading, enum peer_field field, time_t time) {
    if (time == (time_t)-1)
        peer_refuse_to_read(reading, PEER_TIME, field == PEER_NOT_BEFORE ? "notBefore" : "notAfter");
    else if (time != 0)  // GnuTLS reports 0 for every time before 1970
        peer_append_number(reading, field, time);
}

static void read_name(
    struct peer_reading *reading, enum peer_field field, gnutls_x509_crt_t certificate,
    int (*raw_name)(gnutls_x509_crt_t, gnutls_datum_t *)
) {
    gnutls_datum_t name;
    int error = raw_name(certificate, &name);
    if (error < 0) return refuse(reading, PEER_NAME, error);
    peer_append(reading, field, name.data, name.size);
    gnutls_free(name.data);
}

static void read_frame(struct peer_reading *reading, gnutls_x509_crt_t certificate) {
    uint8_t serial[16384];
    size_t size = sizeof serial;
    int error = gnutls_x509_crt_get_serial(certificate, serial, &size);
    if (error >= 0)
        peer_append(reading, PEER_SERIAL, serial, size);
    else
        refuse(reading, PEER_MALFORMED, error);
    int number = gnutls_x509_crt_get_version(certificate);
    uint8_t version = number < 0 ? 0xff : (uint8_t)number;
    peer_append(reading, PEER_VERSION, &version, 1);
    read_name(reading, PEER_ISSUER, certificate, gnutls_x509_crt_get_raw_issuer_dn);
    read_name(reading, PEER_SUBJECT, certificate, gnutls_x509_crt_get_raw_dn);
    read_time(reading, PEER_NOT_BEFORE, gnutls_x509_crt_get_activation_time(certificate));
    read_time(reading, PEER_NOT_AFTER, gnutls_x509_crt_get_expiration_time(certificate));
    char algorithm[512];
    size = sizeof algorithm;
    uint8_t bytes[256];
    if (gnutls_x509_crt_get_signature_oid(certificate, algorithm, &size) < 0) return;
    size_t count = encoded(algorithm, bytes, sizeof bytes);
    if (count > 0) peer_append(reading, PEER_SIGNATURE_ALGORITHM, bytes, count);
}

void gnutls_peer_read(const uint8_t *bytes, size_t count, struct peer_reading *reading) {
    peer_begin(reading);
    gnutls_x509_crt_t certificate;
    gnutls_datum_t data = {(unsigned char *)bytes, (unsigned)count};
    if (gnutls_x509_crt_init(&certificate) < 0) abort();
    int error = gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_DER);
    if (error < 0) {
        refuse(reading, refusal_of(error), error);
    } else {
        read_frame(reading, certificate);
        read_extensions(reading, certificate);
    }
    gnutls_x509_crt_deinit(certificate);
}
