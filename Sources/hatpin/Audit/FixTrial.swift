import Basics
import ClientModels
import Lint
import Runner
import ScenarioFormat
import X509

/// Tests the fixes of a file: reviews the fixed file again, and audits it again if it configures a
/// system.
package struct FixTrial: Sendable {
    /// The result of testing a fixed file.
    struct Result: Sendable {
        /// The harm of the fixes, as a part of a sentence, or nil for harmless fixes.
        var harm: String?
        /// A description of the fixed file, such as `pins stop 257 of 257 attacks`, or nil for a
        /// file that configures no system.
        var words: String?
    }

    private let survey: Survey
    private let cases: [Scenario]
    private let chains: [RealChain]
    private let hosts: [String]
    private let now: Instant

    /// - Parameters:
    ///   - survey: runs test cases against the file's systems.
    ///   - cases: the cases to run; empty if no file configures a system.
    ///   - chains: real chains that the findings are about.
    ///   - hosts: the hosts to test; if empty, the hosts in the file's entries.
    ///   - now: the time for which real chains are validated.
    package init(
        by survey: Survey,
        in cases: [Scenario],
        chains: [RealChain],
        asking hosts: [String],
        now: Instant
    ) {
        (self.survey, self.cases, self.chains) = (survey, cases, chains)
        (self.hosts, self.now) = (hosts, now)
    }

    /// Finds the fixes of a file that are harmless together.
    ///
    /// - Returns: the patch with these fixes, a description of the fixed file, and the omitted
    ///   fixes.
    /// - Throws: if the file cannot be read any more.
    func search(
        _ review: Review
    ) async throws(Failure) -> (patch: FilePatch, words: String?, leftOut: [FixSearch.LeftOut]) {
        var audits = RememberedAudits()
        var series = AuditSeries(by: survey, in: cases)
        var search = review.fixSearch
        var words: String?
        while let patch = search.patch {
            let result = try await result(of: patch, on: review, &audits, &series)
            if result.harm == nil { words = result.words }
            search.learn(result.harm)
        }
        return (search.result, words, search.leftOut)
    }

    private func result(
        of patch: FilePatch,
        on review: Review,
        _ audits: inout RememberedAudits,
        _ series: inout AuditSeries
    ) async throws(Failure) -> Result {
        let fixed = try ReviewedFiles([review.again(patch.result)])
            .judging(chains, asking: hosts, now: now)
        if let harm = fixed.reviews.first.flatMap({ review.harm(of: $0, by: patch) }) {
            return Result(harm: harm)
        }
        guard !cases.isEmpty else { return Result() }
        let pairs: [ConfigurationPair]
        do {
            pairs = try ConfigurationPair.all(from: review.file, to: patch.result, asking: hosts)
        } catch {
            return Result(harm: "the file could no longer be read")
        }
        var after: [Audit] = []
        // Hosts with equal settings are reported only once.
        var told: Set<AnyHashable> = []
        for pair in pairs {
            let old = await audits.audit(pair.old, by: &series)
            let new = await audits.audit(pair.new, by: &series)
            if let harm = Self.harm(from: old, to: new, of: pair) { return Result(harm: harm) }
            let key = pair.new.model.map(\.decisionKey) ?? AnyHashable(pair.new.name)
            if told.insert(key).inserted { after.append(new) }
        }
        return Result(words: after.isEmpty ? nil : Self.words(for: after))
    }

    private static func harm(
        from old: Audit,
        to new: Audit,
        of pair: ConfigurationPair
    ) -> String? {
        let subject = AuditRecord.Subject(pair.system, host: pair.host)
        let change = AuditChange(from: old.record(of: subject), to: new.record(of: subject))
        let place = pair.host.map { "\(pair.system) for \($0)" } ?? pair.system
        if change.stopsWorking {
            let because = new.objection.map { ": " + $0 } ?? ""
            return "\(place) would reject every server\(because)"
        }
        let weaker = change.weaker.sorted { $0.key > $1.key }.flatMap(\.value)
        guard let first = weaker.first else { return nil }
        return "\(place) would accept \(Prose.count(weaker.count, "attack")) that it rejects now, "
            + "such as \(first)"
    }

    private static func words(for audits: [Audit]) -> String {
        let pinnings = audits.compactMap(\.pinning).filter { $0.attacks > 0 }
        let attacks = pinnings.reduce(0) { $0 + $1.attacks }
        let held = pinnings.reduce(0) { $0 + $1.held }
        let left = audits.flatMap(\.weaknesses).flatMap(\.scenarios)
        let pins = attacks > 0 ? ["pins stop \(held) of \(Prose.count(attacks, "attack"))"] : []
        let rest =
            left.first.map { first in
                "\(Prose.count(left.count, "attack")) still accepted, such as \(first.id)"
            } ?? "no weakness of the configuration is left"
        return (pins + [rest]).joined(separator: "; ")
    }
}
