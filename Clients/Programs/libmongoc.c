// A client on MongoDB's C driver: libmongoc HOST ADDRESS PORT PATH CA.
//
// The path without its slash is the application's name, which is in the first message. Hatpin answers
// no MongoDB, so this ends with an error in any case.
#include <mongoc/mongoc.h>

#include "driver.h"

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    mongoc_init();
    char text[256];
    const int is_ipv6 = strchr(given.host, ':') != NULL;
    snprintf(text, sizeof text, is_ipv6 ? "mongodb://[%s]:%s/" : "mongodb://%s:%s/", given.host, given.port);
    mongoc_uri_t *uri = mongoc_uri_new(text);
    if (!uri) fail("no URI: %s", text);
    mongoc_uri_set_option_as_bool(uri, MONGOC_URI_TLS, true);
    mongoc_uri_set_option_as_utf8(uri, MONGOC_URI_TLSCAFILE, given.ca);
    mongoc_uri_set_appname(uri, given.path + 1);
    // Hatpin sets the deadline: a client that gives up first looks like a refusal.
    mongoc_uri_set_option_as_int32(uri, MONGOC_URI_CONNECTTIMEOUTMS, 3600000);
    mongoc_uri_set_option_as_int32(uri, MONGOC_URI_SERVERSELECTIONTIMEOUTMS, 3600000);

    bson_error_t fault;
    bson_t ping = BSON_INITIALIZER;
    BSON_APPEND_INT32(&ping, "ping", 1);
    mongoc_client_t *client = mongoc_client_new_from_uri(uri);
    if (!mongoc_client_command_simple(client, "admin", &ping, NULL, NULL, &fault)) fail("%s", fault.message);
    return 0;
}
