import TestSupport
import Testing
import X509

@Suite struct EncodedNameTests {
    private static func name(_ relativeNames: [[Name.Attribute]]) throws -> EncodedName {
        try EncodedName(
            der: Name(relativeNames: relativeNames).encoded,
            rules: [.looseStrings, .emptyLists]
        )
    }

    private static func attribute(
        _ type: ObjectIdentifier,
        _ tag: DERTag,
        _ value: [UInt8]
    ) -> Name.Attribute {
        Name.Attribute(type: type, tag: tag, value: value)
    }

    struct Rendered: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: [[Name.Attribute]]

        init(_ name: [[Name.Attribute]], _ text: String) {
            testDescription = text
            self.name = name
        }

        static func value(_ value: String, _ text: String) -> Rendered {
            Rendered([[Name.Attribute(.commonName, value)]], text)
        }
    }

    /// The first four come from RFC 4514 §4.
    @Test(arguments: [
        Rendered(
            [
                [Name.Attribute(.domainComponent, "net")],
                [Name.Attribute(.domainComponent, "example")],
                [Name.Attribute(.userID, "jsmith")],
            ],
            "UID=jsmith,DC=example,DC=net"
        ),
        Rendered(
            [
                [Name.Attribute(.domainComponent, "net")],
                [
                    Name.Attribute(.organizationalUnit, "Sales"),
                    Name.Attribute(.commonName, "J.  Smith"),
                ],
            ],
            "OU=Sales+CN=J.  Smith,DC=net"
        ),
        .value("James \"Jim\" Smith, III", "CN=James \\\"Jim\\\" Smith\\, III"),
        Rendered(
            [[attribute(ObjectIdentifier(content: [0x2a, 3]), .octetString, [0x48, 0x69])]],
            "1.2.3=#04024869"
        ),
        .value("#first", "CN=\\#first"),
        .value("not#first", "CN=not#first"),
        .value(" both ", "CN=\\ both\\ "),
        .value("a+b;c<d>e\\f", "CN=a\\+b\\;c\\<d\\>e\\\\f"),
        .value("nul\0", "CN=nul\\00"),
        .value("\u{1b}[31m", "CN=\u{1b}[31m"),
        .value("Лучић", "CN=Лучић"),
        .value("", "CN="),
        Rendered([], ""),
        Rendered([[a], []], ",CN=A"),
        Rendered([[], [a]], "CN=A,"),
        Rendered([[attribute(.commonName, .bmpString, [0x00, 0x41, 0x01, 0x0d])]], "CN=Ač"),
        Rendered([[attribute(.commonName, .universalString, [0, 1, 0xf6, 0])]], "CN=😀"),
        Rendered([[attribute(.commonName, .teletexString, [0xe9])]], "CN=é"),
        Rendered([[attribute(.commonName, .utf8String, [0xff])]], "CN=#0c01ff"),
        Rendered([[attribute(.commonName, .bmpString, [0x41])]], "CN=#1e0141"),
        Rendered(
            [[attribute(.commonName, .universalString, [0, 0x11, 0, 0])]],
            "CN=#1c0400110000"
        ),
    ])
    func text(_ test: Rendered) throws {
        #expect(try Self.name(test.name).description == test.testDescription)
    }

    struct Pair: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let left, right: [[Name.Attribute]]
        let match: Bool

        init(
            _ description: String,
            _ left: [[Name.Attribute]],
            _ right: [[Name.Attribute]],
            _ match: Bool
        ) {
            testDescription = description
            self.left = left
            self.right = right
            self.match = match
        }

        /// Returns common names in UTF8String and PrintableString.
        static func values(_ left: String, _ right: String, _ match: Bool) -> Pair {
            Pair(
                "\(left.debugDescription) and \(right.debugDescription)",
                [[attribute(.commonName, .utf8String, Array(left.utf8))]],
                [[attribute(.commonName, .printableString, Array(right.utf8))]],
                match
            )
        }
    }

    private static let o = Name.Attribute(.organization, "Hatpin")
    private static let a = Name.Attribute(.commonName, "A")
    private static let b = Name.Attribute(.commonName, "B")

    /// A relative name of two attributes, and the same attributes with capitals, which sort in the
    /// opposite order.
    private static let sorted = [
        Name.Attribute(.commonName, "a"), Name.Attribute(.commonName, "B"),
    ]
    private static let resorted = [
        Name.Attribute(.commonName, "A"), Name.Attribute(.commonName, "b"),
    ]

    /// RFC 5280 §7.1.
    @Test(arguments: [
        .values("Hatpin", "Hatpin", true),
        .values("Hatpin", "HATPIN", true),
        .values("Hat pin", "  Hat   pin ", true),
        .values("Hat pin", "Hatpin", false),
        .values("", "", true),
        .values(" ", "", true),
        .values("Hatpin", "Hatpi", false),
        .values("é", "E", false),
        .values("\u{212a}", "k", true),  // The Kelvin sign.
        Pair(
            "bytes that are not characters, in another case",
            [[attribute(.commonName, .ia5String, [0x61, 0x80])]],
            [[attribute(.commonName, .ia5String, [0x41, 0x80])]],
            false
        ),
        Pair(
            "precomposed and decomposed",
            [[attribute(.commonName, .utf8String, Array("\u{e9}".utf8))]],
            [[attribute(.commonName, .bmpString, [0x00, 0x65, 0x03, 0x01])]],
            true
        ),
        Pair(
            "strings that are invalid for their type",
            [[attribute(.commonName, .utf8String, [0xff])]],
            [[attribute(.commonName, .printableString, [0xff])]],
            false
        ),
        Pair(
            "the same bytes with non-string types",
            [[attribute(.commonName, .octetString, [0x41])]],
            [[attribute(.commonName, .utf8String, [0x41])]],
            false
        ),
        Pair("other types of attribute", [[a]], [[o]], false),
        Pair("another order of relative names", [[o], [a]], [[a], [o]], false),
        Pair("one more relative name", [[o], [a]], [[o]], false),
        Pair("one relative name fewer", [[o]], [[o], [a]], false),
        Pair("no names", [], [], true),
        Pair("one relative name and two", [[o, a]], [[o], [a]], false),
        Pair("two attributes and one of them", [[o, a]], [[o]], false),
        Pair("two attributes and others", [[o, a]], [[o, b]], false),
        Pair(
            "two attributes in another case, which sorts them differently",
            [sorted],
            [resorted],
            true
        ),
        Pair("the same, and one more relative name", [sorted, [o]], [resorted], false),
        Pair("the same, and an empty relative name", [sorted, []], [resorted], false),
        Pair("the same, and one more attribute", [sorted + [o]], [resorted], false),
    ])
    func matching(_ test: Pair) throws {
        let (left, right) = (try Self.name(test.left), try Self.name(test.right))
        #expect(left.matches(right) == test.match)
        #expect(right.matches(left) == test.match)
    }

    private static func printable(_ text: String) -> [[Name.Attribute]] {
        [[attribute(.commonName, .printableString, Array(text.utf8))]]
    }

    /// RFC 3280 §4.1.2.4.
    @Test(arguments: [
        .values("Hatpin", "Hatpin", false),
        Pair("PrintableStrings", printable("Hat pin"), printable("  HAT   pin "), true),
        Pair("other PrintableStrings", printable("Hat pin"), printable("Hatpin"), false),
        Pair("UTF8Strings", [[a]], [[a]], true),
        Pair("UTF8Strings in another case", [[a]], [[Name.Attribute(.commonName, "a")]], false),
        Pair("other types of attribute", [[a]], [[Name.Attribute(.organization, "A")]], false),
        Pair("one more relative name", [[o], [a]], [[o]], false),
        Pair("no names", [], [], true),
        Pair("one relative name and two", [[o, a]], [[o], [a]], false),
    ])
    func `compares names byte by byte, except for case and spaces`(_ test: Pair) throws {
        let (left, right) = (try Self.name(test.left), try Self.name(test.right))
        #expect(left.matchesByBytes(right) == test.match)
        #expect(right.matchesByBytes(left) == test.match)
    }

    /// RFC 5280 §4.2.1.10: directoryName constraints.
    @Test(arguments: [
        Pair("itself", [[o]], [[o]], true),
        Pair("a name below", [[o], [a]], [[o]], true),
        Pair("every name, below the empty one", [[o], [a]], [], true),
        Pair("a name above", [[o]], [[o], [a]], false),
        Pair("a sibling name", [[o], [a]], [[o], [b]], false),
        Pair("the same at the end", [[a], [o]], [[o]], false),
        Pair("a first relative name of more attributes", [[o, a]], [[o]], false),
        Pair("in another case", [[Name.Attribute(.organization, "HATPIN")], [a]], [[o]], true),
        Pair("itself, sorted differently", [sorted], [resorted], true),
        Pair("a name below one that is sorted differently", [sorted, [o]], [resorted], true),
        Pair("a name above one that is sorted differently", [sorted], [resorted, [o]], false),
        Pair(
            "a sibling of one that is sorted differently",
            [sorted, [o]],
            [resorted, [a]],
            false
        ),
    ])
    func `compares a name with a subtree`(_ test: Pair) throws {
        #expect(try Self.name(test.left).isWithin(Self.name(test.right)) == test.match)
    }

    /// Comparing each attribute with each would take a minute.
    @Test func `relative names with many attributes match in any order`() throws {
        func name(_ values: [Int], _ change: (String) -> String) throws -> EncodedName {
            try Self.name([values.map { Name.Attribute(.commonName, change("value \($0)")) }])
        }
        let values = Array(1...20_000)
        let left = try name(values) { $0 }
        #expect(left.matches(try name(values.reversed()) { $0 == "value 77" ? "VALUE 77" : $0 }))
        #expect(!left.matches(try name(values) { $0 == "value 77" ? "value 78" : $0 }))
    }

    @Test func `bytes that are not a Name do not decode`() {
        #expect(throws: DERError(.emptySequence, at: 2, in: "[0]")) {
            try EncodedName(der: hexBytes("30023100"))
        }
        #expect(throws: DERError(.trailingBytes, at: 2)) {
            try EncodedName(der: hexBytes("30000500"))
        }
        #expect(throws: DERError(.unexpectedTag, at: 0)) {
            try EncodedName(der: hexBytes("3100"))
        }
    }
}
