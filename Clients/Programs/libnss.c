// A client on NSS: libnss HOST ADDRESS PORT PATH DATABASE. DATABASE is the folder of an NSS database
// with the anchors; `nss_database` creates one.
#include <nspr.h>
#include <nss.h>
#include <ssl.h>
#include <sslproto.h>

#include "driver.h"

static void check(const char *step, SECStatus status) {
    PRErrorCode code = PR_GetError();
    if (status != SECSuccess)
        fail("%s: %s: %s", step, PR_ErrorToName(code), PR_ErrorToString(code, PR_LANGUAGE_I_DEFAULT));
}

int main(int count, char **words) {
    struct arguments given = parsed(count, words);
    char database[1024];
    snprintf(database, sizeof database, "sql:%s", given.ca);
    check("database", NSS_Init(database));
    check("policy", NSS_SetDomesticPolicy());

    PRNetAddr address;
    if (PR_StringToNetAddr(given.address, &address) != PR_SUCCESS) fail("no address: %s", given.address);
    PR_InitializeNetAddr(PR_IpAddrNull, atoi(given.port), &address);
    PRFileDesc *plain = PR_OpenTCPSocket(PR_NetAddrFamily(&address));
    if (PR_Connect(plain, &address, PR_INTERVAL_NO_TIMEOUT) != PR_SUCCESS) check("connect", SECFailure);

    PRFileDesc *connection = SSL_ImportFD(NULL, plain);
    check("host", SSL_SetURL(connection, given.host));
    check("handshake", SSL_ResetHandshake(connection, PR_FALSE));
    check("handshake", SSL_ForceHandshake(connection));

    char text[2048];
    if (PR_Write(connection, text, request(text, given)) < 0) check("write", SECFailure);
    int length = PR_Read(connection, text, sizeof text);
    if (length < 0) check("read", SECFailure);
    end(text, length);
}
