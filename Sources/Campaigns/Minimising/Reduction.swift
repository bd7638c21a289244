import Forge
import ScenarioFormat
import X509

/// A way to make a world simpler: numbered candidates, nil after the last.
struct Reduction: Sendable {
    private let candidates: @Sendable (World) -> [World]

    /// The candidate of this number.
    func candidate(_ number: Int, of world: World) -> World? {
        let all = candidates(world)
        return number < all.count ? all[number] : nil
    }

    /// All reductions; those that remove most come first.
    static let all = [
        entities, served, trusted,
        Reduction { world in [world.with { $0.connect = World.standard.connect }] },
        Reduction { world in [world.with { $0.clock = nil }] },
        issuers, fields, elements,
    ]

    /// Removes entities that the standard world does not have, with every reference to them.
    private static let entities = Reduction { world in
        world.pki.entities.keys.filter { World.standard.pki.entities[$0] == nil }.sorted()
            .map { name in
                world.with { world in
                    world.pki.entities[name] = nil
                    world.serve.removeAll { $0 == name }
                    world.trust.removeAll { $0 == name }
                }
            }
    }

    private static let served = Reduction { world in
        simpler(world.serve, to: World.standard.serve).map { names in
            world.with { $0.serve = names }
        }
    }

    private static let trusted = Reduction { world in
        simpler(world.trust, to: World.standard.trust).map { names in
            world.with { $0.trust = names }
        }
    }

    /// Restores the standard world's names, then removes one name.
    ///
    /// The standard world's own names stay: one removed would be restored in the next round, for
    /// ever.
    private static func simpler(_ names: [String], to standard: [String]) -> [[String]] {
        guard names != standard else { return [] }
        return [standard]
            + names.indices.map { index in Array(names[..<index] + names[(index + 1)...]) }
    }

    private static let issuers = Reduction { world in
        world.names.compactMap { name in
            World.standard.pki.entities[name].map { standard in
                world.with { $0.pki.entities[name]?.issuer = standard.issuer }
            }
        }
    }

    /// Sets one field to the standard world's value, or leaves it out.
    private static let fields = Reduction { world in
        world.names.flatMap { name in
            resets.map { reset in
                world.with { world in
                    guard var entity = world.pki.entities[name] else { return }
                    reset(&entity, World.standard.pki.entities[name] ?? bare(entity))
                    world.pki.entities[name] = entity
                }
            }
        }
    }

    /// Removes one element from a list.
    private static let elements = Reduction { world in
        world.names.flatMap { name in
            shrinkings.flatMap { shrink in
                (0..<longestList).compactMap { index in
                    guard var entity = world.pki.entities[name], shrink(&entity, index) else {
                        return nil
                    }
                    return world.with { $0.pki.entities[name] = entity }
                }
            }
        }
    }

    /// The longest list to reduce; longer ones occur only in defects about length.
    private static let longestList = 8

    private static func bare(_ entity: Entity) -> Entity {
        Entity(role: entity.role, issuer: entity.issuer)
    }

    private typealias Reset = @Sendable (inout Entity, Entity) -> Void

    private static let resets: [Reset] = [
        { $0.mutate = $1.mutate }, { $0.raw = $1.raw }, { $0.extensions = $1.extensions },
        { $0.drop = $1.drop }, { $0.critical = $1.critical }, { $0.key = $1.key },
        { $0.keyOf = $1.keyOf }, { $0.hasOwnGenerator = $1.hasOwnGenerator },
        { $0.flippedOctet = $1.flippedOctet }, { $0.copy = $1.copy },
        // A scenario states both or neither.
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

    /// Removes the element at an index; false if there is none, or it is the only one.
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

extension World {
    fileprivate var names: [String] { pki.entities.keys.sorted() }

    /// This world after a change, with the roles that a scenario file's reader assigns.
    fileprivate func with(_ change: (inout World) -> Void) -> World {
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
