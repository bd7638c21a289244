import Basics
import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import TLS
import X509

/// The setups as the configurations of one system face them, and what the system decides by itself.
struct SystemSetups: Sendable {
    let sites: [Survey.Site]
    let obstructions: [Survey.Obstruction]
    /// The name of the system.
    let name: String
    /// The system's replies without a configuration: with the pins of the setup, compared as well as
    /// it can, and without any.
    ///
    /// Nil where no configuration is told from the system. Of a program's library, which takes as long
    /// as the program, it has the replies where the program is wrong, and no others.
    var yardstick: Yardstick?
    /// For each site the first that asks the same of a configuration.
    let representatives: [Int]
    /// The sites that are judged over a handshake: those that need one, and of the others the first
    /// of each kind of connection.
    let handshakes: Set<Int>
    /// Whether the system is a program's library.
    var isOfLibrary = false

    /// Replies in the order of the sites; nil for those that were not asked for.
    struct Yardstick: Sendable {
        let strongest, unpinned: [AuditReply?]
    }

    /// The replies of a program's library; none of a model's system, which is judged elsewhere.
    var libraryReplies: [AuditReply?] { isOfLibrary ? yardstick?.strongest ?? [] : [] }

    /// The numbers of the sites that are judged, each for all that ask the same.
    var distinct: [Int] { representatives.indices.filter { representatives[$0] == $0 } }
}

extension SystemSetups {
    /// Makes the setups and puts them before the system.
    ///
    /// - Parameters:
    ///   - party: a configuration of the system.
    ///   - setups: those that it faces.
    ///   - survey: puts them before it.
    ///   - shouldStop: asked before each setup; true takes up no more.
    init(
        for party: Party,
        of setups: Survey.Sites,
        by survey: Survey,
        shouldStop: @escaping @Sendable () -> Bool
    ) async {
        sites = setups.sites
        obstructions = setups.obstructions
        representatives = Self.representatives(of: setups.sites, for: party)
        handshakes = Self.handshakes(of: setups.sites, for: party)
        name = party.family
        guard let strongest = party.model?.strongest.map({ Party($0) }),
            let unpinned = party.model?.unpinned.map({ Party($0) })
        else {
            yardstick = nil
            return
        }
        let replies = await survey.pool.map(setups.sites, shouldStop: shouldStop) { site in
            Self.replies(of: strongest, unpinned, at: site, by: survey)
        }
        .compactMap(\.self)
        // An interrupted audit has no result.
        guard replies.count == setups.sites.count else {
            yardstick = nil
            return
        }
        yardstick = Yardstick(strongest: replies.map(\.0), unpinned: replies.map(\.1))
    }

    /// The same setups with the replies of a program's library, where the program is wrong.
    ///
    /// An audit that is stopped asks it too: what it found would be the program's otherwise.
    ///
    /// - Parameters:
    ///   - library: the library with its defaults.
    ///   - replies: the program's, in the order of the sites.
    ///   - survey: puts setups before the library.
    ///   - recorded: replies in place of asking; nil for none.
    ///   - asksRest: whether it is asked for replies that are not recorded.
    ///   - receive: takes the events, from several threads at once.
    /// - Returns: these setups with the library as their system.
    func asking(
        _ library: Party,
        whereWrong replies: [AuditReply?],
        by survey: Survey,
        recorded: AuditReplies?,
        asksRest: Bool,
        receive: @escaping @Sendable (AuditSeries.Event) -> Void
    ) async -> SystemSetups {
        let wrong = sites.indices.filter { sites[$0].isWrong(replies[$0]) }
        receive(.planned(wrong.count))
        let asked = await survey.pool.map(wrong) { index in
            defer { receive(.advanced) }
            let site = sites[index]
            if let strongest = recorded?[library, as: .system, at: site],
                let unpinned = recorded?[library, as: .systemWithoutPins, at: site]
            {
                return (strongest, unpinned)
            }
            return recorded == nil || asksRest
                ? Self.replies(of: library, library, at: site, by: survey)
                : (.unrecorded, .unrecorded)
        }
        var strongest = [AuditReply?](repeating: nil, count: sites.count)
        var unpinned = strongest
        for (index, reply) in zip(wrong, asked) {
            (strongest[index], unpinned[index]) = (reply?.0, reply?.1)
        }
        return SystemSetups(
            sites: sites,
            obstructions: obstructions,
            name: library.name,
            yardstick: Yardstick(strongest: strongest, unpinned: unpinned),
            representatives: representatives,
            handshakes: handshakes,
            isOfLibrary: true
        )
    }

    /// The replies of a system with the pins of a setup, and without any.
    private static func replies(
        of strongest: Party,
        _ unpinned: Party,
        at site: Survey.Site,
        by survey: Survey
    ) -> (AuditReply, AuditReply) {
        guard site.setup.pins != nil else {
            // Where there are no pins none are compared.
            let reply = AuditReply(survey.trial(of: unpinned, at: site))
            return (reply, reply)
        }
        return (
            AuditReply(survey.trial(of: strongest, at: site)),
            AuditReply(survey.trial(of: unpinned, withoutPinsAt: site))
        )
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

extension SystemSetups {
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

/// The kind of a connection: all that a server does but for the bytes of its certificates.
private struct ConnectionKind: Hashable {
    private let facts: ConnectionFacts?
    private let certificates: Int
    private let staples: [Bool]
    private let isProxied: Bool
    private let address: LoopbackFamily
    private let serverName: String?

    /// Nil in a setup that needs a handshake.
    init?(of model: ConfiguredModel, at site: Survey.Site) {
        let setup = site.setup
        guard ChainOnlyParty.obstacle(to: model, in: setup) == nil,
            let shown = try? ChainOnlyParty.presented(site.challenge, to: model)
        else { return nil }
        facts = shown.connection
        certificates = shown.chain.count
        staples = shown.staples.map { $0 != nil }
        isProxied = setup.proxy != nil
        address = setup.address
        serverName = setup.indicatedName ?? setup.connect.serverName
    }
}

/// All that decides the reply of a configuration in a setup: of equal questions one is asked.
private struct Question: Hashable {
    private let identity: ReferenceIdentity
    private let chain: [[UInt8]]
    private let store: TrustStore
    private let pins: [Pin]?
    /// A party can refuse a setup for its pins.
    private let obstacle: String?
    private let verifyDate: Instant
    private let staples: [[UInt8]?]
    private let crls: [[UInt8]]
    private let connection: ConnectionFacts?

    /// Nil in a setup that needs a handshake, whose servers do more than show certificates.
    init?(to party: Party, _ model: ConfiguredModel, at site: Survey.Site) {
        let setup = site.setup
        guard ChainOnlyParty.obstacle(to: model, in: setup) == nil,
            let presented = try? ChainOnlyParty.presented(site.challenge, to: model)
        else { return nil }
        identity = setup.connect
        chain = presented.chain
        store = presented.store
        pins = presented.pins
        obstacle = party.obstacle(in: setup, isFixed: true, isChainOnly: false)
        verifyDate = presented.verifyDate
        let ignored = model.model.audit?.ignores ?? []
        staples = ignored.contains(.staples) ? [] : presented.staples
        crls = ignored.contains(.crls) ? [] : presented.crls
        connection = ignored.contains(.connection) ? nil : presented.connection
    }
}
