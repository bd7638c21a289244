import Basics
import Forge
import ScenarioFormat

/// One difference between a generated setup and the baseline setup.
///
/// Most defects are errors; some are only unusual.
///
/// A new defect is one literal in a list of `Defects/`.
///
/// ```swift
/// Defect("no-anchor", "The client trusts no root.") { setup, _ in
///     setup.trust = []
/// }
/// ```
package struct Defect: Sendable {
    /// The place of a defect in a setup.
    package enum Place: String, CaseIterable, Hashable, Sendable {
        case leaf, intermediate, root
        /// The served certificates, the trust store, the client's host, or the verify date.
        case setup
    }

    /// The name: lower-case words with hyphens.
    package let name: String
    /// The effect, in one sentence; a sentence without a subject is about the certificate at the
    /// place; at the place `setup`, about the leaf or its path.
    package let about: String
    /// The places where the defect is possible; one of them is drawn.
    package let places: [Place]
    /// The places where `reference` accepts a setup that has only this defect.
    package let accepted: Set<Place>
    /// The number of the first count that draws the defect; a new defect waits for the next count.
    let drawnFrom: Int
    private let apply: @Sendable (inout Setup, String, inout Choices) -> Void

    /// Creates a defect of a certificate.
    init(
        _ name: String,
        _ about: String,
        at places: [Place],
        accepted: Set<Place> = [],
        drawnFrom: Int = 1,
        _ apply: @escaping @Sendable (inout Entity, inout Choices) -> Void
    ) {
        self.name = name
        self.about = about
        self.places = places
        self.accepted = accepted
        self.drawnFrom = drawnFrom
        self.apply = { setup, entity, choices in
            guard var changed = setup.pki.entities[entity] else { return }
            apply(&changed, &choices)
            setup.pki.entities[entity] = changed
        }
    }

    /// Creates a defect of the setup as a whole.
    init(
        _ name: String,
        _ about: String,
        isAccepted: Bool = false,
        drawnFrom: Int = 1,
        _ apply: @escaping @Sendable (inout Setup, inout Choices) -> Void
    ) {
        self.name = name
        self.about = about
        places = [.setup]
        accepted = isAccepted ? [.setup] : []
        self.drawnFrom = drawnFrom
        self.apply = { setup, _, choices in apply(&setup, &choices) }
    }

    /// Applies the defect to a setup.
    fileprivate func apply(to setup: inout Setup, at place: Place, _ choices: inout Choices) {
        apply(&setup, place.rawValue, &choices)
    }
}

/// A defect with the place and the variant that a generated setup has.
package struct DrawnDefect: Hashable, Sendable {
    /// The defect in the catalogue.
    package let name: String
    /// One of the defect's places.
    package let place: Defect.Place
    /// The seed of the defect's own choices; 0 chooses the first of each list.
    package var variant: Int

    /// Creates a defect of the catalogue at one of its places.
    package init(_ name: String, at place: Defect.Place, variant: Int = 0) {
        self.name = name
        self.place = place
        self.variant = variant
    }

    /// The label, such as `leaf expired`.
    package var label: String { place == .setup ? name : "\(place.rawValue) \(name)" }

    /// The defect in the catalogue; nil for an unknown name.
    package var defect: Defect? { Defect.named(name) }

    /// Whether `reference` accepts a setup that has only this defect.
    package var isAccepted: Bool { defect?.accepted.contains(place) ?? false }

    /// The number of variants.
    package static let variants = 16

    /// Applies the defect to a setup whose entities have the names of the places.
    package func apply(to setup: inout Setup) {
        // Variant 0 is the simplest. Minimised setups use variant 0, and so do setups whose random
        // bytes have run out.
        var choices = variant == 0 ? Choices([]) : Choices(seed: 0, index: UInt64(variant))
        defect?.apply(to: &setup, at: place, &choices)
    }
}

extension Defect {
    /// The defects that are drawn, in groups that are drawn equally often.
    ///
    /// A draw depends on the number of defects in its group, so one more defect would change the
    /// cases of every campaign. Findings and ledgers refer to cases by number, and the counts of
    /// `counts.txt` would be wrong. New defects are therefore drawn from the next count on.
    package static let drawn: [[Defect]] = groups.map { group in
        group.filter { $0.drawnFrom <= CountedCases.number }
    }

    /// All defects, in groups.
    private static let groups: [[Defect]] = [
        ofDates, ofIdentities, ofNames, ofUsages, ofConstraints, ofPolicies, ofKeys, ofIdentifiers,
        ofPaths, ofAnchors, ofMutations, ofEncodings,
    ]

    /// All defects.
    package static let catalogue = groups.flatMap(\.self)

    /// Returns the defect of this name.
    package static func named(_ name: String) -> Defect? { byName[name] }

    private static let byName = Dictionary(
        catalogue.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
