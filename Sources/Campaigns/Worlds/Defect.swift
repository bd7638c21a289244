import Forge
import Scenarios
import SeededChoices

/// One thing in which a generated world is not the standard one; most are wrong, some only unusual.
///
/// A new one is one literal in a list of `Defects/`.
package struct Defect: Sendable {
    /// Where in a world it sits.
    package enum Place: String, CaseIterable, Hashable, Sendable {
        case leaf, intermediate, root
        /// In how certificates are arranged, or in what the client asks.
        case world
    }

    /// Lower-case words with hyphens.
    package let name: String
    /// What it does, in one sentence without its subject.
    package let about: String
    /// Where it can be; one of them is drawn.
    package let places: [Place]
    /// Where `reference` accepts a world that has this defect and no other.
    package let accepted: Set<Place>
    private let apply: @Sendable (inout World, String, inout Choices) -> Void

    /// A defect of a certificate.
    init(
        _ name: String,
        _ about: String,
        at places: [Place],
        accepted: Set<Place> = [],
        _ apply: @escaping @Sendable (inout Entity, inout Choices) -> Void
    ) {
        self.name = name
        self.about = about
        self.places = places
        self.accepted = accepted
        self.apply = { world, entity, choices in
            guard var changed = world.pki.entities[entity] else { return }
            apply(&changed, &choices)
            world.pki.entities[entity] = changed
        }
    }

    /// A defect of the world.
    init(
        _ name: String,
        _ about: String,
        isAccepted: Bool = false,
        _ apply: @escaping @Sendable (inout World, inout Choices) -> Void
    ) {
        self.name = name
        self.about = about
        places = [.world]
        accepted = isAccepted ? [.world] : []
        self.apply = { world, _, choices in apply(&world, &choices) }
    }

    /// Puts it into a world.
    fileprivate func apply(to world: inout World, at place: Place, _ choices: inout Choices) {
        apply(&world, place.rawValue, &choices)
    }
}

/// A defect as a generated world has it.
package struct DrawnDefect: Hashable, Sendable {
    /// Of the catalogue.
    package let name: String
    /// One of the defect's places.
    package let place: Defect.Place
    /// What the defect's own decisions follow from; 0 makes the first of everything.
    package var variant: Int

    /// A defect of the catalogue at one of its places.
    package init(_ name: String, at place: Defect.Place, variant: Int = 0) {
        self.name = name
        self.place = place
        self.variant = variant
    }

    /// Such as `leaf expired`.
    package var label: String { place == .world ? name : "\(place.rawValue) \(name)" }

    /// What it stands for; nil for a name that the catalogue has not.
    package var defect: Defect? { Defect.named(name) }

    /// Whether `reference` accepts a world that has it and no other defect.
    package var isAccepted: Bool { defect?.accepted.contains(place) ?? false }

    /// How many variants are told apart.
    package static let variants = 16

    func apply(to world: inout World) {
        // Variant 0 is the simplest, so that bytes that have run out and minimised worlds are.
        var choices = variant == 0 ? Choices([]) : Choices(seed: 0, index: UInt64(variant))
        defect?.apply(to: &world, at: place, &choices)
    }
}

extension Defect {
    /// All defects, in groups that are drawn from equally often.
    static let groups: [[Defect]] = [
        ofDates, ofIdentities, ofNames, ofUsages, ofConstraints, ofPolicies, ofKeys, ofIdentifiers,
        ofPaths, ofAnchors, ofMutations, ofEncodings,
    ]

    /// All defects.
    package static let catalogue = groups.flatMap(\.self)

    /// The defect of this name.
    package static func named(_ name: String) -> Defect? { byName[name] }

    private static let byName = Dictionary(
        catalogue.map { ($0.name, $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
