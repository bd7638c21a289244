// A client on neon, with the TLS library of this build: neon HOST PORT PATH CA.
#include <ne_request.h>
#include <ne_session.h>
#include <ne_socket.h>
#include <ne_ssl.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const char *words) {
    fprintf(stderr, "%s\n", words);
    return 1;
}

int main(int count, char **words) {
    if (count != 5) {
        fprintf(stderr, "usage: %s HOST PORT PATH CA\n", words[0]);
        return 2;
    }
    ne_sock_init();
    ne_session *session = ne_session_create("https", words[1], atoi(words[2]));
    ne_set_read_timeout(session, 3600);
    ne_ssl_certificate *anchor = ne_ssl_cert_read(words[4]);
    if (!anchor) return fail("the anchor could not be read");
    ne_ssl_trust_cert(session, anchor);
    ne_request *request = ne_request_create(session, "GET", words[3]);
    if (ne_request_dispatch(request) != NE_OK) return fail(ne_get_error(session));
    return ne_get_status(request)->code == 200 ? 0 : fail("no answer of status 200");
}
