// OpenSSL 3 for Swift: the headers, and a function for each macro that Swift needs.
#ifndef HATPIN_COPENSSL_SHIM_H
#define HATPIN_COPENSSL_SHIM_H

// RFC 6979 signatures need `ECDSA_do_sign_ex`, which 3.0 deprecated and 3.5 still has.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/dh.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline int shim_SSL_set_versions(SSL *ssl, int minimum, int maximum) {
    return SSL_set_min_proto_version(ssl, minimum) && SSL_set_max_proto_version(ssl, maximum);
}

static inline int shim_SSL_set_server_name(SSL *ssl, const char *name) {
    return (int)SSL_set_tlsext_host_name(ssl, name);
}

/// Requests an OCSP response from the server; returns 1 on success.
static inline int shim_SSL_request_staple(SSL *ssl) {
    return (int)SSL_set_tlsext_status_type(ssl, TLSEXT_STATUSTYPE_ocsp);
}

/// Gives a copy of the response to the session, which frees it; returns 1 on success.
static inline int shim_SSL_set_staple(SSL *ssl, const unsigned char *bytes, size_t count) {
    void *copy = OPENSSL_memdup(bytes, count);
    if (copy == NULL) return 0;
    return (int)SSL_set_tlsext_status_ocsp_resp(ssl, copy, (long)count);
}

static inline void shim_SSL_CTX_set_status_callback(SSL_CTX *ctx, int (*callback)(SSL *, void *)) {
    SSL_CTX_set_tlsext_status_cb(ctx, callback);
}

/// Makes libssl call the certificate callback again; the callback must then return 1.
static inline void shim_SSL_retry_verify(SSL *ssl) { (void)SSL_set_retry_verify(ssl); }

static inline void shim_SSL_set_msg_callback_arg(SSL *ssl, void *arg) {
    SSL_set_msg_callback_arg(ssl, arg);
}

static inline void shim_SSL_CTX_set_dh_auto(SSL_CTX *ctx) { (void)SSL_CTX_set_dh_auto(ctx, 1); }

static inline void shim_SSL_CTX_disable_session_cache(SSL_CTX *ctx) {
    SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
}

/// Makes a server give no tickets in TLS 1.2; for TLS 1.3, SSL_CTX_set_num_tickets decides.
static inline void shim_SSL_CTX_disable_tickets(SSL_CTX *ctx) {
    SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET);
}

static inline int shim_ERR_library(unsigned long code) { return ERR_GET_LIB(code); }
static inline void shim_SSL_CTX_set_max_cert_list(SSL_CTX *ctx, long size) {
    SSL_CTX_set_max_cert_list(ctx, size);
}

static inline int shim_ERR_reason(unsigned long code) { return ERR_GET_REASON(code); }

// STACK_OF(X509) is a macro type; Swift holds it as an opaque pointer.
static inline void *shim_X509_stack_new(void) { return sk_X509_new_null(); }
static inline int shim_X509_stack_push(void *stack, X509 *certificate) {
    return sk_X509_push((STACK_OF(X509) *)stack, certificate) > 0;
}
static inline void shim_X509_stack_free(void *stack) { sk_X509_free((STACK_OF(X509) *)stack); }
static inline int shim_SSL_use_cert_and_key(SSL *ssl, X509 *leaf, EVP_PKEY *key, void *chain) {
    return SSL_use_cert_and_key(ssl, leaf, key, (STACK_OF(X509) *)chain, 1);
}

/// Returns the selector for both halves of a key and its parameters.
static inline int shim_EVP_PKEY_KEYPAIR(void) {
    return EVP_PKEY_KEYPAIR;
}

/// Frees the result of X509V3_EXT_d2i for an extension with this number.
static inline void shim_X509V3_EXT_free(int nid, void *body) {
    const X509V3_EXT_METHOD *method = X509V3_EXT_get_nid(nid);
    if (method->it) ASN1_item_free((ASN1_VALUE *)body, ASN1_ITEM_ptr(method->it));
    else if (method->ext_free) method->ext_free(body);
}

// Random keys; both macros wrap a variadic function.
static inline EVP_PKEY *shim_EVP_EC_gen(const char *curve) { return EVP_EC_gen(curve); }
static inline EVP_PKEY *shim_EVP_RSA_gen(unsigned int bits) { return EVP_RSA_gen(bits); }

/// Frees memory that OpenSSL allocated, such as the output of i2d_PUBKEY.
static inline void shim_OPENSSL_free(void *memory) {
    OPENSSL_free(memory);
}

#endif
