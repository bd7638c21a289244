import java.net.URI;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;

/** HttpsURLConnection of the JDK. */
final class ByURLConnection implements JvmClient.Library {
    @Override
    public int get(URI url, JvmClient.Trust trust, List<String> pins) throws Exception {
        HttpsURLConnection connection = (HttpsURLConnection) url.toURL().openConnection();
        connection.setSSLSocketFactory(trust.context().getSocketFactory());
        connection.setConnectTimeout(JvmClient.TIMEOUT);
        connection.setReadTimeout(JvmClient.TIMEOUT);
        try {
            return connection.getResponseCode();
        } finally {
            connection.disconnect();
        }
    }
}
