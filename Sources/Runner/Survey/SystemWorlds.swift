import OpenSSL
import PKIX
import Policies
import Scenarios
import Trust
import Wire
import Workers

/// The worlds as the configurations of one system face them, and what the system decides by itself.
struct SystemWorlds: Sendable {
    let sites: [Survey.Site]
    let obstructions: [Survey.Obstruction]
    /// The name of the system.
    let name: String
    /// The system's replies without a configuration: with the pins of the world, compared as well as
    /// it can, and without any.
    ///
    /// Nil where no configuration is told from the system.
    let yardstick: Yardstick?
    /// For each site the first that asks the same of a configuration.
    let representatives: [Int]
    /// The sites that are judged over a handshake: those that need one, and of the others the first
    /// of each kind of connection.
    let handshakes: Set<Int>

    /// Replies in the order of the sites.
    struct Yardstick: Sendable {
        let strongest, unpinned: [AuditReply]
    }

    /// The numbers of the sites that are judged, each for all that ask the same.
    var distinct: [Int] { representatives.indices.filter { representatives[$0] == $0 } }
}

extension SystemWorlds {
    /// Makes the worlds and puts them before the system.
    ///
    /// - Parameters:
    ///   - party: a configuration of the system.
    ///   - like: the system of a party that is no model; nil if it is told from none.
    ///   - worlds: those that it faces.
    ///   - survey: puts them before it.
    ///   - recorded: the replies of a system that is a program; nil if it is asked.
    ///   - shouldStop: asked before each world; true takes up no more.
    init(
        for party: Party,
        like: Party?,
        of worlds: Survey.Sites,
        by survey: Survey,
        recorded: AuditReplies?,
        shouldStop: @escaping @Sendable () -> Bool
    ) async {
        sites = worlds.sites
        obstructions = worlds.obstructions
        representatives = Self.representatives(of: worlds.sites, for: party)
        handshakes = Self.handshakes(of: worlds.sites, for: party)
        name = like?.name ?? party.family
        guard let strongest = party.model?.strongest.map({ Party($0) }) ?? like,
            let unpinned = party.model?.unpinned.map({ Party($0) }) ?? like
        else {
            yardstick = nil
            return
        }
        let replies = await survey.pool.map(worlds.sites, shouldStop: shouldStop) { site in
            if let recorded, like != nil {
                return (
                    recorded[strongest, as: .system, at: site] ?? .unrecorded,
                    recorded[unpinned, as: .systemWithoutPins, at: site] ?? .unrecorded
                )
            }
            guard site.world.pins != nil else {
                // Where there are no pins none are compared.
                let reply = AuditReply(survey.trial(of: unpinned, at: site))
                return (reply, reply)
            }
            return (
                AuditReply(survey.trial(of: strongest, at: site)),
                AuditReply(survey.trial(of: unpinned, withoutPinsAt: site))
            )
        }
        .compactMap(\.self)
        // An interrupted audit has no result.
        guard replies.count == worlds.sites.count else {
            yardstick = nil
            return
        }
        yardstick = Yardstick(strongest: replies.map(\.0), unpinned: replies.map(\.1))
    }

    /// The replies of a program that the party is told from, which a shard keeps; a model is asked
    /// again wherever shards are merged.
    func record(of like: Party, in replies: inout AuditReplies) {
        guard let yardstick else { return }
        for (index, site) in sites.enumerated() {
            replies[like, as: .system, at: site] = yardstick.strongest[index]
            replies[like, as: .systemWithoutPins, at: site] = yardstick.unpinned[index]
        }
    }

    private static func representatives(of sites: [Survey.Site], for party: Party) -> [Int] {
        guard let model = party.model, model.entityPins.isEmpty else { return Array(sites.indices) }
        var first: [Question: Int] = [:]
        return sites.indices.map { index in
            guard let question = Question(to: party, model, at: sites[index]) else { return index }
            let representative = first[question] ?? index
            first[question] = representative
            return representative
        }
    }
}

extension SystemWorlds {
    /// A model decides on the certificates that it was shown, and these cross every connection of a
    /// kind alike; so one handshake of each kind proves that they do.
    private static func handshakes(of sites: [Survey.Site], for party: Party) -> Set<Int> {
        guard let model = party.model else { return Set(sites.indices) }
        var known: Set<ConnectionKind> = []
        return Set(
            sites.indices.filter { index in
                guard let kind = ConnectionKind(of: model, at: sites[index]) else { return true }
                return known.insert(kind).inserted
            }
        )
    }
}

/// The kind of a connection: all that a server does but for the octets of its certificates.
private struct ConnectionKind: Hashable {
    private let facts: ConnectionFacts?
    private let certificates: Int
    private let staples: [Bool]
    private let isProxied: Bool
    private let address: LoopbackFamily
    private let serverName: String?

    /// Nil in a world that needs a handshake.
    init?(of model: ConfiguredModel, at site: Survey.Site) {
        let world = site.world
        guard ChainOnlyParty.obstacle(in: world, offering: model.offer) == nil,
            let shown = try? ChainOnlyParty.presented(site.challenge, to: model.offer)
        else { return nil }
        facts = shown.connection
        certificates = shown.chain.count
        staples = shown.staples.map { $0 != nil }
        isProxied = world.proxy != nil
        address = world.address
        serverName = world.indicatedName ?? world.connect.serverName
    }
}

/// All that decides the reply of a configuration in a world: of equal questions one is asked.
private struct Question: Hashable {
    private let identity: ReferenceIdentity
    private let chain: [[UInt8]]
    private let store: TrustStore
    private let pins: [Pin]?
    /// A party can refuse a world for its pins.
    private let obstacle: String?
    private let verifyDate: Instant
    private let staples: [[UInt8]?]
    private let crls: [[UInt8]]
    private let connection: ConnectionFacts?

    /// Nil in a world that needs a handshake, whose servers do more than show certificates.
    init?(to party: Party, _ model: ConfiguredModel, at site: Survey.Site) {
        let world = site.world
        guard ChainOnlyParty.obstacle(in: world, offering: model.offer) == nil,
            let presented = try? ChainOnlyParty.presented(site.challenge, to: model.offer)
        else { return nil }
        identity = world.connect
        chain = presented.chain
        store = presented.store
        pins = presented.pins
        obstacle = party.obstacle(in: world, isFixed: true, isChainOnly: false)
        verifyDate = presented.verifyDate
        let ignored = model.model.audit?.ignores ?? []
        staples = ignored.contains(.staples) ? [] : presented.staples
        crls = ignored.contains(.crls) ? [] : presented.crls
        connection = ignored.contains(.connection) ? nil : presented.connection
    }
}
