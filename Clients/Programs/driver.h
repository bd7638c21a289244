// Shared code of the C drivers: the command line, the connection and the HTTP exchange.
//
// A driver exits with 0 after an answer of status 200, with 2 if its command line is wrong, and else
// with 1 and the library's error text on standard error.
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct arguments {
    const char *host, *address, *port, *path, *ca;
    const char *certificate, *key, *crls;  // NULL if not given
};

__attribute__((noreturn, format(printf, 1, 2))) static inline void fail(const char *words, ...) {
    va_list rest;
    va_start(rest, words);
    vfprintf(stderr, words, rest);
    va_end(rest);
    fputc('\n', stderr);
    exit(1);
}

static inline struct arguments parsed(int count, char **words) {
    struct arguments given = {0};
    if (count >= 6) {
        given = (struct arguments){words[1], words[2], words[3], words[4], words[5], 0, 0, 0};
        for (int i = 6; i + 1 < count; i += 2) {
            if (!strcmp(words[i], "--certificate")) given.certificate = words[i + 1];
            else if (!strcmp(words[i], "--key")) given.key = words[i + 1];
            else if (!strcmp(words[i], "--crls")) given.crls = words[i + 1];
            else given.host = NULL;
        }
    }
    if (!given.host || count % 2 || !given.certificate != !given.key) {
        fprintf(stderr, "usage: %s HOST ADDRESS PORT PATH CA [--certificate FILE --key FILE] [--crls FILE]\n", words[0]);
        exit(2);
    }
    return given;
}

/// Opens a TCP connection to a literal address.
static inline int dialled(const char *address, const char *port) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *found;
    int fault = getaddrinfo(address, port, &hints, &found);
    if (fault) fail("%s: %s", address, gai_strerror(fault));
    int connection = socket(found->ai_family, SOCK_STREAM, 0);
    if (connection < 0 || connect(connection, found->ai_addr, found->ai_addrlen)) {
        perror("connect");
        exit(1);
    }
    // Without it the request, a second small write, would wait for the server's delayed acknowledgement.
    int on = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    freeaddrinfo(found);
    return connection;
}

/// Returns whether the host is an IP address, which clients do not send as a server name.
static inline int is_address(const char *host) {
    unsigned char bytes[16];
    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

/// Writes the request into `text` and returns its length.
static inline int request(char text[2048], struct arguments given) {
    return snprintf(text, 2048, "GET %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n\r\n",
                    given.path, given.host, given.port);
}

/// Fails if the body is shorter or longer than the answer's Content-Length.
static inline void check_length(const char *answer, long length) {
    const char *body = strstr(answer, "\r\n\r\n");
    const char *field = strstr(answer, "\r\nContent-Length: ");
    if (!body) fail("the answer ends within its head");
    if (field && field < body && answer + length - (body + 4) != atol(field + 18))
        fail("the answer is truncated");
}

/// Exits with the verdict of the answer's first bytes.
__attribute__((noreturn)) static inline void end(const char *answer, long length) {
    if (length < 12 || memcmp(answer + 8, " 200", 4)) fail("no answer of status 200");
    exit(0);
}
