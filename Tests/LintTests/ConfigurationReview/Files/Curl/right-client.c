#include <curl/curl.h>
#include <stdio.h>

/* CURLOPT_SSL_VERIFYPEER and CURLOPT_SSL_VERIFYHOST stay as they are. */
static int fetch(const char *url, FILE *out) {
    CURL *curl = curl_easy_init();
    if (!curl)
        return 1;
    CURLcode rc = curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY,
                                   "sha256//r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=;sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg=");
    if (rc == CURLE_OK)
        rc = curl_easy_setopt(curl, CURLOPT_URL, url);
    if (rc == CURLE_OK)
        rc = curl_easy_setopt(curl, CURLOPT_WRITEDATA, out);
    if (rc == CURLE_OK)
        rc = curl_easy_perform(curl);
    if (rc != CURLE_OK)
        fprintf(stderr, "%s: %s\n", url, curl_easy_strerror(rc));
    curl_easy_cleanup(curl);
    return rc == CURLE_OK ? 0 : 1;
}

int main(int argc, char **argv) {
    return argc > 1 ? fetch(argv[1], stdout) : 2;
}
