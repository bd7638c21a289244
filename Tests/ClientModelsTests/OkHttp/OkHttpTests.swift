import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Configurations of a client, and its checks before the pins.
struct OkHttpTests {
    static let fixture = CertificatePinnerChainValidationTests.fixture
    static let host = CertificatePinnerChainValidationTests.host
    static let path = Outline(verdict: .path(["leaf", "intermediate", "root"]))
    static let mismatch = CertificatePinnerChainValidationTests.mismatch
    static let hash = CertificatePinnerTests.sound
    /// The pin of the served leaf.
    static let leafHash = (try? fixture.spkiSHA256("leaf")).map { "sha256/" + $0 } ?? ""

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var settings: [String: String] = [:]
        var config: String?
        var standsIn = false
        var served = ["leaf", "intermediate"]
        var host = OkHttpTests.host
        var pins: [String]?
        let expected: Outline
    }

    static func rejected(_ message: String) -> Outline {
        Outline(
            verdict: .reject(.policyGuard),
            configurationError: "IllegalArgumentException: \(message)"
        )
    }

    static let cases = [
        Case(testDescription: "no pins", expected: path),
        Case(testDescription: "an empty set of pins", pins: [], expected: path),
        Case(
            testDescription: "an untrusted CA",
            served: ["lone"],
            expected: Outline(verdict: .reject(.selfSigned), error: "SSLHandshakeException")
        ),
        Case(
            testDescription: "another host",
            host: "other.test",
            expected: Outline(
                verdict: .reject(.nameMismatch),
                error: "SSLPeerUnverifiedException: Hostname other.test not verified"
            )
        ),
        Case(
            testDescription: "a trailing dot is another host to the pinner and the same to the "
                + "verifier",
            host: host + ".",
            pins: ["rogue"],
            expected: path
        ),
        Case(
            testDescription: "letter case does not matter",
            host: "LOCALHOST.test",
            pins: ["rogue"],
            expected: mismatch
        ),
        Case(
            testDescription: "the served list of 3.0.1",
            settings: ["version": "3.0.1"],
            served: ["rogue", "bad-intermediate", "leaf"],
            pins: ["leaf"],
            expected: Outline(verdict: .path(["rogue", "bad-intermediate", "root"]))
        ),
        Case(
            testDescription: "a pin in Kotlin",
            config: """
                val client = OkHttpClient.Builder().certificatePinner(
                    CertificatePinner.Builder()
                        // .add("\(host)", "not even a pin")
                        .add("*.test", /* of the backup */ "\(hash)",
                            "sha1/AAAA")
                        .build()
                ).build()
                """,
            expected: mismatch
        ),
        Case(
            testDescription: "a pin among other calls of add",
            config: """
                val headers = Headers.Builder().add("Accept", "text/html").build()
                list.add(element); val quote = '"'; val raw = \"\"\".add("x", "y")\"\"\"
                val pinner = CertificatePinner.Builder().add("*.test", "\(hash)").build()
                """,
            expected: mismatch
        ),
        Case(
            testDescription: "a pin in lines",
            config: """
                # of the backup
                \(host) \(hash)   # after it
                """,
            expected: mismatch
        ),
        Case(
            testDescription: "the client's pins replace those of a matching pattern",
            config: "**.test \(hash)\nother.test \(hash)",
            pins: ["intermediate"],
            expected: path
        ),
        Case(
            testDescription: "the client's pins do not apply if no pattern matches",
            config: "other.test \(hash)",
            pins: ["rogue"],
            expected: path
        ),
        Case(
            testDescription: "a single pattern applies to the host",
            config: "other.test \(hash)",
            standsIn: true,
            expected: mismatch
        ),
        Case(
            testDescription: "the first pattern applies to the host",
            config: "other.test \(hash)\nanother.test \(hash)",
            standsIn: true,
            expected: mismatch
        ),
        Case(
            testDescription: "the pins of the first pattern match",
            config: "other.test \(leafHash)\nanother.test \(hash)",
            standsIn: true,
            expected: path
        ),
        Case(
            testDescription: "the pins of the second pattern do not count",
            config: "other.test \(hash)\nanother.test \(leafHash)",
            standsIn: true,
            expected: mismatch
        ),
        Case(
            testDescription: "the selected pattern applies to the host",
            settings: ["domain": "another.test"],
            config: "other.test \(hash)\nanother.test \(hash)",
            standsIn: true,
            pins: ["root"],
            expected: path
        ),
        Case(
            testDescription: "an invalid pin",
            config: "\(host) md5/AAAA",
            expected: rejected("pins must start with 'sha256/' or 'sha1/': md5/AAAA")
        ),
        Case(
            testDescription: "SHA-256 in 3.0.1",
            settings: ["version": "3.0.1"],
            config: "\(host) \(hash)",
            expected: rejected("pins must start with 'sha1/': \(hash.configurationExcerpt)")
        ),
        Case(
            testDescription: "a line without a pin",
            config: host,
            expected: rejected("there is no pin after \(host)")
        ),
        Case(
            testDescription: "an environment is not quoted",
            config: "SECRET_TOKEN=hunter2\0PATH=/bin",
            expected: rejected(
                "there is no call of add() and no line with a pattern and its pins"
            )
        ),
        Case(
            testDescription: "credentials are not quoted",
            config: "machine example.test login me password hunter2",
            expected: rejected(
                "there is no call of add() and no line with a pattern and its pins"
            )
        ),
        Case(
            testDescription: "a pin that is not a literal",
            config: "builder.add(HOST, \"\(hash)\")",
            expected: rejected("an argument of add() is not a string literal")
        ),
    ]

    @Test(arguments: cases)
    func `the model decides as a whole OkHttp client does`(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: ["root"],
            pins: test.pins
        )
        let documents = test.config.map { ["config": PolicyDocument.text($0)] } ?? [:]
        let policy = try PolicyModel.okhttp.configured(
            test.settings,
            documents: documents,
            standsIn: test.standsIn
        ).policy
        let decision = policy.evaluate(presented, for: .dns(test.host))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    @Test func `patterns that differ only in their pins have equal decision keys`() throws {
        let config = "a.test \(Self.hash)\nb.test \(Self.leafHash)"
        func keys(standsIn: Bool) throws -> Set<AnyHashable> {
            Set(
                try ["a.test", "b.test", "c.test"].map { domain in
                    try PolicyModel.okhttp.configured(
                        ["domain": domain],
                        documents: ["config": .text(config)],
                        standsIn: standsIn
                    ).decisionKey
                }
            )
        }
        #expect(try keys(standsIn: true).count == 2)
        // Setups with another host use its pattern.
        #expect(try keys(standsIn: false).count == 3)
    }

    @Test func `lists each pinned pattern once, and no patterns in a text without pins`() {
        let pins = PolicyDocument.text(
            ".add(\"*.a.test\", \"\(Self.hash)\").add(\"b.test\", \"\(Self.hash)\")"
                + ".add(\"*.a.test\", \"sha1/AAAA\")"
        )
        #expect(PolicyModel.okhttp.entries(pins) == ["*.a.test", "b.test"])
        #expect(PolicyModel.okhttp.entries(.text("<plist>\n</plist>")) == nil)
        #expect(PolicyModel.okhttp.entries(.text("Read me, and weep")) == nil)
        #expect(PolicyModel.okhttp.entries(.text("")) == nil)
        let headers = "Headers.Builder().add(\"Accept\", \"text/html\")"
        #expect(PolicyModel.okhttp.entries(.text(headers)) == nil)
    }
}
