import ClientModels
import Crypto
import Forge
import PathValidation
import TLS
import X509

// Scenarios reads what users write: YAML in, values out, with a place for every fault. It knows
// the words of the floors below (mutations, behaviours, models, reasons) from their catalogues and
// runs nothing.

/// One expanded case: a whole setup and what must be decided in it.
///
/// A class because nothing about a case ever changes and a run passes its thousands of cases on
/// through several lists; copied into each, they took a third of a run's memory.
package final class Scenario: Sendable {
    /// Folder below the scenarios' root, name and coordinates:
    /// `pins/renewal[new-key,leaf.key=p256]`.
    package let id: String
    /// `pins/renewal`: the id without coordinates.
    package let group: String
    /// The file as it was named on the command line or found below it, and the 1-based line of the
    /// `expect` that applies.
    package let file: String
    package let line: Int
    package let about: String
    package let sources, covers, tags: [String]
    package let importance: Importance
    package let `class`: Class
    /// The gain that the file states.
    package let gains: Gain?
    package var setup: Setup { unfolded.setup.value }
    /// The relying party that the scenario is about; nil for every one that can express the setup.
    package let party: PartyReference?
    /// By the selected party; see `rule(for:)`.
    package let expectation: [ExpectationRule]
    /// The decision of a correct client, where `expect` says another.
    package let secure: Expectation?
    package let known: [KnownVerdictDifference]
    private let unfolded: UnfoldedCase
    /// The setup that the same party must accept before a reject counts.
    ///
    /// With `control` it is the scenario's own with that laid over it, else the setup that it
    /// starts from, with those of its pins that name entities there. Nil where a correct client
    /// accepts, so that a reject needs no control.
    package var control: Setup? { unfolded.control.value }
    /// The coordinates and party words that `when` compares, such as `leaf.key: rsa1024`.
    package let coordinates: [String: String]
    /// SHA-256, hexadecimal, of all that was stated, layers merged: cases of one definition are
    /// the same.
    package var definition: String { unfolded.definition.value }

    init(
        id: String,
        group: String,
        file: String,
        line: Int,
        about: String,
        sources: [String],
        covers: [String],
        tags: [String],
        importance: Importance,
        class: Class,
        gains: Gain?,
        party: PartyReference?,
        expectation: [ExpectationRule],
        secure: Expectation?,
        known: [KnownVerdictDifference],
        coordinates: [String: String],
        unfolded: UnfoldedCase
    ) {
        self.id = id
        self.group = group
        self.file = file
        self.line = line
        self.about = about
        self.sources = sources
        self.covers = covers
        self.tags = tags
        self.importance = importance
        self.class = `class`
        self.gains = gains
        self.party = party
        self.expectation = expectation
        self.secure = secure
        self.known = known
        self.coordinates = coordinates
        self.unfolded = unfolded
    }

    /// The gain of an attacker from a client that accepts what must be refused.
    package enum Class: String, CaseIterable, Hashable, Sendable {
        /// Something: a connection, or a step towards one.
        case practical
        /// Nothing, unless an authority or the server itself breaks its own rules for the attacker:
        /// only the letter of a standard is broken.
        case formal
        /// As little, in a setup that hardly any program refuses.
        case strict
    }

    /// The harm that a wrong decision does.
    package enum Importance: String, CaseIterable, Comparable, Hashable, Sendable {
        case low, medium, high, critical

        package static func < (left: Importance, right: Importance) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .low: 0
            case .medium: 1
            case .high: 2
            case .critical: 3
            }
        }
    }
}

/// The parts of a case that take the most time to make, and that many commands do not need.
struct UnfoldedCase: Sendable {
    let setup: Lazy<Setup>
    let control: Lazy<Setup?>
    let definition: Lazy<String>
}

/// Everything that a run is made of: certificates, server, network, client, clock.
package struct Setup: Hashable, Sendable {
    /// The chain that an intercepting proxy shows in place of the origin's.
    package enum Proxy: Hashable, Sendable {
        /// Mints look-alikes of the origin's certificate under this entity.
        case mintsUnder(String)
        /// Shows these entities, in order.
        case serves([String])
    }

    /// A pin as a file states it.
    package enum DeclaredPin: Hashable, Sendable {
        /// `spki(ENTITY)` or `certificate(ENTITY)`
        case entity(EntityPin)
        /// `sha256/BASE64`, 32 bytes
        case sha256([UInt8])
        /// A DER or PEM certificate file's bytes, read when the scenario was loaded; DER here.
        case file([UInt8])

        /// The entity that the pin names.
        var entity: String? {
            switch self {
            case .entity(let pin): pin.entity
            case .sha256, .file: nil
            }
        }

        /// The pin of an entity's key.
        package static func spki(_ entity: String) -> DeclaredPin {
            .entity(EntityPin(.spki, of: entity))
        }

        /// The pin of an entity's certificate.
        package static func certificate(_ entity: String) -> DeclaredPin {
            .entity(EntityPin(.certificate, of: entity))
        }
    }

    /// The OCSP response that a server staples to one of its certificates.
    package enum DeclaredStaple: Hashable, Sendable {
        /// The response that this entity declares.
        case response(String)
        case bytes([UInt8])
    }

    /// A log of Certificate Transparency as clients know it.
    package struct DeclaredLog: Hashable, Sendable {
        /// Its operator; nil for one of its own name.
        package var operatedBy: String?
        package var state = TransparencyLog.State.usable
        /// When that state began; a year before the run's `now` unless stated.
        package var since = Moment.relative(-31_536_000)
    }

    /// The name of a certificate that a proxy minted, in `path`.
    package static let minted = "minted"

    package var pki: PKI
    /// Entities in the order sent.
    package var serve: [String]
    package var connect: ReferenceIdentity
    package var versions: ClosedRange<TLSVersion>
    /// The cipher suites that the server takes, the preferred first; nil for all of
    /// `CipherSuite.offered`.
    package var suites: [CipherSuite]? = nil
    /// The groups and signature schemes that the server takes, the preferred first; nil for all that
    /// our engine has.
    package var groups: [NamedGroup]? = nil
    package var schemes: [HandshakeScheme]? = nil
    /// Whether the server requests or requires a certificate of the client; nil for neither.
    package var clientAuthentication: ClientAuthentication? = nil
    /// The entity whose key signs the handshake; nil for the first served.
    package var serverKeyOf: String?
    /// Names of `NamedServerFault.catalogue`.
    package var behave: [String]
    /// Names of violations: what the server does to its handshake, in order.
    package var handshake: [String] = []
    /// The server's implementation of TLS; nil for libssl, or for ours where the setup needs it.
    package var engine: TLSEngine? = nil
    /// The server's use of session tickets; nil for none.
    package var tickets: SessionTickets? = nil
    /// The application protocols that the server takes, the preferred first; empty for none.
    package var protocols: [String] = []
    /// The protocol in plaintext that goes over to TLS; nil for TLS at once.
    package var startTLS: UpgradedProtocol? = nil
    /// The entities that FTP's data connections are shown, in the order sent; empty for none of them.
    package var dataChannel: [String] = []
    /// The entities that clients are shown, in the order sent, that indicate these names in lower case;
    /// others are shown `serve`.
    package var named: [String: [String]] = [:]
    package var proxy: Proxy?
    /// The versions that the proxy offers its client.
    package var proxyVersions: ClosedRange<TLSVersion> = .v1_0 ... .v1_3
    package var address: LoopbackFamily
    package var trust: [String]
    package var userTrust: [String]
    package var pins: [DeclaredPin]?
    /// The staples to the certificates served, in their order; nil for none.
    package var staples: [DeclaredStaple?] = []
    /// Names of `pki.lists`.
    package var crls: [String] = []
    /// The entities whose certificates the client shows where it is asked, its own first; empty for
    /// none.
    package var identity: [String] = []
    /// The logs of Certificate Transparency that there are, by name.
    package var logs: [String: DeclaredLog] = [:]
    /// The timestamps that come in the handshake, by the entity whose certificate they come with.
    package var scts: [String: [DeclaredSCT]] = [:]
    /// The application protocols that models offer; programs offer their own.
    package var offeredProtocols: [String] = []
    /// The versions of TLS that models offer; nil for those that they offer of themselves.
    ///
    /// Programs offer their own.
    package var offeredVersions: ClosedRange<TLSVersion>?
    /// The name that models indicate in place of the one that they verify; nil for that.
    package var indicatedName: String?
    /// The host as the user of a program writes it; nil for the reference identity.
    package var typedHost: String?
    /// The documents served over plain HTTP at port 80 of 127.0.0.1, by path.
    package var documents: [String: WebDocument] = [:]
    /// The verify date; nil for the run's `now`.
    package var clock: Moment?
    /// The setups of the steps before this one, in which the same client connects to the same port;
    /// their own are empty.
    package var earlier: [Setup] = []

    /// The identity that the client asks for first; redirects lead it to the others.
    package var firstIdentity: ReferenceIdentity { earlier.first?.connect ?? connect }

    /// The reasons why its server must be of our own engine; empty if libssl can be it.
    var engineNeeds: [EngineNeed] {
        var needs: [EngineNeed] = []
        if !handshake.isEmpty { needs.append(.violation) }
        if !scts.isEmpty { needs.append(.scts) }
        if groups != nil || schemes != nil { needs.append(.choices) }
        if tickets != nil { needs.append(.tickets) }
        if staples.dropFirst().contains(where: { $0 != nil }) { needs.append(.laterStaples) }
        if !identity.isEmpty { needs.append(.clientCertificate) }
        for serverFault in NamedServerFault.catalogue
        where serverFault.needsEngine && behave.contains(serverFault.name) {
            needs.append(.serverFault(serverFault.name))
        }
        return needs
    }

    /// The implementation of TLS that its server speaks through, stated or needed; nil for libssl where
    /// it can load the certificates, else for ours.
    package var servingEngine: TLSEngine? { engine ?? (engineNeeds.isEmpty ? nil : .hatpin) }

    /// The server's fault in its answers; nil for none.
    package var answerFault: AnswerFault? {
        behave.lazy.compactMap(AnswerFault.init).first
    }

    /// Whether its server stops amid the handshake and keeps the client waiting.
    package var stalls: Bool {
        NamedServerFault.catalogue.contains { $0.stalls && behave.contains($0.name) }
    }

    /// Whether it is of a story that only a client with a memory can be put before: one that may
    /// resume a session, or that is shown by its coming to the last step how it took those before.
    package var needsMemory: Bool {
        !earlier.isEmpty && (tickets?.resumes == true || earlier.contains { !$0.handshake.isEmpty })
    }
}

/// A relying party as files and `--party` name it: `afnetworking:mode=public-key`, `client/curl`.
package struct PartyReference: Hashable, Sendable {
    /// That of a model, or of a program with `programPrefix`.
    package let name: String
    /// Only those stated; of a document its path.
    package let settings: [String: String]
    /// The contents of documents, by setting.
    package var documents: [String: PolicyDocument]
    /// SHA-256 over the bytes of each of those files, one after the other; empty for none.
    package var documentDigest: [UInt8] = []

    package init(
        name: String,
        settings: [String: String] = [:],
        documents: [String: PolicyDocument] = [:]
    ) {
        self.name = name
        self.settings = settings
        self.documents = documents
    }

    /// The model of a correct client.
    package static let reference = "reference"

    /// The words before the name of a client, which is a program.
    package static let programPrefix = "client/"

    /// The name of the client that it is; nil for a model.
    package var program: String? {
        name.hasPrefix(Self.programPrefix) ? String(name.dropFirst(Self.programPrefix.count)) : nil
    }

    /// Whether it has a configuration of its own, written out or in a file, that may pin keys.
    var mayBringPins: Bool {
        let model = PolicyModel.catalogue.first { $0.name == name }
        return model?.settings.contains { setting in
            if case .word = setting.kind { return false }
            return settings[setting.name]?.isEmpty == false
        } ?? false
    }

    /// The pins of entities in its settings; none for a party that does not exist, which is reported
    /// where it is read.
    package var entityPins: [EntityPin] {
        do { return try PolicyModel.resolve(name, settings: settings).entityPins } catch {
            return []
        }
    }
}

extension Scenario {
    /// The setups that its client comes to: those of the steps, its own, and the control's.
    package var setups: [Setup] {
        [setup, control].compactMap(\.self).flatMap { $0.earlier + [$0] }
    }

    /// Every party that the case names: its own, those of rules and those of differences.
    var namedParties: [PartyReference] {
        [party].compactMap(\.self) + expectation.flatMap { $0.parties ?? [] } + known.map(\.party)
    }

    /// The gain of an attacker from a client that accepts what must be refused here: as the file states
    /// it, as the defects do that have names, or as the reasons do that tell it; nil where none does.
    package var gain: Gain? {
        gains ?? setup.gain ?? (`class` == .practical ? rejections.gain : .nothing)
    }

    /// The reasons for which a correct client refuses it, or without one the client that it is about.
    package var rejections: [Rejection.Code] {
        let verdicts = secure.map { [$0.verdict] } ?? ownRules.map(\.expectation.verdict)
        return verdicts.flatMap { verdict -> [Rejection.Code] in
            if case .reject(let reasons) = verdict { reasons } else { [] }
        }
    }

    /// The rule of `expect` that decides for a party: the first that applies.
    package func rule(for party: PartyReference) -> ExpectationRule {
        expectation.first { $0.applies(to: party, at: coordinates) }
            ?? ExpectationRule(when: [:], expectation: Expectation(verdict: .accept), line: line)
    }

    /// The difference that is documented for a party: the one that states most settings.
    package func difference(for party: PartyReference) -> KnownVerdictDifference? {
        known.filter { $0.party.covers(party) }
            .max { $0.party.settings.count < $1.party.settings.count }
    }
}
