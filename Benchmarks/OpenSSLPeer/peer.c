// `EC_KEY` and its functions are deprecated in 3.0, but verify with the least overhead.
#define OPENSSL_SUPPRESS_DEPRECATED

#include "peer.h"

#include <stdlib.h>

#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static X509 *decoded(peer_bytes bytes) {
    const unsigned char *cursor = bytes.start;
    return d2i_X509(NULL, &cursor, (long)bytes.count);
}

int peer_decode(peer_bytes bytes) {
    X509 *certificate = decoded(bytes);
    if (!certificate) {
        ERR_clear_error();
        return 0;
    }
    for (int index = 0; index < X509_get_ext_count(certificate); index++) {
        X509_EXTENSION *extension = X509_get_ext(certificate, index);
        const X509V3_EXT_METHOD *method = X509V3_EXT_get(extension);
        void *body = X509V3_EXT_d2i(extension);
        if (!body || !method) continue;
        if (method->it) ASN1_item_free(body, ASN1_ITEM_ptr(method->it));
        else method->ext_free(body);
    }
    (void)X509_get0_pubkey(certificate);
    X509_free(certificate);
    ERR_clear_error();
    return 1;
}

static int verified(X509_STORE *store, X509 *end_entity, STACK_OF(X509) *others, const char *host,
                    peer_bytes address, int64_t verify_date) {
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    int result = X509_STORE_CTX_init(context, store, end_entity, others);
    if (result) {
        X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
        X509_STORE_CTX_set_default(context, "ssl_server");
        X509_VERIFY_PARAM_set_time(parameters, (time_t)verify_date);
        result = host ? X509_VERIFY_PARAM_set1_host(parameters, host, 0)
                      : X509_VERIFY_PARAM_set1_ip(parameters, address.start, address.count);
    }
    result = result && X509_verify_cert(context) == 1;
    X509_STORE_CTX_free(context);
    return result;
}

int peer_decide(peer_bytes anchor_der, peer_bytes end_entity_der, const peer_bytes *others,
                size_t other_count, const char *host, peer_bytes address, int64_t verify_date) {
    X509_STORE *store = X509_STORE_new();
    STACK_OF(X509) *served = sk_X509_new_null();
    X509 *anchor = decoded(anchor_der);
    X509 *end_entity = decoded(end_entity_der);
    for (size_t index = 0; index < other_count; index++) {
        X509 *other = decoded(others[index]);
        if (other) sk_X509_push(served, other);
    }
    int result = 0;
    if (anchor && end_entity && X509_STORE_add_cert(store, anchor)) {
        result = verified(store, end_entity, served, host, address, verify_date);
    }
    sk_X509_pop_free(served, X509_free);
    X509_free(end_entity);
    X509_free(anchor);
    X509_STORE_free(store);
    ERR_clear_error();
    return result;
}

struct peer_signature {
    EVP_PKEY *key;
    const EC_KEY *curve_key;
    ECDSA_SIG *numbers;
    unsigned char *message;
    int message_length;
    unsigned char *signature;
    int signature_length;
};

void peer_signature_free(peer_signature *signature) {
    if (!signature) return;
    EVP_PKEY_free(signature->key);
    ECDSA_SIG_free(signature->numbers);
    OPENSSL_free(signature->message);
    OPENSSL_free(signature->signature);
    OPENSSL_free(signature);
}

peer_signature *peer_signature_new(peer_bytes certificate_der, peer_bytes issuer_der) {
    peer_signature *signature = OPENSSL_zalloc(sizeof *signature);
    X509 *certificate = decoded(certificate_der);
    X509 *issuer = decoded(issuer_der);
    if (signature && certificate && issuer) {
        const ASN1_BIT_STRING *bits;
        X509_get0_signature(&bits, NULL, certificate);
        const unsigned char *cursor = bits->data;
        signature->numbers = d2i_ECDSA_SIG(NULL, &cursor, bits->length);
        signature->signature = OPENSSL_memdup(bits->data, (size_t)bits->length);
        signature->signature_length = bits->length;
        signature->message_length = i2d_re_X509_tbs(certificate, &signature->message);
        signature->key = X509_get_pubkey(issuer);
        if (signature->key) signature->curve_key = EVP_PKEY_get0_EC_KEY(signature->key);
    }
    X509_free(certificate);
    X509_free(issuer);
    if (signature && signature->numbers && signature->curve_key) return signature;
    peer_signature_free(signature);
    return NULL;
}

int peer_verify(const peer_signature *signature) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, signature->key) == 1
        && EVP_DigestVerify(context, signature->signature, (size_t)signature->signature_length,
                            signature->message, (size_t)signature->message_length) == 1;
    EVP_MD_CTX_free(context);
    return result;
}

int peer_verify_barely(const peer_signature *signature) {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256(signature->message, (size_t)signature->message_length, digest);
    return ECDSA_do_verify(digest, sizeof digest, signature->numbers, (EC_KEY *)signature->curve_key) == 1;
}

void peer_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

struct peer_client {
    SSL_CTX *context;
    SSL *session;
};

peer_client *peer_client_new(int version, peer_bytes certificate, peer_bytes key) {
    peer_client *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    const unsigned char *cursor = key.start;
    PKCS8_PRIV_KEY_INFO *information = d2i_PKCS8_PRIV_KEY_INFO(NULL, &cursor, (long)key.count);
    EVP_PKEY *decoded_key = information ? EVP_PKCS82PKEY(information) : NULL;
    client->context = SSL_CTX_new(TLS_client_method());
    int result = client->context && decoded_key
                 && SSL_CTX_set_min_proto_version(client->context, version)
                 && SSL_CTX_set_max_proto_version(client->context, version)
                 && SSL_CTX_use_certificate_ASN1(client->context, (int)certificate.count,
                                                 certificate.start) == 1
                 && SSL_CTX_use_PrivateKey(client->context, decoded_key) == 1;
    PKCS8_PRIV_KEY_INFO_free(information);
    EVP_PKEY_free(decoded_key);
    if (result) return client;
    ERR_clear_error();
    peer_client_free(client);
    return NULL;
}

void peer_client_free(peer_client *client) {
    SSL_free(client->session);
    SSL_CTX_free(client->context);
    free(client);
}

int peer_client_begin(peer_client *client) {
    SSL_free(client->session);
    client->session = SSL_new(client->context);
    if (!client->session) return 0;
    SSL_set_bio(client->session, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_connect_state(client->session);
    return SSL_set_tlsext_host_name(client->session, "www.example.test") == 1;
}

void peer_client_receive(peer_client *client, peer_bytes bytes) {
    BIO_write(SSL_get_rbio(client->session), bytes.start, (int)bytes.count);
}

int peer_client_advance(peer_client *client) {
    int result = SSL_do_handshake(client->session);
    if (result == 1) return 1;
    return SSL_get_error(client->session, result) == SSL_ERROR_WANT_READ ? 0 : -1;
}

size_t peer_client_take(peer_client *client, uint8_t *bytes, size_t limit) {
    int count = BIO_read(SSL_get_wbio(client->session), bytes, (int)limit);
    return count > 0 ? (size_t)count : 0;
}
