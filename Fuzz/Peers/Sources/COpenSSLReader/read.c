#include "openssl_reader.h"

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *openssl_reader_version(void) {
    return OpenSSL_version(OPENSSL_VERSION_STRING);
}

/// The reason why the last decoding failed: the first error, and the fields around it, outermost
/// last, such as `invalid object encoding: parameter, signature`.
static const char *words_of_queue(char *words, size_t size) {
    const char *data;
    int flags;
    unsigned long code;
    size_t used = 0;
    words[0] = 0;
    while ((code = ERR_get_error_all(NULL, NULL, NULL, &data, &flags)) != 0) {
        const char *reason = ERR_reason_error_string(code);
        if (used == 0) used = (size_t)snprintf(words, size, "%s:", reason ? reason : "?");
        const char *field = flags & ERR_TXT_STRING ? strstr(data, "Field=") : NULL;
        const char *type = flags & ERR_TXT_STRING ? strstr(data, "Type=") : NULL;
        const char *part = field != NULL ? field + 6 : type != NULL ? type + 5 : NULL;
        if (part == NULL || used >= size) continue;
        used += (size_t)snprintf(
            words + used, size - used, " %.*s", (int)strcspn(part, ","), part
        );
    }
    return words;
}

static bool mentions(const char *words, const char *word) {
    return strstr(words, word) != NULL;
}

static void refuse_undecodable(struct peer_reading *reading) {
    char words[256];
    words_of_queue(words, sizeof words);
    const char *refusal = mentions(words, " parameter") ? PEER_PARAMETERS
        : mentions(words, "X509_NAME") || mentions(words, " subject") || mentions(words, " issuer")
        ? PEER_NAME
        : PEER_MALFORMED;
    peer_refuse_to_read(reading, refusal, words);
}

static void read_object(
    struct peer_reading *reading, enum peer_field field, const ASN1_OBJECT *object
) {
    peer_append_entry(reading, field, OBJ_get0_data(object), OBJ_length(object));
}

static void read_name(
    struct peer_reading *reading, enum peer_field field, const X509_NAME *name
) {
    const unsigned char *der;
    size_t count;
    if (X509_NAME_get0_der(name, &der, &count) == 1) peer_append(reading, field, der, count);
}

static void read_time(struct peer_reading *reading, enum peer_field field, const ASN1_TIME *time) {
    struct tm broken_down;
    if (ASN1_TIME_to_tm(time, &broken_down) == 1)
        peer_append_number(reading, field, timegm(&broken_down));
    else
        peer_refuse_to_read(reading, PEER_TIME, field == PEER_NOT_BEFORE ? "notBefore" : "notAfter");
}

static void read_serial(struct peer_reading *reading, X509 *certificate) {
    unsigned char *der = NULL;
    int count = i2d_ASN1_INTEGER(X509_get_serialNumber(certificate), &der);
    if (count < 2) return;
    int header = der[1] < 0x80 ? 2 : 2 + (der[1] & 0x7f);
    peer_append(reading, PEER_SERIAL, der + header, (size_t)(count - header));
    OPENSSL_free(der);
}

static void read_frame(struct peer_reading *reading, X509 *certificate) {
    long version = X509_get_version(certificate);
    uint8_t number = version < 0 || version > 2 ? 0xff : (uint8_t)(version + 1);
    peer_append(reading, PEER_VERSION, &number, 1);
    read_serial(reading, certificate);
    read_name(reading, PEER_ISSUER, X509_get_issuer_name(certificate));
    read_name(reading, PEER_SUBJECT, X509_get_subject_name(certificate));
    read_time(reading, PEER_NOT_BEFORE, X509_get0_notBefore(certificate));
    read_time(reading, PEER_NOT_AFTER, X509_get0_notAfter(certificate));
    const X509_ALGOR *algorithm;
    X509_get0_signature(NULL, &algorithm, certificate);
    const ASN1_OBJECT *identifier;
    X509_ALGOR_get0(&identifier, NULL, NULL, algorithm);
    peer_append(
        reading, PEER_SIGNATURE_ALGORITHM, OBJ_get0_data(identifier), OBJ_length(identifier)
    );
    // OpenSSL has no function that returns the original bytes of the key.
    unsigned char *key = NULL;
    int count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
    if (count > 0) peer_append(reading, PEER_ENCODED_PUBLIC_KEY, key, (size_t)count);
    OPENSSL_free(key);
}

static void read_names(struct peer_reading *reading, const GENERAL_NAMES *names) {
    for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        if (name->type != GEN_DNS && name->type != GEN_IPADD) continue;
        const ASN1_STRING *string = name->type == GEN_DNS ? name->d.dNSName : name->d.iPAddress;
        peer_append_entry(
            reading, name->type == GEN_DNS ? PEER_DNS_NAMES : PEER_ADDRESSES,
            ASN1_STRING_get0_data(string), (size_t)ASN1_STRING_length(string)
        );
    }
}

static void read_constraints(struct peer_reading *reading, const BASIC_CONSTRAINTS *body) {
    int64_t length = -1;
    if (body->pathlen != NULL && ASN1_INTEGER_get_int64(&length, body->pathlen) != 1)
        length = INT64_MAX;
    peer_append_constraints(reading, body->ca != 0, length);
}

static void read_body(struct peer_reading *reading, int number, const void *body) {
    switch (number) {
        case NID_subject_alt_name: return read_names(reading, body);
        case NID_basic_constraints: return read_constraints(reading, body);
        case NID_key_usage: {
            const ASN1_BIT_STRING *bits = body;
            return peer_append_usage(
                reading, ASN1_STRING_get0_data(bits), (size_t)ASN1_STRING_length(bits)
            );
        }
        case NID_ext_key_usage:
            for (int i = 0; i < sk_ASN1_OBJECT_num(body); i++)
                read_object(reading, PEER_PURPOSES, sk_ASN1_OBJECT_value(body, i));
            return;
        default: return;
    }
}

/// Rejects an extension, or the name in it that does not decode.
static void refuse_body(struct peer_reading *reading, int number) {
    char words[256];
    words_of_queue(words, sizeof words);
    if (mentions(words, ": ASN1_PRINTABLE value"))
        peer_refuse_to_read(reading, PEER_NAME, words);
    else
        peer_refuse_to_read(reading, PEER_EXTENSION_BODY, OBJ_nid2sn(number));
}

static void read_extensions(struct peer_reading *reading, X509 *certificate) {
    static const enum peer_field fields[] = {
        PEER_EXTENSIONS, PEER_DNS_NAMES, PEER_ADDRESSES, PEER_BASIC_CONSTRAINTS, PEER_KEY_USAGE,
        PEER_PURPOSES,
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) peer_set_empty(reading, fields[i]);
    for (int i = 0; i < X509_get_ext_count(certificate); i++) {
        X509_EXTENSION *extension = X509_get_ext(certificate, i);
        ASN1_OBJECT *identifier = X509_EXTENSION_get_object(extension);
        read_object(reading, PEER_EXTENSIONS, identifier);
        int number = OBJ_obj2nid(identifier);
        const X509V3_EXT_METHOD *method = X509V3_EXT_get_nid(number);
        if (method == NULL) continue;
        ERR_clear_error();
        void *body = X509V3_EXT_d2i(extension);
        if (body == NULL) {
            refuse_body(reading, number);
            continue;
        }
        read_body(reading, number, body);
        if (method->it != NULL)
            ASN1_item_free(body, ASN1_ITEM_ptr(method->it));
        else
            method->ext_free(body);
    }
    // OpenSSL rejects some combinations of extensions, and more of them in proxy certificates (RFC
    // 3820 §3).
    uint32_t flags = X509_get_extension_flags(certificate);
    if (flags & EXFLAG_INVALID)
        peer_refuse_to_read(
            reading, PEER_EXTENSION_BODY, flags & EXFLAG_PROXY ? "proxyCertInfo" : "together"
        );
}

void openssl_read(const uint8_t *bytes, size_t count, struct peer_reading *reading) {
    peer_begin(reading);
    ERR_clear_error();
    const uint8_t *end = bytes;
    X509 *certificate = d2i_X509(NULL, &end, (long)count);
    if (certificate == NULL) return refuse_undecodable(reading);
    if (end != bytes + count) peer_refuse_to_read(reading, PEER_TRAILING, "");
    read_frame(reading, certificate);
    read_extensions(reading, certificate);
    ERR_clear_error();
    if (X509_get0_pubkey(certificate) == NULL) {
        char words[256];
        peer_refuse_to_read(reading, PEER_KEY, words_of_queue(words, sizeof words));
    }
    X509_free(certificate);
    ERR_clear_error();
}
