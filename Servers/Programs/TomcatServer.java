import jakarta.servlet.http.*;
import java.io.*;
import java.nio.file.*;
import java.security.KeyStore;
import java.security.cert.*;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.*;

/**
 * A server on Tomcat that requires a client certificate: TomcatServer HOME PORT CERT KEY CA [CRLS].
 *
 * <p>www.example.test answers each request with the subject that the certificate names and the
 * request's path; another host requires no certificate, and says that it is open.
 */
public class TomcatServer {
    private static final String PROTECTED = "www.example.test";

    static class Page extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            var shown = (X509Certificate[]) request.getAttribute("jakarta.servlet.request.X509Certificate");
            String user = shown == null ? "" : shown[0].getSubjectX500Principal().getName();
            response.setContentType("text/plain;charset=UTF-8");
            if (!request.getServerName().equals(PROTECTED)) {
                response.getWriter().print("open\n");
                return;
            }
            response.getWriter().print("user=" + user + " path=" + request.getRequestURI() + "\n");
        }
    }

    private static KeyStore authorities(String file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = new FileInputStream(file)) {
            int count = 0;
            for (var one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + count++, one);
            }
        }
        return store;
    }

    private static SSLHostConfig host(String name, String[] words) {
        var host = new SSLHostConfig();
        host.setHostName(name);
        host.setProtocols("TLSv1.2+TLSv1.3");
        var own = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        own.setCertificateFile(words[2]);
        own.setCertificateKeyFile(words[3]);
        host.addCertificate(own);
        return host;
    }

    public static void main(String[] words) throws Exception {
        var tomcat = new Tomcat();
        tomcat.setBaseDir(words[0]);
        tomcat.setSilent(true);
        var connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
        connector.setPort(Integer.parseInt(words[1]));
        connector.setProperty("address", "127.0.0.1");
        // Tomcat answers no client that renegotiates; this ends the connection before the deadline.
        connector.setProperty("connectionTimeout", "5000");
        connector.setProperty("SSLEnabled", "true");
        connector.setThrowOnFailure(true);
        connector.setScheme("https");
        connector.setSecure(true);
        connector.addSslHostConfig(host("_default_", words));
        var host = host(PROTECTED, words);
        host.setCertificateVerification("required");
        host.setCertificateVerificationDepth(10);
        host.setTrustStore(authorities(words[4]));
        if (words.length > 5) host.setCertificateRevocationListFile(words[5]);
        connector.addSslHostConfig(host);
        tomcat.setConnector(connector);
        Files.createDirectories(Path.of(words[0], "webapps"));
        var context = tomcat.addContext("", words[0]);
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/*", "page");
        tomcat.start();
        System.out.println("the server is ready");
        tomcat.getServer().await();
    }
}
