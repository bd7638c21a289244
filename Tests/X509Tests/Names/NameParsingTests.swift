import Testing

@testable import X509

@Suite struct NameParsingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let name: Name

        var testDescription: String { text }
    }

    static let readable: [Case] = [
        Case(text: "", name: Name(relativeNames: [])),
        Case(text: "  ", name: Name(relativeNames: [])),
        Case(text: "CN=leaf", name: Name((.commonName, "leaf"))),
        Case(
            text: "CN=leaf,O=Org,C=DE",
            name: Name((.country, "DE"), (.organization, "Org"), (.commonName, "leaf"))
        ),
        Case(
            text: " cn = leaf , o = Two Words ",
            name: Name((.organization, "Two Words"), (.commonName, "leaf"))
        ),
        Case(
            text: "OU=Web+CN=x,DC=test",
            name: Name(relativeNames: [
                [Name.Attribute(.domainComponent, "test")],
                [Name.Attribute(.organizationalUnit, "Web"), Name.Attribute(.commonName, "x")],
            ])
        ),
        Case(text: "2.5.4.3=x", name: Name((.commonName, "x"))),
        Case(text: "OID.2.5.4.3=x", name: Name((.commonName, "x"))),
        Case(text: "CN=", name: Name((.commonName, ""))),
        Case(text: #"CN=a\,b\+c\"d\\e\;f\<g\>"#, name: Name((.commonName, #"a,b+c"d\e;f<g>"#))),
        Case(text: ##"CN=\ \#a\ "##, name: Name((.commonName, " #a "))),
        Case(text: #"CN=a#b=c"#, name: Name((.commonName, "a#b=c"))),
        Case(text: #"CN=L\c3\BCbeck"#, name: Name((.commonName, "Lübeck"))),
        Case(text: "CN=Lübeck", name: Name((.commonName, "Lübeck"))),
        Case(
            text: #"CN=\ff\00"#,
            name: Name(relativeNames: [
                [Name.Attribute(type: .commonName, tag: .utf8String, value: [0xff, 0x00])]
            ])
        ),
        Case(
            text: "CN=#1e020041,O=x",
            name: Name(relativeNames: [
                [Name.Attribute(.organization, "x")],
                [Name.Attribute(type: .commonName, tag: .bmpString, value: [0, 0x41])],
            ])
        ),
    ]

    @Test(arguments: readable)
    func `reads the text of a name`(_ test: Case) throws {
        #expect(try Name(rfc4514: test.text) == test.name)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let fault: NameSyntaxError.Fault
        let offset: Int

        var testDescription: String { text }
    }

    static let unreadable: [Fault] = [
        Fault(text: "leaf", fault: .unknownType("leaf"), offset: 0),
        Fault(text: "CN", fault: .missingEquals, offset: 2),
        Fault(text: "CN=x,", fault: .missingType, offset: 5),
        Fault(text: "CN=x,,O=y", fault: .missingType, offset: 5),
        Fault(text: "CN=x+", fault: .missingType, offset: 5),
        Fault(text: "=x", fault: .missingType, offset: 0),
        Fault(text: "CN=ü,XX=y", fault: .unknownType("XX"), offset: 5),
        Fault(text: "3.1=y", fault: .unknownType("3.1"), offset: 0),
        Fault(text: #"CN=a\"#, fault: .badEscape, offset: 4),
        Fault(text: #"CN=a\zz"#, fault: .badEscape, offset: 4),
        Fault(text: #"CN=a\4"#, fault: .badEscape, offset: 4),
        Fault(text: #"CN=a"b"#, fault: .unescaped("\""), offset: 4),
        Fault(text: "CN=a;b", fault: .unescaped(";"), offset: 4),
        Fault(text: "CN=#zz", fault: .badHexadecimal, offset: 3),
        Fault(text: "CN=#", fault: .badHexadecimal, offset: 3),
        Fault(text: "CN=#0c02 61", fault: .badHexadecimal, offset: 3),
        Fault(text: "CN=#0c016100", fault: .badHexadecimal, offset: 3),
    ]

    @Test(arguments: unreadable)
    func `rejects an invalid text and reports the position`(_ test: Fault) {
        #expect(throws: NameSyntaxError(fault: test.fault, offset: test.offset)) {
            try Name(rfc4514: test.text)
        }
    }

    @Test(arguments: [
        "CN=leaf,O=Org,C=DE", "OU=Web+CN=x,DC=test", ##"CN=a\,b\+c\"d\\e\;f\<g\>,O=\ \#a\ "##,
    ])
    func `parses the description of a name to the same name`(_ text: String) throws {
        let encoded = try EncodedName(der: Name(rfc4514: text).encoded)
        #expect(try Name(rfc4514: encoded.description).encoded == Name(rfc4514: text).encoded)
    }

    @Test(arguments: [
        "", "CN=leaf,O=Org,C=DE", "OU=Web+CN=x,DC=test", ##"CN=a\,b\+c\"d\\e\;f\<g\>,O=\ #a\ "##,
        "CN=#1e020041,O=x", "CN=#0c02ff00", "C=#0c024445", "1.2.3=x", "1.2.3=#04024869",
    ])
    func `writes a parsed name as the same text`(_ text: String) throws {
        #expect(try Name(rfc4514: text).rfc4514Text == text)
    }

    @Test(arguments: [
        Name(relativeNames: [[]]),
        Name(relativeNames: [[], [Name.Attribute(.commonName, "x")]]),
        Name((ObjectIdentifier(content: []), "x")),
    ])
    func `gives no text for a name that RFC 4514 text cannot express`(_ name: Name) {
        #expect(name.rfc4514Text == nil)
    }

    @Test func `encodes the RDNs of a name's text form in reverse order`() throws {
        #expect(
            try Name(rfc4514: "CN=x,C=DE").encoded
                == [UInt8](hex: "30 19 310b 3009 0603550406 1302 4445 310a 3008 0603550403 0c01 78")
        )
    }

    @Test func `sorts the attributes of one relative name`() throws {
        let (one, other) = (try Name(rfc4514: "OU=b+CN=a"), try Name(rfc4514: "CN=a+OU=b"))
        #expect(one.encoded == other.encoded)
    }
}
