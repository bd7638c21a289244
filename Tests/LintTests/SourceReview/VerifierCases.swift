import Testing

@testable import Lint

// Other ways to write verifiers and strategies that always return true.

extension JavaTests {
    private static func okHttp(if condition: String, _ call: String) -> String {
        """
        fun build(builder: OkHttpClient.Builder) {
            if (\(condition)) {
                builder.\(call)
            }
        }
        """
    }

    static let buildTypes: [CodeCase] = [
        CodeCase(
            "OKH-001",
            "Release.kt",
            okHttp(
                if: "BuildConfig.BUILD_TYPE == \"release\"",
                "hostnameVerifier { _, _ -> true }"
            ),
            right: okHttp(
                if: "BuildConfig.BUILD_TYPE == \"debug\"",
                "hostnameVerifier { _, _ -> true }"
            ),
            okHttp(if: "BuildConfig.ENABLE_PINNING", "certificatePinner(pinner)"),
            okHttp(if: "BuildConfig.BUILD_TYPE == \"release\"", "certificatePinner(pinner)")
        )
    ]

    static let namesakes: [CodeCase] = [
        CodeCase(
            "JVA-002",
            "Verifiers.java",
            """
            class Any implements HostnameVerifier {
                public boolean verify(String host, javax.net.ssl.SSLSession session) { return true; }
            }
            """,
            right: "class Fake { boolean verify(String token, Key key) { return true; } }",
            isFixed: false
        )
    ]

    static let otherSpellings: [CodeCase] = [
        CodeCase(
            "JVA-001",
            "Unit.kt",
            """
            class TrustAll : X509TrustManager {
                override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) = Unit
            }
            """,
            right: """
                class Wrapping : X509TrustManager {
                    override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) =
                        platform.checkServerTrusted(chain, type)
                }
                """,
            isFixed: false
        ),
        CodeCase(
            "OKH-001",
            "Labelled.kt",
            "val c = OkHttpClient.Builder().hostnameVerifier { _, _ -> return@hostnameVerifier true }.build()\n",
            right:
                "val c = OkHttpClient.Builder().hostnameVerifier { _, _ -> return@hostnameVerifier false }.build()\n"
        ),
        CodeCase(
            "OKH-001",
            "Named.kt",
            """
            val verifier = HostnameVerifier { host, session -> true }
            val client = OkHttpClient.Builder().hostnameVerifier(verifier).build()
            """,
            right: """
                val verifier = HostnameVerifier { host, session -> host == "api.example.com" }
                val client = OkHttpClient.Builder().hostnameVerifier(verifier).build()
                """,
            "val verifier = HostnameVerifier(verifier)\n"
                + "val client = OkHttpClient.Builder().hostnameVerifier(verifier).build()\n"
        ),
        CodeCase(
            "OKH-001",
            "Typed.kt",
            """
            private val verifier: HostnameVerifier = HostnameVerifier { _, _ -> true }
            val client = OkHttpClient.Builder().hostnameVerifier(verifier).build()
            """,
            right: """
                private val verifier: HostnameVerifier = OkHostnameVerifier
                val client = OkHttpClient.Builder().hostnameVerifier(verifier).build()
                """
        ),
        CodeCase(
            "JVA-003",
            "Noop.java",
            "void a() {\n    HttpsURLConnection.setDefaultHostnameVerifier(new NoopHostnameVerifier());\n}\n",
            right: "void a() {\n    HttpsURLConnection.setDefaultHostnameVerifier("
                + "new DefaultHostnameVerifier());\n}\n"
        ),
        CodeCase(
            "JVA-003",
            "Constant.java",
            "void a() {\n    HttpsURLConnection.setDefaultHostnameVerifier("
                + "SSLConnectionSocketFactory.ALLOW_ALL_HOSTNAME_VERIFIER);\n}\n",
            right: "void a() {\n    HttpsURLConnection.setDefaultHostnameVerifier("
                + "SSLConnectionSocketFactory.STRICT_HOSTNAME_VERIFIER);\n}\n"
        ),
        CodeCase(
            "JVA-005",
            "Strategy.java",
            """
            TrustStrategy any = (X509Certificate[] chain, String authType) -> true;
            SSLContext context = SSLContexts.custom().loadTrustMaterial(null, any).build();
            """,
            right: """
                TrustStrategy own = (X509Certificate[] chain, String authType) -> chain[0].equals(pinned);
                SSLContext context = SSLContexts.custom().loadTrustMaterial(null, own).build();
                """,
            isFixed: false
        ),
        CodeCase(
            "JVA-005",
            "Inline.java",
            """
            SSLContext context = SSLContexts.custom().loadTrustMaterial(null, new TrustStrategy() {
                public boolean isTrusted(X509Certificate[] chain, String authType) { return true; }
            }).build();
            """,
            right:
                "SSLContext context = SSLContexts.custom().loadTrustMaterial(store, password).build();",
            isFixed: false
        ),
    ]

    static let verifiers = buildTypes + namesakes + otherSpellings

    @Test func `reports a verifier that is set once`() {
        let set = CodeCase("JVA-002", "Set.java", "connection.setHostnameVerifier((h, s) -> true);")
        #expect(set.review(set.wrong.utf8).findings.map(\.rule) == ["JVA-002"])
    }
}
