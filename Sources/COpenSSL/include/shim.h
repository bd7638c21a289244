// OpenSSL 3 as Swift can see it: the headers, and a function for each macro that is used.
#ifndef HATPIN_COPENSSL_SHIM_H
#define HATPIN_COPENSSL_SHIM_H

// RFC 6979 signatures need `ECDSA_do_sign_ex`, deprecated in 3.0 and still there in 3.5.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#endif
