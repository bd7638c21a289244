import Basics
import ClientModels
import PathValidation
import ScenarioFormat
import X509

/// Audits of several configurations with the same setups.
///
/// Each setup is forged once and judged once by a correct client and by each system.
package struct AuditSeries: Sendable {
    /// An event of an audit, for its progress display.
    package enum Event: Sendable {
        /// The number of further setups to forge or judge.
        case planned(Int)
        case advanced
        /// A party accepted an attack, for the first time with this harm.
        case found(Exposure, Rejection.Code, Scenario)
    }

    private struct Key: Hashable {
        let part: PinnedPart?
        let party: String
        let strongest: String?
    }

    private struct SitesKey: Hashable {
        let part: PinnedPart?
        /// The name of the program; nil for models.
        let program: String?
        let names: NameRule?
        let end: RelyingEnd
    }

    private let survey: Survey
    private let scenarios: [Scenario]
    private let ids: Set<String>?
    private let recorded: AuditReplies?
    private let asksRest: Bool
    private let shouldStop: @Sendable () -> Bool
    private let receive: @Sendable (Event) -> Void
    /// All replies of parties.
    package private(set) var replies = AuditReplies()
    private var sites: [SitesKey: Survey.Sites] = [:]
    private var systems: [Key: SystemSetups] = [:]

    /// - Parameters:
    ///   - survey: runs setups.
    ///   - scenarios: the scenarios with the setups to try.
    ///   - ids: the cases of a shard; nil for all.
    ///   - recorded: replies to use in place of running the parties; nil for none.
    ///   - asksRest: whether programs run the setups that have no recorded reply. Otherwise the
    ///     shards must have recorded all replies.
    ///   - shouldStop: called before each setup; true stops the audit.
    ///   - receive: called from several threads at once.
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
    /// A model runs handshakes for setups that need a handshake. The first configuration of a
    /// system also runs one handshake for every kind of connection that those setups do not use.
    /// All other setups are decided without a handshake.
    ///
    /// - Parameters:
    ///   - party: the configuration.
    ///   - hosts: the hosts to audit for.
    ///   - like: a program's library with its defaults; nil for no comparison with a library.
    ///   - title: the library's name for users; nil for the name of the party.
    ///   - changes: changes of the party's file that may fix weaknesses; nil without a file.
    /// - Returns: the weaknesses of the party and of its system.
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
        // The progress display counts only setups that apply to a program, because the others take
        // no time.
        let applicable = Set(
            distinct.filter { !party.isProgram || faced.sites[$0].obstacle(to: party) == nil }
        )
        receive(.planned(applicable.count))
        let (found, library) = (FirstFindings(), LibraryReplies())
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
                // Do not report a fault that the program's library has too.
                like.map({ like in
                    library.pair(at: index) {
                        SystemSetups.replies(of: like, like, at: site, by: survey)
                    }
                    .strongest.isAccept != true
                }) ?? true,
                found.isFirst(exposure)
            {
                receive(.found(exposure, rejection.code, site.scenario))
            }
            return reply
        }
        let all = faced.atAll(replies)
        for (site, reply) in zip(faced.sites, all) {
            self.replies[party, as: .audited, at: site] = reply
        }
        var compared = faced
        if let like {
            compared = await faced.asking(
                like,
                whereWrong: all,
                knowing: library,
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
            of: party.model == nil ? sites.clearestFirst : sites,
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
        let key = SitesKey(
            part: part,
            program: isOneAlone ? program : program.map { _ in "" },
            names: party.names,
            end: party.end
        )
        if let known = sites[key] { return known }
        // A model decides about certificates. libssl, which makes the connection for the model,
        // decides about handshakes. No model decides about other faults of a server.
        let scenarios = scenarios.filter { scenario in
            if party.isProgram { return scenario.concerns(party) }
            return scenario.setup.obstacle { $0.isOfCertificates ? nil : $0 } == nil
        }
        let ids = ids
        // For a program, only its own runs count as progress, because forging setups is much
        // faster.
        let isReported = program == nil
        let receive: @Sendable (Event) -> Void = { [receive] in if isReported { receive($0) } }
        receive(.planned(scenarios.count { ids?.contains($0.id) ?? true }))
        let made = await survey.sites(
            in: scenarios,
            pinning: part,
            isForProgram: party.isProgram,
            for: party.end,
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
    /// Whether the scenario applies to a program.
    ///
    /// Rules of an operating system, a pinning library or a profile do not apply to programs. Rules
    /// for all clients are in scenarios without a party.
    fileprivate func concerns(_ program: Party) -> Bool {
        guard let party else { return true }
        let binds = party.settings.keys.contains {
            ["profile", "transparency", "names"].contains($0)
        }
        return party.name == program.name || isAbout(program.names)
            || party.name == PartyReference.reference && !binds
    }

    /// Whether the scenario is about this rule on names.
    package func isAbout(_ names: NameRule?) -> Bool {
        party?.name == PartyReference.reference && statedNames != nil && statedNames == names
    }
}

extension Requirement {
    /// Whether a model meets the requirement by deciding about certificates alone.
    fileprivate var isOfCertificates: Bool {
        switch self {
        case .violations, .startTLS, .steps, .serverFaults: false
        default: true
        }
    }
}

extension PinnedPart {
    /// Creates the part of the chain that an audit pins: the part whose key or certificate the
    /// party compares.
    ///
    /// For a configuration without pins, this is the part that its system would compare, to show
    /// the cost of not pinning.
    fileprivate init?(forAuditing party: Party) {
        guard let model = party.model else { return nil }
        let isConfigured = model.document != nil
        let measured = isConfigured && !model.statesPins ? model.strongest ?? model : model
        self.init(for: [measured], isConfigured: isConfigured)
    }
}

extension Survey.Site {
    /// Returns the reason why the party cannot be tested with the setup; nil if it can.
    fileprivate func obstacle(to party: Party) -> String? {
        party.obstacle(in: setup, isFixed: true, isChainOnly: false)
    }

    /// Whether a reply accepts an attack or refuses a valid server.
    func isWrong(_ reply: AuditReply?) -> Bool {
        truth.isAccept ? reply?.isAccept == false : exposure(of: reply) != nil
    }

    /// Returns the harm of a reply; nil for a right reply and for a refusal.
    func exposure(of reply: AuditReply?) -> Exposure? {
        guard case .reject(let rejection) = truth, !dependsOnPinForm,
            case .accepted(let basis)? = reply
        else { return nil }
        return Exposure(rejection, gaining: scenario.gain, on: basis)
    }
}

extension Survey.Sites {
    /// The sites in the order for programs, which are slow: first one setup for each reason and
    /// severity, most severe first, then the others.
    fileprivate var clearestFirst: Survey.Sites {
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
        return Survey.Sites(
            sites: mostSevere + others,
            obstructions: obstructions,
            untried: untried
        )
    }
}
