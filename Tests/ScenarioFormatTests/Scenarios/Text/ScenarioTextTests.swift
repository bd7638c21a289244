import Crypto
import Forge
import PathValidation
import TLS
import Testing
import X509

@testable import ScenarioFormat

/// Setups written as files.
struct ScenarioTextTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let change: @Sendable (inout Setup) throws -> Void
        /// The lines between `about` and `expect`.
        let text: String

        init(
            _ name: String,
            _ text: String,
            _ change: @escaping @Sendable (inout Setup) throws -> Void
        ) {
            testDescription = name
            self.text = text
            self.change = change
        }
    }

    @Test(arguments: [
        Case("the baseline setup needs no keys", "") { _ in },
        Case("an expired leaf", "leaf: { valid: -90d..-1d }\n") {
            $0.pki.entities["leaf"]?.notBefore = .relative(-90 * 86_400)
            $0.pki.entities["leaf"]?.notAfter = .relative(-86_400)
        },
        Case("a leaf without names", "leaf: { san: [] }\n") {
            $0.pki.entities["leaf"]?.subjectAlternativeNames = []
        },
        Case(
            "names of several types",
            #"leaf: { san: [a.test, "*.b.test", ip:192.0.2.1, "ip:2001:db8::1", "uri:http://a.test/"] }"#
                + "\n"
        ) {
            $0.pki.entities["leaf"]?.subjectAlternativeNames = [
                .dns("a.test"), .dns("*.b.test"), .ip([192, 0, 2, 1]),
                .ip([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]),
                .uri("http://a.test/"),
            ]
        },
        Case(
            "a name of another string type",
            #"leaf: { subject: "CN=#130161,O=b\\, c" }"# + "\n"
        ) {
            $0.pki.entities["leaf"]?.subject = Name(relativeNames: [
                [Name.Attribute(.organization, "b, c")],
                [Name.Attribute(type: .commonName, tag: .printableString, value: [0x61])],
            ])
        },
        Case(
            "a self-signed leaf without a trust store",
            "leaf: { issuer: self }\nserve: [leaf]\nclient: { trust: [] }\n"
        ) {
            $0.pki.entities["leaf"]?.issuer = .itself
            $0.serve = ["leaf"]
            $0.trust = []
        },
        Case(
            "further entities, issuers first",
            """
            pki:
              z-root: {}
              a: { issuer: z-root, key: rsa2048, digest: sha1 }
            client: { trust: [root, z-root], pins: [spki(a)] }

            """
        ) {
            $0.pki.entities["z-root"] = Entity(role: .rootCA, issuer: .itself)
            var entity = Entity(role: .endEntity, issuer: .entity("z-root"))
            entity.key = .rsa2048
            entity.digest = .sha1
            $0.pki.entities["a"] = entity
            $0.trust = ["root", "z-root"]
            $0.pins = [.spki("a")]
        },
        Case(
            "a removed entity",
            "root: ~\nintermediate: ~\nleaf: { issuer: self }\nserve: [leaf]\nclient: { trust: [leaf] }\n"
        ) {
            $0.pki.entities["root"] = nil
            $0.pki.entities["intermediate"] = nil
            $0.pki.entities["leaf"]?.issuer = .itself
            $0.serve = ["leaf"]
            $0.trust = ["leaf"]
        },
        Case(
            "damage",
            """
            leaf: { mutate: [negative-serial], raw: [{ set: { at: subject, hex: "3000" } }, { resign: true }] }

            """
        ) {
            $0.pki.entities["leaf"]?.mutate = ["negative-serial"]
            $0.pki.entities["leaf"]?.raw = [
                .set(path: "subject", encoding: [0x30, 0]), .resign,
            ]
        },
        Case("a value that does not fit in a line", Self.long) {
            $0.pki.entities["leaf"]?.nameConstraints = Entity.NameConstraints(
                permitted: (0..<9).map { .dns("a-rather-long-name-\($0).example.test") },
                excluded: [.ip([192, 0, 2, 0, 255, 255, 255, 0]), .ip([1, 0, 0, 0, 1, 0, 0, 1])]
            )
        },
        Case(
            "server, network and client",
            """
            server: { tls: [1.0, 1.1], staple: bytes:0a*100 }
            network: { proxy: { mints-under: root, tls: [1.2] }, address: ipv6 }
            connect: 192.0.2.1
            clock: 2027-01-01

            """
        ) {
            $0.versions = .v1_0 ... .v1_1
            $0.staples = [.bytes([UInt8](repeating: 0x0a, count: 100))]
            $0.proxy = .mintsUnder("root")
            $0.proxyVersions = .v1_2 ... .v1_2
            $0.address = .ipv6
            $0.connect = .ip([192, 0, 2, 1])
            $0.clock = .absolute(Instant(seconds: 1_798_761_600))
        },
    ])
    func `writes a setup in the shortest form`(_ example: Case) throws {
        var setup = Setup.standard
        try example.change(&setup)
        let text = try ScenarioText("it", about: "a", in: setup).file()
        #expect(text == "scenario: it\nabout: a\n" + example.text + "expect: accept\n")
    }

    private static let long = """
        leaf:
          name-constraints:
            permitted:
        \((0..<9).map { "      - a-rather-long-name-\($0).example.test" }.joined(separator: "\n"))
            excluded: [ip:192.0.2.0/24, ip:1.0.0.0/1.0.0.1]

        """

    @Test func `writes all keys in the order of the format's reference`() throws {
        var setup = Setup.standard
        setup.pki.entities["leaf"]?.serial = [0]
        var scenario = ScenarioText("serial-zero", about: Self.about, in: setup)
        scenario.sources = ["RFC 5280 §4.1.2.2", "a: b"]
        scenario.covers = ["EXT-001"]
        scenario.tags = ["serials", "yes"]
        scenario.importance = .high
        scenario.class = .strict
        scenario.party = try PartyReference(written: "reference:revocation=off,profile=rfc5280")
        var other = Expectation(verdict: .accept)
        other.path = ["leaf", "intermediate", "root"]
        var rule = ScenarioText.Rule(other, because: "it's lax")
        rule.parties = [try PartyReference(written: "reference:profile=rfc5280")]
        scenario.expect = [rule, .init(Expectation(verdict: .reject([.badExtension])))]
        scenario.secure = Expectation(verdict: .reject([.badExtension, .expired]))
        scenario.control = Setup.standard
        let text = try scenario.file()
        #expect(
            text == """
                scenario: serial-zero
                about: |
                  A serial number is positive.

                  \(String(repeating: "word ", count: 18))word
                  word word

                      root <- leaf
                sources: [RFC 5280 §4.1.2.2, "a: b"]
                covers: [EXT-001]
                tags: [serials, "yes"]
                importance: high
                class: strict
                party: { reference: { profile: rfc5280, revocation: "off" } }
                leaf: { serial: 0 }
                expect:
                  - when: { party: reference:profile=rfc5280 }
                    accept: it's lax
                    path: [leaf, intermediate, root]
                  - { reject: bad-extension }
                secure: { reject: [bad-extension, expired] }
                control: { leaf: { serial: ~ } }

                """
        )
    }

    private static let about =
        "A serial number is positive.\n\n" + String(repeating: "word ", count: 20)
        + "word\n\n    root <- leaf\n"

    @Test(arguments: ["", " a", "a\tb", "a: b", "#", "a\u{202e}b", "é — “b”", "a\n b", "~\n"])
    func `reads back any text of the key about`(_ about: String) throws {
        var scenario = ScenarioText("it", about: "x" + about, in: .standard)
        scenario.sources = ["s" + about]
        let library = ScenarioLibrary(of: Array(try scenario.file().utf8), at: "it.yaml")
        let read = try #require(library.scenarios.first)
        #expect(read.sources == scenario.sources)
        // A block adds line breaks at the end.
        func kept(_ text: String) -> String {
            String(text.reversed().drop { $0 == "\n" }.reversed())
        }
        #expect(kept(read.about) == kept("x" + about))
    }

    @Test func `throws an error for a setup that a file cannot express`() throws {
        func error(_ change: (inout Setup) -> Void) -> UnwritableSetup? {
            var setup = Setup.standard
            change(&setup)
            do {
                _ = try ScenarioText("it", about: "a", in: setup).file()
                return nil
            } catch {
                return error
            }
        }
        #expect(
            error { $0.pins = [.file([0x30, 0])] }
                == .part(Unwritable("a pin was read from a file; pin the entity or its hash"))
        )
        #expect(
            error { $0.pki.entities["leaf"]?.notAfter = .relative(0) }
                == .part(Unwritable("leaf: state both ends of the validity, or none"))
        )
        let nameless = Name(relativeNames: [[]])
        #expect(
            error { $0.pki.entities["leaf"]?.subject = nameless }
                == .part(
                    Unwritable(
                        "leaf: a relative name has no attributes, or an attribute type that is "
                            + "not an identifier"
                    )
                )
        )
        #expect(
            error { $0.pki.entities["leaf"]?.role = .rootCA } == .differs(["the entity leaf"])
        )
        #expect(error { $0.suites = [] } == .differs(["server, network or client"]))
        for change in [
            { $0.serve = [] }, { $0.connect = .dns("a b") },
            { $0.pki.entities["leaf"]?.pathLength = -1 },
            { $0.pki.entities["leaf"]?.subjectAlternativeNames = [.ip([1])] },
            { $0.pki.entities["leaf"]?.mutate = ["no-such-word"] },
            { $0.pki.entities["leaf"]?.raw = [.drop(path: "no.such.path")] },
            { $0.trust = ["nobody"] },
        ] as [(inout Setup) -> Void] {
            guard case .refused(let diagnostics)? = error(change) else {
                Issue.record("it was written")
                continue
            }
            #expect(!diagnostics.isEmpty)
        }
    }

    @Test(arguments: [
        "-1d", "+90d", "+30s", "-5m", "+2h", "-1y", "0d", "2026-11-21", "2026-11-21T09:30:00Z",
    ])
    func `writes times in the notation in which they were read`(_ text: String) throws {
        #expect(try Moment(text).written == text)
    }

    @Test(arguments: ["0", "1", "-1", "128", "2147483647", "0x0080", "0xff00", "0x0102030405"])
    func `writes serial numbers in the notation in which they were read`(_ text: String) throws {
        let bytes = try serialNumber(text)
        #expect(try serialNumber(writtenSerial(bytes)) == bytes)
    }

    @Test(arguments: ["none", "leaf", "bytes:0a*100", "bytes:0102", "bytes:0102*4", "bytes:00"])
    func `writes staples in the notation in which they were read`(_ text: String) throws {
        #expect(try WrittenStaple(text).written == text)
    }
}
