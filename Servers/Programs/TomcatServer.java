import com.sun.net.httpserver.HttpServer;
import jakarta.servlet.http.*;
import java.io.*;
import java.net.InetSocketAddress;
import java.nio.file.*;
import java.security.KeyStore;
import java.security.cert.*;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.net.*;

/**
 * A server on Tomcat that requires a client certificate: TomcatServer HOME PORT RELOAD-PORT CERT
 * KEY CA [CRLS].
 *
 * <p>www.example.test answers each request with the subject that the certificate names and the
 * request's path; another host requires no certificate, and says that it is open. The server reads
 * CA and CRLS again for each HTTP request to RELOAD-PORT.
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

    private static void answerReloads(int port, Connector connector, String[] words) throws IOException {
        var reloads = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        reloads.createContext("/", exchange -> {
            int status = 204;
            try {
                var hosts = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
                hosts.addSslHostConfig(protectedHost(words), true);
            } catch (Exception fault) {
                fault.printStackTrace();
                status = 500;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        reloads.start();
    }

    private static SSLHostConfig protectedHost(String[] words) throws Exception {
        var host = host(PROTECTED, words);
        host.setCertificateVerification("required");
        host.setCertificateVerificationDepth(10);
        host.setTrustStore(authorities(words[5]));
        if (words.length > 6) host.setCertificateRevocationListFile(words[6]);
        return host;
    }

    private static SSLHostConfig host(String name, String[] words) {
        var host = new SSLHostConfig();
        host.setHostName(name);
        host.setProtocols("TLSv1.2+TLSv1.3");
        var own = new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        own.setCertificateFile(words[3]);
        own.setCertificateKeyFile(words[4]);
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
        connector.addSslHostConfig(protectedHost(words));
        tomcat.setConnector(connector);
        Files.createDirectories(Path.of(words[0], "webapps"));
        var context = tomcat.addContext("", words[0]);
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/*", "page");
        tomcat.start();
        answerReloads(Integer.parseInt(words[2]), connector, words);
        System.out.println("the server is ready");
        tomcat.getServer().await();
    }
}
