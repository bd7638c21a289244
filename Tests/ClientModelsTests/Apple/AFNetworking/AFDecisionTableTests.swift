import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// AFNetworking 4.0.1's decision in closed form, against the transcription step by step.
///
/// V: valid under the installed policy and the platform's anchors. A: valid with only the pins as
/// anchors. M: the built chain contains a pin. These facts are known from how a setup is made, not
/// from an evaluation.
struct AFDecisionTableTests {
    enum Formula: Sendable {
        /// The setup is rejected before the chain is evaluated.
        case guarded
        case never, always, v, vAndM, vAndAAndM, aAndM, m

        func holds(v: Bool, a: Bool, m: Bool) -> Bool {
            switch self {
            case .guarded, .never: false
            case .always: true
            case .v: v
            case .vAndM: v && m
            case .vAndAAndM: v && a && m
            case .aAndM: a && m
            case .m: m
            }
        }
    }

    /// The value of a flag, which a row may leave open.
    enum Flag: Sendable {
        case yes, no, any

        func covers(_ value: Bool) -> Bool {
            switch self {
            case .yes: value
            case .no: !value
            case .any: true
            }
        }
    }

    /// A row of the table.
    struct Row: Sendable {
        let mode: String
        let allowInvalid: Bool
        let validatesDomain, domain, pins: Flag
        let formula: Formula
        /// Whether the policy that is installed checks the host.
        let checksHost: Bool

        init(
            _ mode: String,
            _ allowInvalid: Bool,
            _ validatesDomain: Flag,
            _ domain: Flag,
            _ pins: Flag,
            _ formula: Formula,
            checksHost: Bool = false
        ) {
            self.mode = mode
            self.allowInvalid = allowInvalid
            self.validatesDomain = validatesDomain
            self.domain = domain
            self.pins = pins
            self.formula = formula
            self.checksHost = checksHost
        }

        func covers(_ configuration: Configuration) -> Bool {
            mode == configuration.mode && allowInvalid == configuration.allowInvalid
                && validatesDomain.covers(configuration.validatesDomain)
                && domain.covers(configuration.isDomainGiven)
                && pins.covers(configuration.isPinned)
        }
    }

    /// Mode, allowInvalidCertificates, validatesDomainName, domain given, pins.
    static let rows: [Row] = [
        Row("none", false, .yes, .yes, .any, .v, checksHost: true),
        Row("none", false, .yes, .no, .any, .v),
        Row("none", false, .no, .any, .any, .v),
        Row("none", true, .yes, .yes, .any, .guarded),
        Row("none", true, .yes, .no, .any, .always),
        Row("none", true, .no, .any, .any, .always),

        Row("certificate", false, .any, .any, .no, .never),
        Row("certificate", false, .yes, .yes, .yes, .vAndAAndM, checksHost: true),
        Row("certificate", false, .yes, .no, .yes, .vAndAAndM),
        Row("certificate", false, .no, .any, .yes, .vAndAAndM),
        Row("certificate", true, .yes, .yes, .no, .guarded),
        Row("certificate", true, .yes, .no, .no, .never),
        Row("certificate", true, .no, .any, .no, .never),
        Row("certificate", true, .yes, .yes, .yes, .aAndM, checksHost: true),
        Row("certificate", true, .yes, .no, .yes, .aAndM),
        Row("certificate", true, .no, .any, .yes, .aAndM),

        Row("public-key", false, .yes, .yes, .yes, .vAndM, checksHost: true),
        Row("public-key", false, .yes, .no, .yes, .vAndM),
        Row("public-key", false, .no, .any, .yes, .vAndM),
        Row("public-key", false, .any, .any, .no, .never),
        Row("public-key", true, .any, .any, .yes, .m),
        Row("public-key", true, .yes, .yes, .no, .guarded),
        Row("public-key", true, .yes, .no, .no, .never),
        Row("public-key", true, .no, .any, .no, .never),
    ]

    struct Configuration: Sendable, CustomTestStringConvertible {
        let mode: String
        let allowInvalid, validatesDomain, isDomainGiven, isPinned: Bool

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

    /// A chain and the pins of a pinning mode, with the facts that decide.
    struct Setup: Sendable {
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

    static let setups: [Setup] = [
        Setup("leaf pinned", ["leaf", "intermediate"], pins: ["leaf"]),
        Setup("intermediate pinned", ["leaf", "intermediate"], pins: ["intermediate"]),
        Setup("root pinned", ["leaf", "intermediate"], pins: ["root"]),
        Setup("not pinned", ["leaf", "intermediate"], pins: ["unrelated"], endsInPin: false),
        Setup(
            "pinned certificate appended",
            ["leaf", "intermediate", "unrelated"],
            pins: ["unrelated"],
            endsInPin: false
        ),
        Setup(
            "another host, pinned",
            ["other-host", "intermediate"],
            pins: ["intermediate"],
            forHost: false
        ),
        Setup(
            "another host, not pinned",
            ["other-host", "intermediate"],
            pins: ["unrelated"],
            forHost: false,
            endsInPin: false
        ),
        Setup(
            "expired, leaf pinned",
            ["expired", "intermediate"],
            pins: ["expired"],
            inDate: false
        ),
        Setup(
            "expired, intermediate pinned",
            ["expired", "intermediate"],
            pins: ["intermediate"],
            inDate: false
        ),
        Setup(
            "private CA pinned",
            ["private-leaf", "private-root"],
            pins: ["private-root"],
            trusted: false
        ),
        Setup(
            "private CA pinned, another host",
            ["private-other-host", "private-root"],
            pins: ["private-root"],
            trusted: false,
            forHost: false
        ),
        Setup(
            "private CA not pinned",
            ["private-leaf", "private-root"],
            pins: ["unrelated"],
            trusted: false,
            endsInPin: false
        ),
        Setup("self-signed, pinned", ["self-signed"], pins: ["self-signed"], trusted: false),
        Setup(
            "self-signed and expired, pinned",
            ["expired-self-signed"],
            pins: ["expired-self-signed"],
            trusted: false,
            inDate: false
        ),
        Setup(
            "self-signed, not pinned",
            ["self-signed"],
            pins: ["unrelated"],
            trusted: false,
            endsInPin: false
        ),
    ]

    @Test(arguments: Configuration.all)
    func `decides as the formula of the configuration states`(_ configuration: Configuration) throws
    {
        let rows = Self.rows.filter { $0.covers(configuration) }
        try #require(rows.count == 1)
        let row = rows[0]
        let policy = try PolicyModel.resolve("afnetworking", settings: configuration.settings)
            .policy
        for setup in Self.setups {
            let presented = try Self.fixture.presented(
                setup.served,
                system: ["root"],
                pins: configuration.isPinned ? setup.pins : []
            )
            let decision = policy.evaluate(presented, for: .dns("www.example.test"))

            let isSound = setup.isInDate && (setup.isForHost || !row.checksHost)
            let isPinned = configuration.isPinned && setup.endsInPin
            let accepts = row.formula.holds(
                v: setup.isTrusted && isSound,
                a: isPinned && isSound,
                m: isPinned
            )
            #expect(decision.disposition == (accepts ? .useCredential : .cancel), "\(setup.name)")
            #expect(Self.isAccept(decision) == accepts, "\(setup.name): \(decision.verdict)")
            let reason = try Self.fixture.outline(decision).verdict
            #expect((reason == .reject(.policyGuard)) == (row.formula == .guarded))
        }
    }

    private static func isAccept(_ decision: Decision) -> Bool {
        if case .accept = decision.verdict { true } else { false }
    }
}
