import Basics
import ClientModels
import PathValidation
import ScenarioFormat

/// The replies of a party next to the replies of its system.
struct AuditResult {
    private typealias Accepted = (site: Survey.Site, reason: Rejection.Code)

    private let party: Party
    private let hosts: [String]
    private let setups: SystemSetups
    /// The replies in the order of the setups; nil for setups that the audit did not reach.
    private let replies: [AuditReply?]
    /// The system's name for users; nil to use the name in `setups`.
    private let systemTitle: String?
    /// The changes of the party's file that may fix its weaknesses; nil for a party without a file.
    private let changes: FileChanges?

    init(
        _ party: Party,
        _ hosts: [String],
        _ setups: SystemSetups,
        _ replies: [AuditReply?],
        _ changes: FileChanges? = nil,
        systemTitle: String? = nil
    ) {
        (self.party, self.hosts, self.setups, self.replies) = (party, hosts, setups, replies)
        (self.changes, self.systemTitle) = (changes, systemTitle)
    }

    func audit(by survey: Survey) async -> Audit {
        let refusals = refusals(in: replies)
        let isProven = zip(setups.sites, replies).contains { site, reply in
            site.truth.isAccept && reply?.isAccept == true
        }
        // An interrupted audit may not have reached the valid servers that the party accepts.
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
            untried: untried,
            notApplicable: replies.count { if case .notApplicable? = $0 { true } else { false } },
            obstructions: setups.obstructions + obstructions(in: replies)
                + obstructions(in: setups.libraryReplies),
            acceptsNothing: acceptsNothing,
            objection: acceptsNothing ? refusals.lazy.compactMap(\.refusal.words).first : nil
        )
    }

    /// The number of setups that an interrupted audit did not reach.
    private var untried: Int { setups.untried + replies.count { $0 == nil } }

    /// Whether the audit reached every setup.
    private var isWhole: Bool { untried == 0 }

    private func obstructions(in replies: [AuditReply?]) -> [Survey.Obstruction] {
        zip(setups.sites, replies).compactMap { site, reply in
            guard case .failed(let error)? = reply else { return nil }
            return Survey.Obstruction(scenario: site.scenario, error: error)
        }
    }

    // MARK: Comparison with the system

    /// Whether the system, with its strictest pin settings, decides the same as the party.
    private func isOfSystem(_ index: Int) -> Bool {
        // A library without a verdict is an obstruction. The program is not blamed for the setup.
        if party.isProgram, case .failed? = setups.systemReplies?.strongest[index] { return true }
        guard let own = replies[index]?.isAccept else { return false }
        guard let strongest = setups.systemReplies?.strongest[index]?.isAccept else {
            return setups.isOfLibrary && setups.systemReplies?.unpinned[index]?.isAccept == own
                && !isRefusedForPins(index)
        }
        return strongest == own
    }

    /// Whether a correct client refuses a setup because of its pins.
    ///
    /// A library without pins gives no verdict about pins.
    private func isRefusedForPins(_ index: Int) -> Bool {
        guard case .reject(let rejection) = setups.sites[index].truth else { return false }
        return [.pinMismatch, .pinsMissing, .pinExpired].contains(rejection.code)
    }

    /// Whether a program may refuse a valid server: because the program lacks optional
    /// cryptography, has limits of its own, or requires the revocation status of each certificate.
    private func isGoodPolicy(_ index: Int, by survey: Survey) -> Bool {
        let site = setups.sites[index]
        return party.isProgram
            && (site.scenario.allowsRefusal || site.setup.isOfOptionalCryptography
                || survey.dependsOnStatus(site))
    }

    /// Whether the setup pins a CA's key while the program only compares pins with the key of the
    /// server's own certificate, as curl documents.
    private func isPinnedElsewhere(_ index: Int) -> Bool {
        party.isProgram && comparesServersKeyAlone && setups.sites[index].isPinnedElsewhere
    }

    /// Whether the program accepts some valid servers for which pins are configured, and all of
    /// these servers have a pin that can match their own certificate.
    private var comparesServersKeyAlone: Bool {
        let accepted = zip(setups.sites, replies).filter { site, reply in
            site.truth.isAccept && site.setup.pins != nil && reply?.isAccept == true
        }
        return !accepted.isEmpty && !accepted.contains { $0.0.isPinnedElsewhere }
    }

    private func system(by survey: Survey) async -> Audit.System? {
        guard let strongest = setups.systemReplies?.strongest else { return nil }
        return Audit.System(
            name: setups.name,
            title: systemTitle ?? setups.name,
            faults: setups.isOfLibrary ? faults(in: strongest, areOwn: false) : [],
            weaknesses: await weaknesses(in: strongest, areOwn: false, by: survey),
            refusals: refusals(in: strongest).map(\.refusal)
        )
    }

    private var pinning: Audit.Pinning? {
        guard setups.systemReplies != nil else { return nil }
        let attacks = setups.sites.indices.filter {
            isStoppedByPins($0) && replies[$0]?.isAccept != nil
        }
        return Audit.Pinning(
            attacks: attacks.count,
            held: attacks.count { replies[$0]?.isAccept == false },
            pins: party.model?.pinsInAudit ?? .own
        )
    }

    /// Whether the system accepts an attack without pins and refuses it with them, at its strictest
    /// pin settings.
    private func isStoppedByPins(_ index: Int) -> Bool {
        guard let systemReplies = setups.systemReplies else { return false }
        return !setups.sites[index].truth.isAccept
            && systemReplies.unpinned[index]?.isAccept == true
            && systemReplies.strongest[index]?.isAccept == false
    }

    private var opened: Int {
        guard let unpinned = setups.systemReplies?.unpinned else { return 0 }
        return setups.sites.indices.count { index in
            setups.sites[index].exposure(of: replies[index]) != nil
                && unpinned[index]?.isAccept == false
        }
    }

    // MARK: Weaknesses and refusals

    private func faults(in replies: [AuditReply?], areOwn: Bool) -> [ProgramFault] {
        let attacks = setups.sites.enumerated().compactMap { index, site -> AcceptedAttack? in
            guard let exposure = site.exposure(of: replies[index]), !areOwn || !isOfSystem(index),
                case .reject(let rejection) = site.truth
            else { return nil }
            return AcceptedAttack(
                scenario: site.scenario,
                reason: rejection.code,
                exposure: exposure
            )
        }
        let judged = zip(setups.sites, replies).compactMap { site, reply in
            if case .reject(let rejection) = site.truth, let isAccepted = reply?.isAccept {
                (scenario: site.scenario, reason: rejection.code, isAccepted: isAccepted)
            } else {
                nil
            }
        }
        let party = party
        // The library only runs the setups that the program gets wrong, which are too few to find
        // missing checks.
        let missing = areOwn ? ProgramFault.MissingCheck.missing(in: judged) : []
        return attacks.faults(missing: missing) { $0.clearestFirst(of: party) }
    }

    private func refusals(
        in replies: [AuditReply?]
    ) -> [(index: Int, refusal: Audit.Refusal)] {
        setups.sites.indices.compactMap { index in
            let site = setups.sites[index]
            guard site.truth.isAccept, case .refused(let reason, let words)? = replies[index] else {
                return nil
            }
            return (index, Audit.Refusal(scenario: site.scenario, reason: reason, words: words))
        }
    }

    /// Returns the weaknesses that the replies show: only the configuration's own weaknesses, with
    /// remedies, or all weaknesses, without remedies.
    private func weaknesses(
        in replies: [AuditReply?],
        areOwn: Bool,
        by survey: Survey
    ) async -> [Audit.Weakness] {
        var accepted: [Exposure: [Accepted]] = [:]
        for (index, site) in setups.sites.enumerated() {
            guard var exposure = site.exposure(of: replies[index]),
                case .reject(let rejection) = site.truth, !areOwn || !isOfSystem(index)
            else { continue }
            // The missing pin is the fault of the configuration; every other fault is that of its
            // system.
            if areOwn, isStoppedByPins(index) { exposure = .noPin }
            accepted[exposure, default: []].append((site, rejection.code))
        }
        let mostSevereFirst = accepted.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
        let party = party
        let remedies = areOwn ? remedies(by: survey) : nil
        return await survey.pool.map(mostSevereFirst) { exposure, setups in
            Audit.Weakness(
                exposure: exposure,
                reasons: Self.counts(setups.map(\.reason)),
                scenarios: setups.map(\.site.scenario).clearestFirst(of: party),
                remedy: remedies?.remedy(accepting: setups.map(\.site))
            )
        }
        .compactMap(\.self)
    }

    /// Returns the search for remedies; nil for a party without settings, and for an interrupted
    /// audit, which does not know all replies that a remedy must keep.
    private func remedies(by survey: Survey) -> RemedySearch? {
        guard isWhole, let model = party.model else { return nil }
        let counting = setups.distinct.filter { index in
            // No change of settings can fix what the system gets wrong even with its best
            // configuration.
            let best = setups.systemReplies?.strongest[index]?.isAccept
            return best.map { $0 == setups.sites[index].truth.isAccept } ?? true
        }
        return RemedySearch(
            for: model,
            changes,
            in: counting.map { setups.sites[$0] },
            counting.map { replies[$0] },
            by: survey
        )
    }

    private static func counts(
        _ reasons: [Rejection.Code]
    ) -> [(reason: Rejection.Code, setups: Int)] {
        Dictionary(grouping: reasons) { $0 }
            .map { (reason: $0.key, setups: $0.value.count) }
            .sorted {
                $0.setups == $1.setups
                    ? $0.reason.rawValue < $1.reason.rawValue : $0.setups > $1.setups
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
    /// Sorts scenarios by severity, the most severe first.
    ///
    /// Of equally severe scenarios, scenarios of this model come first, then scenarios of no model.
    /// The shortest id decides last.
    fileprivate func clearestFirst(of party: Party) -> [Scenario] {
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
