import Forge
import ScenarioFormat
import X509

/// A way to simplify a setup, which gives numbered candidates.
struct Reduction: Sendable {
    private let candidates: @Sendable (Setup) -> [Setup]

    /// Returns the candidate of this number; nil after the last candidate.
    func candidate(_ number: Int, of setup: Setup) -> Setup? {
        let all = candidates(setup)
        return number < all.count ? all[number] : nil
    }

    /// All reductions; the reductions that remove most come first.
    static let all = [
        entities, served, trusted,
        Reduction { setup in [setup.with { $0.connect = Setup.standard.connect }] },
        Reduction { setup in [setup.with { $0.clock = nil }] },
        issuers, fields, elements,
    ]

    /// Removes entities that the baseline setup does not have, with every reference to them.
    private static let entities = Reduction { setup in
        setup.pki.entities.keys.filter { Setup.standard.pki.entities[$0] == nil }.sorted()
            .map { name in
                setup.with { setup in
                    setup.pki.entities[name] = nil
                    setup.serve.removeAll { $0 == name }
                    setup.trust.removeAll { $0 == name }
                }
            }
    }

    private static let served = Reduction { setup in
        simpler(setup.serve, to: Setup.standard.serve).map { names in
            setup.with { $0.serve = names }
        }
    }

    private static let trusted = Reduction { setup in
        simpler(setup.trust, to: Setup.standard.trust).map { names in
            setup.with { $0.trust = names }
        }
    }

    /// Returns the names of the baseline setup, then the lists with one name fewer.
    ///
    /// No name is removed from the baseline setup's list, because the next round would restore it,
    /// without end.
    private static func simpler(_ names: [String], to standard: [String]) -> [[String]] {
        guard names != standard else { return [] }
        return [standard]
            + names.indices.map { index in Array(names[..<index] + names[(index + 1)...]) }
    }

    private static let issuers = Reduction { setup in
        setup.names.compactMap { name in
            Setup.standard.pki.entities[name].map { standard in
                setup.with { $0.pki.entities[name]?.issuer = standard.issuer }
            }
        }
    }

    /// Resets one field to the baseline setup's value, or removes it.
    private static let fields = Reduction { setup in
        setup.names.flatMap { name in
            resets.map { reset in
                setup.with { setup in
                    guard var entity = setup.pki.entities[name] else { return }
                    reset(&entity, Setup.standard.pki.entities[name] ?? bare(entity))
                    setup.pki.entities[name] = entity
                }
            }
        }
    }

    /// Removes one element from a list.
    private static let elements = Reduction { setup in
        setup.names.flatMap { name in
            shrinkings.flatMap { shrink in
                (0..<longestList).compactMap { index in
                    guard var entity = setup.pki.entities[name], shrink(&entity, index) else {
                        return nil
                    }
                    return setup.with { $0.pki.entities[name] = entity }
                }
            }
        }
    }

    /// The number of elements that are tried in a list; longer lists occur only in defects about
    /// length.
    private static let longestList = 8

    private static func bare(_ entity: Entity) -> Entity {
        Entity(role: entity.role, issuer: entity.issuer)
    }

    private typealias Reset = @Sendable (inout Entity, Entity) -> Void

    private static let resets: [Reset] = [
        { $0.mutate = $1.mutate }, { $0.raw = $1.raw }, { $0.extensions = $1.extensions },
        { $0.drop = $1.drop }, { $0.critical = $1.critical }, { $0.key = $1.key },
        { $0.keyOf = $1.keyOf }, { $0.hasOwnGenerator = $1.hasOwnGenerator },
        { $0.flippedByte = $1.flippedByte }, { $0.copy = $1.copy },
        // A scenario states both of these keys or neither.
        {
            $0.notBefore = $1.notBefore
            $0.notAfter = $1.notAfter
        },
        { $0.subject = $1.subject }, { $0.issuerName = $1.issuerName },
        { $0.subjectAlternativeNames = $1.subjectAlternativeNames }, { $0.isCA = $1.isCA },
        { $0.pathLength = $1.pathLength }, { $0.keyUsage = $1.keyUsage },
        { $0.extendedKeyUsage = $1.extendedKeyUsage }, { $0.nameConstraints = $1.nameConstraints },
        { $0.policies = $1.policies }, { $0.policyMappings = $1.policyMappings },
        { $0.policyConstraints = $1.policyConstraints },
        { $0.inhibitAnyPolicy = $1.inhibitAnyPolicy }, { $0.mustStaple = $1.mustStaple },
        { $0.digest = $1.digest }, { $0.padding = $1.padding }, { $0.serial = $1.serial },
        { $0.version = $1.version }, { $0.subjectKeyID = $1.subjectKeyID },
        { $0.authorityKeyID = $1.authorityKeyID },
    ]

    /// Removes the element at an index; false if the list has no such element, or no other element.
    private typealias Shrinking = @Sendable (inout Entity, Int) -> Bool

    private static let shrinkings: [Shrinking] = [
        { $0.mutate.shrink(at: $1) }, { $0.raw.shrink(at: $1) }, { $0.extensions.shrink(at: $1) },
        { $0.subjectAlternativeNames?.shrink(at: $1) ?? false },
        { $0.keyUsage?.shrink(at: $1) ?? false }, { $0.extendedKeyUsage?.shrink(at: $1) ?? false },
        { $0.nameConstraints?.permitted.shrink(at: $1) ?? false },
        { $0.nameConstraints?.excluded.shrink(at: $1) ?? false },
        { $0.policies?.shrink(at: $1) ?? false }, { $0.policyMappings?.shrink(at: $1) ?? false },
        { $0.subject?.relativeNames.shrink(at: $1) ?? false },
    ]
}

extension Setup {
    fileprivate var names: [String] { pki.entities.keys.sorted() }

    /// Returns this setup after a change, with the roles that the reader of a scenario file
    /// assigns.
    fileprivate func with(_ change: (inout Setup) -> Void) -> Setup {
        var changed = self
        change(&changed)
        changed.settleRoles()
        return changed
    }
}

extension Array {
    fileprivate mutating func shrink(at index: Int) -> Bool {
        guard count > 1, index < count else { return false }
        remove(at: index)
        return true
    }
}
