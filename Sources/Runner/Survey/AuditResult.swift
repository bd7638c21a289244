import Basics
import ClientModels
import PathValidation
import ScenarioFormat

/// The replies of a party beside those of its system.
struct AuditResult {
    private typealias Accepted = (site: Survey.Site, reason: Rejection.Code)

    private let party: Party
    private let hosts: [String]
    private let worlds: SystemWorlds
    /// In the order of the worlds; nil for those that were not taken up.
    private let replies: [AuditReply?]
    /// The system's name for people; nil for its own.
    private let systemTitle: String?
    /// Changes of the party's file that may mend its weaknesses; nil for a party without one.
    private let changes: FileChanges?

    init(
        _ party: Party,
        _ hosts: [String],
        _ worlds: SystemWorlds,
        _ replies: [AuditReply?],
        _ changes: FileChanges? = nil,
        systemTitle: String? = nil
    ) {
        (self.party, self.hosts, self.worlds, self.replies) = (party, hosts, worlds, replies)
        (self.changes, self.systemTitle) = (changes, systemTitle)
    }

    func audit(by survey: Survey) async -> Audit {
        let refusals = refusals(in: replies)
        let isProven = zip(worlds.sites, replies).contains { site, reply in
            site.truth.isAccept && reply?.isAccept == true
        }
        // An audit that was stopped has not come to the servers that it would accept.
        let isWhole = replies.allSatisfy { $0 != nil }
        let acceptsNothing = !isProven && !refusals.isEmpty && isWhole
        return Audit(
            party: party,
            hosts: hosts,
            weaknesses: await weaknesses(in: replies, areOwn: true, by: survey),
            faults: party.isProgram ? faults(in: replies, areOwn: true) : [],
            refusals: refusals.filter {
                !isOfSystem($0.index) && !isGoodPolicy($0.index, by: survey)
                    && !isPinnedElsewhere($0.index)
            }
            .map(\.refusal),
            pinning: pinning,
            opened: opened,
            system: await system(by: survey),
            judged: replies.count { $0?.isAccept != nil },
            untried: replies.count { $0 == nil },
            notApplicable: replies.count { if case .notApplicable? = $0 { true } else { false } },
            obstructions: worlds.obstructions + obstructions(in: replies)
                + obstructions(in: worlds.libraryReplies),
            acceptsNothing: acceptsNothing,
            objection: acceptsNothing ? refusals.lazy.compactMap(\.refusal.words).first : nil
        )
    }

    private func obstructions(in replies: [AuditReply?]) -> [Survey.Obstruction] {
        zip(worlds.sites, replies).compactMap { site, reply in
            guard case .failed(let error)? = reply else { return nil }
            return Survey.Obstruction(scenario: site.scenario, error: error)
        }
    }

    // MARK: The system's

    /// Whether the system decides so too, with pins that it compares as well as it can.
    private func isOfSystem(_ index: Int) -> Bool {
        // A library without a verdict is an obstruction, and the program is not blamed meanwhile.
        if party.isProgram, case .failed? = worlds.yardstick?.strongest[index] { return true }
        guard let own = replies[index]?.isAccept else { return false }
        guard let strongest = worlds.yardstick?.strongest[index]?.isAccept else {
            return worlds.isOfLibrary && worlds.yardstick?.unpinned[index]?.isAccept == own
                && !isRefusedForPins(index)
        }
        return strongest == own
    }

    /// Whether a pin is all that is wrong there; a library that takes none says nothing about it then.
    private func isRefusedForPins(_ index: Int) -> Bool {
        guard case .reject(let rejection) = worlds.sites[index].truth else { return false }
        return [.pinMismatch, .pinsMissing, .pinExpired].contains(rejection.code)
    }

    /// Whether a program that refuses a valid server has only left out what it need not have, has limits of
    /// its own, or wants to know of each certificate whether it was revoked.
    private func isGoodPolicy(_ index: Int, by survey: Survey) -> Bool {
        let site = worlds.sites[index]
        return party.isProgram
            && (site.scenario.allowsRefusal || site.world.isOfOptionalCryptography
                || survey.dependsOnStatus(site))
    }

    /// Whether an authority's key is pinned there, for a program that compares pins with the key of the
    /// server's own certificate alone, as curl documents.
    private func isPinnedElsewhere(_ index: Int) -> Bool {
        party.isProgram && comparesServersKeyAlone && worlds.sites[index].isPinnedElsewhere
    }

    /// Whether a program is seen to accept servers whose own key is pinned, and none other with pins.
    private var comparesServersKeyAlone: Bool {
        let accepted = zip(worlds.sites, replies).filter { site, reply in
            site.truth.isAccept && site.world.pins != nil && reply?.isAccept == true
        }
        return !accepted.isEmpty && !accepted.contains { $0.0.isPinnedElsewhere }
    }

    private func system(by survey: Survey) async -> Audit.System? {
        guard let strongest = worlds.yardstick?.strongest else { return nil }
        return Audit.System(
            name: worlds.name,
            title: systemTitle ?? worlds.name,
            faults: worlds.isOfLibrary ? faults(in: strongest, areOwn: false) : [],
            weaknesses: await weaknesses(in: strongest, areOwn: false, by: survey),
            refusals: refusals(in: strongest).map(\.refusal)
        )
    }

    private var pinning: Audit.Pinning? {
        guard worlds.yardstick != nil else { return nil }
        let attacks = worlds.sites.indices.filter {
            isStoppedByPins($0) && replies[$0]?.isAccept != nil
        }
        return Audit.Pinning(
            attacks: attacks.count,
            held: attacks.count { replies[$0]?.isAccept == false },
            pins: party.model?.pinsInAudit ?? .own
        )
    }

    /// Whether an attack passes the system without pins, and not with pins that it compares as well as
    /// it can.
    private func isStoppedByPins(_ index: Int) -> Bool {
        guard let yardstick = worlds.yardstick else { return false }
        return !worlds.sites[index].truth.isAccept
            && yardstick.unpinned[index]?.isAccept == true
            && yardstick.strongest[index]?.isAccept == false
    }

    private var opened: Int {
        guard let unpinned = worlds.yardstick?.unpinned else { return 0 }
        return worlds.sites.indices.count { index in
            worlds.sites[index].exposure(of: replies[index]) != nil
                && unpinned[index]?.isAccept == false
        }
    }

    // MARK: Weaknesses and refusals

    private func faults(in replies: [AuditReply?], areOwn: Bool) -> [ProgramFault] {
        let attacks = worlds.sites.enumerated().compactMap { index, site -> AcceptedAttack? in
            guard let exposure = site.exposure(of: replies[index]), !areOwn || !isOfSystem(index),
                case .reject(let rejection) = site.truth
            else { return nil }
            return AcceptedAttack(
                scenario: site.scenario,
                reason: rejection.code,
                exposure: exposure
            )
        }
        let judged = zip(worlds.sites, replies).compactMap { site, reply in
            if case .reject(let rejection) = site.truth, let isAccepted = reply?.isAccept {
                (scenario: site.scenario, reason: rejection.code, isAccepted: isAccepted)
            } else {
                nil
            }
        }
        let party = party
        // A library is asked where the program is wrong alone, so that nothing is said of its checks.
        let missing = areOwn ? ProgramFault.MissingCheck.missing(in: judged) : []
        return attacks.faults(missing: missing) { $0.tellingFirst(of: party) }
    }

    private func refusals(
        in replies: [AuditReply?]
    ) -> [(index: Int, refusal: Audit.Refusal)] {
        worlds.sites.indices.compactMap { index in
            let site = worlds.sites[index]
            guard site.truth.isAccept, case .refused(let reason, let words)? = replies[index] else {
                return nil
            }
            return (index, Audit.Refusal(scenario: site.scenario, reason: reason, words: words))
        }
    }

    /// The weaknesses that replies show: the configuration's own, or with remedies left out all.
    private func weaknesses(
        in replies: [AuditReply?],
        areOwn: Bool,
        by survey: Survey
    ) async -> [Audit.Weakness] {
        var accepted: [Exposure: [Accepted]] = [:]
        for (index, site) in worlds.sites.enumerated() {
            guard var exposure = site.exposure(of: replies[index]),
                case .reject(let rejection) = site.truth, !areOwn || !isOfSystem(index)
            else { continue }
            // The missing pin is the configuration's fault there, the rest its system's.
            if areOwn, isStoppedByPins(index) { exposure = .noPin }
            accepted[exposure, default: []].append((site, rejection.code))
        }
        let gravestFirst = accepted.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
        let party = party
        let remedies = areOwn ? remedies(by: survey) : nil
        return await survey.pool.map(gravestFirst) { exposure, worlds in
            Audit.Weakness(
                exposure: exposure,
                reasons: Self.counts(worlds.map(\.reason)),
                scenarios: worlds.map(\.site.scenario).tellingFirst(of: party),
                remedy: remedies?.remedy(accepting: worlds.map(\.site))
            )
        }
        .compactMap(\.self)
    }

    /// The search for remedies; nil for a party that has no settings.
    private func remedies(by survey: Survey) -> RemedySearch? {
        guard let model = party.model else { return nil }
        let counting = worlds.distinct.filter { index in
            // What the system gets wrong with the best configuration too is no change's fault.
            let best = worlds.yardstick?.strongest[index]?.isAccept
            return best.map { $0 == worlds.sites[index].truth.isAccept } ?? true
        }
        return RemedySearch(
            for: model,
            changes,
            in: counting.map { worlds.sites[$0] },
            counting.map { replies[$0] },
            by: survey
        )
    }

    private static func counts(
        _ reasons: [Rejection.Code]
    ) -> [(reason: Rejection.Code, worlds: Int)] {
        Dictionary(grouping: reasons) { $0 }
            .map { (reason: $0.key, worlds: $0.value.count) }
            .sorted {
                $0.worlds == $1.worlds
                    ? $0.reason.rawValue < $1.reason.rawValue : $0.worlds > $1.worlds
            }
    }
}

extension ConfiguredModel {
    fileprivate var pinsInAudit: Audit.Pinning.Pins {
        if statesPins { return .own }
        return document == nil && capabilities.contains(.pins) ? .given : .none
    }
}

extension Verdict {
    var isAccept: Bool { if case .accept = self { true } else { false } }
}

extension [Scenario] {
    /// The gravest first; of equals those about this model, then those about none, then the ones of
    /// the simplest names.
    fileprivate func tellingFirst(of party: Party) -> [Scenario] {
        func rank(_ scenario: Scenario) -> Int {
            guard let stated = scenario.party else { return 1 }
            return stated.name == party.family ? 0 : 2
        }
        return sorted { left, right in
            if left.importance != right.importance { return left.importance > right.importance }
            if rank(left) != rank(right) { return rank(left) < rank(right) }
            return (left.id.utf8.count, left.id) < (right.id.utf8.count, right.id)
        }
    }
}
