import hatpin.junit.HatpinCases;
import hatpin.junit.HatpinWorld;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.HttpsURLConnection;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/** Clients of Java; script/test-real compares the verdicts with those of their definitions. */
final class RealClientsTest {
    @HatpinCases(value = {"names/*", "anchors/*", "time/*"}, can = "addresses")
    void httpClient(HatpinWorld world) throws Exception {
        HttpClient client = HttpClient.newBuilder().sslContext(world.sslContext()).build();
        client.send(HttpRequest.newBuilder(world.uri()).build(), BodyHandlers.discarding());
    }

    @HatpinCases(value = {"names/*", "anchors/*", "time/*"}, can = "addresses")
    void urlConnection(HatpinWorld world) throws Exception {
        HttpsURLConnection connection = (HttpsURLConnection) new URL(world.get("url")).openConnection();
        connection.setSSLSocketFactory(world.socketFactory());
        connection.getResponseCode();
    }

    @HatpinCases(value = {"names/*", "anchors/*", "time/*"}, can = "addresses")
    void okHttp(HatpinWorld world) throws Exception {
        OkHttpClient client = new OkHttpClient.Builder().dns(world::lookup).retryOnConnectionFailure(false)
                .sslSocketFactory(world.socketFactory(), world.trustManager()).build();
        client.newCall(new Request.Builder().url(world.get("url")).build()).execute().close();
    }
}
