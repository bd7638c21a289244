// A server on wolfSSL that requires a client certificate: libwolfssl_server PORT CERT KEY CA.
//
// It answers each request with the common name of the certificate and the request's path, and logs
// why it refuses a client.
#include <wolfssl/options.h>
#include <wolfssl/ssl.h>

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static void check(const char *step, int status) {
    if (status == WOLFSSL_SUCCESS) return;
    fprintf(stderr, "%s: %s\n", step, wolfSSL_ERR_reason_error_string(status));
    exit(1);
}

static void serve(WOLFSSL *connection) {
    char text[2048] = {0}, name[256] = {0}, path[1024] = {0}, answer[2048];
    int status = wolfSSL_accept(connection);
    if (status != WOLFSSL_SUCCESS) {
        fprintf(stderr, "refused: %s\n", wolfSSL_ERR_reason_error_string(wolfSSL_get_error(connection, status)));
        return;
    }
    if (wolfSSL_read(connection, text, sizeof text - 1) <= 0) return;
    sscanf(text, "GET %1023s", path);
    WOLFSSL_X509 *certificate = wolfSSL_get_peer_certificate(connection);
    int size = 0;
    if (certificate)
        size = wolfSSL_X509_NAME_get_text_by_NID(
            wolfSSL_X509_get_subject_name(certificate), NID_commonName, name, sizeof name);
    int length = sprintf(answer, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuser=");
    // The name may have NULs.
    if (size > 0) memcpy(answer + length, name, size), length += size;
    length += snprintf(answer + length, sizeof answer - length, " path=%s\n", path);
    wolfSSL_write(connection, answer, length);
    wolfSSL_shutdown(connection);
}

int main(int count, char **words) {
    if (count < 5) return 2;
    // A client may close its connection early.
    signal(SIGPIPE, SIG_IGN);
    wolfSSL_Init();
    WOLFSSL_CTX *context = wolfSSL_CTX_new(wolfSSLv23_server_method());
    check("anchors", wolfSSL_CTX_load_verify_locations(context, words[4], NULL));
    check("certificate", wolfSSL_CTX_use_certificate_chain_file(context, words[2]));
    check("key", wolfSSL_CTX_use_PrivateKey_file(context, words[3], WOLFSSL_FILETYPE_PEM));
    wolfSSL_CTX_set_verify(context, WOLFSSL_VERIFY_PEER | WOLFSSL_VERIFY_FAIL_IF_NO_PEER_CERT, NULL);

    int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[1]))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 16)) {
        perror("listen");
        return 1;
    }
    while (1) {
        int network = accept(listener, NULL, NULL);
        struct timeval limit = {.tv_sec = 5};
        setsockopt(network, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        WOLFSSL *connection = wolfSSL_new(context);
        wolfSSL_set_fd(connection, network);
        serve(connection);
        wolfSSL_free(connection);
        close(network);
    }
}
