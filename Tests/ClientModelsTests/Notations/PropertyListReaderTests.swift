import Foundation
import PathValidation
import Testing
import X509

@testable import ClientModels

/// Property lists as values, whole or pasted, in XML or binary.
struct PropertyListReaderTests {
    static let value = PropertyListValue.dictionary([
        "flag": .boolean(true), "other": .boolean(false), "one": .integer(1),
        "half": .real(0.5), "text": .string("<\u{fc}>"),
        "list": .array([.string("a"), .integer(0)]),
        "date": .date(Instant(seconds: 1_795_253_400)), "bytes": .data([1, 2]),
        "none": .dictionary([:]),
    ])

    static let entries = """
        <key>flag</key><true/>
        <key>other</key><false/>
        <key>one</key><integer>1</integer>
        <key>half</key><real>0.5</real>
        <key>text</key><string>&lt;\u{fc}></string>
        <key>list</key><array><string>a</string><integer>0</integer></array>
        <key>date</key><date>2026-11-21T09:30:00Z</date>
        <key>bytes</key><data>AQI=</data>
        <key>none</key><dict/>
        """

    static let whole = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(entries)
        </dict>
        </plist>
        """

    @Test(arguments: [whole, "<dict>\(entries)</dict>", entries, "<!-- pasted -->\n" + entries])
    func `reads XML property lists`(_ text: String) throws {
        #expect(try PropertyListReader.value(in: Array(text.utf8)) == Self.value)
    }

    @Test(arguments: ["", "<!-- pasted -->\n"])
    func `keys without a plist element have the same offsets as in the file`(start: String) throws {
        let text = start + "<key>a</key><array><true/></array><!-- end -->\n"
        let outline = try PropertyListOutline(Array(text.utf8))
        func part(_ range: Range<Int>?) -> String? {
            range.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
        #expect(part(outline.root.range) == String(text.dropFirst(start.count)))
        #expect(part(outline.root.content) == part(outline.root.range))
        let entry = try #require(outline.root["a"])
        #expect(part(entry.range) == "<key>a</key><array><true/></array>")
        #expect(part(entry.keyTextRange) == "a")
        #expect(part(entry.value.items.first?.range) == "<true/>")
        #expect(outline.comments.compactMap(part).last == "<!-- end -->")
        #expect(outline.comments.count == (start.isEmpty ? 1 : 2))
    }

    @Test func `reads binary property lists`() throws {
        let list = try PropertyListSerialization.propertyList(
            from: Data(Self.whole.utf8),
            format: nil
        )
        let binary = try PropertyListSerialization.data(
            fromPropertyList: list,
            format: .binary,
            options: 0
        )
        #expect(try PropertyListReader.value(in: Array(binary)) == Self.value)
    }

    @Test(
        arguments: [
            ("a = b;", .notWellFormed(number: 4, line: 1)),
            ("hello", .notWellFormed(number: 4, line: 1)),
            ("", .notWellFormed(number: 4, line: 1)),
            ("<network-security-config/>", .notPropertyList(root: "network-security-config")),
            ("<key>a</key>", .badPropertyList("Value missing for key inside <dict> at line 1")),
            ("<dict>\n<key>a</key>\n<string>b", .notWellFormed(number: 5, line: 3)),
            (
                "<dict>\n<key>a</key>\n<no/></dict>",
                .badPropertyList("Encountered unknown tag no on line 3")
            ),
            (
                "<integer>one</integer>",
                .badPropertyList("Unknown character 'o' (0x6f) in <integer> on line 1")
            ),
            (
                "<dict><key>CF$UID</key><integer>3</integer></dict>",
                .unknownValue("_NSKeyedArchiverUID")
            ),
            ("<integer>18446744073709551615</integer>", .unknownValue("18446744073709551615")),
        ] as [(String, NotationError)]
    )
    func `rejects malformed property lists`(_ text: String, _ error: NotationError) {
        #expect(throws: error) { try PropertyListReader.value(in: Array(text.utf8)) }
    }
}

/// Binary property lists that would overload a reader.
struct BinaryPropertyListTests {
    /// Arrays, each containing the next one several times.
    private static func nested(_ depth: Int, width: Int) -> [UInt8] {
        func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for index in 0..<depth {
            offsets.append(bytes.count)
            let count = index == depth - 1 ? 0 : width
            bytes.append(0xa0 | UInt8(count))
            for _ in 0..<count { bytes += bigEndian(index + 1, 3) }
        }
        let table = bytes.count
        bytes += offsets.flatMap { bigEndian($0, 3) } + [0, 0, 0, 0, 0, 0, 3, 3]
        return bytes + [depth, 0, table].flatMap { bigEndian($0, 8) }
    }

    @Test func `accepts binary lists up to the limits`() throws {
        #expect(throws: Never.self) { try BinaryPropertyList.check(Self.nested(64, width: 1)) }
        #expect(throws: NotationError.tooDeep(limit: 64)) {
            try BinaryPropertyList.check(Self.nested(66, width: 1))
        }
        #expect(throws: NotationError.tooManyElements(limit: 100_000)) {
            try PropertyListReader.value(in: Self.nested(20, width: 8))
        }
    }

    @Test func `rejects a cycle of containers as too deep`() throws {
        var bytes = Self.nested(2, width: 1)
        // The first array's one reference, to itself.
        bytes[11] = 0
        #expect(throws: NotationError.tooDeep(limit: 64)) {
            try PropertyListReader.value(in: bytes)
        }
    }

    /// Some of these values make Foundation's reader end the process.
    @Test(
        arguments: [
            ("a set", [0xc0], "a value has a kind that property lists do not have"),
            ("an ordered set", [0xb0], "a value has a kind that property lists do not have"),
            (
                "a UID of archives", [0x80, 0],
                "a value has a kind that property lists do not have"
            ),
            ("nothing", [0], "a value has a kind that property lists do not have"),
            ("a flag as a key", [0xd1, 1, 1, 9], "a key is not text"),
        ] as [(String, [UInt8], String)]
    )
    func `rejects binary values of types that XML property lists do not have`(
        name: String,
        bytes: [UInt8],
        words: String
    ) {
        // The second value, where there is one, is the last byte.
        let end = UInt8(8 + bytes.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        let offsets = [8, end - 1] + zeros.dropLast()
        let trailer = [1, 1] + zeros + [2] + zeros + [0] + zeros + [end]
        let bytes = Array("bplist00".utf8) + bytes + offsets + trailer
        #expect(throws: NotationError.badBinary(words)) { try PropertyListReader.value(in: bytes) }
    }

    /// With any part removed or changed, the reader reports an error or reads the rest.
    @Test func `never traps on damaged input`() throws {
        let sound = Self.nested(4, width: 3)
        for length in 0..<sound.count {
            _ = try? BinaryPropertyList.check(Array(sound.prefix(length)))
        }
        for index in sound.indices {
            for value in [0, 1, 0x0f, 0x10, 0x13, 0x7f, 0x80, 0xaf, 0xdf, 0xff] as [UInt8] {
                var bytes = sound
                bytes[index] = value
                _ = try? PropertyListReader.value(in: bytes)
            }
        }
    }
}
