// A client on wolfSSL: libwolfssl HOST ADDRESS PORT PATH CA [--certificate FILE --key FILE].
#include <wolfssl/options.h>
#include <wolfssl/ssl.h>

#include "driver.h"

static void check(const char *step, int status) {
    if (status != WOLFSSL_SUCCESS) fail("%s: %s", step, wolfSSL_ERR_reason_error_string(status));
}

static WOLFSSL_CTX *context(struct arguments given) {
    WOLFSSL_CTX *context = wolfSSL_CTX_new(wolfTLS_client_method());
    check("anchors", wolfSSL_CTX_load_verify_locations(context, given.ca, NULL));
    wolfSSL_CTX_set_verify(context, WOLFSSL_VERIFY_PEER, NULL);
    if (given.certificate) {
        check("client certificate", wolfSSL_CTX_use_certificate_chain_file(context, given.certificate));
        check("client key", wolfSSL_CTX_use_PrivateKey_file(context, given.key, WOLFSSL_FILETYPE_PEM));
    }
    return context;
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    wolfSSL_Init();
    WOLFSSL *connection = wolfSSL_new(context(given));
    if (is_address(given.host)) {
        check("address", wolfSSL_X509_VERIFY_PARAM_set1_ip_asc(wolfSSL_get0_param(connection), given.host));
    } else {
        check("server name", wolfSSL_UseSNI(connection, WOLFSSL_SNI_HOST_NAME, given.host, strlen(given.host)));
        check("host", wolfSSL_check_domain_name(connection, given.host));
    }
    check("socket", wolfSSL_set_fd(connection, dialled(given.address, given.port)));
    int status = wolfSSL_connect(connection);
    if (status != WOLFSSL_SUCCESS) check("handshake", wolfSSL_get_error(connection, status));

    char text[2048];
    int length = wolfSSL_write(connection, text, request(text, given));
    if (length <= 0) check("write", wolfSSL_get_error(connection, length));
    length = wolfSSL_read(connection, text, sizeof text);
    if (length <= 0) check("read", wolfSSL_get_error(connection, length));
    end(text, length);
}
