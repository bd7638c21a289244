#include "mbedtls_peer.h"

#include <mbedtls/error.h>
#include <mbedtls/oid.h>
#include <mbedtls/pk.h>
#include <mbedtls/version.h>
#include <mbedtls/x509_crt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NAMED(code) {code, #code}

static const struct name {
    int code;
    const char *text;
} reasons[] = {
    NAMED(MBEDTLS_X509_BADCERT_EXPIRED),
    NAMED(MBEDTLS_X509_BADCERT_REVOKED),
    NAMED(MBEDTLS_X509_BADCERT_CN_MISMATCH),
    NAMED(MBEDTLS_X509_BADCERT_NOT_TRUSTED),
    NAMED(MBEDTLS_X509_BADCERT_MISSING),
    NAMED(MBEDTLS_X509_BADCERT_SKIP_VERIFY),
    NAMED(MBEDTLS_X509_BADCERT_OTHER),
    NAMED(MBEDTLS_X509_BADCERT_FUTURE),
    NAMED(MBEDTLS_X509_BADCERT_KEY_USAGE),
    NAMED(MBEDTLS_X509_BADCERT_EXT_KEY_USAGE),
    NAMED(MBEDTLS_X509_BADCERT_NS_CERT_TYPE),
    NAMED(MBEDTLS_X509_BADCERT_BAD_MD),
    NAMED(MBEDTLS_X509_BADCERT_BAD_PK),
    NAMED(MBEDTLS_X509_BADCERT_BAD_KEY),
}, errors[] = {
    NAMED(MBEDTLS_ERR_X509_UNKNOWN_OID),
    NAMED(MBEDTLS_ERR_X509_INVALID_FORMAT),
    NAMED(MBEDTLS_ERR_X509_INVALID_VERSION),
    NAMED(MBEDTLS_ERR_X509_INVALID_SERIAL),
    NAMED(MBEDTLS_ERR_X509_INVALID_ALG),
    NAMED(MBEDTLS_ERR_X509_INVALID_NAME),
    NAMED(MBEDTLS_ERR_X509_INVALID_DATE),
    NAMED(MBEDTLS_ERR_X509_INVALID_SIGNATURE),
    NAMED(MBEDTLS_ERR_X509_INVALID_EXTENSIONS),
    NAMED(MBEDTLS_ERR_X509_UNKNOWN_VERSION),
    NAMED(MBEDTLS_ERR_X509_UNKNOWN_SIG_ALG),
    NAMED(MBEDTLS_ERR_X509_SIG_MISMATCH),
    NAMED(MBEDTLS_ERR_X509_CERT_VERIFY_FAILED),
    NAMED(MBEDTLS_ERR_X509_CERT_UNKNOWN_FORMAT),
    NAMED(MBEDTLS_ERR_X509_BAD_INPUT_DATA),
    NAMED(MBEDTLS_ERR_X509_ALLOC_FAILED),
    NAMED(MBEDTLS_ERR_X509_BUFFER_TOO_SMALL),
    NAMED(MBEDTLS_ERR_X509_FEATURE_UNAVAILABLE),
    NAMED(MBEDTLS_ERR_X509_FATAL_ERROR),
    NAMED(MBEDTLS_ERR_PK_UNKNOWN_PK_ALG),
    NAMED(MBEDTLS_ERR_PK_KEY_INVALID_VERSION),
    NAMED(MBEDTLS_ERR_PK_KEY_INVALID_FORMAT),
    NAMED(MBEDTLS_ERR_PK_INVALID_PUBKEY),
    NAMED(MBEDTLS_ERR_PK_INVALID_ALG),
    NAMED(MBEDTLS_ERR_PK_UNKNOWN_NAMED_CURVE),
    NAMED(MBEDTLS_ERR_PK_FEATURE_UNAVAILABLE),
    NAMED(MBEDTLS_ERR_PK_BAD_INPUT_DATA),
    NAMED(MBEDTLS_ERR_PK_TYPE_MISMATCH),
}, details[] = {
    NAMED(MBEDTLS_ERR_ASN1_OUT_OF_DATA),
    NAMED(MBEDTLS_ERR_ASN1_UNEXPECTED_TAG),
    NAMED(MBEDTLS_ERR_ASN1_INVALID_LENGTH),
    NAMED(MBEDTLS_ERR_ASN1_LENGTH_MISMATCH),
    NAMED(MBEDTLS_ERR_ASN1_INVALID_DATA),
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static time_t verify_date;

/// Mbed TLS 2.28 calls `time` and offers no other way to set the verify date. In programs that link
/// this function, it replaces the function of the C library.
__attribute__((visibility("default"), used)) time_t time(time_t *result) {
    if (result != NULL) *result = verify_date;
    return verify_date;
}

static void add_named(
    struct peer_verdict *verdict,
    const struct name *names,
    size_t count,
    int code
) {
    for (size_t i = 0; i < count; i++)
        if (names[i].code == code) return peer_add_reason(verdict, names[i].text);
    char number[16];
    snprintf(number, sizeof number, "-0x%04x", (unsigned)-code);
    peer_add_reason(verdict, number);
}

/// Rejects with the names of an error. An error code of Mbed TLS is the sum of the codes of a
/// high-level module and of a low-level module (mbedtls/error.h).
static void refuse_error(struct peer_verdict *verdict, int error) {
    char words[sizeof verdict->words];
    mbedtls_strerror(error, words, sizeof words);
    peer_refuse(verdict, "", words);
    int module = -(-error & 0xff80), detail = -(-error & 0x7f);
    if (module != 0) add_named(verdict, errors, COUNT(errors), module);
    if (detail != 0) add_named(verdict, details, COUNT(details), detail);
}

/// Returns the anchors of the question; reuses the list of the previous question if it had the same
/// anchors.
static mbedtls_x509_crt *trusted(const struct peer_question *question) {
    static struct peer_anchor_cache cache;
    static mbedtls_x509_crt list;
    if (!peer_anchors_changed(&cache, question->anchors, question->anchor_count)) return &list;
    mbedtls_x509_crt_free(&list);
    mbedtls_x509_crt_init(&list);
    for (size_t i = 0; i < question->anchor_count; i++)
        (void)mbedtls_x509_crt_parse_der(
            &list, question->anchors[i].bytes, question->anchors[i].count
        );
    return &list;
}

static bool is_curve_offered(const mbedtls_pk_context *key) {
    mbedtls_ecp_group_id group = mbedtls_pk_ec(*key)->grp.id;
    for (const mbedtls_ecp_group_id *id = mbedtls_ecp_grp_id_list(); *id != 0; id++)
        if (*id == group) return true;
    return false;
}

/// Returns the faults that a client finds in addition to the faults of the path, for a key exchange
/// that signs (mbedtls_ssl_check_cert_usage and its caller).
static uint32_t misuses(const mbedtls_x509_crt *end_entity) {
    uint32_t flags = 0;
    if (mbedtls_pk_can_do(&end_entity->pk, MBEDTLS_PK_ECKEY) && !is_curve_offered(&end_entity->pk))
        flags |= MBEDTLS_X509_BADCERT_BAD_KEY;
    if (mbedtls_x509_crt_check_key_usage(end_entity, MBEDTLS_X509_KU_DIGITAL_SIGNATURE) != 0)
        flags |= MBEDTLS_X509_BADCERT_KEY_USAGE;
    if (mbedtls_x509_crt_check_extended_key_usage(
            end_entity, MBEDTLS_OID_SERVER_AUTH, MBEDTLS_OID_SIZE(MBEDTLS_OID_SERVER_AUTH)
        ) != 0)
        flags |= MBEDTLS_X509_BADCERT_EXT_KEY_USAGE;
    return flags;
}

static void judge(
    mbedtls_x509_crt *chain,
    const struct peer_question *question,
    struct peer_verdict *verdict
) {
    uint32_t flags = 0;
    verify_date = (time_t)question->verify_date;
    int error = mbedtls_x509_crt_verify_with_profile(
        chain, trusted(question), NULL, &mbedtls_x509_crt_profile_default, question->host, &flags,
        NULL, NULL
    );
    if (error != 0 && error != MBEDTLS_ERR_X509_CERT_VERIFY_FAILED)
        return refuse_error(verdict, error);
    flags |= misuses(chain);
    verdict->accepts = flags == 0;
    if (flags == 0) return;
    char words[sizeof verdict->words];
    mbedtls_x509_crt_verify_info(words, sizeof words, "", flags);
    peer_refuse(verdict, "", words);
    for (size_t i = 0; i < COUNT(reasons); i++)
        if (flags & (uint32_t)reasons[i].code) peer_add_reason(verdict, reasons[i].text);
}

void mbedtls_peer_judge(const struct peer_question *question, struct peer_verdict *verdict) {
    *verdict = (struct peer_verdict){0};
    mbedtls_x509_crt chain;
    mbedtls_x509_crt_init(&chain);
    int error = 0;
    for (size_t i = 0; i < question->chain_count && error == 0; i++)
        error = mbedtls_x509_crt_parse_der(
            &chain, question->chain[i].bytes, question->chain[i].count
        );
    if (error == 0)
        judge(&chain, question, verdict);
    else
        refuse_error(verdict, error);
    mbedtls_x509_crt_free(&chain);
}

const char *mbedtls_peer_version(void) {
    static char version[9];
    mbedtls_version_get_string(version);
    return version;
}
