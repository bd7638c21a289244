// A client on Mbed TLS: libmbedtls HOST ADDRESS PORT PATH CA [--certificate FILE --key FILE]
// [--crls FILE].
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/error.h>
#include <mbedtls/net_sockets.h>
#include <mbedtls/ssl.h>

#include "driver.h"

static void check(const char *step, int status) {
    char words[256];
    if (status >= 0) return;
    mbedtls_strerror(status, words, sizeof words);
    fail("%s: %s", step, words);
}

static mbedtls_entropy_context entropy;
static mbedtls_ctr_drbg_context random_bits;
static mbedtls_x509_crt anchors, certificate;
static mbedtls_x509_crl crls;
static mbedtls_pk_context key;

static void set_up(mbedtls_ssl_config *settings, struct arguments given) {
    mbedtls_entropy_init(&entropy);
    mbedtls_ctr_drbg_init(&random_bits);
    check("seed", mbedtls_ctr_drbg_seed(&random_bits, mbedtls_entropy_func, &entropy, NULL, 0));
    check("defaults", mbedtls_ssl_config_defaults(settings, MBEDTLS_SSL_IS_CLIENT,
                                                  MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT));
    mbedtls_ssl_conf_rng(settings, mbedtls_ctr_drbg_random, &random_bits);
    check("anchors", mbedtls_x509_crt_parse_file(&anchors, given.ca));
    if (given.crls) check("CRLs", mbedtls_x509_crl_parse_file(&crls, given.crls));
    mbedtls_ssl_conf_ca_chain(settings, &anchors, given.crls ? &crls : NULL);
    if (!given.certificate) return;
    check("client certificate", mbedtls_x509_crt_parse_file(&certificate, given.certificate));
    check("client key", mbedtls_pk_parse_keyfile(&key, given.key, NULL));
    check("client certificate", mbedtls_ssl_conf_own_cert(settings, &certificate, &key));
}

/// Fails with the library's text about the chain, if it has verified one.
static void check_chain(const mbedtls_ssl_context *connection) {
    char words[1024];
    uint32_t faults = mbedtls_ssl_get_verify_result(connection);
    if (!faults || faults == UINT32_MAX) return;
    mbedtls_x509_crt_verify_info(words, sizeof words, "", faults);
    fail("%s", words);
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    mbedtls_ssl_config settings;
    mbedtls_ssl_config_init(&settings);
    set_up(&settings, given);

    mbedtls_ssl_context connection;
    mbedtls_ssl_init(&connection);
    check("session", mbedtls_ssl_setup(&connection, &settings));
    check("host", mbedtls_ssl_set_hostname(&connection, given.host));
    mbedtls_net_context network = {.fd = dialled(given.address, given.port)};
    mbedtls_ssl_set_bio(&connection, &network, mbedtls_net_send, mbedtls_net_recv, NULL);

    int status = mbedtls_ssl_handshake(&connection);
    if (status) check_chain(&connection);
    check("handshake", status);

    unsigned char text[2048];
    check("write", mbedtls_ssl_write(&connection, text, request((char *)text, given)));
    int length = mbedtls_ssl_read(&connection, text, sizeof text);
    check("read", length);
    end((char *)text, length);
}
