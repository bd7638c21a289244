import PathValidation
import Testing

@testable import ClientModels

/// XML as trees with places, and input that is rejected.
struct MarkupReaderTests {
    @Test func `reads elements, attributes and text`() throws {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- what a tool writes -->
            <a one="1"
               tools:two="&lt;2&gt;" xmlns:tools="urn:x">
                x &amp; y<!-- not this --><b>\u{fc}</b><![CDATA[<z>]]>
                <b/>
            </a>
            """
        let root = try MarkupOutline(Array(text.utf8)).element
        #expect(root.name == "a")
        #expect(root.attributes == ["one": "1", "tools:two": "<2>", "xmlns:tools": "urn:x"])
        #expect(root.text == "\n    x & y<z>\n    \n")
        #expect(
            root.children == [
                MarkupElement("b", text: "\u{fc}", line: 5), MarkupElement("b", line: 6),
            ]
        )
        #expect(root.line == 4)
    }

    @Test func `skips an instruction without data`() throws {
        let text = """
            <?xml version="1.0"?>
            <?a?>
            <a><?b?>x<?c ?><!-- <?d?> --><![CDATA[<?e?>]]><?f g?></a>
            """
        let root = try MarkupOutline(Array(text.utf8)).element
        #expect(root == MarkupElement("a", text: "x<?e?>", line: 3))
    }

    @Test func `knows the places of elements, attributes and comments`() throws {
        let text = """
            \u{feff}<?xml version="1.0" encoding="us-ascii"?><!-- <a> -->
            <!DOCTYPE a SYSTEM "b > c">
            <t:a one = '&lt;"' xmlns:t="urn:&amp;"
              >\u{fc}<![CDATA[<c>]]><b two=">"/><b
            ></b ><?d <b>?></t:a>
            """
        let outline = try MarkupOutline(Array(text.utf8))
        func part(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
        let root = outline.root
        let tag = "<t:a one = '&lt;\"' xmlns:t=\"urn:&amp;\"\n  >"
        #expect(outline.comments.map(part) == ["<!-- <a> -->"])
        #expect(part(root.startTag) == tag)
        #expect(part(root.range)?.hasPrefix(tag) == true)
        #expect(part(root.range)?.hasSuffix("</t:a>") == true)
        #expect([root.nameRange, root.endNameRange].map(part) == ["t:a", "t:a"])
        #expect(root.attributes.map(\.value) == ["<\"", "urn:&"])
        #expect(root.attributes.map { part($0.nameRange) } == ["one", "xmlns:t"])
        #expect(root.attributes.map { part($0.valueRange) } == ["&lt;\"", "urn:&amp;"])
        #expect(root.attributes.map { part($0.range) }.first == "one = '&lt;\"'")
        #expect(root.children.map { part($0.range) } == ["<b two=\">\"/>", "<b\n></b >"])
        #expect(root.children.map { part($0.content) } == ["", ""])
        #expect(root.children.map { part($0.endNameRange) } == [nil, "b"])
        #expect(root.children.map(\.line) == [4, 5])
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let error: NotationError

        init(_ name: String, _ text: String, _ error: NotationError) {
            self.init(name, bytes: Array(text.utf8), error)
        }

        init(_ name: String, bytes: [UInt8], _ error: NotationError) {
            testDescription = name
            self.bytes = bytes
            self.error = error
        }
    }

    static let refused = [
        Case("nothing", "", .notWellFormed(number: 4, line: 1)),
        Case("no element", "hello", .notWellFormed(number: 4, line: 1)),
        Case("an open instruction", "<a/><?b c", .notWellFormed(number: 47, line: 1)),
        Case(
            "an instruction after an error",
            "<?xml version=\"1\" \"2\"><a><?b?></a>",
            .notWellFormed(number: 96, line: 1)
        ),
        Case("an open element", "<a>\n<b>", .notWellFormed(number: 5, line: 2)),
        Case("another end", "<a>\n<b></a>", .notWellFormed(number: 76, line: 2)),
        Case("two roots", "<a/><b/>", .notWellFormed(number: 5, line: 1)),
        Case("an attribute twice", "<a x='' x=''/>", .notWellFormed(number: 42, line: 1)),
        Case("an unknown entity", "<a>&b;</a>", .notWellFormed(number: 26, line: 1)),
        Case("a control character", "<a>\u{1}</a>", .notWellFormed(number: 9, line: 1)),
        Case("UTF-16", bytes: Array("<a/>".utf16.flatMap { [UInt8($0), 0] }), .notUTF8),
        Case("Latin-1", bytes: [0x3c, 0x61, 0x3e, 0xfc, 0x3c, 0x2f, 0x61, 0x3e], .notUTF8),
        // A declaration that a search in UTF-8 does not find.
        Case(
            "UTF-7",
            "<?xml version='1.0' encoding = 'UTF-7'?>+ADwAIQ-DOCTYPE a []>",
            .encoding("UTF-7")
        ),
        Case(
            "an entity of entities",
            "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><a x='&c;'/>",
            .declarations
        ),
        Case(
            "a file's entity",
            "<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/passwd'>]><a/>",
            .declarations
        ),
        Case(
            "a default attribute",
            "<!-- --><!DOCTYPE a [<!ATTLIST a x CDATA '1'>]><a/>",
            .declarations
        ),
        Case(
            "too deep",
            String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65),
            .tooDeep(limit: 64)
        ),
        Case(
            "far too deep",
            String(repeating: "<a>", count: 100_000),
            .tooDeep(limit: 64)
        ),
        Case(
            "too many",
            "<a>" + String(repeating: "<b/>", count: 100_000) + "</a>",
            .tooManyElements(limit: 100_000)
        ),
    ]

    @Test(arguments: refused)
    func `rejects malformed XML`(_ example: Case) {
        #expect(throws: example.error) { try MarkupOutline(example.bytes) }
    }

    @Test(arguments: [
        "<a/>", "\u{feff}<a/>", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x[y\">\n<a/>",
        "<!-- <!DOCTYPE a [ --><a/>",
    ])
    func `skips the prolog`(_ text: String) throws {
        #expect(try MarkupOutline(Array(text.utf8)).root.name == "a")
    }

    @Test func `accepts the maximum depth and number of elements`() throws {
        let deep = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
        #expect(try MarkupOutline(Array(deep.utf8)).root.name == "a")
        let wide = "<a>" + String(repeating: "<b/>", count: 99_999) + "</a>"
        #expect(try MarkupOutline(Array(wide.utf8)).root.children.count == 99_999)
    }
}
