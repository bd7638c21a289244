import Testing

@testable import ScenarioFormat

/// Texts that YAML or an editor would interpret differently.
struct QuotingTests {
    private static let hostile = [
        "", " ", " a", "a ", "a: b", "a:b", "a:", ":", ": a", "a #b", "#a", "a#b", "a:b:c", "::1",
        "it's", "'a'", "\"a\"", "say \"a\"", "a\nb", "a\n", "\na", "a\\nb", "\\", "\t", "a\tb",
        "\0", "a\u{7}b", "\u{7f}", "\u{85}", "\u{2028}", "a\u{feff}", "\u{fffe}", "\u{ffff}",
        "\u{202e}abc", "😀", "👩‍🚀", "é", "e\u{301}", "\u{10ffff}", "*", "*.example.test", "&a", "!a",
        "%a", "@a", "`a`", "|", ">", "| a", "-", "- a", "-a", "--- a", "---", "...", "...a", ".a",
        "? a", "?", "[a", "]", "{a}", "a, b", "a]", ",", "~", "null", "Null", "yes", "No", "on",
        "OFF", "true", "false", "y", "n", "1", "-1", "+1", "0x1f", "0b1", "0o7", "017", "1_000",
        "1e3", "1.5", ".5", ".inf", ".NaN", "12:30", "1.2.3.4", "0500", "2026-11-21",
        "2026-11-21T09:30:00Z", "<<", "=", "uri:https://example.test/", "ip:::1", "ip:192.0.2.1",
        "CN=a,O=b", "RFC 5280 §6.1.3 (a)(2)", "a ← b", "\r", "a\r\nb",
    ]

    // The parser removes a leading byte order mark even if it is escaped, so no text begins with
    // one.
    @Test(arguments: hostile)
    func `quoted text is read back unchanged`(_ text: String) throws {
        let quoted = Quoting.text(text)
        for document in ["k: \(quoted)\n", "k: [\(quoted)]\n", "k: { k: \(quoted) }\n"] {
            let value = try read(document)["k"]
            #expect((value?["k"] ?? value?.elements.first)?.text == text, "\(document)")
        }
    }

    @Test(arguments: hostile)
    func `text quoted as a key is read back unchanged`(_ text: String) throws {
        let quoted = Quoting.text(text)
        for document in ["\(quoted): v\n", "k: { \(quoted): v }\n"] {
            let value = try read(document)
            #expect((value["k"] ?? value)[text]?.text == "v" || text == "k", "\(document)")
        }
    }

    @Test(arguments: [
        "www.example.test", "leaf", "-90d..-1d", "spki(leaf)", "ip:192.0.2.1", "1.2.3.4",
        "RFC 5280 §6.1.3 (a)(2)", "NSURLErrorDomain -1202", "the user's anchor", "2026-11-21",
    ])
    func `writes ordinary text without quotes`(_ text: String) {
        #expect(Quoting.text(text) == text)
    }

    @Test(arguments: ["yes", "off", "1", "0500", "1.5", "~", "12:30", "2.999", "0x10"])
    func `quotes text that other readers would take for a number, flag or null`(_ text: String) {
        #expect(Quoting.text(text) == "\"\(text)\"")
    }

    @Test(arguments: ["\u{202e}", "\u{feff}", "\u{200d}", "\u{85}", "\0"])
    func `escapes invisible characters`(_ text: String) {
        let isVisible = Quoting.text(text).utf8.allSatisfy { (0x20..<0x7f).contains($0) }
        #expect(isVisible)
    }

    private func read(_ document: String) throws -> Value {
        let source = Source(path: "it.yaml", bytes: Array(document.utf8))
        return try #require(try YAMLReader.documents(of: source).get().first)
    }
}
