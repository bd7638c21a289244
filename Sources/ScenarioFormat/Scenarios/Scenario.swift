import ClientModels
import Crypto
import PathValidation

// ScenarioFormat reads the files that users write: YAML in, values out, with a line for each fault.
// It takes the words of other modules (mutations, server faults, models, reasons) from their
// catalogues, and runs nothing.

/// One case: a complete setup and the expected decision.
///
/// Scenario is a class, because a case never changes and a run passes thousands of cases through
/// several lists. Copies took a third of a run's memory.
package final class Scenario: Sendable {
    /// The folder under the scenarios' root, the name and the coordinates:
    /// `pins/renewal[new-key,leaf.key=p256]`.
    package let id: String
    /// The id without coordinates, such as `pins/renewal`.
    package let group: String
    /// The path of the file, and the 1-based line of the `expect` that applies.
    package let file: String
    package let line: Int
    package let about: String
    package let sources, covers, tags: [String]
    package let importance: Severity
    package let `class`: Class
    /// The attacker's gain that the file states; nil if the file states no gain.
    package let gains: Gain?
    package var setup: Setup { unfolded.setup.value }
    /// The relying party that the scenario names; nil for every party that can express the setup.
    package let party: PartyReference?
    /// The rules of `expect`; `rule(for:)` selects one by party.
    package let expectation: [ExpectationRule]
    /// The decision of a correct client; nil if `expect` states it.
    package let secure: Expectation?
    package let known: [KnownVerdictDifference]
    private let unfolded: UnfoldedCase
    /// The setup that the same party must accept before a rejection counts.
    ///
    /// If the scenario has a `control`, this is the scenario's setup with that overlay. In another
    /// scenario with steps, it is the setup of the step before the last. Otherwise it is the setup
    /// of the base, with the scenario's pins whose entities exist there. Nil if a correct client
    /// can only accept, because then no control is needed.
    package var control: Setup? { unfolded.control.value }
    /// The coordinates that `when` compares, such as `leaf.key: rsa1024`.
    package let coordinates: [String: String]
    /// SHA-256, hexadecimal, of everything stated in the merged layers; cases with the same
    /// definition are equal.
    package var definition: String { unfolded.definition.value }

    init(
        _ id: String,
        in group: String,
        at file: String,
        stating statement: CaseStatement,
        by party: PartyReference?,
        at coordinates: [String: String],
        _ unfolded: UnfoldedCase
    ) {
        self.id = id
        self.group = group
        self.file = file
        line = statement.line
        about = statement.notes.about
        sources = statement.notes.sources
        covers = statement.notes.covers
        tags = statement.notes.tags
        importance = statement.notes.importance
        `class` = statement.notes.class
        gains = statement.notes.gains
        self.party = party
        expectation = statement.rules
        secure = statement.secure(at: coordinates)
        known = statement.known
        self.coordinates = coordinates
        self.unfolded = unfolded
    }

    /// The attacker's gain from a client that accepts what it must refuse.
    package enum Class: String, CaseIterable, Hashable, Sendable {
        /// The attacker gains a connection, or a step towards a connection.
        case practical
        /// The attacker gains nothing unless a CA or the server also violates its own standards.
        /// Clients must refuse only because a standard requires it.
        case formal
        /// A formal rule that hardly any program enforces.
        case strict
    }
}

/// The parts of a case that take longest to make and that many commands do not need.
struct UnfoldedCase: Sendable {
    let setup: Lazy<Setup>
    let control: Lazy<Setup?>
    let definition: Lazy<String>
}

/// A relying party as in files and `--party`: `afnetworking:mode=public-key`, `client/curl`.
package struct PartyReference: Hashable, Sendable {
    /// The name of a model, or of a program with the prefix `client/` or `server/`.
    package let name: String
    /// The stated settings; if a setting names a document, its value is the document's path.
    package let settings: [String: String]
    /// The contents of documents, by setting or by the name of an Android resource, such as
    /// `@raw/my_ca`.
    package var documents: [String: PolicyDocument]
    /// The SHA-256 digests of the documents' files, in the order of the settings; empty without
    /// documents.
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

    /// The prefix of client names.
    package static let programPrefix = RelyingEnd.client.prefix

    /// The name of the client or server; nil for a model.
    package var program: String? {
        RelyingEnd.allCases.lazy.compactMap { end in
            name.hasPrefix(end.prefix) ? String(name.dropFirst(end.prefix.count)) : nil
        }
        .first
    }

    /// The value of a setting as written; nil if the setting is not stated or is empty.
    package func stated(_ setting: PolicyModel.Setting) -> String? {
        settings[setting.name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the party has its own configuration, inline or in a file, that may pin keys.
    var mayBringPins: Bool {
        let model = PolicyModel.catalogue.first { $0.name == name }
        return model?.settings.contains { setting in
            if case .word = setting.kind { return false }
            return stated(setting) != nil
        } ?? false
    }

    /// The entities that the party's settings pin; empty for an unknown party, which the reader of
    /// its file reports.
    package var entityPins: [EntityPin] {
        do { return try PolicyModel.resolve(name, settings: settings).entityPins } catch {
            return []
        }
    }
}

extension Scenario {
    /// The setups that the client meets: the setups of the earlier steps, of the last step, and of
    /// the control.
    package var setups: [Setup] {
        [setup, control].compactMap(\.self).flatMap { $0.earlier + [$0] }
    }

    /// All parties in the case: the scenario's own party, and the parties of rules and known
    /// differences.
    var namedParties: [PartyReference] {
        [party].compactMap(\.self) + expectation.flatMap { $0.parties ?? [] } + known.map(\.party)
    }

    /// The attacker's gain from a client that accepts; nil if unknown.
    ///
    /// The gain is the gain that the file states, or otherwise the gain that the named defects
    /// imply. Without either, the reasons imply the gain of a practical scenario; in other classes,
    /// the attacker gains nothing.
    package var gain: Gain? {
        gains ?? setup.gain ?? (`class` == .practical ? rejections.gain : .nothing)
    }

    /// The reasons for which a correct client refuses, as `secure` states them; without `secure`,
    /// the reasons of the scenario's party.
    package var rejections: [Rejection.Code] {
        let verdicts = secure.map { [$0.verdict] } ?? ownRules.map(\.expectation.verdict)
        return verdicts.flatMap { verdict -> [Rejection.Code] in
            if case .reject(let reasons) = verdict { reasons } else { [] }
        }
    }

    /// Returns the first rule of `expect` that applies to a party.
    package func rule(for party: PartyReference) -> ExpectationRule {
        expectation.first { $0.applies(to: party, at: coordinates) }
            ?? ExpectationRule(when: [:], expectation: Expectation(verdict: .accept), line: line)
    }

    /// Returns the known difference for a party; if several differences apply, the difference with
    /// the most settings.
    package func difference(for party: PartyReference) -> KnownVerdictDifference? {
        known.filter { $0.party.covers(party) }
            .max { $0.party.settings.count < $1.party.settings.count }
    }
}
