import TestSupport
import Testing

/// Java and Kotlin, with and without OkHttp.
struct JavaTests {
    private static let pinA = "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E="
    private static let pinB = "YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="

    private static func pinned(_ adds: String, _ client: String = "") -> String {
        """
        import okhttp3.CertificatePinner
        import okhttp3.OkHttpClient

        private const val PIN = "sha256/\(pinA)"
        private const val SPARE = "sha256/\(pinB)"

        val pinner = CertificatePinner.Builder()
            \(adds)
            .build()

        val client = OkHttpClient.Builder()
            .certificatePinner(pinner)\(client)
            .build()
        """
    }

    private static let right = pinned(#".add("api.example.com", PIN, SPARE)"#)

    private static func interceptor(_ body: String) -> String {
        """
        import okhttp3.*

        class Pins : Interceptor {
            override fun intercept(chain: Interceptor.Chain): Response {
                \(body)
            }
        }
        """
    }

    static let okHttp: [CodeCase] = [
        CodeCase(
            "OKH-001",
            "Api.kt",
            pinned(
                #".add("api.example.com", PIN, SPARE)"#,
                "\n    .hostnameVerifier { _, _ -> true }"
            ),
            right: right,
            pinned(
                #".add("api.example.com", PIN, SPARE)"#,
                "\n    .hostnameVerifier { host, session -> OkHostnameVerifier.verify(host, session) }"
            ),
            pinned(
                #".add("api.example.com", PIN, SPARE)"#,
                "\n    // .hostnameVerifier { _, _ -> true }"
            )
        ),
        CodeCase(
            "OKH-001",
            "Api.java",
            """
            OkHttpClient client = new OkHttpClient.Builder()
                .hostnameVerifier(new HostnameVerifier() {
                    @Override
                    public boolean verify(String hostname, SSLSession session) {
                        return true;
                    }
                })
                .build();
            """,
            right: """
                OkHttpClient client = new OkHttpClient.Builder()
                    .hostnameVerifier((host, session) -> host.equals("api.example.com"))
                    .build();
                """
        ),
        CodeCase(
            "OKH-002",
            "Unsafe.kt",
            """
            val trustAll = object : X509TrustManager {
                override fun checkClientTrusted(chain: Array<X509Certificate>, type: String) {}
                override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
                    // trust everything
                }
                override fun getAcceptedIssuers() = arrayOf<X509Certificate>()
            }
            val client = OkHttpClient.Builder().sslSocketFactory(factory, trustAll).build()
            """,
            right: """
                override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
                    platform.checkServerTrusted(chain, type)
                }
                val client = OkHttpClient.Builder().build()
                """,
            isFixed: false
        ),
        CodeCase(
            "OKH-003",
            "Forgotten.kt",
            """
            val pinner = CertificatePinner.Builder()
                .add("api.example.com", "sha256/\(pinA)", "sha256/\(pinB)")
                .build()
            val client = OkHttpClient.Builder().connectTimeout(5, SECONDS).build()
            """,
            right: right,
            isFixed: false
        ),
        CodeCase(
            "OKH-004",
            "Url.kt",
            pinned(#".add("https://api.example.com/", PIN, SPARE)"#),
            right: right
        ),
        CodeCase(
            "OKH-005",
            "Star.kt",
            pinned(#".add("*.example.com", PIN, SPARE)"#),
            right: pinned(#".add("**.example.com", PIN, SPARE)"#),
            hosts: ["a.api.example.com"]
        ),
        CodeCase(
            "OKH-006",
            "Parent.kt",
            pinned(#".add("example.com", PIN, SPARE)"#),
            right: pinned(#".add("*.example.com", PIN, SPARE)"#),
            hosts: ["api.example.com"]
        ),
        CodeCase(
            "OKH-007",
            "Empty.kt",
            """
            val client = OkHttpClient.Builder()
                .certificatePinner(CertificatePinner.Builder().build())
                .build()
            """,
            right: right,
            isFixed: false
        ),
        CodeCase(
            "OKH-008",
            "Debug.kt",
            """
            val builder = OkHttpClient.Builder()
            if (BuildConfig.DEBUG) {
                builder.certificatePinner(pinner)
            }
            """,
            right: """
                val builder = OkHttpClient.Builder()
                if (!BuildConfig.DEBUG) {
                    builder.certificatePinner(pinner)
                }
                """
        ),
        CodeCase(
            "OKH-009",
            "Hex.kt",
            pinned(
                ".add(\"api.example.com\", PIN, "
                    + "\"sha256/60b87575447dcba2a36b7d11ac09fb24a9db406fee12d2cc90180517616e8a18\")"
            ),
            right: right
        ),
        CodeCase(
            "OKH-010",
            "Bare.kt",
            pinned(".add(\"api.example.com\", PIN, \"\(pinB)\")"),
            right: right
        ),
        CodeCase(
            "OKH-011",
            "Sample.kt",
            pinned(
                ".add(\"api.example.com\", PIN, \"sha256/\(String(repeating: "A", count: 43))=\")"
            ),
            right: right,
            isFixed: false
        ),
        CodeCase(
            "OKH-012",
            "One.kt",
            pinned(#".add("api.example.com", PIN)"#),
            right: pinned(
                #".add("api.example.com", PIN)"# + "\n    " + #".add("api.example.com", SPARE)"#
            ),
            pinned(#".add("api.example.com", PIN, REMOTE)"#),
            isFixed: false
        ),
        CodeCase(
            "OKH-013",
            "Clear.kt",
            "val c = OkHttpClient.Builder()\n    .connectionSpecs(listOf(ConnectionSpec.MODERN_TLS, "
                + "ConnectionSpec.CLEARTEXT))\n    .build()\n",
            right: "val server = MockWebServer()\nval s = listOf(ConnectionSpec.CLEARTEXT)\n"
        ),
        CodeCase(
            "OKH-014",
            "Old.kt",
            "val specs = listOf(ConnectionSpec.COMPATIBLE_TLS)\n",
            right: "val specs = listOf(ConnectionSpec.MODERN_TLS)\n"
        ),
        CodeCase(
            "OKH-015",
            "build.gradle",
            "dependencies {\n    implementation 'com.squareup.okhttp3:okhttp:3.1.0'\n}\n",
            right: "dependencies {\n    // 'com.squareup.okhttp3:okhttp:3.1.0'\n"
                + "    implementation 'com.squareup.okhttp3:okhttp:4.12.0'\n}\n",
            isFixed: false
        ),
        CodeCase(
            "OKH-016",
            "Dot.kt",
            pinned(#".add("api.example.com", PIN, SPARE)"#)
                + "\nval url = \"https://api.example.com./v1\"\n",
            right: right + "\nval url = \"https://api.example.com/v1.\"\n"
        ),
        CodeCase(
            "OKH-017",
            "Late.kt",
            interceptor(
                """
                val response = chain.proceed(chain.request())
                        val leaf = response.handshake?.peerCertificates?.first()
                        if (CertificatePinner.pin(leaf!!) != PIN) throw SSLPeerUnverifiedException("pin")
                        return response
                """
            ),
            right: interceptor(
                """
                val leaf = chain.connection()?.handshake()?.peerCertificates?.first()
                        if (CertificatePinner.pin(leaf!!) != PIN) throw SSLPeerUnverifiedException("pin")
                        return chain.proceed(chain.request())
                """
            ),
            interceptor(
                """
                val response = chain.proceed(chain.request())
                        log(response.handshake?.peerCertificates)
                        return response
                """
            ),
            isFixed: false
        ),
        CodeCase(
            "OKH-018",
            "Second.kt",
            right + "\nval images = OkHttpClient()\n",
            right: right + "\nval images = client.newBuilder().build()\n",
            isFixed: false
        ),
        CodeCase(
            "OKH-019",
            "libs.versions.toml",
            "[versions]\nokhttp = \"4.8.0\"\n",
            right: "[versions]\nokhttp = \"4.12.0\" # was 4.8.0\n",
            isFixed: false
        ),
    ]

    static let java: [CodeCase] = [
        CodeCase(
            "JVA-001",
            "TrustAll.java",
            """
            class TrustAll implements X509TrustManager {
                public void checkServerTrusted(X509Certificate[] chain, String type)
                    throws CertificateException { }
            }
            """,
            right: """
                class Careful implements X509TrustManager {
                    public void checkServerTrusted(X509Certificate[] chain, String type)
                        throws CertificateException {
                        if (chain.length == 0) throw new CertificateException();
                    }
                }
                """,
            "class Wrapping { public void checkServerTrusted(X509Certificate[] c, String t) { "
                + "checkCustom(c); } }",
            "// public void checkServerTrusted(X509Certificate[] chain, String type) { }",
            isFixed: false
        ),
        CodeCase(
            "JVA-002",
            "Verify.kt",
            """
            class Yes : HostnameVerifier {
                override fun verify(hostname: String, session: SSLSession): Boolean = true
            }
            """,
            right: """
                class Own : HostnameVerifier {
                    override fun verify(hostname: String, session: SSLSession): Boolean =
                        hostname == "api.example.com"
                }
                """,
            isFixed: false
        ),
        CodeCase(
            "JVA-003",
            "Main.java",
            "void init() {\n    HttpsURLConnection.setDefaultHostnameVerifier((h, s) -> true);\n}\n",
            right: "void init() {\n    HttpsURLConnection.setDefaultHostnameVerifier("
                + "(h, s) -> HttpsURLConnection.getDefaultHostnameVerifier().verify(h, s));\n}\n"
        ),
        CodeCase(
            "JVA-004",
            "Raw.java",
            """
            SSLSocket socket = (SSLSocket) factory.createSocket("api.example.com", 443);
            socket.startHandshake();
            """,
            right: """
                SSLSocket socket = (SSLSocket) factory.createSocket("api.example.com", 443);
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                """,
            isFixed: false
        ),
        CodeCase(
            "JVA-005",
            "Apache.java",
            "import org.apache.http.conn.ssl.TrustSelfSignedStrategy;\n"
                + "builder.loadTrustMaterial(null, new TrustSelfSignedStrategy());\n",
            right: "builder.loadTrustMaterial(store, null);\n",
            isFixed: false
        ),
        CodeCase(
            "JVA-006",
            "Browser.kt",
            """
            override fun onReceivedSslError(view: WebView, handler: SslErrorHandler, error: SslError) {
                handler.proceed()
            }
            """,
            right: """
                override fun onReceivedSslError(view: WebView, handler: SslErrorHandler, e: SslError) {
                    handler.cancel()
                }
                """
        ),
        CodeCase(
            "JVA-007",
            "Channel.kt",
            "val channel = ManagedChannelBuilder.forAddress(\"api.example.com\", 443)"
                + ".usePlaintext().build()\n",
            right: "val channel = ManagedChannelBuilder.forAddress(\"localhost\", 50051)"
                + ".usePlaintext().build()\n"
        ),
    ]

    static let cases = okHttp + java + ownManagers + verifiers

    @Test(arguments: cases)
    func `reports and fixes each mistake`(test: CodeCase) { check(test) }

    @Test func `matches the recorded findings`() {
        expectSnapshot(Self.cases.map(\.outline).joined(separator: "\n"), named: "java.txt")
    }
}
