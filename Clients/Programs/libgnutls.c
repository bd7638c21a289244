// A client on GnuTLS: libgnutls HOST ADDRESS PORT PATH CA [--certificate FILE --key FILE] [--crls FILE].
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "driver.h"

static void check(const char *step, int status) {
    if (status < 0) fail("%s: %s", step, gnutls_strerror(status));
}

/// Returns GnuTLS's text for why it refuses the server's chain.
static void fail_verification(gnutls_session_t session) {
    gnutls_datum_t words;
    unsigned status = gnutls_session_get_verify_cert_status(session);
    check("status", gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &words, 0));
    fail("%s", words.data);
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    gnutls_certificate_credentials_t credentials;
    check("credentials", gnutls_certificate_allocate_credentials(&credentials));
    check("anchors", gnutls_certificate_set_x509_trust_file(credentials, given.ca, GNUTLS_X509_FMT_PEM));
    if (given.crls) check("CRLs", gnutls_certificate_set_x509_crl_file(credentials, given.crls, GNUTLS_X509_FMT_PEM));
    if (given.certificate)
        check("client certificate",
              gnutls_certificate_set_x509_key_file(credentials, given.certificate, given.key, GNUTLS_X509_FMT_PEM));

    gnutls_session_t session;
    check("session", gnutls_init(&session, GNUTLS_CLIENT));
    check("priority", gnutls_set_default_priority(session));
    check("credentials", gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials));
    if (!is_address(given.host))
        check("server name", gnutls_server_name_set(session, GNUTLS_NAME_DNS, given.host, strlen(given.host)));
    gnutls_session_set_verify_cert(session, given.host, 0);
    // The macro evaluates its argument more than once.
    int connection = dialled(given.address, given.port);
    gnutls_transport_set_int(session, connection);

    int status;
    do status = gnutls_handshake(session);
    while (status < 0 && !gnutls_error_is_fatal(status));
    if (status == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR) fail_verification(session);
    check("handshake", status);

    char text[2048];
    check("write", gnutls_record_send(session, text, request(text, given)));
    long length;
    do length = gnutls_record_recv(session, text, sizeof text);
    while (length == GNUTLS_E_AGAIN || length == GNUTLS_E_INTERRUPTED);
    check("read", length);
    end(text, length);
}
