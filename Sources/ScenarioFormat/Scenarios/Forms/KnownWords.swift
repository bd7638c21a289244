import ClientModels
import Crypto
import PathValidation
import TLS
import X509

/// Names for object identifiers.
struct IdentifierWords: Sendable {
    /// The noun with its article, such as "an extension".
    let noun: String
    let words: [(word: String, identifier: ObjectIdentifier)]

    /// Returns the identifier of a name or of dotted decimal text.
    func identifier(_ text: String) throws(Fault) -> ObjectIdentifier {
        if let known = words.first(where: { $0.word == text }) { return known.identifier }
        if let identifier = ObjectIdentifier(text) { return identifier }
        throw .unknownIdentifier(text, noun: noun, known: words.map(\.word))
    }

    /// Returns the name of an identifier, or dotted decimal if the identifier has no name.
    func written(_ identifier: ObjectIdentifier) -> String {
        words.first { $0.identifier == identifier }?.word ?? identifier.description
    }

    /// The syntax of a name or of dotted decimal text.
    var syntax: Syntax<ObjectIdentifier> {
        Syntax(
            noun,
            pattern: #"^[0-2](\.[0-9]+)+$"#,
            words: words.map(\.word),
            readings: .textOrNumber,
            write: { .text(written($0)) }
        ) { text throws(Fault) in try identifier(text) }
    }

    /// Extensions by their RFC names, or by the name of the entity's field that states the
    /// extension.
    static let extensions = IdentifierWords(
        noun: "an extension",
        words: ObjectIdentifier.extensionWords.map { ($0.word, $0.identifier) } + [
            ("san", .subjectAlternativeName),
            ("subject-key-id", .subjectKeyIdentifier),
            ("authority-key-id", .authorityKeyIdentifier),
        ]
    )

    static let extendedKeyUsages = IdentifierWords(
        noun: "an extended key usage",
        words: ObjectIdentifier.extendedKeyUsageWords.map { ($0.word, $0.identifier) }
    )

    static let policies = IdentifierWords(
        noun: "a policy",
        words: ObjectIdentifier.policyWords.map { ($0.word, $0.identifier) }
    )
}

extension Vocabulary {
    static let keys = Vocabulary(
        "key algorithm",
        definition: "key",
        names: KeyAlgorithm.allCases.map(\.rawValue)
    )
    static let digests = Vocabulary(
        "digest",
        definition: "digest",
        names: Digest.allCases.map(\.rawValue)
    )
    static let keyUsages = Vocabulary("key usage", names: KeyUsageBit.allCases.map(\.rawValue))
    static let reasons = Vocabulary(
        "reason",
        definition: "reason",
        names: Rejection.Code.ofRules.map(\.rawValue),
        listing: "hatpin list reasons"
    )
    /// The reasons that an expectation may name, and the word for any reason.
    static let expectedReasons = Vocabulary(
        "reason",
        definition: "expected-reason",
        names: Rejection.Code.ofRules.map(\.rawValue) + [Expectation.Verdict.anyReason],
        listing: "hatpin list reasons"
    )
    static let dispositions = Vocabulary("disposition", names: Disposition.allCases.map(\.rawValue))
    static let trustResults = Vocabulary(
        "trust result",
        names: TrustResult.allCases.map(\.rawValue)
    )
    static let versions = Vocabulary(
        "TLS version",
        names: TLSVersion.allCases.map(\.rawValue),
        meaning: { text in
            // OpenSSL writes TLSv1.2, curl writes tls1.2, and people write TLS 1.2.
            let digits = text.drop { !$0.isNumber }
            guard text.lowercased().hasPrefix("tls") else { return nil }
            return TLSVersion.allCases.map(\.rawValue).first { $0 == digits }
        }
    )
    static let cipherSuites = Vocabulary(
        "cipher suite",
        definition: "cipher-suite",
        names: CipherSuite.all.map(\.name),
        meaning: { text in CipherSuite.all.first { $0.openSSLName == text }?.name }
    )
    static let groups = Vocabulary("group", names: NamedGroup.allCases.map(\.name))
    static let schemes = Vocabulary(
        "signature scheme",
        names: HandshakeScheme.allCases.map(\.name)
    )
    static let clientAuthentications = Vocabulary(
        "client authentication",
        names: ClientAuthentication.allCases.map(\.rawValue)
    )
    static let answerUses = Vocabulary(
        "use of the response",
        names: Expectation.AnswerUse.allCases.map(\.rawValue)
    )
    static let clientCertificates = Vocabulary(
        "client certificate",
        names: Expectation.ClientCertificate.allCases.map(\.rawValue)
    )
    static let heartbeats = Vocabulary(
        "heartbeat",
        names: Expectation.Heartbeat.allCases.map(\.rawValue)
    )
    static let alternatives = Vocabulary(
        "alternative outcome",
        names: Expectation.Alternative.allCases.map(\.rawValue)
    )
    static let engines = Vocabulary("engine", names: TLSEngine.allCases.map(\.rawValue))
    static let upgradedProtocols = Vocabulary(
        "protocol",
        ApplicationProtocol.upgraded.map { Word(name: $0.name, about: $0.about) }
    )
    static let tickets = Vocabulary(
        "use of tickets",
        names: SessionTickets.allCases.map(\.rawValue)
    )
    static let protocols = Vocabulary(
        "application protocol",
        names: ["h2", "http/1.1"]
    )
    static let families = Vocabulary(
        "loopback address",
        names: LoopbackFamily.allCases.map(\.rawValue)
    )
    static let importances = Vocabulary(
        "importance",
        names: Severity.harmful.map(\.rawValue)
    )
    static let gains = Vocabulary("gain", names: Gain.allCases.map(\.rawValue))
    static let classes = Vocabulary("class", names: Scenario.Class.allCases.map(\.rawValue))
}
