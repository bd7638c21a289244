// A client on libsoup 3 and GIO, which takes its TLS library from a module: libsoup URL CA.
#include <libsoup/soup.h>
#include <stdio.h>

static int fail(GError *fault) {
    fprintf(stderr, "%s\n", fault->message);
    return 1;
}

/// Prints GIO's names of the reasons, and refuses.
static gboolean refuse(SoupMessage *message, GTlsCertificate *certificate, GTlsCertificateFlags faults, gpointer unused) {
    (void)message, (void)certificate, (void)unused;
    char *names = g_flags_to_string(G_TYPE_TLS_CERTIFICATE_FLAGS, faults);
    fprintf(stderr, "%s\n", names);
    g_free(names);
    return FALSE;
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: %s URL CA\n", words[0]);
        return 2;
    }
    GError *fault = NULL;
    GTlsDatabase *anchors = g_tls_file_database_new(words[2], &fault);
    if (!anchors) return fail(fault);
    SoupSession *session = soup_session_new_with_options("tls-database", anchors, "timeout", 0, NULL);
    SoupMessage *message = soup_message_new("GET", words[1]);
    g_signal_connect(message, "accept-certificate", G_CALLBACK(refuse), NULL);
    GBytes *body = soup_session_send_and_read(session, message, NULL, &fault);
    if (!body) return fail(fault);
    return soup_message_get_status(message) == 200 ? 0 : 1;
}
