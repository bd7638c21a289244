import Basics
import TestSupport
import Testing

@testable import Reports

@Suite("Markup")
struct HTMLTests {
    @Test(arguments: HostileTexts.all)
    func `HTML escapes text`(hostile: String) {
        var html = HTML()
        html.element("p", .described(hostile), .data(.id, hostile), .label(hostile), text: hostile)
        Untrusted(hostile).write(to: &html)
        #expect(html.text.count { $0 == "<" } == 2)
        #expect(html.text.count { $0 == ">" } == 2)
        #expect(html.text.count { $0 == "\"" } == 6)
        let isVisible = html.text.unicodeScalars.allSatisfy {
            $0 == "\n"
                || $0.value >= 0x20 && !(0x80...0x9f).contains($0.value)
                    && !(0x2028...0x202e).contains($0.value)
        }
        #expect(isVisible)
    }

    @Test(arguments: HostileTexts.all)
    func `the target of a link contains only safe characters`(hostile: String) {
        for anchor in [Anchor(hostile), Anchor(filter: ["party": hostile])] {
            var html = HTML()
            html.element("a", .to(anchor))
            #expect(html.text.hasPrefix("<a href=\"#"))
            let plain = html.text.dropFirst(10).prefix { $0 != "\"" }
            let isPlain = plain.allSatisfy { $0.isASCII && !" <>&'".contains($0) }
            #expect(isPlain)
        }
    }

    @Test(arguments: [
        ("pins/renewal[same-key]@curl", "pins/renewal[same-key]@curl"),
        ("a b", "a_20.b"), ("ä", "_e4."), ("a_b", "a_5f.b"), ("x#2", "x_23.2"),
    ])
    func `an anchor is made from an id`(id: String, place: String) {
        #expect(Anchor(id).text == place)
    }

    @Test func `HTML truncates a very long text`() {
        var html = HTML()
        html.escape(String(repeating: "a", count: 5_000))
        #expect(html.text == String(repeating: "a", count: 4_000) + "… (5000 characters)")
    }
}
