import TestSupport
import Testing

/// curl in scripts, and libcurl in C, PHP and Python.
struct CurlTests {
    private static let hash = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let spare = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="

    static let shell: [CodeCase] = [
        CodeCase(
            "CUR-001",
            "get.sh",
            """
            #!/bin/bash
            # curl -k is forbidden
            curl -sSk "https://api.example.com/v1" -o out.json
            """,
            right: "curl -sS https://api.example.com/k -o -k.json\n",
            "sudo -E apt-get install curl -k\n",
            "exec echo curl -k\n",
            "wget https://example.com/curl -k\n",
            "command -v curl -k\n",
            "LIST=(--with curl -k)\n",
            "curl --data-urlencode -k https://api.example.com\n",
            "curl --data-binary -k --interface -k https://api.example.com\n",
            "echo 'curl -k https://api.example.com'\n",
            "apt-get install curl -k\n",
            "cat <<EOF\ncurl -k https://api.example.com\nEOF\n",
            "curl -sk https://localhost:8443/health\n",
            "curl -k --pinnedpubkey 'sha256//\(hash)' https://api.example.com\n",
            "curl -d '-k' -H '--insecure' https://api.example.com\n"
        ),
        CodeCase(
            "CUR-001",
            "nested.sh",
            "TOKEN=\"$(curl --insecure https://api.example.com/token | jq -r .token)\"\n",
            right: "TOKEN=\"$(curl https://api.example.com/token | jq -r --insecure .token)\"\n"
        ),
        CodeCase(
            "CUR-001",
            "quoted.sh",
            "curl -ko\"my file\" https://api.example.com\n",
            right: "curl -o\"my file -k\" https://api.example.com\n",
            isFixed: false
        ),
        CodeCase(
            "CUR-001",
            "Dockerfile",
            "FROM debian\nRUN curl -fsSLk https://get.example.com/install.sh | sh\n",
            right: "FROM debian\nRUN curl -fsSL https://get.example.com/install.sh | sh\n"
        ),
        CodeCase(
            "CUR-002",
            ".curlrc",
            "# insecure\nsilent\ninsecure\n",
            right: "# insecure\nuser-agent = \"insecure\"\n"
        ),
        CodeCase(
            "CUR-006",
            "pin.sh",
            "curl --pinnedpubkey '\(hash)' https://api.example.com\n",
            right: "curl --pinnedpubkey 'sha256//\(hash)' https://api.example.com\n",
            "curl --pinnedpubkey key.pem https://api.example.com\n"
        ),
        CodeCase(
            "CUR-007",
            "blank.sh",
            "PINS='sha256//\(hash)'\n"
                + "curl --pinnedpubkey 'sha256//\(hash); sha256//\(spare)' https://api.example.com\n",
            right:
                "curl --pinnedpubkey 'sha256//\(hash);sha256//\(spare)' https://api.example.com\n"
        ),
        CodeCase(
            "CUR-010",
            "follow.sh",
            "curl -sL --pinnedpubkey 'sha256//\(hash)' https://api.example.com\n",
            right:
                "curl -sL --max-redirs 0 --pinnedpubkey 'sha256//\(hash)' https://api.example.com\n",
            "curl -sL https://api.example.com\n"
        ),
        CodeCase(
            "CUR-011",
            "plain.sh",
            "HOST=api.example.com\ncurl -s \"http://$HOST/v1\"\n",
            right: "curl http://localhost:9200\ncurl http://192.168.1.4/\n",
            "curl -x http://proxy.example.com https://api.example.com\n",
            "curl \"$SCHEME://api.example.com\"\n"
        ),
        CodeCase(
            "CUR-013",
            "proxy.sh",
            "curl --proxy https://proxy.example.com --proxy-insecure https://api.example.com\n",
            right: "curl --proxy https://proxy.example.com https://api.example.com\n"
        ),
        CodeCase(
            "CUR-014",
            "weak.sh",
            "curl --tlsv1.0 https://api.example.com\n",
            right: "curl --tlsv1.2 https://api.example.com\n"
        ),
        CodeCase(
            "CUR-017",
            "wget.sh",
            "wget -q --no-check-certificate https://example.com/a.tgz\n",
            right: "wget -q https://example.com/a.tgz # --no-check-certificate\n"
        ),
        CodeCase(
            "CUR-017",
            "git.sh",
            "git config --global http.sslVerify false\n",
            right: "git config --global http.sslVerify true\n",
            "git config http.proxy false\n"
        ),
        CodeCase(
            "CUR-017",
            "pip.sh",
            "pip install --trusted-host pypi.org requests\n",
            right: "pip install requests\n"
        ),
        CodeCase(
            "CUR-009",
            "certificate.sh",
            "curl --pinnedpubkey /etc/ssl/api.crt https://api.example.com\n",
            right: "curl --pinnedpubkey /etc/ssl/api.pub.pem https://api.example.com\n",
            "curl --cacert /etc/ssl/api.crt https://api.example.com\n",
            isFixed: false
        ),
        CodeCase(
            "CUR-015",
            "Dockerfile",
            """
            FROM debian:13
            ARG CURL_VERSION=8.12.1
            RUN curl -fsSL "https://curl.se/download/curl-${CURL_VERSION}.tar.gz" | tar xz \\
                && ./configure --with-wolfssl --with-ngtcp2 --with-nghttp3 && make install
            """,
            right: """
                ARG CURL_VERSION=8.18.0
                RUN ./configure --with-wolfssl --with-ngtcp2 --with-nghttp3 && make install
                """,
            "ARG CURL_VERSION=8.12.1\nRUN ./configure --with-openssl --with-ngtcp2\n",
            "ARG CURL_VERSION=8.12.1\nRUN ./configure --with-wolfssl\n",
            isFixed: false
        ),
        CodeCase(
            "CUR-015",
            "build.sh",
            "wget https://curl.se/download/curl-8.17.0.tar.xz\n"
                + "cmake -DCURL_USE_GNUTLS=ON -DUSE_NGTCP2=ON .\n",
            right: "wget https://curl.se/download/curl-8.17.0.tar.xz\n"
                + "cmake -DCURL_USE_GNUTLS=OFF -DUSE_NGTCP2=ON .\n",
            isFixed: false
        ),
        CodeCase(
            "CUR-001",
            "variable.sh",
            "CURL=\"curl -sk --fail\"\n$CURL https://api.example.com/v1\n",
            right: "CURL=\"curl -s --fail\"\n$CURL https://api.example.com/v1\n",
            "CURL_NOTE=\"curl with -k is forbidden\"\nUSAGE=\"curl -k URL\"\n"
        ),
        CodeCase(
            "CUR-001",
            "array.sh",
            "args=(-s)\nargs+=(--insecure)\ncurl \"${args[@]}\" https://api.example.com/v1\n",
            right: "args=(-s)\nother=(--insecure)\ncurl \"${args[@]}\" https://api.example.com/v1\n"
        ),
        CodeCase(
            "CUR-001",
            "remote.sh",
            "ssh ops@host.example.com \"curl -k https://api.example.com/v1\"\n",
            right: "ssh ops@host.example.com \"curl https://api.example.com/v1\"\n",
            "echo \"curl -k https://api.example.com/v1\"\n"
        ),
        CodeCase(
            "CUR-017",
            "npm.sh",
            "npm config set strict-ssl false\n",
            right: "npm config set strict-ssl true\n",
            "echo strict-ssl false\n"
        ),
    ]

    static let library: [CodeCase] = [
        CodeCase(
            "CUR-006",
            "pin.c",
            "#define PIN \"sha256/\(hash)\"\n"
                + "CURLcode r = curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, PIN);\n",
            right: "#define PIN \"sha256//\(hash)\"\n"
                + "CURLcode r = curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, PIN);\n",
            isFixed: false
        )
    ]

    static let cases = shell + library

    @Test(arguments: cases)
    func `reports and fixes each mistake`(test: CodeCase) { check(test) }

    @Test func `matches the recorded findings`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "curl.txt")
    }
}
