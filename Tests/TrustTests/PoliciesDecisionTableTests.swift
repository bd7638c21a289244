import Forge
import PKIX
import Testing

@testable import Trust

/// AFNetworking 4.0.1's decision in closed form, against the transcription step by step.
///
/// V: valid under the installed policy and the platform's anchors. A: valid with only the pins as
/// anchors. M: the built chain holds a pin. Each is known of each world because of how the world
/// is made, not because anything evaluated it.
struct PoliciesDecisionTableTests {
    enum Formula: Sendable {
        case never, always, v, vAndM, vAndAAndM, aAndM, m

        func holds(v: Bool, a: Bool, m: Bool) -> Bool {
            switch self {
            case .never: false
            case .always: true
            case .v: v
            case .vAndM: v && m
            case .vAndAAndM: v && a && m
            case .aAndM: a && m
            case .m: m
            }
        }
    }

    /// A row; nil is "any".
    struct Row: Sendable {
        let mode: String
        let allowInvalid: Bool
        let validatesDomain: Bool?
        let isDomainGiven: Bool?
        let isPinned: Bool?
        let formula: Formula

        init(
            _ mode: String,
            allowInvalid: Bool,
            validatesDomain: Bool?,
            domain: Bool?,
            pins: Bool?,
            _ formula: Formula
        ) {
            self.mode = mode
            self.allowInvalid = allowInvalid
            self.validatesDomain = validatesDomain
            isDomainGiven = domain
            isPinned = pins
            self.formula = formula
        }

        func covers(_ configuration: Configuration) -> Bool {
            mode == configuration.mode && allowInvalid == configuration.allowInvalid
                && validatesDomain.map { $0 == configuration.validatesDomain } ?? true
                && isDomainGiven.map { $0 == configuration.isDomainGiven } ?? true
                && isPinned.map { $0 == configuration.isPinned } ?? true
        }
    }

    static let rows: [Row] = [
        Row("none", allowInvalid: false, validatesDomain: nil, domain: nil, pins: nil, .v),
        Row("none", allowInvalid: true, validatesDomain: true, domain: true, pins: nil, .never),
        Row("none", allowInvalid: true, validatesDomain: true, domain: false, pins: nil, .always),
        Row("none", allowInvalid: true, validatesDomain: false, domain: nil, pins: nil, .always),

        Row(
            "certificate",
            allowInvalid: false,
            validatesDomain: nil,
            domain: nil,
            pins: false,
            .never
        ),
        Row(
            "certificate",
            allowInvalid: false,
            validatesDomain: nil,
            domain: nil,
            pins: true,
            .vAndAAndM
        ),
        Row(
            "certificate",
            allowInvalid: true,
            validatesDomain: nil,
            domain: nil,
            pins: false,
            .never
        ),
        Row(
            "certificate",
            allowInvalid: true,
            validatesDomain: nil,
            domain: nil,
            pins: true,
            .aAndM
        ),

        Row(
            "public-key",
            allowInvalid: false,
            validatesDomain: nil,
            domain: nil,
            pins: true,
            .vAndM
        ),
        Row(
            "public-key",
            allowInvalid: false,
            validatesDomain: nil,
            domain: nil,
            pins: false,
            .never
        ),
        Row("public-key", allowInvalid: true, validatesDomain: nil, domain: nil, pins: true, .m),
        Row(
            "public-key",
            allowInvalid: true,
            validatesDomain: nil,
            domain: nil,
            pins: false,
            .never
        ),
    ]

    struct Configuration: Sendable, CustomTestStringConvertible {
        let mode: String
        let allowInvalid, validatesDomain, isDomainGiven, isPinned: Bool

        /// Whether the configuration refuses itself, whatever is served.
        var isGuarded: Bool {
            isDomainGiven && allowInvalid && validatesDomain && (mode == "none" || !isPinned)
        }

        var settings: [String: String] {
            [
                "mode": mode, "allow-invalid": "\(allowInvalid)",
                "validates-domain-name": "\(validatesDomain)",
                "domain": isDomainGiven ? "given" : "nil",
            ]
        }

        var testDescription: String {
            "\(mode)\(allowInvalid ? ", allow invalid" : "")"
                + "\(validatesDomain ? ", validate domain" : "")"
                + "\(isDomainGiven ? ", domain" : "")\(isPinned ? ", pins" : "")"
        }

        static let all: [Configuration] = ["none", "certificate", "public-key"].flatMap { mode in
            (0..<16).map { bits in
                Configuration(
                    mode: mode,
                    allowInvalid: bits & 1 != 0,
                    validatesDomain: bits & 2 != 0,
                    isDomainGiven: bits & 4 != 0,
                    isPinned: bits & 8 != 0
                )
            }
        }
    }

    /// A chain and the pins of whoever pins, and what is true of them.
    struct World: Sendable {
        let name: String
        let served: [String]
        let pins: [String]
        let isTrusted, isForHost, isInDate, endsInPin: Bool

        init(
            _ name: String,
            _ served: [String],
            pins: [String],
            trusted: Bool = true,
            forHost: Bool = true,
            inDate: Bool = true,
            endsInPin: Bool = true
        ) {
            self.name = name
            self.served = served
            self.pins = pins
            isTrusted = trusted
            isForHost = forHost
            isInDate = inDate
            self.endsInPin = endsInPin
        }
    }

    static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
        "other-host": .leaf("intermediate", "other.example.test"),
        "expired": .leaf("intermediate", "www.example.test") { $0.expire() },
        "private-root": .root(),
        "private-leaf": .leaf("private-root", "www.example.test"),
        "private-other-host": .leaf("private-root", "other.example.test"),
        "self-signed": .selfSigned("www.example.test"),
        "expired-self-signed": .selfSigned("www.example.test") { $0.expire() },
        "unrelated": .selfSigned("www.example.test"),
    ])

    static let worlds: [World] = [
        World("leaf pinned", ["leaf", "intermediate"], pins: ["leaf"]),
        World("intermediate pinned", ["leaf", "intermediate"], pins: ["intermediate"]),
        World("root pinned", ["leaf", "intermediate"], pins: ["root"]),
        World("not pinned", ["leaf", "intermediate"], pins: ["unrelated"], endsInPin: false),
        World(
            "pinned certificate appended",
            ["leaf", "intermediate", "unrelated"],
            pins: ["unrelated"],
            endsInPin: false
        ),
        World(
            "another host, pinned",
            ["other-host", "intermediate"],
            pins: ["intermediate"],
            forHost: false
        ),
        World(
            "another host, not pinned",
            ["other-host", "intermediate"],
            pins: ["unrelated"],
            forHost: false,
            endsInPin: false
        ),
        World(
            "expired, leaf pinned",
            ["expired", "intermediate"],
            pins: ["expired"],
            inDate: false
        ),
        World(
            "expired, intermediate pinned",
            ["expired", "intermediate"],
            pins: ["intermediate"],
            inDate: false
        ),
        World(
            "private authority pinned",
            ["private-leaf", "private-root"],
            pins: ["private-root"],
            trusted: false
        ),
        World(
            "private authority pinned, another host",
            ["private-other-host", "private-root"],
            pins: ["private-root"],
            trusted: false,
            forHost: false
        ),
        World(
            "private authority not pinned",
            ["private-leaf", "private-root"],
            pins: ["unrelated"],
            trusted: false,
            endsInPin: false
        ),
        World("self-signed, pinned", ["self-signed"], pins: ["self-signed"], trusted: false),
        World(
            "self-signed and expired, pinned",
            ["expired-self-signed"],
            pins: ["expired-self-signed"],
            trusted: false,
            inDate: false
        ),
        World(
            "self-signed, not pinned",
            ["self-signed"],
            pins: ["unrelated"],
            trusted: false,
            endsInPin: false
        ),
    ]

    @Test("the transcription decides as the closed form", arguments: Configuration.all)
    func closedForm(_ configuration: Configuration) throws {
        let rows = Self.rows.filter { $0.covers(configuration) }
        try #require(rows.count == 1)
        let policy = try PolicyModel.resolve("afnetworking", settings: configuration.settings)
            .policy
        for world in Self.worlds {
            let presented = try Self.fixture.presented(
                world.served,
                system: ["root"],
                pins: configuration.isPinned ? world.pins : []
            )
            let decision = policy.evaluate(presented, for: .dns("www.example.test"))

            let checksHost = configuration.validatesDomain && configuration.isDomainGiven
            let isSound = world.isInDate && (world.isForHost || !checksHost)
            let isPinned = configuration.isPinned && world.endsInPin
            let accepts = rows[0].formula.holds(
                v: world.isTrusted && isSound,
                a: isPinned && isSound,
                m: isPinned
            )
            #expect(decision.disposition == (accepts ? .useCredential : .cancel), "\(world.name)")
            #expect(Self.isAccept(decision) == accepts, "\(world.name): \(decision.verdict)")
            if configuration.isGuarded {
                #expect(try Self.fixture.outline(decision).verdict == .reject(.policyGuard))
            }
        }
    }

    private static func isAccept(_ decision: Decision) -> Bool {
        if case .accept = decision.verdict { true } else { false }
    }
}
