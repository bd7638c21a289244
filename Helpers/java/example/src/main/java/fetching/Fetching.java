package fetching;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLContext;

/** The client of the example: it reads documents from servers. */
public final class Fetching {
    private final HttpClient client;

    /** Creates a client whose context has its trust anchors. */
    public Fetching(SSLContext context) { client = HttpClient.newBuilder().sslContext(context).build(); }

    /** Reads the document at a URI. */
    public byte[] read(URI uri) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) throw new IOException("the server answers " + answer.statusCode());
        return answer.body();
    }
}
