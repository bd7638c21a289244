// A server on Mbed TLS that requires a client certificate: libmbedtls_server PORT CERT KEY CA [CRLS].
//
// It answers each request with the common name of the certificate and the request's path, and logs
// why it refuses a client.
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/error.h>
#include <mbedtls/net_sockets.h>
#include <mbedtls/oid.h>
#include <mbedtls/ssl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(const char *step, int status) {
    char words[256];
    if (status >= 0) return;
    mbedtls_strerror(status, words, sizeof words);
    fprintf(stderr, "%s: %s\n", step, words);
    exit(1);
}

static mbedtls_entropy_context entropy;
static mbedtls_ctr_drbg_context random_bits;
static mbedtls_x509_crt anchors, certificate;
static mbedtls_x509_crl crls;
static mbedtls_pk_context key;

static void set_up(mbedtls_ssl_config *settings, int count, char **words) {
    mbedtls_entropy_init(&entropy);
    mbedtls_ctr_drbg_init(&random_bits);
    check("seed", mbedtls_ctr_drbg_seed(&random_bits, mbedtls_entropy_func, &entropy, NULL, 0));
    check("defaults", mbedtls_ssl_config_defaults(settings, MBEDTLS_SSL_IS_SERVER,
                                                  MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT));
    mbedtls_ssl_conf_rng(settings, mbedtls_ctr_drbg_random, &random_bits);
    check("anchors", mbedtls_x509_crt_parse_file(&anchors, words[4]));
    if (count > 5) check("CRLs", mbedtls_x509_crl_parse_file(&crls, words[5]));
    mbedtls_ssl_conf_ca_chain(settings, &anchors, count > 5 ? &crls : NULL);
    mbedtls_ssl_conf_read_timeout(settings, 5000);
    mbedtls_ssl_conf_authmode(settings, MBEDTLS_SSL_VERIFY_REQUIRED);
    check("certificate", mbedtls_x509_crt_parse_file(&certificate, words[2]));
    check("key", mbedtls_pk_parse_keyfile(&key, words[3], NULL));
    check("certificate", mbedtls_ssl_conf_own_cert(settings, &certificate, &key));
}

/// Writes the first common name of the subject into `name`, with its NULs, and returns its length.
static size_t read_name(const mbedtls_x509_crt *certificate, char name[256]) {
    for (const mbedtls_x509_name *part = &certificate->subject; part; part = part->next)
        if (!MBEDTLS_OID_CMP(MBEDTLS_OID_AT_CN, &part->oid) && part->val.len <= 256) {
            memcpy(name, part->val.p, part->val.len);
            return part->val.len;
        }
    return 0;
}

static void serve(mbedtls_ssl_context *connection) {
    char text[2048] = {0}, name[256], path[1024] = {0}, answer[2048], words[1024];
    int status = mbedtls_ssl_handshake(connection);
    if (status) {
        uint32_t faults = mbedtls_ssl_get_verify_result(connection);
        if (faults && faults != UINT32_MAX) mbedtls_x509_crt_verify_info(words, sizeof words, "", faults);
        else mbedtls_strerror(status, words, sizeof words);
        fprintf(stderr, "refused: %s\n", words);
        return;
    }
    if (mbedtls_ssl_read(connection, (unsigned char *)text, sizeof text - 1) <= 0) return;
    sscanf(text, "GET %1023s", path);
    size_t size = read_name(mbedtls_ssl_get_peer_cert(connection), name);
    int length = sprintf(answer, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuser=");
    memcpy(answer + length, name, size);
    length += size;
    length += snprintf(answer + length, sizeof answer - length, " path=%s\n", path);
    mbedtls_ssl_write(connection, (unsigned char *)answer, length);
    mbedtls_ssl_close_notify(connection);
}

int main(int count, char **words) {
    if (count < 5) return 2;
    // A client may close its connection early.
    signal(SIGPIPE, SIG_IGN);
    mbedtls_ssl_config settings;
    mbedtls_ssl_config_init(&settings);
    set_up(&settings, count, words);
    mbedtls_net_context listener, network;
    mbedtls_net_init(&listener);
    check("listen", mbedtls_net_bind(&listener, "127.0.0.1", words[1], MBEDTLS_NET_PROTO_TCP));
    while (1) {
        mbedtls_net_init(&network);
        check("accept", mbedtls_net_accept(&listener, &network, NULL, 0, NULL));
        mbedtls_ssl_context connection;
        mbedtls_ssl_init(&connection);
        check("session", mbedtls_ssl_setup(&connection, &settings));
        mbedtls_ssl_set_bio(&connection, &network, mbedtls_net_send, NULL, mbedtls_net_recv_timeout);
        serve(&connection);
        mbedtls_ssl_free(&connection);
        mbedtls_net_free(&network);
    }
}
