import Basics
import Crypto
import X509

/// Puts scripts of servers before clients and collects where they do not keep to the rules.
///
/// Each thread has its own worker, which keeps the servers that it has made.
package struct HandshakeWorker: CaseExaminer {
    package let seed: UInt64
    private let judges: [any ChainJudge]
    private var sites: HandshakeSites

    /// A worker of the campaign of `seed`.
    ///
    /// - Parameters:
    ///   - seed: the seed of the campaign.
    ///   - judges: the clients.
    ///   - now: the time that worlds are made at; programs judge by the real one.
    package init(seed: UInt64, judges: [any ChainJudge], now: Instant = ForgedWorld.now) {
        (self.seed, self.judges) = (seed, judges)
        sites = HandshakeSites(at: now)
    }

    package mutating func examine(_ indices: [UInt64]) async throws -> Ledger {
        var cases: [HandshakeSites.Case] = []
        var worlds: [ForgedWorld] = []
        for index in indices {
            let drawn = try sites.drawn(seed: seed, index: index)
            cases.append(drawn)
            worlds.append(drawn.world.numbered(index))
        }
        let replies = await judges.replies(to: worlds)
        var ledger = Ledger()
        ledger.cases = indices.count
        for (judge, verdicts) in zip(judges, replies) {
            for (number, index) in indices.enumerated() {
                let sighting = HandshakeSighting(cases[number], judge, verdicts[number])
                guard sighting.isDisagreement else { continue }
                let bucket = try await disagreement(sighting, judge)
                ledger.add(bucket, of: index)
            }
        }
        return ledger
    }

    // MARK: Why

    /// The bucket of a sighting: its decisive edits, and the known difference that explains it.
    mutating func disagreement(
        _ sighting: HandshakeSighting,
        _ judge: any ChainJudge
    ) async throws -> Disagreement {
        let passed = try passedOver(sighting, judge)
        let rest = sighting.site.ruling.effective.filter { !passed.contains($0) }
        // Without what the client is known to pass over, nothing is wrong with the script.
        if sighting.theirs.isAccepted, let first = passed.first,
            try sites.made(sighting.site.setting, rest).ruling.verdict != Ruling.broken
        {
            let alone = try sites.made(sighting.site.setting, [first])
            let single = HandshakeSighting(alone, judge, .accept)
            return single.bucket(KnownHandshakeDifference.explaining(single.difference)?.name)
        }
        let small = try await smallest(sighting, judge, keeping: passed)
        return small.bucket(KnownHandshakeDifference.explaining(small.difference)?.name)
    }

    /// The edits that the client is known to pass over, each alone.
    private mutating func passedOver(
        _ sighting: HandshakeSighting,
        _ judge: any ChainJudge
    ) throws -> [String] {
        guard sighting.theirs.isAccepted else { return [] }
        return try sighting.site.ruling.edits.filter { edit in
            let alone = try sites.made(sighting.site.setting, [edit])
            let single = HandshakeSighting(alone, judge, .accept)
            return KnownHandshakeDifference.explaining(single.difference) != nil
        }
    }

    /// The same sighting with the fewest edits.
    ///
    /// Edits that the client is known to pass over do not carry it: a script without them must be as
    /// wrong.
    private mutating func smallest(
        _ sighting: HandshakeSighting,
        _ judge: any ChainJudge,
        keeping passed: [String],
        isStopped: () -> Bool = { false }
    ) async throws -> HandshakeSighting {
        var small = sighting
        // An edit may be taken away only once another is gone.
        var left = small.site.ruling.edits
        while let edit = left.popLast(), !isStopped() {
            let edits = small.site.ruling.edits.filter { $0 != edit }
            let fewer = try sites.made(small.site.setting, edits)
            let unexplained = fewer.ruling.effective.filter { !passed.contains($0) }
            let core = try sites.made(small.site.setting, unexplained)
            guard fewer.ruling.edits == edits,
                !sighting.theirs.isAccepted || core.ruling.verdict == Ruling.broken,
                let seen = await shown(fewer, like: sighting, judge)
            else { continue }
            small = seen
            left = edits
        }
        return small
    }

    /// The sighting in another case, where the judge says the same of it and so do the rules.
    private func shown(
        _ site: HandshakeSites.Case,
        like sighting: HandshakeSighting,
        _ judge: any ChainJudge
    ) async -> HandshakeSighting? {
        guard site.ruling.verdict == sighting.site.ruling.verdict else { return nil }
        let theirs = await judge.verdicts(on: [site.world]).first ?? .none
        // A refusal by another alert is one as well.
        let isAlike =
            switch (theirs, sighting.theirs) {
            case (.reject, .reject): true
            default: theirs == sighting.theirs
            }
        return isAlike ? HandshakeSighting(site, judge, theirs) : nil
    }

    // MARK: What is shown of it

    package mutating func smallestWorld(
        of bucket: Disagreement,
        showing index: UInt64,
        isStopped: @escaping @Sendable () -> Bool
    ) async -> ShownWorld {
        guard let judge = judges.first(where: { $0.name == bucket.judge }) else {
            return found(index, because: "\(bucket.judge) is not asked in this run")
        }
        do {
            let drawn = try sites.drawn(seed: seed, index: index)
            let theirs = await judge.verdicts(on: [drawn.world]).first ?? .none
            let sighting = HandshakeSighting(drawn, judge, theirs)
            guard sighting.isDisagreement else {
                let said =
                    "the rules say \(drawn.ruling.verdict.word), \(judge.name) \(theirs.word)"
                return found(index, because: "it does not show again alone: \(said)")
            }
            let passed = try passedOver(sighting, judge)
            let small = try await smallest(
                sighting,
                judge,
                keeping: passed,
                isStopped: isStopped
            )
            let plain = try await plainest(small, judge, isStopped)
            let remark = isStopped() ? "the run was interrupted" : nil
            return ShownWorld(plain.site.world.world, remark: remark)
        } catch {
            return found(index, because: "it cannot be forged")
        }
    }

    /// The same sighting before the simplest server that shows it.
    private mutating func plainest(
        _ sighting: HandshakeSighting,
        _ judge: any ChainJudge,
        _ isStopped: () -> Bool
    ) async throws -> HandshakeSighting {
        var plain = sighting
        var candidates = plain.site.setting.simpler
        while let setting = candidates.popLast(), !isStopped() {
            let made = try sites.made(setting, plain.site.ruling.edits)
            guard made.ruling.edits == plain.site.ruling.edits,
                let seen = await shown(made, like: sighting, judge)
            else { continue }
            plain = seen
            candidates = setting.simpler
        }
        return plain
    }

    package func found(_ index: UInt64, because reason: String) -> ShownWorld {
        var sites = sites
        let drawn = try? sites.drawn(seed: seed, index: index)
        return ShownWorld(drawn?.world.world ?? HandshakeSetting().world(), remark: reason)
    }
}

/// A judge's answer to a case.
struct HandshakeSighting {
    let site: HandshakeSites.Case
    let judge: String
    let theirs: ChainVerdict

    /// A model speaks through a client of ours, which may wait for the whole flight before it asks the
    /// model: that it gives no verdict is not the model's doing.
    init(_ site: HandshakeSites.Case, _ judge: any ChainJudge, _ theirs: ChainVerdict) {
        (self.site, self.judge) = (site, judge.name)
        if case .failed = theirs, !judge.isLibrary {
            self.theirs = .none
        } else {
            self.theirs = theirs
        }
    }

    /// Whether exactly one of rules and client accepts; a client that failed always disagrees.
    var isDisagreement: Bool {
        let ours = site.ruling.verdict
        return switch (theirs, ours) {
        case (.failed, _): true
        case (.none, _), (_, .none): false
        default: theirs.isAccepted != ours.isAccepted
        }
    }

    var difference: HandshakeDifference {
        HandshakeDifference(
            judge: judge,
            version: site.setting.version,
            edits: site.ruling.edits,
            isLegal: site.ruling.verdict.isAccepted,
            theirs: theirs
        )
    }

    func bucket(_ explanation: String?) -> Disagreement {
        Disagreement(
            judge: judge,
            ours: site.ruling.verdict.word,
            theirs: theirs.word,
            defects: site.label,
            explanation: explanation
        )
    }
}
