#include "nss_reader.h"

#include <nss/cert.h>
#include <nss/nss.h>
#include <nss/secder.h>
#include <nss/secerr.h>
#include <nspr/prerror.h>
#include <stdlib.h>
#include <string.h>

const char *nss_reader_version(void) {
    return NSS_GetVersion();
}

static const char *last_error(void) {
    return PR_ErrorToName(PORT_GetError());
}

static void read_item(struct peer_reading *reading, enum peer_field field, const SECItem *item) {
    peer_append(reading, field, item->data, item->len);
}

static void read_time(struct peer_reading *reading, enum peer_field field, const SECItem *item) {
    PRTime microseconds;
    if (DER_DecodeTimeChoice(&microseconds, item) != SECSuccess)
        return peer_refuse_to_read(reading, PEER_TIME, last_error());
    // NSPR 4.35 is a day late in the year 0: it divides negative years towards zero.
    if (item->type == siGeneralizedTime && memcmp(item->data, "0000", 4) == 0) return;
    peer_append_number(reading, field, microseconds / PR_USEC_PER_SEC);
}

static void read_frame(struct peer_reading *reading, CERTCertificate *certificate) {
    long number = certificate->version.len == 0 ? 0 : DER_GetInteger(&certificate->version);
    uint8_t version = number < 0 || number > 2 ? 0xff : (uint8_t)(number + 1);
    peer_append(reading, PEER_VERSION, &version, 1);
    read_item(reading, PEER_SERIAL, &certificate->serialNumber);
    read_item(reading, PEER_ISSUER, &certificate->derIssuer);
    read_item(reading, PEER_SUBJECT, &certificate->derSubject);
    read_time(reading, PEER_NOT_BEFORE, &certificate->validity.notBefore);
    read_time(reading, PEER_NOT_AFTER, &certificate->validity.notAfter);
    read_item(reading, PEER_PUBLIC_KEY, &certificate->derPublicKey);
    read_item(
        reading, PEER_SIGNATURE_ALGORITHM,
        &certificate->signatureWrap.signatureAlgorithm.algorithm
    );
}

/// Finds the body of an extension; returns false if the certificate does not have the extension.
static bool find(CERTCertificate *certificate, SECOidTag tag, SECItem *body) {
    *body = (SECItem){siBuffer, NULL, 0};
    return CERT_FindCertExtension(certificate, (int)tag, body) == SECSuccess;
}

static void read_names(struct peer_reading *reading, const SECItem *body) {
    PLArenaPool *arena = PORT_NewArena(DER_DEFAULT_CHUNKSIZE);
    if (arena == NULL) abort();
    CERTGeneralName *first = CERT_DecodeAltNameExtension(arena, (SECItem *)body);
    if (first == NULL) peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "subjectAltName");
    CERTGeneralName *name = first;
    while (name != NULL) {
        const SECItem *bytes = &name->name.other;
        if (name->type == certDNSName)
            peer_append_entry(reading, PEER_DNS_NAMES, bytes->data, bytes->len);
        if (name->type == certIPAddress)
            peer_append_entry(reading, PEER_ADDRESSES, bytes->data, bytes->len);
        name = CERT_GetNextGeneralName(name);
        if (name == first) break;
    }
    PORT_FreeArena(arena, PR_FALSE);
}

static void read_purposes(struct peer_reading *reading, const SECItem *body) {
    CERTOidSequence *purposes = CERT_DecodeOidSequence(body);
    if (purposes == NULL)
        return peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "extKeyUsage");
    for (SECItem **next = purposes->oids; next != NULL && *next != NULL; next++)
        peer_append_entry(reading, PEER_PURPOSES, (*next)->data, (*next)->len);
    CERT_DestroyOidSequence(purposes);
}

static void read_constraints(struct peer_reading *reading, const SECItem *body) {
    CERTBasicConstraints constraints;
    if (CERT_DecodeBasicConstraintValue(&constraints, body) != SECSuccess)
        return peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "basicConstraints");
    // The path length is negative if there is no limit, and undefined if the certificate is not a
    // CA.
    peer_append_constraints(
        reading, constraints.isCA, constraints.isCA ? constraints.pathLenConstraint : -1
    );
}

static void read_usage(struct peer_reading *reading, CERTCertificate *certificate) {
    SECItem bits = {siBuffer, NULL, 0};
    if (CERT_FindKeyUsageExtension(certificate, &bits) != SECSuccess)
        return peer_refuse_to_read(reading, PEER_EXTENSION_BODY, "keyUsage");
    // The length is in bits.
    peer_append_usage(reading, bits.data, (bits.len + 7) / 8);
    PORT_Free(bits.data);
}

static void read_extensions(struct peer_reading *reading, CERTCertificate *certificate) {
    static const enum peer_field fields[] = {
        PEER_EXTENSIONS, PEER_DNS_NAMES, PEER_ADDRESSES, PEER_BASIC_CONSTRAINTS, PEER_KEY_USAGE,
        PEER_PURPOSES,
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) peer_set_empty(reading, fields[i]);
    CERTCertExtension **extensions = certificate->extensions;
    for (; extensions != NULL && *extensions != NULL; extensions++)
        peer_append_entry(
            reading, PEER_EXTENSIONS, (*extensions)->id.data, (*extensions)->id.len
        );
    SECItem body;
    if (find(certificate, SEC_OID_X509_SUBJECT_ALT_NAME, &body)) read_names(reading, &body);
    PORT_Free(body.data);
    if (find(certificate, SEC_OID_X509_EXT_KEY_USAGE, &body)) read_purposes(reading, &body);
    PORT_Free(body.data);
    if (find(certificate, SEC_OID_X509_BASIC_CONSTRAINTS, &body)) read_constraints(reading, &body);
    PORT_Free(body.data);
    if (find(certificate, SEC_OID_X509_KEY_USAGE, &body)) read_usage(reading, certificate);
    PORT_Free(body.data);
}

/// Whether the outer element is all of the bytes, which NSS does not check.
static bool is_whole(const SECItem *bytes) {
    unsigned header = 2;
    uint64_t length = bytes->len < 2 ? 0 : bytes->data[1];
    if (length > 0x80) {
        unsigned count = length & 0x7f;
        if (count > 4 || bytes->len < 2 + count) return false;
        length = 0;
        for (unsigned i = 0; i < count; i++) length = length << 8 | bytes->data[2 + i];
        header += count;
    }
    return header + length == bytes->len;
}

void nss_read(const uint8_t *bytes, size_t count, struct peer_reading *reading) {
    static bool is_ready;
    if (!is_ready && NSS_NoDB_Init(NULL) != SECSuccess) abort();
    is_ready = true;
    peer_begin(reading);
    SECItem der = {siDERCertBuffer, (unsigned char *)bytes, (unsigned)count};
    CERTCertificate *certificate =
        CERT_NewTempCertificate(CERT_GetDefaultCertDB(), &der, NULL, PR_FALSE, PR_TRUE);
    if (certificate == NULL)
        return peer_refuse_to_read(
            reading,
            PORT_GetError() == SEC_ERROR_INVALID_TIME ? PEER_TIME : PEER_MALFORMED, last_error()
        );
    if (!is_whole(&der)) peer_refuse_to_read(reading, PEER_TRAILING, "");
    read_frame(reading, certificate);
    read_extensions(reading, certificate);
    CERT_DestroyCertificate(certificate);
}
