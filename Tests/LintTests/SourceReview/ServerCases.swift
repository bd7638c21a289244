// nginx as a client.

extension WebTests {
    static let servers: [CodeCase] = [
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
