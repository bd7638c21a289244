import Policies
import Scenarios
import Trust
import Workers

/// Audits of several configurations by the same worlds, which are made and put before a correct client
/// once, and before each system once.
package struct AuditSeries: Sendable {
    /// An event of an audit, for its progress display.
    package enum Event: Sendable {
        /// So many worlds more will be made or judged.
        case planned(Int)
        case advanced
        /// A party accepts what must be refused: the first time for this harm.
        case found(Exposure, Rejection.Code, Scenario)
    }

    private struct Key: Hashable {
        let part: PinnedPart?
        let party: String
        let strongest: String?
    }

    private struct SitesKey: Hashable {
        let part: PinnedPart?
        let areForModel: Bool
    }

    private let survey: Survey
    private let scenarios: [Scenario]
    private let ids: Set<String>?
    private let recorded: AuditReplies?
    private let shouldStop: @Sendable () -> Bool
    private let receive: @Sendable (Event) -> Void
    /// All that parties replied.
    package private(set) var replies = AuditReplies()
    private var sites: [SitesKey: Survey.Sites] = [:]
    private var systems: [Key: SystemWorlds] = [:]

    /// - Parameters:
    ///   - survey: puts worlds before parties.
    ///   - scenarios: those whose worlds are tried.
    ///   - ids: the cases of a shard, whose worlds alone are tried; nil for all.
    ///   - recorded: the replies of all shards, in place of asking the parties; nil if they are asked.
    ///   - shouldStop: asked before each world; true takes up no more.
    ///   - receive: called by several threads at once.
    package init(
        by survey: Survey,
        in scenarios: [Scenario],
        among ids: Set<String>? = nil,
        recorded: AuditReplies? = nil,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        receive: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.survey = survey
        self.scenarios = scenarios
        (self.ids, self.recorded) = (ids, recorded)
        self.shouldStop = shouldStop
        self.receive = receive
    }

    /// Audits a party.
    ///
    /// A configuration of a model faces worlds over handshakes that need one, and the first of a
    /// system one of each other kind of connection too. The rest is judged as it would be shown.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - hosts: those that it was asked about.
    ///   - like: the library of a program with its defaults; nil if the program is told from none.
    /// - Returns: its weaknesses, and those of its system.
    package mutating func audit(
        _ party: Party,
        for hosts: [String] = [],
        like: Party? = nil
    ) async -> Audit {
        let (worlds, isFirst) = await worlds(for: party, like: like)
        let distinct = worlds.distinct
        receive(.planned(distinct.count))
        let (survey, receive, recorded) = (survey, receive, recorded)
        let found = FirstFindings()
        let replies = await survey.pool.map(distinct, shouldStop: shouldStop) { index in
            let site = worlds.sites[index]
            defer { receive(.advanced) }
            if let recorded { return recorded[party, as: .audited, at: site] ?? .unrecorded }
            let isOverHandshake =
                party.model == nil || (isFirst && worlds.handshakes.contains(index))
            let reply = AuditReply(
                survey.reply(of: party, at: site, isOverHandshake: isOverHandshake)
            )
            if let exposure = site.exposure(of: reply), found.isFirst(exposure),
                case .reject(let rejection) = site.truth
            {
                receive(.found(exposure, rejection.code, site.scenario))
            }
            return reply
        }
        var byIndex: [Int: AuditReply] = [:]
        for (index, reply) in zip(distinct, replies) { byIndex[index] = reply }
        let all = worlds.representatives.map { byIndex[$0] }
        for (site, reply) in zip(worlds.sites, all) {
            self.replies[party, as: .audited, at: site] = reply
        }
        if let like { worlds.record(of: like, in: &self.replies) }
        return await AuditResult(party, hosts, worlds, all).audit(by: survey)
    }

    private mutating func worlds(
        for party: Party,
        like: Party?
    ) async -> (SystemWorlds, isFirst: Bool) {
        let part = PinnedPart(forAuditing: party)
        let key = Key(
            part: part,
            party: party.model == nil ? party.name : party.family,
            strongest: party.model?.strongest?.name ?? like?.name
        )
        if let known = systems[key] { return (known, false) }
        let sites = await sites(pinning: part, areForModel: party.model != nil)
        let system = await SystemWorlds(
            for: party,
            like: like,
            of: party.model == nil ? sites.tellingFirst : sites,
            by: survey,
            recorded: recorded,
            shouldStop: shouldStop
        )
        systems[key] = system
        return (system, true)
    }

    private mutating func sites(
        pinning part: PinnedPart?,
        areForModel: Bool
    ) async -> Survey.Sites {
        let key = SitesKey(part: part, areForModel: areForModel)
        if let known = sites[key] { return known }
        // A model decides about certificates; libssl, which speaks HTTPS for it, about handshakes, and
        // no model about a server's conduct beside them.
        let scenarios = scenarios.filter { scenario in
            let world = scenario.world
            let isOfCertificates =
                world.handshake.isEmpty && world.startTLS == nil && world.earlier.isEmpty
                && world.behave.isEmpty
            return !areForModel || isOfCertificates
        }
        let ids = ids
        receive(.planned(scenarios.count { ids?.contains($0.id) ?? true }))
        let receive = receive
        let made = await survey.sites(
            in: scenarios,
            pinning: part,
            among: ids,
            shouldStop: shouldStop
        ) {
            receive(.advanced)
        }
        sites[key] = made
        return made
    }
}

extension PinnedPart {
    /// The part that is pinned for an audit: what the party compares; for a configuration that pins
    /// nothing what its system would, so that it shows what that costs.
    fileprivate init?(forAuditing party: Party) {
        guard let model = party.model else { return nil }
        let isConfigured = model.document != nil
        let measured = isConfigured && !model.statesPins ? model.strongest ?? model : model
        self.init(for: [measured], isConfigured: isConfigured)
    }
}

extension Survey.Site {
    /// The harm of a reply; nil where it is right, or refuses.
    func exposure(of reply: AuditReply?) -> Exposure? {
        guard case .reject(let rejection) = truth, !dependsOnPinForm,
            case .accepted(let basis)? = reply
        else { return nil }
        return Exposure(rejection, in: scenario.class, on: basis)
    }
}

extension Survey.Sites {
    /// For programs, which take long: the first world of each reason to refuse before the others, the
    /// gravest first.
    fileprivate var tellingFirst: Survey.Sites {
        var seen: Set<Rejection.Code> = []
        var first: [(gravity: Exposure, site: Survey.Site)] = []
        var others: [Survey.Site] = []
        for site in sites {
            if case .reject(let rejection) = site.truth, seen.insert(rejection.code).inserted {
                let exposure = Exposure(rejection, in: site.scenario.class, on: .other)
                first.append((exposure, site))
            } else {
                others.append(site)
            }
        }
        let gravest = first.sorted { $0.gravity > $1.gravity }.map(\.site)
        return Survey.Sites(sites: gravest + others, obstructions: obstructions)
    }
}
