import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// RFC 7469, rule by rule: each beside the setup where it does not apply.
struct HPKPTests {
    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "other": .leaf("intermediate", "www.example.test", "a.b.example.test") {
            $0.subjectAlternativeNames = [
                .dns("www.example.test"), .dns("a.b.example.test"), .ip([192, 0, 2, 1]),
            ]
        },
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        // keyCertSign and cRLSign with the zero after them, as Trustwave's roots have it.
        "loose-root": .root {
            $0.keyUsage = []
            $0.extensions = [.init(oid: .keyUsage, critical: true, value: [3, 2, 0, 6])]
        },
        "below-loose-root": .leaf("loose-root", "www.example.test"),
        "local-root": .root(),
        "local": .leaf("local-root", "www.example.test"),
    ])

    static let spare = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    /// A pin that stands for the setup's, and a spare one.
    static let pins =
        "pin-sha256=\"BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"; "
        + "pin-sha256=\"\(spare)\"; "

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var settings: [String: String] = [:]
        var header: String?
        var host: ReferenceIdentity = .dns("www.example.test")
        var served = ["other", "intermediate"]
        var user: [String] = []
        var pins: [String]? = ["leaf"]
        var verdict: Outline.Verdict = .reject(.pinMismatch)
    }

    static let open: Outline.Verdict = .path(["other", "intermediate", "root"])
    static let genuine: Outline.Verdict = .path(["leaf", "intermediate", "root"])

    static let validation: [Case] = [
        Case(
            testDescription: "§2.6: the end entity's key",
            served: ["leaf", "intermediate"],
            verdict: genuine
        ),
        Case(testDescription: "§2.6: none of the keys"),
        Case(testDescription: "§2.6: an issuer's key", pins: ["intermediate"], verdict: open),
        Case(testDescription: "§2.6: the anchor's, not sent", pins: ["root"], verdict: open),
        Case(
            testDescription: "§2.6: the anchor's, which anchors alone may be encoded as",
            served: ["below-loose-root"],
            pins: ["loose-root", "other"],
            verdict: .path(["below-loose-root", "loose-root"])
        ),
        Case(
            testDescription: "§2.6: below such an anchor, none of the keys",
            served: ["below-loose-root"],
            pins: ["root", "other"]
        ),
        Case(
            testDescription: "§2.6: such an anchor's, on another path",
            pins: ["loose-root"]
        ),
        Case(
            testDescription: "§2.6: superfluous certificates are ignored",
            served: ["other", "intermediate", "leaf"]
        ),
        Case(
            testDescription: "§2.6: errors end the connection before pins are looked at",
            served: ["expired", "intermediate"],
            pins: ["expired"],
            verdict: .reject(.expired)
        ),
        Case(
            testDescription: "§2.6: an anchor of the user's is exempt",
            served: ["local"],
            user: ["local-root"],
            verdict: .path(["local", "local-root"])
        ),
        Case(
            testDescription: "§2.6: where local policy does not exempt it, it is not",
            settings: ["local-anchors-exempt": "false"],
            served: ["local"],
            user: ["local-root"]
        ),
        Case(testDescription: "no header, no pins", pins: nil, verdict: open),
        Case(testDescription: "no header, an empty set", pins: [], verdict: open),
    ]

    static let noting: [Case] = [
        Case(
            testDescription: "§2.5: a connection that the user was warned of",
            settings: ["received-over": "warned"],
            verdict: open
        ),
        Case(
            testDescription: "§2.3.1: no TLS",
            settings: ["received-over": "plain-http"],
            verdict: open
        ),
        Case(
            testDescription: "§2.3.1: an address",
            host: .ip([192, 0, 2, 1]),
            verdict: open
        ),
        Case(
            testDescription: "§2.5: none of the pins in the path that brought it",
            settings: ["chain-held": "no-pin"],
            verdict: open
        ),
        Case(
            testDescription: "§2.5: no backup pin",
            header: "pin-sha256=\"\(spare)\"; max-age=60",
            verdict: open
        ),
        Case(
            testDescription: "§2.5: the same pin twice is no backup",
            header: "pin-sha256=\"\(spare)\"; pin-sha256=\"\(spare)\"; max-age=60",
            pins: nil,
            verdict: open
        ),
        Case(
            testDescription: "§2.5: no pin outside of the path that brought it",
            settings: ["chain-held": "every-pin"],
            verdict: open
        ),
        Case(testDescription: "§2.5: a pin and a backup", header: pins + "max-age=60"),
        Case(
            testDescription: "§2.5: an empty set",
            header: pins + "max-age=60",
            pins: [],
            verdict: open
        ),
        Case(testDescription: "§2.1: not as the grammar has it", header: pins, verdict: open),
        Case(
            testDescription: "§2.1.1: pins of an algorithm that is not known",
            header: "pin-sha512=\"\(spare)\"; max-age=60",
            pins: nil,
            verdict: open
        ),
    ]

    static let extent: [Case] = [
        Case(
            testDescription: "§2.1.2: the first second",
            settings: ["age": "0"],
            header: pins + "max-age=60"
        ),
        Case(
            testDescription: "§2.1.2: the first of one second",
            settings: ["age": "0"],
            header: pins + "max-age=1"
        ),
        Case(
            testDescription: "§2.1.2: after one second",
            settings: ["age": "1"],
            header: pins + "max-age=1",
            verdict: open
        ),
        Case(
            testDescription: "§2.1.2: the last second",
            settings: ["age": "59"],
            header: pins + "max-age=60"
        ),
        Case(
            testDescription: "§2.1.2: max-age has passed",
            settings: ["age": "60"],
            header: pins + "max-age=60",
            verdict: open
        ),
        Case(testDescription: "§2.3.1: max-age is 0", header: pins + "max-age=0", verdict: open),
        Case(
            testDescription: "§2.1.3: the host itself",
            settings: ["host": "WWW.example.test."],
            header: pins + "max-age=60"
        ),
        Case(
            testDescription: "§2.1.3: a host below, without includeSubDomains",
            settings: ["host": "example.test"],
            header: pins + "max-age=60",
            verdict: open
        ),
        Case(
            testDescription: "§2.1.3: a host below",
            settings: ["host": "example.test"],
            header: pins + "max-age=60; includeSubDomains"
        ),
        Case(
            testDescription: "§2.1.3: a host far below",
            settings: ["host": "example.test"],
            header: pins + "max-age=60; includeSubDomains",
            host: .dns("a.b.example.test")
        ),
        Case(
            testDescription: "§2.1.3: a host above",
            settings: ["host": "api.www.example.test"],
            header: pins + "max-age=60; includeSubDomains",
            verdict: open
        ),
        Case(
            testDescription: "§2.1.3: another host",
            settings: ["host": "ample.test"],
            header: pins + "max-age=60; includeSubDomains",
            verdict: open
        ),
        Case(
            testDescription: "§2.1: only to be reported",
            settings: ["report-only": "true"],
            verdict: open
        ),
    ]

    @Test("rules of the RFC", arguments: validation + noting + extent)
    func rules(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: ["root", "loose-root"],
            user: test.user,
            pins: test.pins
        )
        let header = test.header.map { ["public-key-pins": $0] } ?? [:]
        let policy = try PolicyModel.resolve(
            "hpkp",
            settings: test.settings.merging(header) { $1 }
        ).policy
        let decision = policy.evaluate(presented, for: test.host)
        #expect(try Self.fixture.outline(decision) == Outline(verdict: test.verdict))
    }

    @Test("an age is a number of seconds", arguments: ["-1", "1d", "60.5", " 60"])
    func ages(_ age: String) throws {
        let presented = try Self.fixture.presented(["leaf", "intermediate"], system: ["root"])
        let policy = try PolicyModel.resolve("hpkp", settings: ["age": age]).policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        let text = "age is no number of seconds"
        #expect(decision.verdict == .reject(.policyGuard(text)))
        #expect(decision.configurationError == text)
    }

    struct Field: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: String
        var pins = 2
        var maxAge: Int? = 60
        var includesSubDomains = false
        var conforms = true
    }

    static let fields: [Field] = [
        Field(testDescription: "§2.1.5: pins and max-age", value: pins + "max-age=60"),
        Field(
            testDescription: "rule 1: in any order",
            value: "includeSubDomains; max-age=60; " + pins
                + "report-uri=\"http://example.test/pkp-report\"",
            includesSubDomains: true
        ),
        Field(
            testDescription: "rule 2: max-age twice",
            value: pins + "max-age=60; max-age=60",
            conforms: false
        ),
        Field(
            testDescription: "rule 2: an unknown directive twice",
            value: pins + "max-age=60; a; A",
            conforms: false
        ),
        Field(
            testDescription: "rule 3: in any case",
            value: "PIN-SHA256=\"\(spare)\"; Max-Age=60; INCLUDESUBDOMAINS",
            pins: 1,
            includesSubDomains: true
        ),
        Field(
            testDescription: "rule 4: a pin that is a token",
            value: "pin-sha256=\(spare); max-age=60",
            pins: 0,
            maxAge: nil,
            conforms: false
        ),
        Field(
            testDescription: "rule 4: a pin without a value",
            value: "pin-sha256; max-age=60",
            pins: 0,
            conforms: false
        ),
        Field(
            testDescription: "rule 4: a pin that is no base64",
            value: "pin-sha256=\"?\"; max-age=60",
            pins: 0,
            conforms: false
        ),
        Field(
            testDescription: "rule 4: a pin that is no SHA-256",
            value: "pin-sha256=\"AAAA\"; max-age=60",
            pins: 0,
            conforms: false
        ),
        Field(
            testDescription: "rule 4: a quotation that does not end",
            value: pins + "max-age=\"60",
            maxAge: nil,
            conforms: false
        ),
        Field(
            testDescription: "rule 4: nothing between semicolons",
            value: pins + "; max-age=60",
            maxAge: nil,
            conforms: false
        ),
        Field(
            testDescription: "rule 4: a semicolon at the end",
            value: pins + "max-age=60;",
            conforms: false
        ),
        Field(
            testDescription: "rule 4: a comma",
            value: pins + "max-age=60, max-age=60",
            conforms: false
        ),
        Field(
            testDescription: "rule 4: whitespace around an equals sign",
            value: pins + "max-age = 60",
            maxAge: nil,
            conforms: false
        ),
        Field(
            testDescription: "rule 5: directives that are not known",
            value: pins + "max-age=60; strict; pin-sha512=\"AAAA\"; x=\"a;b\\\"c\""
        ),
        Field(
            testDescription: "§2.1.2: without max-age",
            value: pins + "a",
            maxAge: nil,
            conforms: false
        ),
        Field(testDescription: "§2.1.2: quoted", value: pins + "max-age=\"60\""),
        Field(
            testDescription: "§2.1.2: not a number",
            value: pins + "max-age=-60",
            maxAge: nil,
            conforms: false
        ),
        Field(
            testDescription: "§2.1.2: without a value",
            value: pins + "max-age",
            maxAge: nil,
            conforms: false
        ),
        Field(
            testDescription: "§2.1.2: more than can be counted",
            value: pins + "max-age=99999999999999999999",
            maxAge: .max
        ),
        Field(
            testDescription: "§2.1.3: includeSubDomains with a value",
            value: pins + "max-age=60; includeSubDomains=true",
            conforms: false
        ),
        Field(testDescription: "whitespace", value: "\t" + pins + "max-age=60 "),
        Field(testDescription: "empty", value: "", pins: 0, maxAge: nil, conforms: false),
    ]

    @Test("values of the header field", arguments: fields)
    func grammar(_ test: Field) {
        let header = PublicKeyPinsHeader(test.value)
        #expect(header.pins.count == test.pins)
        #expect(header.maxAge == test.maxAge)
        #expect(header.includesSubDomains == test.includesSubDomains)
        #expect(header.conforms == test.conforms)
    }

    @Test("a header that the notation of pins wrote is read")
    func notation() throws {
        let certificate = try Certificate(der: Self.fixture.certificate("leaf"))
        let key = try PinnedKey(of: certificate)
        let written = try #require(PinNotation.hpkp.text(key, for: nil))
        #expect(PublicKeyPinsHeader(written + "; max-age=60").pins == [key.sha256])
    }
}
