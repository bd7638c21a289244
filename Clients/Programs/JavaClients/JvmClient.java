import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
* A client on one of Java's libraries: JvmClient LIBRARY URL CA [HOST=PIN,…]. Pins are key hashes in
 * base64.
 *
 * <p>Exits with 0 after an answer of status 200, with 2 if its command line is wrong, and else with 1
 * and the library's error text on standard error.
 */
final class JvmClient {
    /** In milliseconds. Hatpin sets the deadline: a client that gives up first looks like a refusal. */
    static final int TIMEOUT = 3_600_000;

    /** Sends one request with a new client object. */
    interface Library {
        /** Returns the status of the answer. */
        int get(URI url, Trust trust, List<String> pins) throws Exception;
    }

    /** The anchors of a PEM file, in the types that the libraries need. */
    record Trust(SSLContext context, X509TrustManager manager) {
        static Trust of(Path pem) throws Exception {
            KeyStore anchors = KeyStore.getInstance("PKCS12");
            anchors.load(null, null);
            try (InputStream file = Files.newInputStream(pem)) {
                for (Certificate anchor : CertificateFactory.getInstance("X.509").generateCertificates(file))
                    anchors.setCertificateEntry("anchor-" + anchors.size(), anchor);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(anchors);
            TrustManager[] managers = factory.getTrustManagers();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers, null);
            return new Trust(context, (X509TrustManager) managers[0]);
        }
    }

    /** Finds libraries outside the JDK by name, so that each needs only its own packages. */
    static Library library(String name) throws ReflectiveOperationException {
        String type = Map.of(
                "url-connection", "ByURLConnection",
                "http-client", "ByHttpClient",
                "apache-4", "ByApache4",
                "apache-5", "ByApache5",
                "okhttp", "ByOkHttp").get(name);
        if (type == null) throw new ClassNotFoundException(name);
        return (Library) Class.forName(type).getDeclaredConstructor().newInstance();
    }

    /** Returns the texts of an error and of all its causes. */
    static String reason(Throwable fault) {
        StringBuilder words = new StringBuilder();
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) words.append(cause).append('\n');
        return words.toString();
    }

    public static void main(String[] words) throws Exception {
        if (words.length < 3) {
            System.err.println("usage: JvmClient LIBRARY URL CA [HOST=PIN,…]");
            System.exit(2);
        }
        List<String> pins = words.length > 3 ? List.of(words[3].split(",")) : List.of();
        try {
            int status = library(words[0]).get(URI.create(words[1]), Trust.of(Path.of(words[2])), pins);
            System.exit(status == 200 ? 0 : 1);
        } catch (ClassNotFoundException fault) {
            System.err.println("no such library: " + words[0]);
            System.exit(2);
        } catch (Exception fault) {
            System.err.println(reason(fault));
            System.exit(1);
        }
    }
}
