// A client on cpp-httplib, on OpenSSL: httplib_client HOST PORT PATH CA.
#define CPPHTTPLIB_OPENSSL_SUPPORT
#include <httplib.h>

#include <iostream>

int main(int count, char **words) {
    if (count != 5) {
        std::cerr << "usage: " << words[0] << " HOST PORT PATH CA\n";
        return 2;
    }
    httplib::SSLClient client(words[1], std::stoi(words[2]));
    client.set_ca_cert_path(words[4]);
    client.enable_server_certificate_verification(true);
    client.set_connection_timeout(3600);
    client.set_read_timeout(3600);
    auto answer = client.Get(words[3]);
    if (answer) return answer->status == 200 ? 0 : 1;
    std::cerr << httplib::to_string(answer.error()) << ": "
              << X509_verify_cert_error_string(client.get_openssl_verify_result()) << '\n';
    return 1;
}
