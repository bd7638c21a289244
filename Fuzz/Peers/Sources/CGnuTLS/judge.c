#include "gnutls_peer.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REASON(flag) {flag, #flag}

static const struct {
    unsigned flag;
    const char *name;
} reasons[] = {
    REASON(GNUTLS_CERT_REVOKED),
    REASON(GNUTLS_CERT_SIGNER_NOT_FOUND),
    REASON(GNUTLS_CERT_SIGNER_NOT_CA),
    REASON(GNUTLS_CERT_INSECURE_ALGORITHM),
    REASON(GNUTLS_CERT_NOT_ACTIVATED),
    REASON(GNUTLS_CERT_EXPIRED),
    REASON(GNUTLS_CERT_SIGNATURE_FAILURE),
    REASON(GNUTLS_CERT_REVOCATION_DATA_SUPERSEDED),
    REASON(GNUTLS_CERT_UNEXPECTED_OWNER),
    REASON(GNUTLS_CERT_REVOCATION_DATA_ISSUED_IN_FUTURE),
    REASON(GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE),
    REASON(GNUTLS_CERT_MISMATCH),
    REASON(GNUTLS_CERT_PURPOSE_MISMATCH),
    REASON(GNUTLS_CERT_MISSING_OCSP_STATUS),
    REASON(GNUTLS_CERT_INVALID_OCSP_STATUS),
    REASON(GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS),
};

static time_t verify_date;

static time_t clock_of_question(time_t *result) {
    if (result != NULL) *result = verify_date;
    return verify_date;
}

static void refuse_error(struct peer_verdict *verdict, int error) {
    const char *name = gnutls_strerror_name(error);
    peer_refuse(verdict, name == NULL ? "GNUTLS_E" : name, gnutls_strerror(error));
}

/// Decodes one certificate; NULL, with the error, if GnuTLS rejects it.
static gnutls_x509_crt_t decoded(struct peer_bytes bytes, int *error) {
    gnutls_x509_crt_t certificate;
    gnutls_datum_t data = {(unsigned char *)bytes.bytes, (unsigned)bytes.count};
    *error = gnutls_x509_crt_init(&certificate);
    if (*error < 0) return NULL;
    *error = gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_DER);
    if (*error >= 0) return certificate;
    gnutls_x509_crt_deinit(certificate);
    return NULL;
}

/// Returns the anchors of the question; reuses the list of the previous question if it had the same
/// anchors. Returns NULL if GnuTLS cannot make a list.
static gnutls_x509_trust_list_t trusted(const struct peer_question *question) {
    static struct peer_anchor_cache cache;
    static gnutls_x509_trust_list_t list;
    if (!peer_anchors_changed(&cache, question->anchors, question->anchor_count)) return list;
    if (list != NULL) gnutls_x509_trust_list_deinit(list, 1);
    list = NULL;
    if (gnutls_x509_trust_list_init(&list, 0) < 0) return NULL;
    for (size_t i = 0; i < question->anchor_count; i++) {
        int error;
        gnutls_x509_crt_t anchor = decoded(question->anchors[i], &error);
        if (anchor == NULL) continue;
        // The list owns the certificates that it accepts.
        if (gnutls_x509_trust_list_add_cas(list, &anchor, 1, 0) < 1) gnutls_x509_crt_deinit(anchor);
    }
    return list;
}

static void judge(
    gnutls_x509_trust_list_t list,
    gnutls_x509_crt_t *chain,
    const struct peer_question *question,
    struct peer_verdict *verdict
) {
    // If the host is an address, GnuTLS compares the certificate's addresses.
    gnutls_typed_vdata_st requirements[] = {
        {GNUTLS_DT_KEY_PURPOSE_OID, (unsigned char *)GNUTLS_KP_TLS_WWW_SERVER, 0},
        {GNUTLS_DT_DNS_HOSTNAME, (unsigned char *)question->host, 0},
    };
    unsigned status = 0;
    verify_date = (time_t)question->verify_date;
    int error = gnutls_x509_trust_list_verify_crt2(
        list, chain, (unsigned)question->chain_count, requirements, question->host == NULL ? 1 : 2,
        GNUTLS_PROFILE_TO_VFLAGS(GNUTLS_PROFILE_LOW), &status, NULL
    );
    if (error < 0) return refuse_error(verdict, error);
    verdict->accepts = status == 0;
    if (status == 0) return;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (status & reasons[i].flag) peer_add_reason(verdict, reasons[i].name);
    char code[sizeof verdict->code];
    memcpy(code, verdict->code, sizeof code);
    gnutls_datum_t words = {NULL, 0};
    gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &words, 0);
    // If the status has none of the named reasons, report only that the chain is invalid.
    peer_refuse(
        verdict, code[0] == 0 ? "GNUTLS_CERT_INVALID" : code,
        words.data == NULL ? "" : (const char *)words.data
    );
    gnutls_free(words.data);
}

void gnutls_peer_judge(const struct peer_question *question, struct peer_verdict *verdict) {
    *verdict = (struct peer_verdict){0};
    gnutls_global_set_time_function(clock_of_question);
    gnutls_x509_trust_list_t list = trusted(question);
    gnutls_x509_crt_t *chain = calloc(question->chain_count, sizeof *chain);
    if (list == NULL || chain == NULL) {
        free(chain);
        return refuse_error(verdict, GNUTLS_E_MEMORY_ERROR);
    }
    int error = 0;
    size_t count = 0;
    while (count < question->chain_count) {
        chain[count] = decoded(question->chain[count], &error);
        if (chain[count] == NULL) break;
        count++;
    }
    if (count == question->chain_count)
        judge(list, chain, question, verdict);
    else
        refuse_error(verdict, error);
    for (size_t i = 0; i < count; i++) gnutls_x509_crt_deinit(chain[i]);
    free(chain);
}

const char *gnutls_peer_version(void) {
    return gnutls_check_version(NULL);
}
