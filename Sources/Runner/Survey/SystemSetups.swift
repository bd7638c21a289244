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
    /// The number of setups that an interrupted audit did not forge.
    let untried: Int
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
    /// The sites that are judged over a handshake: the sites that need one, and the first site of
    /// each other kind of connection.
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
    ///   - survey: runs the setups.
    ///   - shouldStop: called before each setup; true stops the audit.
    init(
        for party: Party,
        of setups: Survey.Sites,
        by survey: Survey,
        shouldStop: @escaping @Sendable () -> Bool
    ) async {
        sites = setups.sites
        (obstructions, untried) = (setups.obstructions, setups.untried)
        let strongest = party.model?.strongest.map { Party($0) }
        let unpinned = party.model?.unpinned.map { Party($0) }
        let parties = [party, strongest, unpinned].compactMap(\.self)
        let views = await survey.pool.map(setups.sites) { View(of: $0, by: parties) }
        representatives = Self.firsts(of: views.map { $0??.question })
        let firsts = Self.firsts(of: views.map { $0??.connection })
        handshakes = Set(firsts.indices.filter { firsts[$0] == $0 })
        name = party.family
        guard let strongest, let unpinned else { return }
        let replies = await survey.pool.map(
            distinct.map { setups.sites[$0] },
            shouldStop: shouldStop
        ) { site in
            Self.replies(of: strongest, unpinned, at: site, by: survey)
        }
        // An interrupted audit has no replies of the system.
        guard untried == 0, replies.allSatisfy({ $0 != nil }) else { return }
        systemReplies = SystemReplies(
            strongest: atAll(replies.map { $0?.0 }),
            unpinned: atAll(replies.map { $0?.1 })
        )
    }

    /// Returns the replies at all sites, given the replies at the distinct sites.
    func atAll(_ replies: [AuditReply?]) -> [AuditReply?] {
        let byIndex = Dictionary(uniqueKeysWithValues: zip(distinct, replies))
        return representatives.map { byIndex[$0] ?? nil }
    }

    /// Returns for each value the index of the first equal value; a nil is equal to no other value.
    private static func firsts<Value: Hashable>(of values: [Value?]) -> [Int] {
        var known: [Value: Int] = [:]
        return values.enumerated().map { index, value in
            guard let value else { return index }
            let first = known[value] ?? index
            known[value] = first
            return first
        }
    }

    /// Runs a program's library in the setups in which the program is wrong.
    ///
    /// An interrupted audit also runs the library, because otherwise the library's faults would be
    /// blamed on the program.
    ///
    /// - Parameters:
    ///   - library: the library with its defaults.
    ///   - replies: the program's replies, in the order of the sites.
    ///   - known: the library's replies so far.
    ///   - survey: runs setups.
    ///   - recorded: replies to use in place of running the library; nil for none.
    ///   - asksRest: whether the library runs the setups that have no recorded reply.
    ///   - receive: called with each event, from several threads at once.
    /// - Returns: these setups, with the library's replies in place of the system's; without a reply
    ///   for setups in which the program is right.
    func asking(
        _ library: Party,
        whereWrong replies: [AuditReply?],
        knowing known: LibraryReplies,
        by survey: Survey,
        recorded: AuditReplies?,
        asksRest: Bool,
        receive: @escaping @Sendable (AuditSeries.Event) -> Void
    ) async -> SystemSetups {
        let wrong = sites.indices.filter { sites[$0].isWrong(replies[$0]) }
        receive(.planned(wrong.count))
        let asked = await survey.pool.map(wrong) { index -> LibraryReplies.Pair in
            defer { receive(.advanced) }
            let site = sites[index]
            if let strongest = recorded?[library, as: .system, at: site],
                let unpinned = recorded?[library, as: .systemWithoutPins, at: site]
            {
                return (strongest, unpinned)
            }
            guard recorded == nil || asksRest else { return (.unrecorded, .unrecorded) }
            return known.pair(at: index) {
                Self.replies(of: library, library, at: site, by: survey)
            }
        }
        var strongest = [AuditReply?](repeating: nil, count: sites.count)
        var unpinned = strongest
        for (index, reply) in zip(wrong, asked) {
            (strongest[index], unpinned[index]) = (reply?.0, reply?.1)
        }
        return SystemSetups(
            sites: sites,
            obstructions: obstructions,
            untried: untried,
            name: library.name,
            systemReplies: SystemReplies(strongest: strongest, unpinned: unpinned),
            representatives: representatives,
            handshakes: handshakes,
            isOfLibrary: true
        )
    }

    /// Returns the replies of a system with the pins of a setup, and without them.
    static func replies(
        of strongest: Party,
        _ unpinned: Party,
        at site: Survey.Site,
        by survey: Survey
    ) -> LibraryReplies.Pair {
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
    /// The replies of a model's system are not recorded, because merging shards makes them again.
    func record(of like: Party, in replies: inout AuditReplies) {
        guard let systemReplies else { return }
        for (index, site) in sites.enumerated() {
            replies[like, as: .system, at: site] = systemReplies.strongest[index]
            replies[like, as: .systemWithoutPins, at: site] = systemReplies.unpinned[index]
        }
    }
}

/// What a model sees of a site that needs no handshake.
private struct View: Sendable {
    /// The question to the model; nil if the reply also depends on the names of pinned entities.
    let question: Question?
    let connection: ConnectionKind

    /// Creates a view; nil for a program, and for a site whose server does more than show
    /// certificates, so that it needs a handshake.
    ///
    /// - Parameters:
    ///   - site: the site.
    ///   - parties: the audited configuration, then the configurations of its system alone.
    init?(of site: Survey.Site, by parties: [Party]) {
        let requirements = site.setup.requirements
        guard let model = parties.first?.model,
            ChainOnlyParty.canJudge(requirements, as: model),
            let shown = try? ChainOnlyParty.presented(site.challenge, to: model)
        else { return nil }
        connection = ConnectionKind(site.setup, shown)
        guard model.entityPins.isEmpty else {
            question = nil
            return
        }
        question = Question(
            identity: site.setup.connect,
            shown,
            obstacles: parties.map {
                $0.obstacle(to: requirements, isFixed: true, isChainOnly: false)
            },
            ignoring: model.model.audit?.ignores ?? []
        )
    }
}

/// The kind of a connection: everything that a server does, apart from the bytes of its
/// certificates.
///
/// A model decides about the certificates that it receives. Certificates arrive the same way in
/// each connection of a kind, so one handshake of each kind is enough.
private struct ConnectionKind: Hashable {
    private let facts: ConnectionFacts?
    private let certificates: Int
    private let staples: [Bool]
    private let isProxied: Bool
    private let address: LoopbackFamily
    /// Whether the client sends a server name; the server shows the same certificates for each
    /// name.
    private let isNamed: Bool

    init(_ setup: Setup, _ shown: Presented) {
        facts = shown.connection
        certificates = shown.chain.count
        staples = shown.staples.map { $0 != nil }
        isProxied = setup.proxy != nil
        address = setup.address
        isNamed = (setup.indicatedName ?? setup.connect.serverName) != nil
    }
}

/// Everything that decides the replies of a configuration and of its system in a setup.
///
/// Of several equal questions, only one is asked.
private struct Question: Hashable {
    private let identity: ReferenceIdentity
    private let chain: [[UInt8]]
    private let store: TrustStore
    private let pins: [Pin]?
    /// For each party, the reason why it cannot express the setup, for example because of the
    /// setup's pins; nil if it can.
    private let obstacles: [String?]
    private let verifyDate: Instant
    private let staples: [[UInt8]?]
    private let crls: [[UInt8]]
    private let connection: ConnectionFacts?
    private let scts: [UInt8]?
    private let logs: [TransparencyLog]

    init(
        identity: ReferenceIdentity,
        _ shown: Presented,
        obstacles: [String?],
        ignoring ignored: Set<PolicyModel.AuditTerms.Input>
    ) {
        (self.identity, self.obstacles) = (identity, obstacles)
        (chain, store, pins) = (shown.chain, shown.store, shown.pins)
        verifyDate = shown.verifyDate
        staples = ignored.contains(.staples) ? [] : shown.staples
        crls = ignored.contains(.crls) ? [] : shown.crls
        connection = ignored.contains(.connection) ? nil : shown.connection
        (scts, logs) = (shown.scts, shown.logs)
    }
}
