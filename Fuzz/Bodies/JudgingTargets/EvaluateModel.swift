import Basics
import ClientModels
import Crypto
import Forge
import FuzzTargets
import PathValidation
import PinningSetups

extension FuzzTarget {
    /// For any configuration of any model and any pinning setup, the model decides.
    ///
    /// It decides the same when it is configured anew. A path that it accepts begins with the served
    /// end entity, has only certificates of the setup, and ends where the setup has an anchor or a pin.
    /// An audit finds a system to compare it with, and asks about one of two hosts where both are
    /// decided alike.
    ///
    /// An input is lines: a model, `setting=value` for each, and an empty one; then choices of a setup,
    /// 48 bytes, and the document of the setting that takes one.
    public static let evaluateModel = FuzzTarget("EvaluateModel") { bytes in
        let input = ModelInput(bytes)
        guard let configured = input.configured() else { return }
        var generator = SetupGenerator(input.choices, of: PinningParties.population)
        guard let setup = generator.setup()?.setup else { return }
        var presented = setup.presentedByName
        presented.connection = input.connection
        let decision = configured.policy.evaluate(presented, for: setup.identity)
        let again = input.configured()?.policy.evaluate(presented, for: setup.identity)
        invariant(again == decision, "decides otherwise again: \(configured.name) \(setup)")
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
            "no system without its configuration: \(configured.name)"
        )
        // Which domains have entries is read of a file that is proposed, whatever is in it.
        _ = configured.document.map(configured.model.entries)
        let hosts = configured.document.map(terms.hosts) ?? []
        let asked = hosts.prefix(4).compactMap(configured.asking)
        for (one, other) in zip(asked, asked.dropFirst()) where one.decisionKey == other.decisionKey
        {
            invariant(
                one.statesPins == other.statesPins && deciding(one) == deciding(other),
                "one host does not speak for the other: \(one.name), \(other.name)"
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

    /// A handshake of TLS 1.2, for a third of the documents and where there is none.
    var connection: ConnectionFacts? {
        guard document.count.isMultiple(of: 3) else { return nil }
        let suites = CipherSuite.offered
        return ConnectionFacts(version: .v1_2, cipherSuite: suites[document.count % suites.count])
    }

    /// The model with its settings; nil where they are not of the model, or the document not in its
    /// notation.
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
            invariant(!error.description.isEmpty, "no reason is told: \(model) \(settings)")
            return nil
        }
    }
}

extension PinningSetup {
    /// The input of a policy whose settings may name the served certificates.
    fileprivate var presentedByName: Presented {
        var presented = presented
        let names = ["leaf", "intermediate", "root"]
        presented.entities = Dictionary(uniqueKeysWithValues: zip(names, served.map(\.der)))
        return presented
    }

    /// Whether a path begins as the served chain does and is made of what the setup has.
    fileprivate func contains(_ path: [[UInt8]]) -> Bool {
        let anchors = (system + user + pins).map(\.der)
        let all = served.map(\.der) + anchors
        return path.first == served.first?.der && path.allSatisfy(all.contains)
            && path.last.map(anchors.contains) ?? false
    }
}
