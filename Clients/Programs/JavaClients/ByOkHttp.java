import java.net.URI;
import java.util.List;
import okhttp3.CertificatePinner;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** OkHttp, with its CertificatePinner where the case has pins: {@code HOST=PIN}. */
final class ByOkHttp implements JvmClient.Library {
    @Override
    public int get(URI url, JvmClient.Trust trust, List<String> pins) throws Exception {
        CertificatePinner.Builder pinner = new CertificatePinner.Builder();
        for (String pin : pins) {
            String[] parts = pin.split("=", 2);
            pinner.add(parts[0], "sha256/" + parts[1]);
        }
        OkHttpClient client = new OkHttpClient.Builder()
                .sslSocketFactory(trust.context().getSocketFactory(), trust.manager())
                .certificatePinner(pinner.build())
                .retryOnConnectionFailure(false)
                .build();
        try (Response answer = client.newCall(new Request.Builder().url(url.toString()).build()).execute()) {
            return answer.code();
        } finally {
            client.dispatcher().executorService().shutdown();
            client.connectionPool().evictAll();
        }
    }
}
