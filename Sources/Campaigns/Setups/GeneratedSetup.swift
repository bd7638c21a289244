import Basics
import Crypto
import Forge
import ScenarioFormat
import X509

/// A random setup: the baseline setup with other keys, with defects, and perhaps with a longer
/// path.
///
/// ```swift
/// let setup = GeneratedSetup(seed: 7, index: 41)
/// let forged = try setup.forged()
/// ```
package struct GeneratedSetup: Hashable, Sendable {
    /// The key types, from the leaf up; nil for P-256.
    package var keys: Keys
    /// The defects, in the order in which they are applied.
    package private(set) var defects: [DrawnDefect]

    /// The key types of the leaf, the intermediate and the root.
    package struct Keys: Hashable, Sendable {
        package var leaf, intermediate, root: KeyAlgorithm?
    }

    /// Creates the setup of case `index` of a campaign, which depends only on the seed and the
    /// index.
    package init(seed: UInt64, index: UInt64) {
        var choices = Choices(seed: seed, index: index)
        self.init(&choices)
    }

    /// Creates the setup that these random decisions make; bytes that have run out make the
    /// baseline setup.
    package init(_ choices: inout Choices) {
        keys = Keys(
            leaf: choices.one(of: Self.leafKeys) ?? nil,
            intermediate: choices.one(of: Self.issuerKeys) ?? nil,
            root: choices.one(of: Self.issuerKeys) ?? nil
        )
        let count = choices.one(of: Self.counts) ?? 0
        defects = []
        for _ in 0..<count {
            guard let defect = DrawnDefect(&choices), !defects.contains(where: defect.repeats)
            else { continue }
            defects.append(defect)
        }
    }

    /// Creates the baseline setup with these defects.
    package init(_ defects: [DrawnDefect], keys: Keys = Keys()) {
        self.keys = keys
        self.defects = defects
    }

    /// Returns the same setup without one of its defects.
    package func without(_ defect: DrawnDefect) -> GeneratedSetup {
        GeneratedSetup(defects.filter { $0 != defect }, keys: keys)
    }

    /// The declaration of the setup.
    package var setup: Setup {
        var setup = Setup.standard
        setup.pki.entities["leaf"]?.key = keys.leaf
        setup.pki.entities["intermediate"]?.key = keys.intermediate
        setup.pki.entities["root"]?.key = keys.root
        for defect in defects { defect.apply(to: &setup) }
        setup.settleRoles()
        return setup
    }

    /// The numbers of defects, each drawn with a probability of one twentieth; with few defects,
    /// later checks run too.
    private static let counts =
        [0, 0] + Array(repeating: 1, count: 10)
        + Array(repeating: 2, count: 6) + [3, 4]

    /// The key types of issuers, each drawn with a probability of one twentieth; mostly RSA of
    /// 2,048 bits, which every peer verifies fast.
    private static let issuerKeys: [KeyAlgorithm?] =
        [nil, nil] + Array(repeating: .rsa2048, count: 17) + [.p384]

    /// The key types of leaves, each drawn with a probability of one twentieth.
    private static let leafKeys: [KeyAlgorithm?] =
        Array(repeating: nil, count: 10) + Array(repeating: .rsa2048, count: 10)
}

extension DrawnDefect {
    /// Draws the next defect.
    init?(_ choices: inout Choices) {
        guard let group = choices.one(of: Defect.drawn), let defect = choices.one(of: group),
            let place = choices.one(of: defect.places)
        else { return nil }
        self.init(defect.name, at: place, variant: choices.below(Self.variants))
    }

    /// Whether another drawn defect is the same defect in the same place.
    fileprivate func repeats(_ other: DrawnDefect) -> Bool {
        name == other.name && place == other.place
    }
}
