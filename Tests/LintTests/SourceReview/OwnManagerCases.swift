import Lint

// Custom trust managers in an app with pins in its network security configuration.

extension JavaTests {
    private static let project: [ProjectFiles.Fact: [String]] = [
        .androidPins: ["app/src/main/res/xml/pins.xml"]
    ]

    static let ownManagers: [CodeCase] = [
        CodeCase(
            "NSC-034",
            "Manager.kt",
            """
            class KeyManager(private val key: PublicKey) : X509TrustManager {
                override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
                    if (chain[0].publicKey != key) throw CertificateException("another key")
                }
            }
            """,
            right: """
                class Logging(private val platform: X509TrustManagerExtensions) {
                    override fun checkServerTrusted(chain: Array<X509Certificate>, type: String) {
                        platform.checkServerTrusted(chain, type, host)
                    }
                }
                """,
            project: project,
            isFixed: false
        ),
        CodeCase(
            "NSC-034",
            "Store.java",
            """
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            TrustManagerFactory factory = TrustManagerFactory.getInstance("X509");
            factory.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            """,
            right: """
                TrustManagerFactory factory = TrustManagerFactory.getInstance("X509");
                factory.init((KeyStore) null);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, factory.getTrustManagers(), null);
                """,
            """
            KeyStore store = KeyStore.getInstance("PKCS12");
            KeyManagerFactory keys = KeyManagerFactory.getInstance("X509");
            keys.init(store, password);
            TrustManagerFactory factory = TrustManagerFactory.getInstance("X509");
            factory.init((KeyStore) null);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), factory.getTrustManagers(), null);
            """,
            project: project,
            isFixed: false
        ),
    ]
}
