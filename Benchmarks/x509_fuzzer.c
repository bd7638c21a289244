// A fuzzer in C that decodes certificates with libcrypto, to compare the rate of the fuzz target
// DecodeCertificate with. For one certificate it does the same as OpenSSL's fuzz/x509.c, and also
// decodes every extension.

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static BIO *null_bio;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count;
    (void)arguments;
    null_bio = BIO_new(BIO_s_null());
    return 0;
}

// The same extension bodies that Hatpin decodes.
static void decode_extensions(const X509 *certificate)
{
    for (int i = 0; i < X509_get_ext_count(certificate); i++) {
        X509_EXTENSION *extension = X509_get_ext(certificate, i);
        const X509V3_EXT_METHOD *method = X509V3_EXT_get(extension);
        void *body = X509V3_EXT_d2i(extension);
        if (body == NULL)
            continue;
        if (method->it != NULL)
            ASN1_item_free(body, ASN1_ITEM_ptr(method->it));
        else
            method->ext_free(body);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes;
    X509 *certificate = d2i_X509(NULL, &end, (long)size);
    if (certificate != NULL) {
        X509_print(null_bio, certificate);
        X509_issuer_and_serial_hash(certificate);
        unsigned char *again = NULL;
        i2d_X509(certificate, &again);
        OPENSSL_free(again);
        X509_get0_pubkey(certificate);
        decode_extensions(certificate);
        X509_free(certificate);
    }
    ERR_clear_error();
    return 0;
}
