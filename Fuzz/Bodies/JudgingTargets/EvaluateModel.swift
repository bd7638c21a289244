import Basics
import ClientModels
import Crypto
import Forge
import FuzzTargets
import PathValidation
import PinningSetups

extension FuzzTarget {
    /// For any configuration of any model and any pinning setup, the model reaches a decision.
    ///
    /// A model that is configured a second time makes the same decision. A path that a model
    /// accepts begins with the served end entity and contains only certificates of the setup. It
    /// ends at an anchor or a pin of the setup. An audit can compare the model with its platform.
    /// Hosts that an audit groups together get the same decision.
    ///
    /// An input is lines: a model, then `setting=value` lines and an empty line; then 48 bytes that
    /// choose a setup. The document for the setting that takes a document follows.
    public static let evaluateModel = FuzzTarget("EvaluateModel") { bytes in
        let input = ModelInput(bytes)
        guard let configured = input.configured() else { return }
        var generator = SetupGenerator(input.choices, of: PinningParties.population)
        guard let setup = generator.setup()?.setup else { return }
        var presented = setup.presentedByName
        presented.connection = input.connection
        let decision = configured.policy.evaluate(presented, for: setup.identity)
        let again = input.configured()?.policy.evaluate(presented, for: setup.identity)
        invariant(
            again == decision,
            "a second evaluation decides differently: \(configured.name) \(setup)"
        )
        if case .accept(.path(let path)) = decision.verdict {
            invariant(setup.contains(path.certificates), "\(configured.name) of \(setup): \(path)")
        }
        if let terms = configured.model.audit {
            checkAudit(of: configured, by: terms) {
                $0.policy.evaluate(presented, for: setup.identity)
            }
        }
    }

    private static func checkAudit(
        of configured: ConfiguredModel,
        by terms: PolicyModel.AuditTerms,
        deciding: (ConfiguredModel) -> Decision
    ) {
        invariant(
            configured.strongest != nil && configured.unpinned != nil,
            "an audit cannot compare the model with its platform: \(configured.name)"
        )
        // Audits read the entries of a proposed file, which may have any content.
        _ = configured.document.map(configured.model.entries)
        let hosts = configured.document.map(terms.hosts) ?? []
        let single = hosts.prefix(4).compactMap(configured.asking)
        for (one, other) in zip(single, single.dropFirst())
        where one.decisionKey == other.decisionKey {
            invariant(
                one.statesPins == other.statesPins && deciding(one) == deciding(other),
                "two hosts of one group get different decisions: \(one.name), \(other.name)"
            )
        }
    }
}

/// The parts of an input.
private struct ModelInput {
    let model: String
    let settings: [String: String]
    let choices: Choices
    let document: [UInt8]

    init(_ bytes: [UInt8]) {
        var lines: [String] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")), lines.last != "" {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
        model = lines.first ?? ""
        var settings: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let sign = line.firstIndex(of: "=") else { continue }
            settings[String(line[..<sign])] = String(line[sign...].dropFirst())
        }
        self.settings = settings
        choices = Choices(Array(rest.prefix(48)))
        document = Array(rest.dropFirst(48))
    }

    /// A handshake of TLS 1.2, for a third of the documents and for inputs without a document.
    var connection: ConnectionFacts? {
        guard document.count.isMultiple(of: 3) else { return nil }
        let suites = CipherSuite.offered
        return ConnectionFacts(version: .v1_2, cipherSuite: suites[document.count % suites.count])
    }

    /// Returns the model with its settings; nil if a setting does not exist in the model, or the
    /// document is not in the model's notation.
    func configured() -> ConfiguredModel? {
        let setting = PolicyModel.catalogue.first { $0.name == model }?.configuration
        var documents: [String: PolicyDocument] = [:]
        if !document.isEmpty, let setting, case .document(let notation) = setting.kind {
            guard let read = try? PolicyDocument(document, in: notation) else { return nil }
            documents[setting.name] = read
        }
        do throws(PolicyModelError) {
            return try PolicyModel.resolve(
                model,
                settings: settings,
                documents: documents,
                standsIn: !document.count.isMultiple(of: 2)
            )
        } catch {
            invariant(
                !error.description.isEmpty,
                "an error has no description: \(model) \(settings)"
            )
            return nil
        }
    }
}

extension PinningSetup {
    /// The input of a policy; the settings may name the served certificates.
    fileprivate var presentedByName: Presented {
        var presented = presented
        let names = ["leaf", "intermediate", "root"]
        presented.entities = Dictionary(uniqueKeysWithValues: zip(names, served.map(\.der)))
        return presented
    }

    /// Whether a path begins like the served chain and contains only certificates of the setup.
    fileprivate func contains(_ path: [[UInt8]]) -> Bool {
        let anchors = (system + user + pins).map(\.der)
        let all = served.map(\.der) + anchors
        return path.first == served.first?.der && path.allSatisfy(all.contains)
            && path.last.map(anchors.contains) ?? false
    }
}
