import Notations
import Policies
import Reports
import Runner
import Scenarios

/// A file with its mends, put before the worlds that it was put before without them.
package struct MendTrial: Sendable {
    /// The result.
    struct Verdict: Sendable {
        /// A line for people, such as `pins hold in 257 of 257 attacks`.
        let words: String
        /// Whether an attack is accepted, or everything refused, that was not before.
        let isWorse: Bool
    }

    private let survey: Survey
    private let cases: [Scenario]
    private let targets: [AuditTarget]

    /// - Parameters:
    ///   - targets: the files as they are.
    ///   - survey: puts worlds before them.
    ///   - cases: those whose worlds are tried.
    package init(of targets: [AuditTarget], by survey: Survey, in cases: [Scenario]) {
        (self.targets, self.survey, self.cases) = (targets, survey, cases)
    }

    /// The verdict on a file's text with its mends.
    ///
    /// - Returns: nil for a file that configures no system.
    func verdict(on path: String, mended: [UInt8]) async -> Verdict? {
        guard let target = targets.first(where: { $0.argument == path }) else { return nil }
        var series = AuditSeries(by: survey, in: cases)
        var (before, after): ([Audit], [Audit]) = ([], [])
        for subject in target.subjects {
            guard let new = subject.party.reading(mended) else {
                return Verdict(words: "the file would be unreadable", isWorse: true)
            }
            before.append(await series.audit(subject.party, for: subject.hosts))
            after.append(await series.audit(new, for: subject.hosts))
        }
        return after.isEmpty ? nil : Self.verdict(from: before, to: after)
    }

    private static func verdict(from before: [Audit], to after: [Audit]) -> Verdict {
        let worse = zip(before, after).contains { old, new in
            let subject = AuditRecord.Subject(new.title, host: nil)
            let change = AuditChange(from: old.record(of: subject), to: new.record(of: subject))
            return !change.weaker.isEmpty || change.stopsWorking
        }
        let pinnings = after.compactMap(\.pinning).filter { $0.attacks > 0 }
        let attacks = pinnings.reduce(0) { $0 + $1.attacks }
        let held = pinnings.reduce(0) { $0 + $1.held }
        let left = after.flatMap(\.weaknesses).flatMap(\.scenarios)
        let pins = attacks > 0 ? ["pins hold in \(held) of \(Prose.count(attacks, "attack"))"] : []
        let rest =
            left.first.map { first in
                "\(Prose.count(left.count, "attack")) still accepted, such as \(first.id)"
            } ?? "no weakness of its own is left"
        return Verdict(words: (pins + [rest]).joined(separator: "; "), isWorse: worse)
    }
}

extension Party {
    /// The same configuration with another text of its file; nil where that is in another notation.
    fileprivate func reading(_ text: [UInt8]) -> Party? {
        guard let model, case .document(let notation)? = model.model.configuration?.kind,
            let document = try? PolicyDocument(text, in: notation)
        else { return nil }
        return model.replacing(document: document).map { Party($0) }
    }
}
