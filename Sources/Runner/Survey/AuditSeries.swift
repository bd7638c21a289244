import Basics
import ClientModels
import PathValidation
import ScenarioFormat

/// Audits of several configurations by the same setups, which are made and put before a correct client
/// once, and before each system once.
package struct AuditSeries: Sendable {
    /// An event of an audit, for its progress display.
    package enum Event: Sendable {
        /// So many setups more will be made or judged.
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
        /// The name of a program; nil for models.
        let program: String?
    }

    private let survey: Survey
    private let scenarios: [Scenario]
    private let ids: Set<String>?
    private let recorded: AuditReplies?
    private let asksRest: Bool
    private let shouldStop: @Sendable () -> Bool
    private let receive: @Sendable (Event) -> Void
    /// All that parties replied.
    package private(set) var replies = AuditReplies()
    private var sites: [SitesKey: Survey.Sites] = [:]
    private var systems: [Key: SystemSetups] = [:]

    /// - Parameters:
    ///   - survey: puts setups before parties.
    ///   - scenarios: those whose setups are tried.
    ///   - ids: the cases of a shard, whose setups alone are tried; nil for all.
    ///   - recorded: replies in place of asking the parties; nil for none.
    ///   - asksRest: whether programs are asked for replies that are not recorded; otherwise the whole is
    ///     recorded, by shards.
    ///   - shouldStop: asked before each setup; true takes up no more.
    ///   - receive: called by several threads at once.
    package init(
        by survey: Survey,
        in scenarios: [Scenario],
        among ids: Set<String>? = nil,
        recorded: AuditReplies? = nil,
        asksRest: Bool = false,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        receive: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.survey = survey
        self.scenarios = scenarios
        (self.ids, self.recorded, self.asksRest) = (ids, recorded, asksRest)
        self.shouldStop = shouldStop
        self.receive = receive
    }

    /// Audits a party.
    ///
    /// A configuration of a model faces setups over handshakes that need one, and the first of a
    /// system one of each other kind of connection too. The rest is judged as it would be shown.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - hosts: those that it was asked about.
    ///   - like: the library of a program with its defaults; nil if the program is told from none.
    ///   - title: the library's name for people; nil for the party's.
    ///   - changes: those of the party's file that may fix its weaknesses; nil where it has none.
    /// - Returns: its weaknesses, and those of its system.
    package mutating func audit(
        _ party: Party,
        for hosts: [String] = [],
        like: Party? = nil,
        called title: String? = nil,
        changes: FileChanges? = nil
    ) async -> Audit {
        let (faced, isFirst) = await setups(for: party)
        let distinct = faced.distinct
        let (survey, receive, recorded, asksRest) = (survey, receive, recorded, asksRest)
        // Setups that a program cannot be put before take no time.
        let applicable = Set(
            distinct.filter { !party.isProgram || faced.sites[$0].obstacle(to: party) == nil }
        )
        receive(.planned(applicable.count))
        let found = FirstFindings()
        let replies = await survey.pool.map(distinct, shouldStop: shouldStop) { index in
            let site = faced.sites[index]
            defer { if applicable.contains(index) { receive(.advanced) } }
            if let reply = recorded?[party, as: .audited, at: site] { return reply }
            if recorded != nil, !asksRest { return .unrecorded }
            let isOverHandshake =
                party.model == nil || (isFirst && faced.handshakes.contains(index))
            let reply = AuditReply(
                survey.reply(of: party, at: site, isOverHandshake: isOverHandshake)
            )
            if let exposure = site.exposure(of: reply), !found.has(exposure),
                case .reject(let rejection) = site.truth,
                // Nobody is to read of a fault that turns out to be the library's.
                like.map({ survey.trial(of: $0, at: site).verdict?.isAccept != true }) ?? true,
                found.isFirst(exposure)
            {
                receive(.found(exposure, rejection.code, site.scenario))
            }
            return reply
        }
        var byIndex: [Int: AuditReply] = [:]
        for (index, reply) in zip(distinct, replies) { byIndex[index] = reply }
        let all = faced.representatives.map { byIndex[$0] }
        for (site, reply) in zip(faced.sites, all) {
            self.replies[party, as: .audited, at: site] = reply
        }
        var compared = faced
        if let like {
            compared = await faced.asking(
                like,
                whereWrong: all,
                by: survey,
                recorded: recorded,
                asksRest: asksRest,
                receive: receive
            )
            compared.record(of: like, in: &self.replies)
        }
        return await AuditResult(party, hosts, compared, all, changes, systemTitle: title)
            .audit(by: survey)
    }

    private mutating func setups(for party: Party) async -> (SystemSetups, isFirst: Bool) {
        let part = PinnedPart(forAuditing: party)
        let key = Key(
            part: part,
            party: party.model == nil ? party.name : party.family,
            strongest: party.model?.strongest?.name
        )
        if let known = systems[key] { return (known, false) }
        let sites = await sites(pinning: part, for: party)
        let system = await SystemSetups(
            for: party,
            of: party.model == nil ? sites.tellingFirst : sites,
            by: survey,
            shouldStop: shouldStop
        )
        systems[key] = system
        return (system, true)
    }

    private mutating func sites(
        pinning part: PinnedPart?,
        for party: Party
    ) async -> Survey.Sites {
        let program = party.model == nil ? party.name : nil
        let isOneAlone = scenarios.contains { $0.party?.program != nil }
        let key = SitesKey(part: part, program: isOneAlone ? program : program.map { _ in "" })
        if let known = sites[key] { return known }
        // A model decides about certificates; libssl, which speaks HTTPS for it, about handshakes, and
        // no model about a server's conduct beside them.
        let scenarios = scenarios.filter { scenario in
            if let program { return scenario.concerns(program) }
            let setup = scenario.setup
            let isOfCertificates =
                setup.handshake.isEmpty && setup.startTLS == nil && setup.earlier.isEmpty
                && setup.behave.isEmpty
            return isOfCertificates
        }
        let ids = ids
        // Beside a program's time that of making its setups is nothing.
        let isTold = program == nil
        let receive: @Sendable (Event) -> Void = { [receive] in if isTold { receive($0) } }
        receive(.planned(scenarios.count { ids?.contains($0.id) ?? true }))
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

extension Scenario {
    /// Whether a program is put before its setup.
    ///
    /// The rules of an operating system, a pinning library or a profile bind who has them; what they
    /// have in common with all clients is in scenarios of all.
    fileprivate func concerns(_ program: String) -> Bool {
        guard let party else { return true }
        let binds = party.settings.keys.contains { ["profile", "transparency"].contains($0) }
        return party.name == program || party.name == PartyReference.reference && !binds
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
    /// Why a party cannot be put before it; nil where it can.
    fileprivate func obstacle(to party: Party) -> String? {
        party.obstacle(in: setup, isFixed: true, isChainOnly: false)
    }

    /// Whether a reply accepts what must be refused, or refuses what must be accepted.
    func isWrong(_ reply: AuditReply?) -> Bool {
        truth.isAccept ? reply?.isAccept == false : exposure(of: reply) != nil
    }

    /// The harm of a reply; nil where it is right, or refuses.
    func exposure(of reply: AuditReply?) -> Exposure? {
        guard case .reject(let rejection) = truth, !dependsOnPinForm,
            case .accepted(let basis)? = reply
        else { return nil }
        return Exposure(rejection, gaining: scenario.gain, on: basis)
    }
}

extension Survey.Sites {
    /// For programs, which take long: the first setup of each reason to refuse and of each severity
    /// before the others, the most severe first.
    fileprivate var tellingFirst: Survey.Sites {
        var seen: [Rejection.Code: Set<Exposure>] = [:]
        var first: [(severity: Exposure, site: Survey.Site)] = []
        var others: [Survey.Site] = []
        for site in sites {
            if case .reject(let rejection) = site.truth {
                let exposure = Exposure(rejection, gaining: site.scenario.gain, on: .other)
                if seen[rejection.code, default: []].insert(exposure).inserted {
                    first.append((exposure, site))
                    continue
                }
            }
            others.append(site)
        }
        let mostSevere = first.sorted { $0.severity > $1.severity }.map(\.site)
        return Survey.Sites(sites: mostSevere + others, obstructions: obstructions)
    }
}
