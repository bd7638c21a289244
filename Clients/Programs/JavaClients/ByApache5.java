import java.net.URI;
import java.util.List;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.SSLConnectionSocketFactory;

/** Apache HttpClient 5. */
final class ByApache5 implements JvmClient.Library {
    @Override
    public int get(URI url, JvmClient.Trust trust, List<String> pins) throws Exception {
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setSSLSocketFactory(new SSLConnectionSocketFactory(trust.context()))
                .build();
        try (CloseableHttpClient client = HttpClients.custom()
                .setConnectionManager(connections)
                .disableAutomaticRetries()
                .build()) {
            return client.execute(new HttpGet(url), answer -> answer.getCode());
        }
    }
}
