import Crypto
import TLS
import Testing
import X509

@testable import Campaigns

/// The client states of the standards, with correct message sequences and edits to them.
struct MessageOrderTests {
    /// A server without faults, and its messages.
    struct Run: Sendable, CustomTestStringConvertible {
        let name: String
        let setting: HandshakeSetting
        let said: [HandshakeType]

        var testDescription: String { name }
    }

    static func setting(
        _ version: TLSVersion,
        key: KeyAlgorithm? = nil,
        suite: String? = nil,
        asksClient: Bool = false,
        staples: Bool = false,
        givesTickets: Bool = false
    ) -> HandshakeSetting {
        var setting = HandshakeSetting(version: version)
        setting.key = key
        setting.suite = suite.flatMap(CipherSuite.init(name:))
        setting.asksClient = asksClient
        setting.staples = staples
        setting.givesTickets = givesTickets
        return setting
    }

    static let runs = [
        Run(
            name: "TLS 1.3",
            setting: setting(.v1_3),
            said: [.serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished]
        ),
        Run(
            name: "TLS 1.3 with a request, a staple and tickets",
            setting: setting(.v1_3, asksClient: true, staples: true, givesTickets: true),
            said: [
                .serverHello, .encryptedExtensions, .certificateRequest, .certificate,
                .certificateVerify, .finished,
            ]
        ),
        Run(
            name: "TLS 1.2",
            setting: setting(.v1_2),
            said: [.serverHello, .certificate, .serverKeyExchange, .serverHelloDone, .finished]
        ),
        Run(
            name: "TLS 1.2 with a request, a staple and tickets",
            setting: setting(.v1_2, asksClient: true, staples: true, givesTickets: true),
            said: [
                .serverHello, .certificate, .certificateStatus, .serverKeyExchange,
                .certificateRequest, .serverHelloDone, .newSessionTicket, .finished,
            ]
        ),
        Run(
            name: "TLS 1.2 without ServerKeyExchange",
            setting: setting(.v1_2, key: .rsa2048, suite: "TLS_RSA_WITH_AES_128_GCM_SHA256"),
            said: [.serverHello, .certificate, .serverHelloDone, .finished]
        ),
    ]

    static func ruling(_ setting: HandshakeSetting, _ edits: [String]) throws -> Ruling {
        var sites = HandshakeSites(at: ForgedSetup.now)
        return try sites.made(setting, edits).ruling
    }

    @Test(arguments: runs)
    func `accepts a correct message sequence, and rejects every sequence that lacks a message`(
        run: Run
    ) throws {
        #expect(try Self.ruling(run.setting, []).verdict == .accept)
        // RFC 6066 §8, RFC 8446 §A.1, RFC 5246 §7.4.4: optional messages.
        let optional: Set<HandshakeType> = [.certificateStatus, .certificateRequest]
        for type in run.said where !optional.contains(type) {
            let word = try #require(type.word)
            let ruling = try Self.ruling(run.setting, ["drop \(word)"])
            #expect(ruling.verdict == Ruling.broken && ruling.edits.count == 1, "\(word)")
        }
    }

    /// The pairs of a prefix and a message that are legal.
    private static let legal: [String: Set<String>] = [
        "TLS 1.3": ["certificate-request before certificate"],
        "TLS 1.2": ["certificate-request before server-hello-done"],
        "TLS 1.2 without ServerKeyExchange": ["certificate-request before server-hello-done"],
    ]

    @Test(arguments: runs)
    func `accepts only the expected message types after each prefix of a sequence`(run: Run) throws
    {
        for place in run.said {
            for word in HandshakeType.words.keys.sorted() {
                let insertion = "\(word) before \(try #require(place.word))"
                let verdict = try Self.ruling(run.setting, ["insert \(insertion)"]).verdict
                let isAmbiguous = word == "hello-request" && place == .serverHello
                let isPassedOver = word == "hello-request" && run.setting.version == .v1_2
                if isAmbiguous {
                    #expect(verdict == .none, "\(insertion)")
                } else if isPassedOver {
                    #expect(verdict == .accept, "\(insertion)")
                } else if (word, place) == ("finished", .finished) {
                    // The second one comes after the handshake.
                    #expect(verdict == .none, "\(insertion)")
                } else if Self.legal[run.name]?.contains(insertion) ?? false {
                    // The server awaits no answer, so the rules say nothing about the client.
                    #expect(verdict == .none, "\(insertion)")
                } else {
                    #expect(verdict == Ruling.broken, "\(insertion)")
                }
            }
        }
    }

    @Test(arguments: [
        ("a message repeated after the handshake", ["repeat finished"], ChainVerdict.none),
        ("a message moved there and back", ["swap certificate with finished"], Ruling.broken),
        ("a violation that an operation removes", ["wrong-finished"], Ruling.broken),
        (
            "a message that is repeated and dropped", ["repeat certificate", "drop certificate"],
            .accept
        ),
        (
            "a message that is swapped twice",
            ["swap certificate with finished", "swap finished with certificate"], .accept
        ),
        (
            "a fault that is dropped with its message",
            ["request-with-context", "drop certificate-request"], .none
        ),
        ("a violation and an allowed one", ["longest-padding", "wrong-transcript"], Ruling.broken),
        (
            "a message without meaning in place of the expected one",
            ["drop encrypted-extensions", "insert encrypted-extensions before certificate"], .none
        ),
        (
            "an answer without its retry", ["finite-field-group", "drop server-hello"], .none
        ),
        ("the same by a violation", ["finite-field-group", "no-hello"], .none),
        ("two violations with one effect", ["version-in-share", "empty-point"], Ruling.broken),
        (
            "a violation that another one undoes", ["cut-record", "longest-padding"], .accept
        ),
        ("an allowed violation", ["longest-padding"], .accept),
        ("a violation without effect", ["swapped-randoms"], .accept),
        ("a violation after the handshake", ["late-hello-request"], .none),
    ])
    func `judges edits by their effect on the sent messages`(
        name: String,
        edits: [String],
        verdict: ChainVerdict
    ) throws {
        let setting = Self.setting(.v1_3, asksClient: edits.contains("drop certificate-request"))
        #expect(try Self.ruling(setting, edits).verdict == verdict, "\(name)")
    }

    @Test(arguments: [TLSVersion.v1_2, .v1_3])
    func `accepts exactly the violations that the standards allow`(version: TLSVersion) throws {
        var sites = HandshakeSites(at: ForgedSetup.now)
        for violation in Violation.catalogue where violation.versions.contains(version) {
            let ruling = try sites.made(Self.setting(version), [violation.name]).ruling
            guard !ruling.edits.isEmpty else { continue }
            let allowed: Set = [ChainVerdict.accept]
            let refused: Set = [Ruling.broken, .none]
            let expected = violation.isAllowed ? allowed : refused
            #expect(expected.contains(ruling.verdict), "\(violation.name)")
        }
    }
}
