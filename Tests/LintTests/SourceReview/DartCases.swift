// Dart and Flutter.

extension WebTests {
    static let dart: [CodeCase] = [
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
                final context = SecurityContext(withTrustedRoots: false)
                  ..setTrustedCertificatesBytes(authority);
                final client = HttpClient(context: context);
                """,
            isFixed: false
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
            isFixed: false
        ),
        CodeCase(
            "DRT-003",
            "leaf.dart",
            """
            final client = HttpClient(context: SecurityContext(withTrustedRoots: false));
            client.badCertificateCallback = (cert, host, port) {
              return sha256.convert(cert.der).toString() == pin;
            };
            """,
            right: """
                final context = SecurityContext(withTrustedRoots: false);
                context.setTrustedCertificatesBytes(authority);
                final client = HttpClient(context: context);
                client.badCertificateCallback = (cert, host, port) => false;
                """,
            isFixed: false
        ),
        CodeCase(
            "DRT-005",
            "probe.dart",
            """
            final secure = await HttpCertificatePinning.check(
              serverURL: 'https://api.example.com',
              sha: SHA.SHA256,
              allowedSHAFingerprints: fingerprints,
              timeout: 50,
            );
            if (secure.contains('CONNECTION_SECURE')) return dio.get('/v1/account');
            """,
            right: "final ok = await form.check(serverURL: url);\n",
            isFixed: false
        ),
        CodeCase(
            "DRT-005",
            "interceptor.dart",
            "final dio = Dio()..interceptors.add(CertificatePinningInterceptor(\n"
                + "  allowedSHAFingerprints: fingerprints,\n));\n",
            right: "final dio = Dio()..interceptors.add(LogInterceptor());\n",
            isFixed: false
        ),
        CodeCase(
            "DRT-001",
            "overrides.dart",
            """
            class Overrides extends HttpOverrides {
              @override
              HttpClient createHttpClient(SecurityContext? context) {
                return super.createHttpClient(context)
                  ..badCertificateCallback = (cert, host, port) => true;
              }
            }
            """,
            right: """
                class Overrides extends HttpOverrides {
                  @override
                  HttpClient createHttpClient(SecurityContext? context) {
                    return super.createHttpClient(context)..userAgent = 'shop';
                  }
                }
                """
        ),
        CodeCase(
            "DRT-001",
            "brackets.dart",
            "final client = HttpClient()..badCertificateCallback = ((cert, host, port) => true)"
                + "..connectionTimeout = limit;\n",
            right:
                "final client = HttpClient()..badCertificateCallback = ((cert, host, port) => false)"
                + "..connectionTimeout = limit;\n"
        ),
        CodeCase(
            "DRT-001",
            "typed.dart",
            "client.badCertificateCallback = ((X509Certificate cert, String host, int port) => true);\n",
            right:
                "client.badCertificateCallback = ((X509Certificate cert, String host, int port) {\n"
                + "  print('refused: $host');\n  return false;\n});\n"
        ),
        CodeCase(
            "DRT-001",
            "prints.dart",
            "client.badCertificateCallback = (cert, host, port) { print(host); return true; };\n",
            right:
                "client.badCertificateCallback = (cert, host, port) { return host == '10.0.2.2'; };\n",
            isFixed: false
        ),
        CodeCase(
            "DRT-001",
            "named.dart",
            """
            bool _accept(X509Certificate cert, String host, int port) => true;
            void f() {
              client.badCertificateCallback = _accept;
            }
            """,
            right: """
                bool _accept(X509Certificate cert, String host, int port) => host == '10.0.2.2';
                void f() {
                  client.badCertificateCallback = _accept;
                }
                """
        ),
    ]
}
