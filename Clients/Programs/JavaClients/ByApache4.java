import java.net.URI;
import java.util.List;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;

/** Apache HttpClient 4. */
final class ByApache4 implements JvmClient.Library {
    @Override
    public int get(URI url, JvmClient.Trust trust, List<String> pins) throws Exception {
        try (CloseableHttpClient client =
                        HttpClients.custom().setSSLContext(trust.context()).disableAutomaticRetries().build();
                CloseableHttpResponse answer = client.execute(new HttpGet(url))) {
            return answer.getStatusLine().getStatusCode();
        }
    }
}
