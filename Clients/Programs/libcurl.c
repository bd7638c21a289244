// A client on libcurl, with the TLS library of this build: libcurl URL CA [--pins PINS]
// [--certificate FILE --key FILE] [--crls FILE].
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

static size_t ignored(char *body, size_t size, size_t count, void *unused) {
    (void)body, (void)unused;
    return size * count;
}

static int set(CURL *client, const char *option, const char *value) {
    static const struct { const char *name; CURLoption option; } options[] = {
        {"--pins", CURLOPT_PINNEDPUBLICKEY},
        {"--certificate", CURLOPT_SSLCERT},
        {"--key", CURLOPT_SSLKEY},
        {"--crls", CURLOPT_CRLFILE},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (!strcmp(option, options[i].name)) return curl_easy_setopt(client, options[i].option, value) == CURLE_OK;
    return 0;
}

int main(int count, char **words) {
    CURL *client = curl_easy_init();
    int is_usable = count >= 3 && count % 2;
    for (int i = 3; is_usable && i < count; i += 2) is_usable = set(client, words[i], words[i + 1]);
    if (!is_usable) {
        fprintf(stderr, "usage: %s URL CA [--pins PINS] [--certificate FILE --key FILE] [--crls FILE]\n", words[0]);
        return 2;
    }
    char fault[CURL_ERROR_SIZE] = "";
    curl_easy_setopt(client, CURLOPT_URL, words[1]);
    curl_easy_setopt(client, CURLOPT_CAINFO, words[2]);
    curl_easy_setopt(client, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(client, CURLOPT_ERRORBUFFER, fault);
    curl_easy_setopt(client, CURLOPT_WRITEFUNCTION, ignored);
    CURLcode verdict = curl_easy_perform(client);
    long status = 0;
    curl_easy_getinfo(client, CURLINFO_RESPONSE_CODE, &status);
    if (verdict == CURLE_OK && status == 200) return 0;
    fprintf(stderr, "%s (%d): %s, status %ld\n", curl_easy_strerror(verdict), verdict, fault, status);
    return 1;
}
