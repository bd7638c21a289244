import Basics
import ClientModels
import Lint
import Reports
import Runner
import ScenarioFormat

/// Compares an old file with a new file, and reports on standard output.
package struct ChangeRun: Sendable {
    private let settings: AuditRun.Settings
    private let survey: Survey
    private let cases: [Scenario]
    private let pages: [PageFile]

    /// - Parameters:
    ///   - settings: how the comparison is reported.
    ///   - survey: runs the setups against both files.
    ///   - cases: the cases to run.
    ///   - pages: files for web pages of the comparison.
    package init(
        _ settings: AuditRun.Settings,
        by survey: Survey,
        in cases: [Scenario],
        pages: [PageFile] = []
    ) {
        (self.settings, self.survey, self.cases) = (settings, survey, cases)
        self.pages = pages
    }

    /// Whether the arguments are two existing files, the old and the new one; YAML files define
    /// clients and do not count.
    package static func isMeant(by arguments: [String]) -> Bool {
        arguments.count == 2
            && arguments.allSatisfy { Files.exists($0) && !$0.hasSuffix(".yaml") }
    }

    /// Compares two files.
    ///
    /// - Parameters:
    ///   - old: the path of the old configuration.
    ///   - new: the path of the new configuration.
    ///   - context: the settings for finding mistakes in both files.
    /// - Returns: `wrongVerdict` if the new file has a new finding, accepts a new attack, or newly
    ///   rejects a valid server.
    /// - Throws: an `invalidScenario` failure for a file that is not a configuration; an
    ///   `environment` failure if there is no verdict.
    package func perform(
        from old: String,
        to new: String,
        context: ReviewContext
    ) async throws(Failure) -> Exit {
        Interruption.watch()
        try pages.prepare()
        let pairs = try ConfigurationPair.all(from: old, to: new)
        let mistakes = FindingChange(
            from: try ReviewedFiles([old], context: context).findings,
            to: try ReviewedFiles([new], context: context).findings
        )
        let watch = AuditWatch(settings.progress)
        var series = AuditSeries(by: survey, in: cases) {
            Interruption.isAsked
        } receive: {
            watch.receive($0)
        }
        var audits = RememberedAudits()
        var changes: [AuditChange] = []
        for pair in pairs {
            let before = await audits.audit(pair.old, by: &series)
            let after = await audits.audit(pair.new, by: &series)
            guard !Interruption.isAsked else {
                watch.clear()
                return .interrupted
            }
            let subject = AuditRecord.Subject(pair.system, host: pair.host)
            changes.append(
                AuditChange(from: before.record(of: subject), to: after.record(of: subject))
            )
        }
        watch.clear()
        let joined = AuditChange.joined(changes)
        try StandardStream.output.write(text(of: joined, mistakes))
        try pages.write(ChangePage(joined, mistakes).document)
        if let failure = audits.all.flatMap(\.obstructions).failure { throw failure }
        return !mistakes.new.isEmpty || joined.contains(where: \.isWorse) ? .wrongVerdict : .success
    }

    private func text(of changes: [AuditChange], _ mistakes: FindingChange) -> String {
        guard !settings.isForPrograms else { return ChangeJSON(changes, mistakes).text }
        return ChangeText(
            isWhole: settings.isVerbose,
            hasColour: settings.hasColour,
            width: settings.width
        ).of(changes, mistakes)
    }
}

/// The audits made so far, so that configurations that decide alike are audited only once.
struct RememberedAudits {
    private var known: [AnyHashable: Audit] = [:]

    var all: [Audit] { Array(known.values) }

    mutating func audit(_ party: Party, by series: inout AuditSeries) async -> Audit {
        let key = party.model.map(\.decisionKey) ?? AnyHashable(party.name)
        if let audit = known[key] { return audit }
        let audit = await series.audit(party)
        known[key] = audit
        return audit
    }
}
