package hatpin.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;
import javax.net.ssl.*;
import org.opentest4j.AssertionFailedError;

/** The setup of a case; {@code members} are those of the lab's answer. */
public record HatpinWorld(List<Map.Entry<String, String>> members) {
    /** Returns all values of a member, such as {@code pin}. */
    public List<String> all(String name) {
        return members.stream().filter(member -> member.getKey().equals(name)).map(Map.Entry::getValue).toList();
    }

    /** Returns the value of a member, such as {@code token}; null if it is absent. */
    public String get(String name) { return all(name).stream().findFirst().orElse(null); }
    boolean isSetup() { return get("type").equals("setup"); }
    public URI uri() { return URI.create(get("url")); }
    public String host() { return get("host"); }
    public int port() { return Integer.parseInt(get("port")); }
    public InetAddress address() throws UnknownHostException { return InetAddress.getByName(get("address")); }

    /** Resolves every name to the server's address, as {@code Dns} of OkHttp resolves names. */
    public List<InetAddress> lookup(String name) throws UnknownHostException { return List.of(address()); }

    /** Writes the server's name and address to the hosts file of the JVM, if it has one. */
    HatpinWorld lead() throws IOException {
        String hosts = System.getProperty("jdk.net.hosts.file");
        Security.setProperty("networkaddress.cache.ttl", "0");
        if (hosts == null) return this;
        Files.createDirectories(Path.of(hosts).toAbsolutePath().getParent());
        Files.writeString(Path.of(hosts), get("address") + " " + get("hosts") + "\n127.0.0.1 localhost\n");
        return this;
    }

    /** Returns the JDK's trust manager, with the trust anchors of the client. */
    public X509TrustManager trustManager() throws Exception {
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(KeyStore.getInstance(new File(get("ca-pkcs12")), "changeit".toCharArray()));
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    /** Returns a context with the trust manager, and without a certificate of the client. */
    public SSLContext sslContext() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] { trustManager() }, null);
        return context;
    }

    /** Returns the socket factory of the context. */
    public SSLSocketFactory socketFactory() throws Exception { return sslContext().getSocketFactory(); }

    /** The lab of this process: the one that HATPIN_LAB names, or a child, which ends with its input. */
    static final class Lab {
        /** A member whose value is a string, a number or a literal. A quote inside a string is escaped. */
        private static final Pattern MEMBER = Pattern.compile(
                "\"([\\w-]+)\":(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(\\w+))");
        /** How long a lab that HATPIN_LAB names may take to connect and to greet. */
        private static final Executor PATIENCE = CompletableFuture.delayedExecutor(10, TimeUnit.SECONDS);
        private static BufferedReader reading;
        private static Writer writing;
        /** The child or the channel of the lab. */
        private static volatile Closeable opened;

        /** Returns the answer to a request, except for an error, which is thrown as a failure with this cause. */
        static synchronized HatpinWorld ask(String members, Throwable cause) {
            try {
                if (writing == null) open(System.getenv("HATPIN_LAB"), System.getenv("HATPIN"));
                writing.write("{" + members + "}\n");
                writing.flush();
                HatpinWorld answer = read();
                if (!answer.get("type").equals("error")) return answer;
                String help = Objects.requireNonNullElse(answer.get("help"), "see hatpin schema lab");
                throw new AssertionFailedError("hatpin: " + answer.get("problem") + "; " + help, cause);
            } catch (IOException error) {
                close();
                writing = null; // The next request must not get the answer to this one.
                String problem = Thread.interrupted() ? "the test was interrupted" : error.getMessage();
                throw new AssertionFailedError("hatpin: the lab has ended (" + problem + ")", cause);
            }
        }

        /** Ends a setup whose verdict does not matter, because the lab serves only some setups at once. */
        static void end(HatpinWorld world) {
            try {
                while (ask("\"accepted\":false,\"verdict\":" + world.get("id"), null).isSetup()) continue;
            } catch (AssertionFailedError noVerdict) {}
        }

        private static void open(String place, String command) throws IOException {
            boolean isChild = place == null || place.isEmpty();
            String lab = !isChild ? place : command == null || command.isEmpty() ? "hatpin" : command;
            CompletableFuture<?> late = new CompletableFuture<>();
            try {
                if (isChild) {
                    var child = new ProcessBuilder(lab, "lab").redirectError(ProcessBuilder.Redirect.INHERIT).start();
                    opened = child::destroyForcibly;
                    reading = child.inputReader(UTF_8);
                    writing = child.outputWriter(UTF_8);
                } else {
                    URI uri = place.startsWith("tcp://") ? URI.create(place) : null;
                    var channel = uri != null ? SocketChannel.open() : SocketChannel.open(StandardProtocolFamily.UNIX);
                    opened = channel;
                    late = CompletableFuture.runAsync(Lab::close, PATIENCE);
                    channel.connect(uri != null ? new InetSocketAddress(uri.getHost(), uri.getPort())
                            : UnixDomainSocketAddress.of(place));
                    reading = new BufferedReader(Channels.newReader(channel, UTF_8));
                    writing = Channels.newWriter(channel, UTF_8);
                }
                HatpinWorld greeting = read();
                if (!"1".equals(greeting.get("format")))
                    throw new IOException(greeting.get("tool") + " has format " + greeting.get("format")
                            + " of labs, not 1: install the same version of both");
            } catch (IOException | RuntimeException error) {
                close();
                writing = null;
                var way = isChild ? "set HATPIN to hatpin's path" : "start hatpin lab with --socket or --listen";
                String problem = Objects.requireNonNullElse(error.getMessage(), "it does not answer");
                throw new AssertionFailedError("hatpin: no lab at '" + lab + "': " + problem + "; " + way);
            } finally {
                late.cancel(false);
            }
        }

        private static void close() {
            try { if (opened != null) opened.close(); } catch (IOException ended) {}
        }

        private static HatpinWorld read() throws IOException {
            String line = Objects.requireNonNullElse(reading.readLine(), "");
            HatpinWorld answer = new HatpinWorld(MEMBER.matcher(line).results().map(found -> Map.entry(
                    found.group(1), found.group(2) == null ? found.group(3) : text(found.group(2)))).toList());
            if (answer.get("type") == null) throw new EOFException("it sent no answer");
            return answer;
        }

        private static String text(String escaped) {
            return Pattern.compile("\\\\(?:u(.{4})|.)").matcher(escaped).replaceAll(found -> Matcher.quoteReplacement(
                    found.group(1) == null ? found.group().translateEscapes()
                            : Character.toString(Integer.parseInt(found.group(1), 16))));
        }

        static String quoted(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
        }
    }
}
