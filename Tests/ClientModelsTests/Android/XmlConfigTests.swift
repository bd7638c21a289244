import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// AOSP tests/NetworkSecurityConfigTest, XmlConfigTests.java, with configurations of our own.
///
/// The original connects to android.com and google.com; here one server has both names. Connections
/// that the original also makes by `HttpsURLConnection` are listed once. Our store has `root`, and
/// a connection to a server under `debug-root` is marked as debugged.
///
/// Not expressible: `testTrustManagerKeystore` (a trust manager of the application's own
/// key store, which no configuration governs), and the end of `testBasicDomainConfig` (a socket
/// without a host name).
struct XmlConfigTests {
    struct Connection: Sendable {
        let host: String
        var isDebugged = false
        /// The expected rejection; nil for a connection that succeeds.
        var reason: Rejection.Code?
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isDebuggable = false
        var debugConfig: (@Sendable () throws -> MarkupElement)?
        let hasPerDomainConfigs: Bool
        let config: @Sendable () throws -> MarkupElement
        let connections: [Connection]
    }

    static func succeeds(_ host: String, isDebugged: Bool = false) -> Connection {
        Connection(host: host, isDebugged: isDebugged)
    }

    static func fails(
        _ host: String,
        _ reason: Rejection.Code = .unknownIssuer,
        isDebugged: Bool = false
    ) -> Connection {
        Connection(host: host, isDebugged: isDebugged, reason: reason)
    }

    /// A base without anchors, so that only entries of domains trust any.
    static let noAnchors = xml("base-config", [:], "", [anchors()])

    @Test(arguments: [("\u{1} a \t", "a"), ("!a!", "!a!"), ("\u{a0}a", "\u{a0}a"), (" \n", "")])
    func `trims text as Java does`(text: String, trimmed: String) {
        #expect(text.trimmed == trimmed)
    }

    @Test(arguments: cases)
    func `decides each connection as Android's tests expect`(_ example: Case) throws {
        var policy = AndroidNetworkSecurity(config: try example.config())
        policy.debugConfig = try example.debugConfig?()
        policy.isDebuggable = example.isDebuggable
        let application = try policy.applicationConfig()
        #expect(!application.configs.isEmpty == example.hasPerDomainConfigs)
        for connection in example.connections {
            let presented = try AndroidFixture.presented(isDebugged: connection.isDebugged)
            let decision = policy.evaluate(presented, for: .dns(connection.host))
            #expect(decision.verdict.reason == connection.reason, "\(connection)")
            #expect(decision.configurationError == nil)
        }
    }

    @Test func `reads cleartextTrafficPermitted and hstsEnforced as Android's tests expect`() throws
    {
        func application(_ root: MarkupElement) throws -> ApplicationConfig {
            var policy = AndroidNetworkSecurity(config: root)
            policy.targetSdkVersion = 27
            return try policy.applicationConfig()
        }
        let empty = try application(config()).defaultConfig
        #expect(empty.cleartextTrafficPermitted && !empty.hstsEnforced)
        let stated = try application(
            config(
                xml("base-config", ["hstsEnforced": "true", "cleartextTrafficPermitted": "FALSE"])
            )
        )
        #expect(
            stated.defaultConfig.hstsEnforced && !stated.defaultConfig.cleartextTrafficPermitted
        )
        var nested = entry("developer.android.com")
        nested.attributes["cleartextTrafficPermitted"] = "0"
        let overridden = try application(config(entry("android.com", with: [nested])))
        let permitted = ["android.com", "developer.android.com"].map {
            overridden.config(for: $0).cleartextTrafficPermitted
        }
        #expect(permitted == [true, false])
    }

    /// The spellings of `aapt`; any other text means the default.
    @Test(
        arguments: [
            ("true", true), ("TRUE", true), ("True", true), ("1", true), ("-1", true),
            ("false", false), ("FALSE", false), ("False", false), ("0", false), ("tRUE", nil),
            ("yes", nil), ("", nil),
        ] as [(String, Bool?)]
    )
    func `reads Booleans as aapt compiles them`(_ text: String, _ value: Bool?) {
        #expect(AndroidTexts.boolean(text) == value)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entries: [MarkupElement]
        let message: String

        init(_ name: String, _ message: String, _ entries: MarkupElement...) {
            testDescription = name
            self.message = message
            self.entries = entries
        }
    }

    @Test(arguments: bad)
    func `rejects invalid configurations with Android's exception`(_ example: Bad) throws {
        let root = xml("network-security-config", [:], "", example.entries)
        let decision = AndroidNetworkSecurity(config: root)
            .evaluate(try AndroidFixture.presented(), for: .dns("android.com"))
        let message = "ParserException: \(example.message) at: Binary XML file line #1"
        #expect(decision.configurationError == message)
        #expect(decision.verdict == .reject(.policyGuard(message)))
    }

    @Test(
        arguments: [
            ("", nil), ("x", nil), ("2026-11-22", "2026-11-22"),
            ("2026-11-22 and more", "2026-11-22"),
            ("2026-1-2", "2026-01-02"), ("2026-13-01", nil), ("2026-11-00", nil),
            ("2026/11/22", nil),
            ("99999999999-01-01", nil), ("2026-11-", nil), (" 2026-11-22", "2026-11-22"),
        ] as [(String, String?)]
    )
    func `reads expiration dates as SimpleDateFormat does`(_ text: String, _ date: String?) throws {
        let root = config(entry("android.com", with: [xml("pin-set", ["expiration": text])]))
        let application = try? AndroidNetworkSecurity(config: root)
            .applicationConfig()
        let expected = date.flatMap { Instant(rfc3339: $0) }
        #expect(application?.configs.first?.config.pins.expirationTime == expected)
        #expect((application == nil) == (date == nil))
    }

    /// As in `NetworkSecurityTrustManager`.
    @Test(
        arguments: [(Int64(-1), true), (0, true), (1, false)]
    )
    func `pins count until their pin set expires`(offset: Int64, count: Bool) throws {
        let root = config(
            entry("android.com", with: [try pinSet(of: "root", expiration: "2026-11-22")]),
            entry("google.com", with: [try pinSet(of: "root")]),
            entry("example.com", with: [xml("pin-set", ["expiration": "2026-11-22"])])
        )
        let end = try #require(Instant(rfc3339: "2026-11-22"))
        let pins = AndroidTexts.pins(by: root, at: end + offset)
        #expect(pins("android.com") == count)
        #expect(pins("google.com"))
        #expect(!pins("example.com"))
        #expect(!pins("other.com"))
        #expect(!AndroidTexts.pins(by: xml("none"), at: end)("android.com"))
    }

    @Test(
        arguments: [
            ("", []), ("AQID", [1, 2, 3]), ("AQI=", [1, 2]), ("AQI", [1, 2]), ("A Q\nI-=", [1, 2]),
            ("AQJ=", [1, 2]), ("AQ==", [1]), ("AQ=", nil), ("A", nil), ("AQID=", nil),
            ("AQ==ID", nil), ("=", nil), ("AQ=I", nil), ("A===", nil), ("AQIDA", nil),
        ] as [(String, [UInt8]?)]
    )
    func `skips characters outside the base64 alphabet`(_ text: String, _ bytes: [UInt8]?) {
        #expect(AndroidBase64.decode(text) == bytes)
    }
}

extension Verdict {
    /// The reason for the rejection; nil if the verdict accepts.
    fileprivate var reason: Rejection.Code? {
        if case .reject(let rejection) = self { rejection.code } else { nil }
    }
}
