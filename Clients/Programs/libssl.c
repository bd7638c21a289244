// A client on OpenSSL's libssl: libssl HOST ADDRESS PORT PATH CA [--certificate FILE --key FILE]
// [--crls FILE].
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "driver.h"

static void fail_openssl(const char *step) {
    char words[256];
    ERR_error_string_n(ERR_get_error(), words, sizeof words);
    fail("%s: %s", step, words);
}

static void set_up(SSL_CTX *context, struct arguments given) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    if (SSL_CTX_load_verify_locations(context, given.ca, NULL) != 1) fail_openssl("anchors");
    if (given.crls) {
        X509_STORE *store = SSL_CTX_get_cert_store(context);
        X509_LOOKUP *lookup = X509_STORE_add_lookup(store, X509_LOOKUP_file());
        if (X509_load_crl_file(lookup, given.crls, X509_FILETYPE_PEM) < 1) fail_openssl("CRLs");
        X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
    }
    if (!given.certificate) return;
    if (SSL_CTX_use_certificate_chain_file(context, given.certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, given.key, SSL_FILETYPE_PEM) != 1)
        fail_openssl("client certificate");
}

static void expect(SSL *connection, const char *host) {
    if (is_address(host)) {
        if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), host) != 1)
            fail_openssl("address");
        return;
    }
    if (SSL_set_tlsext_host_name(connection, host) != 1 || SSL_set1_host(connection, host) != 1)
        fail_openssl("host");
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    set_up(context, given);
    SSL *connection = SSL_new(context);
    expect(connection, given.host);
    SSL_set_fd(connection, dialled(given.address, given.port));
    if (SSL_connect(connection) != 1) {
        long verdict = SSL_get_verify_result(connection);
        if (verdict != X509_V_OK)
            fail("certificate verify failed: %s", X509_verify_cert_error_string(verdict));
        fail_openssl("handshake");
    }
    char text[2048];
    if (SSL_write(connection, text, request(text, given)) <= 0) fail_openssl("write");
    int length = SSL_read(connection, text, sizeof text);
    if (length <= 0) fail_openssl("read");
    end(text, length);
}
