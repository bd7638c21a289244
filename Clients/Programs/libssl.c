// A client on OpenSSL's libssl: libssl HOST ADDRESS PORT PATH CA [--certificate FILE --key FILE]
// [--crls FILE].
//
// It follows redirects to https://HOST:PORT/PATH at the same address, and resumes the last session of
// a host.
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

// The last session of each host.
static struct kept {
    char host[256];
    SSL_SESSION *session;
} kept[4];

static struct kept *kept_for(const char *host) {
    for (int i = 0; i < 4; i++)
        if (!kept[i].session || !strcmp(kept[i].host, host)) return kept + i;
    return NULL;
}

static int keep(SSL *connection, SSL_SESSION *session) {
    const char *host = SSL_get_app_data(connection);
    struct kept *place = kept_for(host);
    if (!place || strlen(host) >= sizeof place->host) return 0;
    SSL_SESSION_free(place->session);
    strcpy(place->host, host);
    place->session = session;
    return 1;
}

// Sends a request to one host, writes the answer into `text` as far as it fits, and returns its length.
static int asked(SSL_CTX *context, struct arguments given, char text[2048]) {
    SSL *connection = SSL_new(context);
    expect(connection, given.host);
    SSL_set_app_data(connection, (char *)given.host);
    struct kept *place = kept_for(given.host);
    if (place && place->session) SSL_set_session(connection, place->session);
    int socket = dialled(given.address, given.port);
    SSL_set_fd(connection, socket);
    if (SSL_connect(connection) != 1) {
        long verdict = SSL_get_verify_result(connection);
        if (verdict != X509_V_OK)
            fail("certificate verify failed: %s", X509_verify_cert_error_string(verdict));
        fail_openssl("handshake");
    }
    if (SSL_write(connection, text, request(text, given)) <= 0) fail_openssl("write");
    int length = 0, count;
    while (length < 2047 && (count = SSL_read(connection, text + length, 2047 - length)) > 0)
        length += count;
    // Only close_notify ends the answer, not the end of TCP.
    if (length < 2047 && SSL_get_error(connection, count) != SSL_ERROR_ZERO_RETURN)
        fail_openssl("read");
    text[length] = 0;
    check_length(text, length);
    SSL_shutdown(connection);
    SSL_free(connection);
    close(socket);
    return length;
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    set_up(context, given);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, keep);
    char text[2048];
    int length = asked(context, given, text);
    static char host[256], port[8], path[1024];
    for (int redirects = 0; redirects < 8; redirects++) {
        const char *next = strstr(text, "\r\nLocation: https://");
        if (!next) break;
        next += strlen("\r\nLocation: https://");
        const char *format = *next == '[' ? "[%255[^]]]:%7[0-9]%1023s" : "%255[^:]:%7[0-9]%1023s";
        if (sscanf(next, format, host, port, path) != 3) fail("no URL in a redirect");
        given.host = host, given.port = port, given.path = path;
        length = asked(context, given, text);
    }
    end(text, length);
}
