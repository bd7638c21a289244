import TestSupport
import Testing

/// Python, Node.js, Go, Dart, React Native.
struct WebTests {
    static let node: [CodeCase] = [
        CodeCase(
            "NOD-001",
            "api.ts",
            """
            import https from 'https';
            // { rejectUnauthorized: false } was here
            const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });
            """,
            right: """
                const text = "rejectUnauthorized: false";
                /* rejectUnauthorized: false */
                const agent = new https.Agent({ rejectUnauthorized: true, ca: pem });
                """,
            "https.createServer({ requestCert: true, rejectUnauthorized: false }, app).listen(443);",
            "const re = /rejectUnauthorized: false/;"
        ),
        CodeCase(
            "NOD-002",
            "server.js",
            """
            const express = require('express');
            process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
            """,
            right: "// process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'",
            "process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '1';"
        ),
        CodeCase(
            "NOD-002",
            "package.json",
            """
            {
              "scripts": { "start": "NODE_TLS_REJECT_UNAUTHORIZED=0 node index.js" }
            }
            """,
            right: #"{ "scripts": { "start": "node index.js" } }"#
        ),
        CodeCase(
            "NOD-002",
            "deploy.sh",
            """
            #!/bin/sh
            export NODE_TLS_REJECT_UNAUTHORIZED=0
            node index.js
            """,
            right: "# export NODE_TLS_REJECT_UNAUTHORIZED=0\nnode index.js",
            "export NODE_EXTRA_CA_CERTS=ca.pem"
        ),
        CodeCase(
            "NOD-003",
            "client.js",
            """
            const request = https.request({
              host: 'api.example.com',
              checkServerIdentity: () => undefined,
            });
            """,
            right: """
                https.request({ checkServerIdentity: (host, cert) => {
                  const fault = tls.checkServerIdentity(host, cert);
                  if (fault) return fault;
                  return pinOf(cert) === PIN ? undefined : new Error('pin');
                } });
                """
        ),
        CodeCase(
            "NOD-004",
            "pinned.js",
            """
            const options = {
              rejectUnauthorized: false,
              checkServerIdentity: (host, cert) => {
                if (cert.fingerprint256 !== PIN) { return new Error('pin'); }
              },
            };
            """,
            right: """
                const options = {
                  checkServerIdentity: (host, cert) => {
                    if (cert.fingerprint256 !== PIN) { return new Error('pin'); }
                  },
                };
                """
        ),
        CodeCase(
            "RNV-001",
            "Api.tsx",
            """
            import { fetch } from 'react-native-ssl-pinning';
            fetch(url, { method: 'GET', disableAllSecurity: true });
            """,
            right: "fetch(url, { sslPinning: { certs: ['ca'] } });"
        ),
        CodeCase(
            "RNV-002",
            "Login.tsx",
            """
            import { fetch } from 'react-native-ssl-pinning';
            await fetch(url, { sslPinning: { certs: ['ca'] } });
            await axios.post(url, body);
            """,
            right: "await axios.post(url, body);",
            isMended: false
        ),
    ]

    static let python: [CodeCase] = [
        CodeCase(
            "PYT-001",
            "client.py",
            """
            import requests
            # verify=False
            r = requests.get("https://api.example.com", timeout=5, verify=False)
            """,
            right: #"requests.get(url, verify="/etc/ca.pem")"#,
            "text = 'verify=False'",
            #"requests.get("https://localhost:8443", verify=False)"#,
            "def get(url, verify=True):\n    return requests.get(url, verify=verify)"
        ),
        CodeCase(
            "PYT-001",
            "session.py",
            "CHECK = False\nsession = requests.Session()\nsession.verify = CHECK\n",
            right: "CHECK = load()\nsession.verify = CHECK\n",
            "CHECK = False\nif strict:\n    CHECK = True\nsession.verify = CHECK\n"
        ),
        CodeCase(
            "PYT-002",
            "main.py",
            "import ssl\nssl._create_default_https_context = ssl._create_unverified_context\n",
            right: "import ssl\ncontext = ssl.create_default_context()\n"
        ),
        CodeCase(
            "PYT-003",
            "sock.py",
            "import ssl\nctx = ssl.SSLContext()\nctx.verify_mode = ssl.CERT_NONE\n",
            right: "ctx.verify_mode = ssl.CERT_REQUIRED\n",
            "ctx = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)\nctx.verify_mode = ssl.CERT_NONE\n"
        ),
        CodeCase(
            "PYT-004",
            "names.py",
            "ctx = ssl.create_default_context()\nctx.check_hostname = False\n",
            right: "ctx.check_hostname = True\n",
            #"pool = HTTPSConnectionPool(h, assert_hostname=False, assert_fingerprint=load())"#
        ),
        CodeCase(
            "PYT-005",
            "pool.py",
            #"pool = urllib3.HTTPSConnectionPool("x.com", assert_fingerprint="ab:cd")"#,
            right: #"pool = urllib3.HTTPSConnectionPool("x.com", ca_certs="ca.pem")"#,
            isMended: false
        ),
        CodeCase(
            "PYT-006",
            "fetch.py",
            "import aiohttp\nasync with session.get(url, ssl=False) as answer:\n    pass\n",
            right: "import aiohttp\nsession.get(url, ssl=context)\n",
            "mysql.connect(ssl=False)\n"
        ),
        CodeCase(
            "PYT-007",
            "job.sh",
            "PYTHONHTTPSVERIFY=0 python3 job.py\n",
            right: "PYTHONHTTPSVERIFY=1 python3 job.py\n"
        ),
    ]

    static let others: [CodeCase] = [
        CodeCase(
            "GOL-001",
            "client.go",
            """
            tr := &http.Transport{
                TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
            }
            """,
            right: "// InsecureSkipVerify: true\ncfg := &tls.Config{RootCAs: pool}",
            "var s = `InsecureSkipVerify: true`",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(cs tls.ConnectionState) error { return verify(cs) },
            }
            """
        ),
        CodeCase(
            "GOL-002",
            "pins.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyPeerCertificate: func(raw [][]byte, _ [][]*x509.Certificate) error {
                    return check(raw)
                },
            }
            """,
            right: "cfg := &tls.Config{VerifyPeerCertificate: check}",
            isMended: false
        ),
        CodeCase(
            "GOL-003",
            "nameless.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: func(cs tls.ConnectionState) error {
                    opts := x509.VerifyOptions{Roots: pool}
                    _, err := cs.PeerCertificates[0].Verify(opts)
                    return err
                },
            }
            """,
            right: """
                cfg := &tls.Config{
                    InsecureSkipVerify: true,
                    VerifyConnection: func(cs tls.ConnectionState) error {
                        opts := x509.VerifyOptions{Roots: pool, DNSName: cs.ServerName}
                        _, err := cs.PeerCertificates[0].Verify(opts)
                        return err
                    },
                }
                """,
            "chains, err := leaf.Verify(x509.VerifyOptions{Roots: pool})",
            isMended: false
        ),
        CodeCase(
            "GOL-004",
            "served.go",
            """
            cfg := &tls.Config{
                InsecureSkipVerify: true,
                VerifyConnection: check,
            }

            func check(cs tls.ConnectionState) error {
                for _, cert := range cs.PeerCertificates {
                    if sha256.Sum256(cert.RawSubjectPublicKeyInfo) == pin {
                        return nil
                    }
                }
                return errors.New("no pin")
            }
            """,
            right: """
                cfg := &tls.Config{
                    InsecureSkipVerify: true,
                    VerifyConnection: func(cs tls.ConnectionState) error {
                        if sha256.Sum256(cs.PeerCertificates[0].RawSubjectPublicKeyInfo) == pin {
                            return nil
                        }
                        return errors.New("no pin")
                    },
                }
                """,
            """
            cfg := &tls.Config{
                VerifyConnection: func(cs tls.ConnectionState) error {
                    for _, cert := range cs.PeerCertificates {
                        if sha256.Sum256(cert.RawSubjectPublicKeyInfo) == pin { return nil }
                    }
                    return errors.New("no pin")
                },
            }
            """,
            isMended: false
        ),
        CodeCase(
            "GOL-005",
            "dial.go",
            #"conn, err := grpc.NewClient("api.example.com:443", "#
                + "grpc.WithTransportCredentials(insecure.NewCredentials()))",
            right: #"conn, err := grpc.NewClient("localhost:50051", "#
                + "grpc.WithTransportCredentials(insecure.NewCredentials()))",
            isMended: false
        ),
        CodeCase(
            "DRT-001",
            "http.dart",
            """
            final client = HttpClient();
            client.badCertificateCallback = (cert, host, port) => true;
            """,
            right: "client.badCertificateCallback = (cert, host, port) => false;",
            "final s = 'client.badCertificateCallback = (c, h, p) => true;';"
        ),
        CodeCase(
            "DRT-002",
            "pins.dart",
            """
            client.badCertificateCallback = (cert, host, port) {
              return sha256.convert(cert.der).toString() == pin;
            };
            """,
            right: """
                final client = HttpClient(context: SecurityContext(withTrustedRoots: false));
                client.badCertificateCallback = (cert, host, port) {
                  return sha256.convert(cert.der).toString() == pin;
                };
                """,
            isMended: false
        ),
        CodeCase(
            "DRT-004",
            "roots.dart",
            """
            final context = SecurityContext(withTrustedRoots: true);
            context.setTrustedCertificatesBytes(bytes);
            """,
            right: "final context = SecurityContext(withTrustedRoots: true);"
        ),
        CodeCase(
            "DRT-006",
            "keys.dart",
            "const pin = '''-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----''';\n",
            right:
                "// -----BEGIN PRIVATE KEY-----\nconst pin = '''-----BEGIN CERTIFICATE-----''';\n",
            isMended: false
        ),
        CodeCase(
            "NIO-001",
            "Client.swift",
            """
            import NIOSSL
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .none
            """,
            right: """
                var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: c)
                configuration.certificateVerification = .none
                """,
            "configuration.certificateVerification = .fullVerification"
        ),
        CodeCase(
            "NIO-002",
            "Names.swift",
            "import NIOSSL\nconfiguration.certificateVerification = .noHostnameVerification\n",
            right: "import NIOSSL\n// .certificateVerification = .noHostnameVerification\n"
        ),
        CodeCase(
            "NIO-003",
            "Callback.swift",
            """
            let handler = try NIOSSLClientHandler(
                context: context,
                serverHostname: host,
                customVerificationCallback: { _, promise in promise.succeed(.certificateVerified) }
            )
            """,
            right: """
                let handler = try NIOSSLClientHandler(
                    context: context,
                    customVerificationCallback: { chain, promise in
                        promise.succeed(matches(chain) ? .certificateVerified : .failed)
                    }
                )
                """,
            isMended: false
        ),
        CodeCase(
            "SRV-001",
            "proxy.conf",
            """
            server {
                location / {
                    proxy_pass https://backend.example.com;
                }
            }
            """,
            right: """
                server {
                    proxy_ssl_verify on;
                    proxy_ssl_trusted_certificate /etc/ca.pem;
                    location / { proxy_pass https://backend.example.com; }
                }
                """,
            "location / { proxy_pass http://127.0.0.1:8080; } # proxy_pass https://x;"
        ),
        CodeCase(
            "SRV-002",
            "envoy.yaml",
            """
            transport_socket:
              name: tls
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
                sni: api.example.com
            """,
            right: """
                typed_config:
                  "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
                  common_tls_context:
                    validation_context:
                      trusted_ca: { filename: ca.pem }
                      match_typed_subject_alt_names:
                      - san_type: DNS
                """,
            isMended: false
        ),
        CodeCase(
            "SRV-003",
            "upstream.yaml",
            """
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
              common_tls_context:
                validation_context:
                  trusted_ca:
                    filename: ca.pem
            """,
            right: "a: 1",
            isMended: false
        ),
    ]

    static let cases = node + python + others

    @Test(arguments: cases)
    func `a mistake is named, and mended`(test: CodeCase) { check(test) }

    @Test func `its words`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "web.txt")
    }
}
