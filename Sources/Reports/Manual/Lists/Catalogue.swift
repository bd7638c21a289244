import Campaigns
import ClientModels
import Crypto
import Forge
import PathValidation
import TLS

/// A catalogue of words that scenario files and options may use.
package enum Catalogue: String, CaseIterable {
    case mutations
    case serverFaults = "server-faults"
    case violations, defects, parties, profiles, reasons

    package struct Entry {
        package let name, about: String
        package var source: String?
        /// The attacker's gain from a client that accepts the defect; nil for an entry that is not
        /// a defect or that no client needs to reject.
        package var gain: Gain?
        /// The rules that a profile leaves out, one sentence each.
        package var omissions: [String] = []
        /// The settings of a party.
        package var settings: [PolicyModel.Setting] = []
    }

    /// The noun for one entry.
    var singular: StaticString {
        switch self {
        case .mutations: "mutation"
        case .serverFaults: "server-fault"
        case .violations: "violation"
        case .defects: "defect"
        case .parties: "party"
        case .profiles: "profile"
        case .reasons: "reason"
        }
    }

    /// The entries, in the order of their declaration.
    package var entries: [Entry] {
        switch self {
        case .mutations:
            Mutation.catalogue.map {
                let gain = $0.isHarmless ? nil : $0.gain
                return Entry(name: $0.name, about: $0.about, gain: gain)
            }
        case .serverFaults:
            NamedServerFault.catalogue.map { Entry(name: $0.name, about: $0.about, gain: $0.gain) }
        case .violations:
            Violation.catalogue.map {
                Entry(
                    name: $0.name,
                    about: $0.about,
                    source: ([$0.rule] + $0.attacks).joined(separator: ", "),
                    gain: $0.isAllowed ? nil : $0.gain
                )
            }
        case .defects:
            Defect.catalogue.map {
                Entry(
                    name: $0.name,
                    about: $0.about,
                    source: $0.places.map(\.rawValue).joined(separator: ", ")
                )
            }
        case .parties:
            PolicyModel.catalogue.map {
                Entry(name: $0.name, about: $0.about, source: $0.source, settings: $0.settings)
            }
        case .profiles:
            PathProfile.all.map {
                Entry(
                    name: $0.name,
                    about: $0.about,
                    source: $0.source,
                    omissions: $0.omissions
                )
            }
        case .reasons:
            Rejection.Code.ofRules.map {
                Entry(name: $0.rawValue, about: $0.meaning, source: $0.source)
            }
        }
    }
}

extension PolicyModel.Setting {
    /// The setting as written after a party's name: `mode=none|public-key|certificate`.
    var words: String {
        let value =
            switch kind {
            case .word(let words): words.joined(separator: "|")
            case .text: "TEXT"
            case .document: "FILE"
            }
        return "\(name)=\(value)"
    }

    /// The meaning of the setting, with the default value.
    var aboutWithFallback: String {
        fallback.isEmpty ? about : "\(about) Default: \(fallback)."
    }
}
