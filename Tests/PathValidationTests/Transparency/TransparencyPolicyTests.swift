import Crypto
import Forge
import Testing
import X509

@testable import PathValidation

/// The decisions of both policies, at their limits.
@Suite struct TransparencyPolicyTests {
    private static let now = Instant(seconds: 1_795_219_200)
    private static let day: Int64 = 86_400

    /// Returns a log: `a` and `e` belong to one operator, `b`, `c` and `d` belong to other
    /// operators.
    ///
    /// 30 days ago, `ro` stopped accepting certificates, and `ret` was retired.
    private static func log(_ name: String) -> TransparencyLog {
        let state: TransparencyLog.State =
            switch name {
            case "ro": .readOnly
            case "ret", "ret2": .retired
            default: .usable
            }
        return TransparencyLog(
            id: Array(name.utf8),
            key: [],
            operatedBy: name == "e" ? "a" : name,
            state: state,
            since: now + -30 * day
        )
    }

    /// Returns SCTs from words of the form `LOG-DAYS`, with their age in days.
    private static func scts(_ words: String, isEmbedded: Bool) -> [CountedSCT] {
        words.split(separator: " ").map { word in
            let parts = word.split(separator: "-")
            let age = parts.count > 1 ? Int64(parts[1]) ?? 0 : 5
            return CountedSCT(
                log: log(String(parts[0])),
                date: now + -age * day,
                isEmbedded: isEmbedded
            )
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The lifetime in days, with additional seconds.
        let lifetime: (days: Int64, seconds: Int64)
        let embedded, outside: String
        /// Nil if the policy is satisfied.
        let chromium, apple: TransparencyGap?

        init(
            _ description: String,
            lifetime: (days: Int64, seconds: Int64) = (90, 0),
            embedded: String = "",
            outside: String = "",
            chromium: TransparencyGap? = nil,
            apple: TransparencyGap? = nil
        ) {
            testDescription = description
            self.lifetime = lifetime
            (self.embedded, self.outside) = (embedded, outside)
            (self.chromium, self.apple) = (chromium, apple)
        }
    }

    private static let both: [Case] = [
        Case("two operators", embedded: "a b"),
        Case("one log", embedded: "a", chromium: .tooFew(1, of: 2), apple: .tooFew(1, of: 2)),
        Case(
            "one log twice",
            embedded: "a a",
            chromium: .tooFew(1, of: 2),
            apple: .tooFew(1, of: 2)
        ),
        Case("none", chromium: .tooFew(0, of: 2), apple: .tooFew(0, of: 2)),
        Case("one operator", embedded: "a e", chromium: .oneOperator),
        Case("180 days", lifetime: (180, 0), embedded: "a b"),
        Case(
            "180 days and a second",
            lifetime: (180, 1),
            embedded: "a b",
            chromium: .tooFew(2, of: 3),
            apple: .tooFew(2, of: 3)
        ),
        Case("825 days", lifetime: (825, 0), embedded: "a b c"),
        Case(
            "825 days and a second",
            lifetime: (825, 1),
            embedded: "a b c",
            apple: .tooFew(3, of: 4)
        ),
        Case("825 days and a second, four logs", lifetime: (825, 1), embedded: "a b c d"),
    ]

    private static let retired: [Case] = [
        Case("issued before the retirement", embedded: "a-31 ret-40"),
        Case(
            "issued on the day of the retirement",
            embedded: "a-30 ret-40",
            chromium: .tooFew(1, of: 2),
            apple: .tooFew(1, of: 2)
        ),
        Case(
            "backdated by the retired log",
            lifetime: (398, 0),
            embedded: "a-1 b-1 ret-100",
            chromium: .tooFew(2, of: 3),
            apple: .tooFew(2, of: 3)
        ),
        Case(
            "on the day of the retirement",
            embedded: "a-31 ret-30",
            chromium: .tooFew(1, of: 2),
            apple: .tooFew(1, of: 2)
        ),
        Case(
            "issued before the retirement according to an SCT in the handshake",
            lifetime: (398, 0),
            embedded: "a-1 ret-40 ret2-40",
            outside: "a-31"
        ),
        Case(
            "only retired logs",
            embedded: "ret-40 ret2-40",
            chromium: .noApprovedLog,
            apple: .noApprovedLog
        ),
        Case(
            "a retired log in the handshake",
            outside: "a-31 ret-40",
            chromium: .tooFew(0, of: 2),
            apple: .tooFew(0, of: 2)
        ),
    ]

    private static let readOnly: [Case] = [
        Case("before the log became read-only", embedded: "a ro-31"),
        Case("when the log became read-only", embedded: "a ro-30"),
        Case("after the log became read-only", embedded: "a ro-29", apple: .tooFew(1, of: 2)),
        Case("after it, in the handshake", outside: "a ro-29", apple: .tooFew(0, of: 2)),
    ]

    private static let outside: [Case] = [
        Case("two operators in the handshake", outside: "a b"),
        Case("one operator in the handshake", outside: "a e", chromium: .tooFew(0, of: 2)),
        Case(
            "one log in the handshake",
            outside: "a",
            chromium: .tooFew(0, of: 2),
            apple: .tooFew(0, of: 2)
        ),
        Case("one in the certificate, one in the handshake", embedded: "a", outside: "b"),
        Case(
            "one embedded and one in the handshake, one operator",
            embedded: "a",
            outside: "e",
            chromium: .tooFew(1, of: 2)
        ),
        Case(
            "one embedded and one in the handshake, one log",
            embedded: "a",
            outside: "a",
            chromium: .tooFew(1, of: 2),
            apple: .tooFew(1, of: 2)
        ),
        Case(
            "a retired log in the certificate, one in the handshake",
            embedded: "ret-40",
            outside: "a-5",
            apple: .noApprovedLog
        ),
    ]

    @Test(arguments: both + retired + readOnly + outside)
    func `decides as the source code of each CT policy does`(_ test: Case) throws {
        let certificate = try Self.certificate(test.lifetime)
        let scts =
            Self.scts(test.embedded, isEmbedded: true)
            + Self.scts(test.outside, isEmbedded: false)
        for (policy, gap) in [(TransparencyPolicy.chromium, test.chromium), (.apple, test.apple)] {
            var found: TransparencyGap?
            do {
                try policy.require(scts, of: certificate, at: Self.now)
            } catch {
                found = error.gap
            }
            #expect(found == gap, "\(policy)")
        }
    }

    /// Conscrypt's PolicyImplTest.java, and differences from Chromium.
    private static let conscrypt: [(Case, TransparencyGap?)] = [
        (Case("two operators", embedded: "a b"), nil),
        (Case("none"), .tooFew(0, of: 2)),
        (Case("one log twice", embedded: "a a"), .tooFew(1, of: 2)),
        (Case("one operator", embedded: "a e"), .oneOperator),
        (Case("180 days and a second", lifetime: (180, 1), embedded: "a b"), nil),
        (Case("181 days", lifetime: (181, 0), embedded: "a b"), .tooFew(2, of: 3)),
        (Case("181 days, three logs", lifetime: (181, 0), embedded: "a b c"), nil),
        (Case("issued before the retirement", embedded: "a-31 ret-40"), nil),
        (Case("issued after the retirement", embedded: "a-29 ret-20"), .tooFew(1, of: 2)),
        (
            Case(
                "backdated by the retired log",
                lifetime: (398, 0),
                embedded: "a-1 b-1 ret-100"
            ), nil
        ),
        (Case("only retired logs", embedded: "ret-40 ret2-40"), .noApprovedLog),
        (Case("after the log became read-only", embedded: "a ro-29"), nil),
        (Case("two operators in the handshake", outside: "a b"), nil),
        (Case("one operator in the handshake", outside: "a e"), .oneOperator),
        (Case("a retired log in the handshake", outside: "a-31 ret-40"), .tooFew(1, of: 2)),
        (
            Case("one in the certificate, one in the handshake", embedded: "a", outside: "b"),
            .tooFew(1, of: 2)
        ),
        (Case("two in the handshake and one embedded", embedded: "a", outside: "a b"), nil),
    ]

    @Test(arguments: conscrypt)
    func `decides as the source code of Android's CT policy does`(
        test: Case,
        gap: TransparencyGap?
    ) throws {
        let certificate = try Self.certificate(test.lifetime)
        let scts =
            Self.scts(test.embedded, isEmbedded: true)
            + Self.scts(test.outside, isEmbedded: false)
        var found: TransparencyGap?
        do {
            try TransparencyPolicy.conscrypt.require(scts, of: certificate, at: Self.now)
        } catch {
            found = error.gap
        }
        #expect(found == gap)
    }

    @Test func `on Android, accepts every SCT list if a log's state begins in the future`() throws {
        let later = TransparencyLog(
            id: [1],
            key: [],
            operatedBy: "later",
            state: .usable,
            since: Self.now + 1
        )
        try TransparencyPolicy.conscrypt.require(
            [CountedSCT(log: later, date: Self.now, isEmbedded: true)],
            of: try Self.certificate((90, 0)),
            at: Self.now
        )
    }

    @Test
    func `Chromium counts an SCT of a log that will be retired later, and Apple does not`() throws {
        let certificate = try Self.certificate((90, 0))
        let later = TransparencyLog(
            id: [1],
            key: [],
            operatedBy: "later",
            state: .retired,
            since: Self.now + 1
        )
        let scts =
            Self.scts("a", isEmbedded: false)
            + [CountedSCT(log: later, date: Self.now, isEmbedded: false)]
        try TransparencyPolicy.chromium.require(scts, of: certificate, at: Self.now)
        #expect(throws: InsufficientSCTs.self) {
            try TransparencyPolicy.apple.require(scts, of: certificate, at: Self.now)
        }
    }

    @Test func `states why an SCT does not count`() throws {
        let certificate = try Self.certificate((398, 0))
        let scts =
            Self.scts("a-1 ro-2 ret-40 ret-3", isEmbedded: true)
            + Self.scts("ret-40", isEmbedded: false)
        let error = #expect(throws: InsufficientSCTs.self) {
            try TransparencyPolicy.apple.require(scts, of: certificate, at: Self.now)
        }
        #expect(
            error?.faults == [
                .afterFreezing(Self.now + -2 * Self.day), .issuedAfterRetirement,
                .afterRetirement(Self.now + -3 * Self.day), .retiredLog,
            ]
        )
    }

    private static func certificate(
        _ lifetime: (days: Int64, seconds: Int64)
    ) throws -> Certificate {
        var leaf = Entity(role: .endEntity, issuer: .entity("root"))
        leaf.notBefore = .relative(-day)
        leaf.notAfter = .relative((lifetime.days - 1) * day + lifetime.seconds)
        let pki = try PKI(entities: [
            "root": Entity(role: .rootCA, issuer: .itself), "leaf": leaf,
        ]).forge(seed: 1, at: now)
        return try Certificate(der: #require(pki.members["leaf"]).certificate)
    }
}
