import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
* A client on one of Java's libraries that runs many cases: JvmWorker LIBRARY.
 *
* <p>Reads each case as one line of JSON on standard input and writes one line to standard output:
 * {"accepted": true}, or {"accepted": false, "says": "…"} with the library's error text. Each case gets
 * a new client and a new SSLContext, so no pool or session outlives it.
 */
final class JvmWorker {
    /** Returns the string value of a member of a flat object. */
    private static String member(String line, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
        if (!found.find()) throw new IllegalArgumentException("the case has no " + name);
        return found.group(1).replace("\\/", "/");
    }

    private static List<String> pins(String line) {
        List<String> pins = new ArrayList<>();
        Matcher list = Pattern.compile("\"pins\"\\s*:\\s*\\[([^]]*)]").matcher(line);
        if (!list.find()) return pins;
        Matcher pin = Pattern.compile("\"([^\"]*)\"").matcher(list.group(1));
        while (pin.find()) pins.add(pin.group(1).replace("\\/", "/"));
        return pins;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : text.toCharArray()) {
            if (character == '"' || character == '\\') quoted.append('\\').append(character);
            else if (character < ' ') quoted.append(String.format("\\u%04x", (int) character));
            else quoted.append(character);
        }
        return quoted.append('"').toString();
    }

    private static String refusal(String words) {
        return "{\"accepted\": false, \"says\": " + quoted(words) + "}";
    }

    private static String answer(JvmClient.Library library, String line) {
        try {
            JvmClient.Trust trust = JvmClient.Trust.of(Path.of(member(line, "ca")));
            int status = library.get(URI.create(member(line, "url")), trust, pins(line));
            return status == 200 ? "{\"accepted\": true}" : refusal("status " + status);
        } catch (Exception fault) {
            return refusal(JvmClient.reason(fault));
        }
    }

    public static void main(String[] words) throws Exception {
        if (words.length != 1) {
            System.err.println("usage: JvmWorker LIBRARY");
            System.exit(2);
        }
        JvmClient.Library library = JvmClient.library(words[0]);
        BufferedReader cases = new BufferedReader(new InputStreamReader(System.in));
        for (String line = cases.readLine(); line != null; line = cases.readLine()) {
            System.out.println(answer(library, line));
        }
    }
}
