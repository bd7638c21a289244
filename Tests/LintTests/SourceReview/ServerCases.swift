// SwiftNIO and nginx as clients.

extension WebTests {
    static let servers: [CodeCase] = [
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
            "NIO-001",
            "Both.swift",
            """
            import NIOSSL
            var server = TLSConfiguration.makeServerConfiguration(certificateChain: c, privateKey: k)
            server.certificateVerification = .none
            var client: TLSConfiguration = .makeClientConfiguration()
            client.certificateVerification = .none
            """,
            right: """
                import NIOSSL
                var client = TLSConfiguration.makeClientConfiguration()
                client.certificateVerification = .fullVerification
                var server = TLSConfiguration.makeServerConfiguration(certificateChain: c, privateKey: k)
                server.certificateVerification = .none
                """
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
            isFixed: false
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
            "location / { proxy_pass http://127.0.0.1:8080; } # proxy_pass https://x;",
            isFixed: false
        ),
        CodeCase(
            "SRV-001",
            "inner.conf",
            """
            server {
                proxy_ssl_verify on;
                proxy_ssl_trusted_certificate /etc/ca.pem;
                location / {
                    proxy_ssl_verify off;
                    proxy_pass https://backend.example.com;
                }
            }
            """,
            right: """
                server {
                    proxy_ssl_verify off;
                    location / {
                        proxy_ssl_verify on;
                        proxy_ssl_trusted_certificate /etc/ca.pem;
                        proxy_pass https://backend.example.com;
                    }
                }
                """
        ),
        CodeCase(
            "SRV-001",
            "upstream.conf",
            """
            upstream backend { server api.internal.example.com:8443; }
            server {
                location / {
                    proxy_ssl_trusted_certificate /etc/ssl/internal.pem;
                    proxy_pass https://backend;
                }
            }
            """,
            right: """
                upstream backend { server api.internal.example.com:8443; }
                server {
                    location / {
                        proxy_ssl_verify on;
                        proxy_ssl_trusted_certificate /etc/ssl/internal.pem;
                        proxy_ssl_name api.internal.example.com;
                        proxy_pass https://backend;
                    }
                }
                """
        ),
    ]
}
