import Basics
import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import TLS
import X509

/// The setups with which configurations of one system are tested, and the system's own decisions on
/// them.
struct SystemSetups: Sendable {
    let sites: [Survey.Site]
    let obstructions: [Survey.Obstruction]
    /// The name of the system.
    let name: String
    /// The system's replies without the audited configuration: with the setup's pins and the
    /// strictest pin settings, and without pins.
    ///
    /// Nil if no configuration is compared with the system. A program's library is as slow as
    /// the program, so the library only runs the setups that the program gets wrong.
    var systemReplies: SystemReplies?
    /// For each site, the index of the first site that asks the configuration the same question.
    let representatives: [Int]
    /// The sites that are judged over a handshake: those that need one, and the first of each other
    /// kind of connection.
    let handshakes: Set<Int>
    /// Whether the system is a program's library.
    var isOfLibrary = false

    /// Replies in the order of the sites; nil for sites that were not run.
    struct SystemReplies: Sendable {
        let strongest, unpinned: [AuditReply?]
    }

    /// The replies of a program's library; empty for the system of a model, whose replies are used
    /// elsewhere.
    var libraryReplies: [AuditReply?] { isOfLibrary ? systemReplies?.strongest ?? [] : [] }

    /// The indices of the sites that are judged, one site of each group of equal questions.
    var distinct: [Int] { representatives.indices.filter { representatives[$0] == $0 } }
}

extension SystemSetups {
    /// Prepares the setups and runs the system on them.
    ///
    /// - Parameters:
    ///   - party: a configuration of the system.
    ///   - setups: the setups.
    ///   - survey: runs them.
    ///   - shouldStop: called before each setup; true stops the audit.
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
            systemReplies = nil
            return
        }
        let replies = await survey.pool.map(setups.sites, shouldStop: shouldStop) { site in
            Self.replies(of: strongest, unpinned, at: site, by: survey)
        }
        .compactMap(\.self)
        // An interrupted audit has no replies of the system.
        guard replies.count == setups.sites.count else {
            systemReplies = nil
            return
        }
        systemReplies = SystemReplies(strongest: replies.map(\.0), unpinned: replies.map(\.1))
    }

    /// Returns the same setups with the replies of a program's library, where the program is wrong.
    ///
    /// An interrupted audit also runs the library, because otherwise the library's faults would be
    /// blamed on the program.
    ///
    /// - Parameters:
    ///   - library: the library with its defaults.
    ///   - replies: the program's replies, in the order of the sites.
    ///   - survey: runs setups.
    ///   - recorded: replies to use in place of running the library; nil for none.
    ///   - asksRest: whether the library runs the setups that have no recorded reply.
    ///   - receive: called with each event, from several threads at once.
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
            systemReplies: SystemReplies(strongest: strongest, unpinned: unpinned),
            representatives: representatives,
            handshakes: handshakes,
            isOfLibrary: true
        )
    }

    /// Returns the replies of a system with the pins of a setup, and without them.
    private static func replies(
        of strongest: Party,
        _ unpinned: Party,
        at site: Survey.Site,
        by survey: Survey
    ) -> (AuditReply, AuditReply) {
        guard site.setup.pins != nil else {
            // Without pins, both replies are the same.
            let reply = AuditReply(survey.trial(of: unpinned, at: site))
            return (reply, reply)
        }
        return (
            AuditReply(survey.trial(of: strongest, at: site)),
            AuditReply(survey.trial(of: unpinned, withoutPinsAt: site))
        )
    }

    /// Records the replies of the library that the party is compared with, for a shard.
    ///
    /// Models are not recorded, because merging shards runs them again.
    func record(of like: Party, in replies: inout AuditReplies) {
        guard let systemReplies else { return }
        for (index, site) in sites.enumerated() {
            replies[like, as: .system, at: site] = systemReplies.strongest[index]
            replies[like, as: .systemWithoutPins, at: site] = systemReplies.unpinned[index]
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
    /// Returns the sites that are judged over a handshake.
    ///
    /// A model decides about the certificates that it receives. Certificates arrive the same way
    /// in each connection of a kind, so one handshake of each kind is enough.
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

/// The kind of a connection: everything that a server does, apart from the bytes of its
/// certificates.
private struct ConnectionKind: Hashable {
    private let facts: ConnectionFacts?
    private let certificates: Int
    private let staples: [Bool]
    private let isProxied: Bool
    private let address: LoopbackFamily
    private let serverName: String?

    /// Creates the kind of a connection; nil in a setup that needs a handshake.
    init?(of model: ConfiguredModel, at site: Survey.Site) {
        let setup = site.setup
        guard ChainOnlyParty.canJudge(setup, as: model),
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

/// Everything that decides a configuration's reply in a setup.
///
/// If questions are equal, only one of them is run.
private struct Question: Hashable {
    private let identity: ReferenceIdentity
    private let chain: [[UInt8]]
    private let store: TrustStore
    private let pins: [Pin]?
    /// The reason why the party cannot express the setup, for example because of the setup's pins.
    private let obstacle: String?
    private let verifyDate: Instant
    private let staples: [[UInt8]?]
    private let crls: [[UInt8]]
    private let connection: ConnectionFacts?
    private let scts: [UInt8]?
    private let logs: [TransparencyLog]

    /// Creates a question; nil in a setup that needs a handshake, because its servers do more than
    /// show certificates.
    init?(to party: Party, _ model: ConfiguredModel, at site: Survey.Site) {
        let setup = site.setup
        guard ChainOnlyParty.canJudge(setup, as: model),
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
        (scts, logs) = (presented.scts, presented.logs)
    }
}
