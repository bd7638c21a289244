package hatpin.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URL;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.opentest4j.TestAbortedException;

/** The extension, with clients of the JDK and OkHttp, and in processes of its own. */
final class HatpinCasesTest {
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    static final class RightClientsTest {
        @HatpinCases({"names/exact-name*", "names/other-domain", "time/expired-leaf"})
        void httpClient(HatpinWorld world) throws Exception {
            HttpClient client = HttpClient.newBuilder().sslContext(world.sslContext()).build();
            client.send(HttpRequest.newBuilder(world.uri()).build(), BodyHandlers.discarding());
        }

        @HatpinCases({"names/exact-name*", "names/other-domain", "time/expired-leaf"})
        void urlConnection(HatpinWorld world) throws Exception {
            HttpsURLConnection connection = (HttpsURLConnection) new URL(world.get("url")).openConnection();
            connection.setSSLSocketFactory(world.socketFactory());
            connection.getResponseCode();
        }

        @HatpinCases({"names/exact-name*", "names/other-domain", "time/expired-leaf"})
        void okHttp(HatpinWorld world) throws Exception {
            OkHttpClient client = new OkHttpClient.Builder().dns(world::lookup)
                    .sslSocketFactory(world.socketFactory(), world.trustManager()).build();
            client.newCall(new Request.Builder().url(world.get("url")).build()).execute().close();
        }
    }

    /** Tests that the outer tests run by name. */
    @EnabledIfEnvironmentVariable(named = "INNER", matches = ".")
    static final class Inner {
        @HatpinCases("time/expired-leaf")
        void right(HatpinWorld world) throws Exception {
            get(world, world.sslContext());
        }

        @HatpinCases("time/expired-leaf")
        void unchecked(HatpinWorld world) throws Exception {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] { new Unchecked() }, new SecureRandom());
            get(world, context);
        }

        @HatpinCases("time/expired-leaf")
        void otherAnchors(HatpinWorld world) throws Exception {
            get(world, SSLContext.getDefault());
        }

        @HatpinCases("time/expired-leaf")
        void idle(HatpinWorld world) {
            throw new IllegalStateException("no \"library\"\n\\");
        }

        @HatpinCases("time/expired-leaf")
        void waiting(HatpinWorld world) throws Exception {
            System.out.println("it waits");
            Thread.sleep(600_000);
        }

        /** The first of two cases interrupts its thread, as a time limit of JUnit does. */
        @HatpinCases({"names/exact-name[plain]", "time/expired-leaf"})
        void interrupted(HatpinWorld world) throws Exception {
            get(world, world.sslContext());
            if (world.get("case").startsWith("names/")) Thread.currentThread().interrupt();
        }

        @HatpinCases("time/expird")
        void unknown(HatpinWorld world) {}

        @HatpinCases("names/exact-name[plain]")
        void own(HatpinWorld world) throws Exception {
            get(world, world.sslContext());
            assertEquals(0, world.port(), "my own check");
        }

        @HatpinCases("time/expired-leaf")
        void aborted(HatpinWorld world) {
            throw new TestAbortedException("not here");
        }

        @HatpinCases("names/*")
        void allAborted(HatpinWorld world) {
            throw new TestAbortedException("not here");
        }

        @HatpinCases("pins/addresses-and-spellings*")
        void excluded(HatpinWorld world) {}

        @HatpinCases(value = "pins/addresses-and-spellings*", can = "spki-pins")
        void unpinned(HatpinWorld world) throws Exception {
            assertTrue(world.all("pin").size() > 0);
            get(world, world.sslContext());
        }

        /** Dials the address itself, so that the hosts file does not matter. */
        private static void get(HatpinWorld world, SSLContext context) throws Exception {
            try (Socket dialled = new Socket(world.address(), world.port());
                    var socket = (SSLSocket) context.getSocketFactory()
                            .createSocket(dialled, world.host(), world.port(), true)) {
                var parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.getOutputStream().write(("GET " + world.get("path") + " HTTP/1.0\r\n\r\n").getBytes());
                socket.getInputStream().readAllBytes();
            }
        }
    }

    /** A test that two classes inherit, each for another client. */
    abstract static class Base {
        abstract SSLContext context(HatpinWorld world) throws Exception;

        @HatpinCases("time/expired-leaf")
        void client(HatpinWorld world) throws Exception { Inner.get(world, context(world)); }
    }

    @EnabledIfEnvironmentVariable(named = "INNER", matches = ".")
    static final class Right extends Base {
        @Override SSLContext context(HatpinWorld world) throws Exception { return world.sslContext(); }
    }

    @EnabledIfEnvironmentVariable(named = "INNER", matches = ".")
    static final class OtherAnchors extends Base {
        @Override SSLContext context(HatpinWorld world) throws Exception { return SSLContext.getDefault(); }
    }

    private static final class Unchecked extends X509ExtendedTrustManager {
        @Override public void checkClientTrusted(X509Certificate[] chain, String type) {}
        @Override public void checkServerTrusted(X509Certificate[] chain, String type) {}
        @Override public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}
        @Override public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}
        @Override public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
        @Override public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
        @Override public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
    }

    private record Run(String name, String method, Map<String, String> environment, boolean passes, String output) {}

    @TestFactory
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    Stream<DynamicTest> runs() throws IOException {
        return Stream.of(
                new Run("a right client passes", "right", Map.of(), true, "1 tests successful"),
                new Run("an accepted attack fails with its sentence", "unchecked", Map.of(), false,
                        "$Inner.unchecked accepted time/expired-leaf, which must be rejected (reject: expired)"),
                new Run("a rejection without its control is inconclusive", "otherAnchors", Map.of(), false,
                        "rejected time/expired-leaf, but it rejects the control, too"),
                new Run("a client that does not connect fails", "idle", Map.of(), false, "the client never connected"),
                new Run("the reason why it does not connect is shown", "idle", Map.of(), false, "no \"library\""),
                new Run("an unknown case fails", "unknown", Map.of(), false, "hatpin: 'time/expird' selects nothing"),
                new Run("an error after an acceptance is the test's own", "own", Map.of(), false, "my own check"),
                new Run("an aborted test is not a failure", "aborted", Map.of(), true, "1 tests aborted"),
                new Run("aborted tests leave no setups", "allAborted", Map.of(), true, "0 tests failed"),
                new Run("classes that inherit a test are clients of their own", "Right#client,OtherAnchors#client",
                        Map.of(), false, "1 tests failed"),
                new Run("empty variables are unset", "right", Map.of("HATPIN_LAB", ""), true, "1 tests successful"),
                new Run("cases that do not apply are aborted", "excluded", Map.of(), true, "6 tests aborted"),
                new Run("abilities apply further cases", "unpinned", Map.of(), false, "must be rejected"),
                new Run("no command", "right", Map.of("HATPIN", "/no/hatpin"), false, "no lab at '/no/hatpin'"),
                new Run("a command that ends", "right", Map.of("HATPIN", "true"), false, "it sent no answer"),
                new Run("another program", "right", Map.of("HATPIN", "echo"), false, "no lab at 'echo'"),
                new Run("a lab of another format", "right", fake(9, "exec sleep 600"), false, "has format 9"),
                new Run("a lab that ends", "right", fake(1, "read request"), false, "hatpin: the lab has ended"),
                new Run("a line that is no JSON", "right", fake(1, "read request; echo oops"), false,
                        "hatpin: the lab has ended (it sent no answer)"),
                new Run("a setup that cannot be served", "right", fake(1, "read request; echo '" + UNSERVED + "'; cat"),
                        false, "hatpin: no descriptors; raise ulimit"),
                new Run("no lab at a socket", "right", Map.of("HATPIN_LAB", "/no/socket"), false, "start hatpin lab"),
                new Run("no lab at a port", "right", Map.of("HATPIN_LAB", "tcp://127.0.0.1:1"), false, "no lab at"),
                new Run("a place without a port", "right", Map.of("HATPIN_LAB", "tcp://nowhere"), false, "no lab at")
        ).map(run -> DynamicTest.dynamicTest(run.name, () -> check(run)));
    }

    private static final String UNSERVED = "{\"type\":\"error\",\"code\":\"not-served\","
            + "\"problem\":\"no descriptors\",\"help\":\"raise ulimit\"}";

    @Test
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    void killedTestLeavesNoLabAndNoFiles() throws Exception {
        Path files = Files.createTempDirectory("hatpin");
        String lab = command("TMPDIR=" + files + " exec " + HATPIN + " \"$@\"");
        Process process = start("waiting", Map.of("HATPIN", lab));
        while (!process.inputReader().readLine().contains("it waits")) continue;
        process.destroyForcibly();
        assertEnds(lab);
        for (long end = deadline(); files.toFile().list().length > 0; Thread.sleep(10))
            assertTrue(System.nanoTime() < end, "files are left");
        Files.delete(files);
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    void twoProcessesShareALab() throws Exception {
        withLab(door -> {
            List<Process> both = new ArrayList<>();
            for (int i = 0; i < 2; i++) both.add(start("right", Map.of("HATPIN_LAB", door)));
            for (Process process : both) {
                String output = new String(process.getInputStream().readAllBytes());
                assertEquals(0, process.waitFor(), output);
            }
        });
    }

    /** An interruption closes the connection to a lab; the next case connects again. */
    @Test
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    void interruptedTest() throws Exception {
        withLab(door -> {
            Map<String, String> lab = Map.of("HATPIN_LAB", door);
            check(new Run("", "interrupted", lab, false, "the lab has ended (the test was interrupted)"));
            check(new Run("", "interrupted", lab, false, "1 tests successful"));
        });
    }

    private interface Use { void run(String door) throws Exception; }

    /** Starts a lab at a socket, and stops it after its use. */
    private static void withLab(Use use) throws Exception {
        Path folder = Files.createTempDirectory("hatpin");
        Path door = folder.resolve("door");
        Process lab = new ProcessBuilder(HATPIN, "lab", "--socket", door.toString()).start();
        try {
            for (long end = deadline(); !Files.exists(door); Thread.sleep(10)) assertTrue(System.nanoTime() < end);
            use.run(door.toString());
        } finally {
            lab.destroy();
        }
        assertEquals(0, lab.waitFor());
        Files.delete(folder);
    }

    /** A full queue of connections is like a machine that is not there: it does not answer. */
    @Test
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    void absentMachine() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(listening.getInetAddress(), listening.getLocalPort());
                Socket second = new Socket(listening.getInetAddress(), listening.getLocalPort())) {
            String place = "tcp://127.0.0.1:" + listening.getLocalPort();
            check(new Run("", "right", Map.of("HATPIN_LAB", place), false, "it does not answer; start hatpin lab"));
        }
    }

    @Test
    @DisabledIfEnvironmentVariable(named = "INNER", matches = ".")
    void silentServers() throws Exception {
        Path folder = Files.createTempDirectory("hatpin");
        Path door = folder.resolve("door");
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var local = ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                        .bind(UnixDomainSocketAddress.of(door))) {
            for (String place : List.of("tcp://127.0.0.1:" + listening.getLocalPort(), door.toString()))
                check(new Run("", "right", Map.of("HATPIN_LAB", place), false, "it does not answer; start hatpin lab"));
        }
        Files.delete(door);
        Files.delete(folder);
    }

    private static final String HATPIN = System.getenv().getOrDefault("HATPIN", "hatpin");

    private static long deadline() { return System.nanoTime() + 30_000_000_000L; }

    /** Returns the environment of a command that greets as a lab, and goes on with more lines of a shell. */
    private static Map<String, String> fake(int format, String more) throws IOException {
        String line = "{\"type\":\"lab\",\"format\":" + format + ",\"tool\":\"hatpin 7\"}";
        return Map.of("HATPIN", command("echo '" + line + "'\n" + more));
    }

    /** Returns the path of a command, which writes the number of its process to the file PATH.pid. */
    private static String command(String lines) throws IOException {
        Path command = Files.createTempFile("hatpin", "");
        Files.writeString(command, "#!/bin/sh\necho $$ >>" + command + ".pid\n" + lines + "\n");
        command.toFile().setExecutable(true);
        command.toFile().deleteOnExit();
        new File(command + ".pid").deleteOnExit();
        return command.toString();
    }

    /** Fails unless all processes of a command end soon. */
    private static void assertEnds(String command) throws Exception {
        for (String pid : Files.readAllLines(Path.of(command + ".pid")))
            for (long end = deadline(); Files.exists(Path.of("/proc/" + pid)); Thread.sleep(10))
                assertTrue(System.nanoTime() < end, "process " + pid + " is left");
    }

    private static void check(Run run) throws Exception {
        Process process = start(run.method, run.environment);
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(run.passes, process.waitFor() == 0, output);
        assertTrue(output.contains(run.output), output);
        String command = run.environment.getOrDefault("HATPIN", "");
        if (Files.exists(Path.of(command + ".pid"))) assertEnds(command);
    }

    private static Process start(String method, Map<String, String> environment) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
                "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--disable-ansi-colors"));
        for (String one : method.split(",")) {
            String name = one.contains("#") ? one : "Inner#" + one;
            command.add("-m");
            command.add(HatpinCasesTest.class.getName() + "$" + name + "(" + HatpinWorld.class.getName() + ")");
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("INNER", "1");
        builder.environment().putAll(environment);
        return builder.start();
    }
}
