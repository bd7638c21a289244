// A client on libtls, of LibreSSL or LibreTLS: libtls HOST ADDRESS PORT PATH CA
// [--certificate FILE --key FILE] [--crls FILE].
#include <tls.h>

#include "driver.h"

static struct tls_config *settings(struct arguments given) {
    struct tls_config *settings = tls_config_new();
    if (tls_config_set_ca_file(settings, given.ca) ||
        (given.crls && tls_config_set_crl_file(settings, given.crls)) ||
        (given.certificate && tls_config_set_keypair_file(settings, given.certificate, given.key)))
        fail("%s", tls_config_error(settings));
    return settings;
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    struct tls *connection = tls_client();
    if (tls_configure(connection, settings(given)) ||
        tls_connect_socket(connection, dialled(given.address, given.port), given.host) ||
        tls_handshake(connection))
        fail("%s", tls_error(connection));

    char text[2048];
    if (tls_write(connection, text, request(text, given)) < 0) fail("%s", tls_error(connection));
    long length = tls_read(connection, text, sizeof text);
    if (length < 0) fail("%s", tls_error(connection));
    end(text, length);
}
