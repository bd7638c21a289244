// The cost of one scenario's work in C, without anything else, as the limit to compare Hatpin with.
//
// An iteration makes a leaf key, has an intermediate sign its certificate, opens a TCP connection
// over 127.0.0.1 and completes a full TLS 1.3 handshake. The client verifies leaf <- intermediate
// <- root and the host name. One request and one response pass, and both endpoints close. All
// iterations share one server context; certificate, key and chain are set per connection. One
// thread steps both endpoints without blocking. All keys are P-256.
//
// With a command, that program is the client: it starts once per iteration, with the placeholders
// {host}, {port}, {ca} and {url} replaced, and succeeds if its request arrives.
//
// usage: handshake_limit ITERATIONS-PER-THREAD THREADS [COMMAND [WORD…]]
// cc -O2 -o handshake_limit handshake_limit.c -lssl -lcrypto -lpthread
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MAXIMUM_THREADS 64
#define MAXIMUM_WORDS 32

static const char *const host = "www.example.test";
static const char *const request = "GET / HTTP/1.1\r\nHost: www.example.test\r\n\r\n";
static const char *const response = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
static EVP_PKEY *intermediate_key;
static X509 *root, *intermediate, *leaf_template;
static int iterations;
static char **command;
static char root_file[] = "/tmp/handshake-limit-XXXXXX";
static char *const no_environment[] = {"PATH=/usr/bin:/bin", NULL};

static void add_extension(X509 *certificate, X509 *issuer, int identifier, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, identifier, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

static X509 *make_certificate(EVP_PKEY *key, const char *name, X509 *issuer, EVP_PKEY *issuer_key) {
    static long serial = 1;
    X509 *certificate = X509_new();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial++);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 86400);
    X509_NAME *subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(certificate, issuer ? X509_get_subject_name(issuer) : subject);
    X509_set_pubkey(certificate, key);
    int is_leaf = strcmp(name, host) == 0;
    X509 *signer = issuer ? issuer : certificate;
    add_extension(certificate, signer, NID_basic_constraints,
                  is_leaf ? "critical,CA:FALSE" : "critical,CA:TRUE");
    add_extension(certificate, signer, NID_subject_key_identifier, "hash");
    if (issuer) add_extension(certificate, signer, NID_authority_key_identifier, "keyid");
    add_extension(certificate, signer, NID_key_usage,
                  is_leaf ? "critical,digitalSignature" : "critical,keyCertSign,cRLSign");
    if (is_leaf) {
        add_extension(certificate, signer, NID_ext_key_usage, "serverAuth");
        add_extension(certificate, signer, NID_subject_alt_name, "DNS:www.example.test");
    }
    X509_sign(certificate, issuer_key, EVP_sha256());
    return certificate;
}

// 1 done, 0 more is needed, -1 failed
static int progress(SSL *session, int result) {
    if (result > 0) return 1;
    int error = SSL_get_error(session, result);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

static int shake_hands(SSL *client, SSL *server) {
    int client_done = 0, server_done = 0;
    while (!client_done || !server_done) {
        if (!client_done && (client_done = progress(client, SSL_do_handshake(client))) < 0) return 0;
        if (!server_done && (server_done = progress(server, SSL_do_handshake(server))) < 0) return 0;
    }
    return 1;
}

static void exchange(SSL *client, SSL *server) {
    char buffer[512];
    SSL_write(client, request, (int)strlen(request));
    while (SSL_read(server, buffer, sizeof buffer) <= 0) {}
    SSL_write(server, response, (int)strlen(response));
    while (SSL_read(client, buffer, sizeof buffer) <= 0) {}
}

static void make_ready(int descriptor) {
    int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

// The client is this thread's own SSL; the same thread steps client and server.
static int meet(SSL *client, SSL *server, int client_socket, int server_socket) {
    make_ready(client_socket);
    make_ready(server_socket);
    SSL_set_fd(client, client_socket);
    SSL_set_fd(server, server_socket);
    SSL_set_connect_state(client);
    SSL_set1_host(client, host);
    SSL_set_tlsext_host_name(client, host);
    int succeeded = shake_hands(client, server);
    if (succeeded) exchange(client, server);
    SSL_shutdown(client);
    SSL_shutdown(server);
    return succeeded;
}

// Starts the command; returns -1 on failure.
static pid_t start(int port) {
    char port_text[8], url[64], *words[MAXIMUM_WORDS + 1] = {0};
    snprintf(port_text, sizeof port_text, "%d", port);
    snprintf(url, sizeof url, "https://%s:%d/", host, port);
    for (int i = 0; command[i] && i < MAXIMUM_WORDS; i++) {
        words[i] = strcmp(command[i], "{port}") == 0   ? port_text
                   : strcmp(command[i], "{host}") == 0 ? (char *)host
                   : strcmp(command[i], "{ca}") == 0   ? root_file
                   : strcmp(command[i], "{url}") == 0  ? url
                                                       : command[i];
    }
    pid_t process;
    posix_spawn_file_actions_t silent;
    posix_spawn_file_actions_init(&silent);
    posix_spawn_file_actions_addopen(&silent, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&silent, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error = posix_spawn(&process, words[0], &silent, NULL, words, no_environment);
    posix_spawn_file_actions_destroy(&silent);
    return error == 0 ? process : -1;
}

// The client is a program that dials the listener.
static int meet_program(SSL *server, int server_socket) {
    char buffer[512];
    int on = 1;
    setsockopt(server_socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL_set_fd(server, server_socket);
    int succeeded = SSL_accept(server) == 1 && SSL_read(server, buffer, sizeof buffer) > 0
                    && SSL_write(server, response, (int)strlen(response)) > 0;
    SSL_shutdown(server);
    return succeeded;
}

static void *work(void *unused) {
    (void)unused;
    SSL_CTX *client_context = SSL_CTX_new(TLS_client_method());
    X509_STORE_add_cert(SSL_CTX_get_cert_store(client_context), root);
    SSL_CTX_set_verify(client_context, SSL_VERIFY_PEER, NULL);
    SSL_CTX *server_context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_session_cache_mode(server_context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(server_context, 0);
    STACK_OF(X509) *chain = sk_X509_new_null();
    sk_X509_push(chain, intermediate);

    int listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    bind(listener, (struct sockaddr *)&address, sizeof address);
    listen(listener, 64);
    // Does not wait for a program that ends before it dials.
    struct timeval patience = {.tv_sec = 10};
    setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    getsockname(listener, (struct sockaddr *)&address, &length);

    long succeeded = 0;
    for (int i = 0; i < iterations; i++) {
        EVP_PKEY *key = EVP_EC_gen("P-256");
        X509 *leaf = X509_dup(leaf_template);
        ASN1_INTEGER_set(X509_get_serialNumber(leaf), 1000 + i);
        X509_set_pubkey(leaf, key);
        X509_sign(leaf, intermediate_key, EVP_sha256());

        SSL *server = SSL_new(server_context);
        SSL_use_cert_and_key(server, leaf, key, chain, 1);
        SSL_set_accept_state(server);
        if (command) {
            pid_t process = start(ntohs(address.sin_port));
            if (process < 0) return (void *)succeeded;
            int server_socket = accept(listener, NULL, NULL);
            succeeded += meet_program(server, server_socket);
            close(server_socket);
            waitpid(process, NULL, 0);
        } else {
            SSL *client = SSL_new(client_context);
            int client_socket = socket(AF_INET, SOCK_STREAM, 0);
            connect(client_socket, (struct sockaddr *)&address, sizeof address);
            int server_socket = accept(listener, NULL, NULL);
            succeeded += meet(client, server, client_socket, server_socket);
            close(client_socket);
            close(server_socket);
            SSL_free(client);
        }
        SSL_free(server);
        X509_free(leaf);
        EVP_PKEY_free(key);
    }
    return (void *)succeeded;
}

int main(int count, char **arguments) {
    iterations = count > 1 ? atoi(arguments[1]) : 1000;
    int threads = count > 2 ? atoi(arguments[2]) : 2;
    if (iterations < 1 || threads < 1 || threads > MAXIMUM_THREADS) {
        fprintf(stderr, "usage: handshake_limit ITERATIONS-PER-THREAD THREADS(1..%d) [COMMAND…]\n",
                MAXIMUM_THREADS);
        return 64;
    }
    EVP_PKEY *root_key = EVP_EC_gen("P-256");
    root = make_certificate(root_key, "Root", NULL, root_key);
    intermediate_key = EVP_EC_gen("P-256");
    intermediate = make_certificate(intermediate_key, "Intermediate", root, root_key);
    leaf_template = make_certificate(intermediate_key, host, intermediate, intermediate_key);
    if (count > 3) {
        command = arguments + 3;
        FILE *file = fdopen(mkstemp(root_file), "w");
        if (!file) return 1;
        PEM_write_X509(file, root);
        fclose(file);
    }

    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    pthread_t workers[MAXIMUM_THREADS];
    for (int i = 0; i < threads; i++) pthread_create(&workers[i], NULL, work, NULL);
    long succeeded = 0;
    for (int i = 0; i < threads; i++) {
        void *result;
        pthread_join(workers[i], &result);
        succeeded += (long)result;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (command) unlink(root_file);
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    long planned = (long)iterations * threads;
    printf("%ld of %ld ok, %.3f s, %.0f per second, %d threads\n", succeeded, planned, seconds,
           (double)succeeded / seconds, threads);
    return succeeded != planned;
}
