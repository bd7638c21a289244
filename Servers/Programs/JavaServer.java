import com.sun.net.httpserver.*;
import java.io.*;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.*;
import java.util.concurrent.Executors;
import javax.net.ssl.*;

/**
 * A server on the JDK's HttpsServer that requires a client certificate: JavaServer PORT CERT KEY CA
 * [CRLS].
 *
 * <p>It answers each request with the user that the certificate names and the request's path. CRLS
 * must have the CRLs of all CAs then.
 */
public class JavaServer {
    private static final CertificateFactory FACTORY;

    static {
        try {
            FACTORY = CertificateFactory.getInstance("X.509");
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Collection<? extends Certificate> certificates(String file) throws Exception {
        try (InputStream in = new FileInputStream(file)) {
            return FACTORY.generateCertificates(in);
        }
    }

    private static KeyManager[] own(String certificate, String keyFile) throws Exception {
        Certificate[] chain = certificates(certificate).toArray(new Certificate[0]);
        String pem = Files.readString(Path.of(keyFile)).replaceAll("-----.*-----", "");
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem));
        Key key = KeyFactory.getInstance(chain[0].getPublicKey().getAlgorithm()).generatePrivate(spec);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", key, new char[0], chain);
        KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
        managers.init(store, new char[0]);
        return managers.getKeyManagers();
    }

    private static TrustManager[] clients(String ca, String crls) throws Exception {
        Set<TrustAnchor> anchors = new HashSet<>();
        for (Certificate one : certificates(ca)) {
            anchors.add(new TrustAnchor((X509Certificate) one, null));
        }
        var parameters = new PKIXBuilderParameters(anchors, new X509CertSelector());
        parameters.setRevocationEnabled(crls != null);
        if (crls != null) {
            try (InputStream in = new FileInputStream(crls)) {
                var lists = new CollectionCertStoreParameters(FACTORY.generateCRLs(in));
                parameters.addCertStore(CertStore.getInstance("Collection", lists));
            }
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
        managers.init(new CertPathTrustManagerParameters(parameters));
        return managers.getTrustManagers();
    }

    public static void main(String[] words) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                own(words[1], words[2]), clients(words[3], words.length > 4 ? words[4] : null), null);
        var address = new InetSocketAddress("127.0.0.1", Integer.parseInt(words[0]));
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(
                new HttpsConfigurator(context) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
                        ssl.setNeedClientAuth(true);
                        parameters.setSSLParameters(ssl);
                    }
                });
        server.createContext("/", JavaServer::answer);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String user = ((HttpsExchange) exchange).getSSLSession().getPeerPrincipal().getName();
        byte[] body =
                ("user=" + user + " path=" + exchange.getRequestURI() + "\n")
                        .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
