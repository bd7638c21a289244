import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** java.net.http of the JDK. */
final class ByHttpClient implements JvmClient.Library {
    @Override
    public int get(URI url, JvmClient.Trust trust, List<String> pins) throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(trust.context())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        HttpRequest request = HttpRequest.newBuilder(url).timeout(Duration.ofMillis(JvmClient.TIMEOUT)).build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }
}
