import Basics
import ClientModels
import Lint
import PathValidation
import Reports
import Runner
import ScenarioFormat

/// Runs the audits that a command line requests, and reports on standard output.
package struct AuditRun: Sendable {
    /// How audits are reported, and which findings make the command exit with 1.
    package struct Settings: Sendable {
        /// Whether standard output gets JSON instead of text.
        package var isForPrograms = false
        package var isVerbose = false
        package var hasColour = false
        /// The width of the text in columns.
        package var width = 88
        package var progress = Progress.Kind.none
        /// The given options that affect results, quoted for a shell.
        package var options: [String] = []
        /// The arguments of a command that renews the baseline, without the path of the baseline.
        var renewal: [String] = []
        /// The options that select some of the cases; empty if all cases are audited.
        package var selection: [String] = []
        /// The highest severity that does not fail the audit.
        package var allowed = Severity.note
        /// The baseline: a file of earlier findings, which do not fail the audit; nil for no
        /// baseline.
        package var baseline: String?
        /// The file for a new baseline, or nil if no baseline is written.
        package var newBaseline: String?
        /// The options of hatpin.yaml that can make the audit succeed although it finds weaknesses.
        package var inForce: [StatedOption] = []
        /// The reports in files, in addition to standard output.
        package var reports: [ReportFile<AuditResults>] = []
        /// The time at which the audit stops, or nil for no limit.
        package var end: ContinuousClock.Instant?
        /// Whether weaknesses of the platform fail the audit, too.
        package var countsSystems = false
        /// Whether source files that were not read make the command exit with 1.
        package var requiresReading = false

        package init() {}
    }

    /// The part of an audit that a command runs.
    enum Part: Sendable {
        /// The whole audit, with the replies that an interrupted audit left. An audit of programs
        /// also has a record, with which a later audit can continue.
        case whole(AuditShard?, known: AuditReplies)
        /// A shard, with the cases to run.
        case shard(AuditShard, ids: Set<String>)
        /// The whole audit, with the replies of all shards.
        case merged(AuditReplies)
    }

    private let settings: Settings
    private let survey: Survey
    private let cases: [Scenario]
    private let part: Part

    /// - Parameters:
    ///   - settings: how audits are reported.
    ///   - survey: runs setups against parties.
    ///   - cases: the cases to run.
    ///   - part: the part of the audit.
    init(_ settings: Settings, by survey: Survey, in cases: [Scenario], _ part: Part) {
        (self.settings, self.survey, self.cases) = (settings, survey, cases)
        self.part = part
    }

    /// Audits configurations and programs.
    ///
    /// - Parameters:
    ///   - targets: configurations.
    ///   - programs: the audited programs, each with the library that it is compared with.
    ///   - files: the findings in files, which come first.
    /// - Returns: the exit code.
    /// - Throws: an `environment` failure if there is no verdict; a `nothingSelected` failure if
    ///   no case was judged.
    func perform(
        _ targets: [AuditTarget],
        programs: [AuditedProgram],
        files: ReviewedFiles
    ) async throws(Failure) -> Exit {
        Interruption.watch()
        // The baseline is read first, so that an unusable file fails before the work starts.
        let baseline = try settings.baseline.map(Baseline.init(at:))
        for report in settings.reports { try report.prepare() }
        let watch = AuditWatch(settings.progress)
        let isOver: @Sendable () -> Bool = { [end = settings.end] in
            end.map { $0 < .now } ?? false
        }
        var series = AuditSeries(
            by: survey,
            in: cases,
            among: part.ids,
            recorded: part.replies,
            asksRest: !part.isMerged
        ) {
            Interruption.isAsked || isOver()
        } receive: {
            watch.receive($0)
        }
        var audits: [Audit] = []
        try write(files)
        for target in targets {
            try writeUnpinned(target, watch)
            for subject in target.subjects {
                watch.begin(subject.party)
                let changes = files.changes(of: target.argument, as: subject.party)
                audits.append(
                    await series.audit(subject.party, for: subject.hosts, changes: changes)
                )
                try series.replies.requireRecorded()
                watch.clear()
                // The findings so far are shown even if the audit was interrupted. Of what it did
                // not reach, the reports have the number of test cases.
                try report(audits.last)
            }
        }
        for program in programs {
            watch.begin(program)
            let library = program.library
            audits.append(
                await series.audit(program.party, like: library?.party, called: library?.title)
            )
            try series.replies.requireRecorded()
            watch.clear()
            try report(audits.last)
        }
        let results = results(audits, targets, files, series.replies)
        try StandardStream.output.write(
            settings.isForPrograms ? AuditDocument(results).text : text.end(of: audits)
        )
        if !settings.isForPrograms {
            try StandardStream.output.annotateOnGitHub(Issue.all(in: files.reviews))
        }
        for report in settings.reports { try report.write(results) }
        if Interruption.isAsked || audits.contains(where: { $0.untried > 0 }) {
            try keep(results, series.replies)
            if Interruption.isAsked { return .interrupted }
            return try end(audits, files, isWhole: false)
        }
        // A continued audit must not answer for a later build of the program.
        if case .whole(_?, let known) = part, !known.all.isEmpty {
            try Files.removeTree(StateFolder(named: nil).lastAudit)
        }
        if let path = settings.newBaseline {
            return try keep(audits, files, AuditDocument(results).text, at: path)
        }
        guard let baseline, let path = settings.baseline else { return try end(audits, files) }
        return try end(audits, files, baseline, at: path)
    }

    // MARK: Reports

    private func report(_ audit: Audit?) throws(Failure) {
        guard let audit, !settings.isForPrograms else { return }
        try StandardStream.output.write(text.of(audit))
    }

    private func writeUnpinned(_ target: AuditTarget, _ watch: AuditWatch) throws(Failure) {
        guard !settings.isForPrograms, !target.unpinned.isEmpty else { return }
        watch.clear()
        try StandardStream.output.write(
            text.ofHosts(
                withoutPins: target.unpinned.flatMap(\.hosts),
                in: target.argument,
                by: PublicSuffixList.edition
            )
        )
    }

    private func write(_ files: ReviewedFiles) throws(Failure) {
        guard !settings.isForPrograms, !files.scope.isEmpty else { return }
        let text = ReviewText(files.reviews, files.scope, hasColour: settings.hasColour).text
        try StandardStream.output.write(text + "\n")
    }

    private func results(
        _ audits: [Audit],
        _ targets: [AuditTarget],
        _ reviewed: ReviewedFiles,
        _ replies: AuditReplies
    ) -> AuditResults {
        let files = targets.filter(\.isFile).map { target in
            AuditedFile(
                path: target.argument,
                kinds: reviewed.scope.kinds(of: target.argument),
                unpinned: target.unpinned.flatMap(\.hosts)
            )
        }
        return AuditResults(
            audits: audits,
            files: files,
            reviews: reviewed.reviews,
            scope: reviewed.scope,
            options: settings.options,
            selection: settings.selection,
            inForce: settings.inForce,
            allowed: settings.allowed,
            shard: part.shard.map { AuditShardRecord($0, replies, inForce: settings.inForce) }
        )
    }

    private var text: AuditText {
        AuditText(
            options: settings.options,
            selection: settings.selection,
            isWhole: settings.isVerbose,
            hasColour: settings.hasColour,
            width: settings.width
        )
    }

    // MARK: Exit codes

    private func end(
        _ audits: [Audit],
        _ files: ReviewedFiles,
        isWhole: Bool = true
    ) throws(Failure) -> Exit {
        let obstacle = isWhole ? audits.flatMap(\.obstructions).failure : outOfTime
        if isTooWeak(audits) || files.isTooWeak(allowing: settings.allowed) {
            // A weakness fails the audit, even if other cases could not run.
            if let obstacle { try StandardStream.error.write(obstacle.text) }
            return .wrongVerdict
        }
        if let obstacle { throw obstacle }
        try files.requireRead(isJudged: !audits.isEmpty)
        if settings.requiresReading, files.hasUnread { return .wrongVerdict }
        try requireJudged(audits)
        return .success
    }

    /// - Throws: a `nothingSelected` failure if an audit tried no case.
    private func requireJudged(_ audits: [Audit]) throws(Failure) {
        // A shard may be empty.
        guard part.shard == nil, audits.contains(where: { $0.judged == 0 }) else { return }
        throw Failure(
            .nothingSelected,
            "for at least one configuration or program, no selected case applies",
            help: !settings.selection.isEmpty
                ? "omit --filter and --quick to try all cases"
                : "see hatpin list"
        )
    }

    /// Writes the findings to a new baseline, and returns the exit code.
    private func keep(
        _ audits: [Audit],
        _ files: ReviewedFiles,
        _ json: String,
        at path: String
    ) throws(Failure) -> Exit {
        if let obstacle = audits.flatMap(\.obstructions).failure { throw obstacle }
        try files.requireRead(isJudged: !audits.isEmpty)
        try requireJudged(audits)
        try Files.write(Array(json.utf8), to: path)
        try StandardStream.error.write("hatpin: \(Shown.escaped(path)) contains the findings now\n")
        return settings.requiresReading && files.hasUnread ? .wrongVerdict : .success
    }

    /// Compares the findings with the baseline, and returns the exit code.
    private func end(
        _ audits: [Audit],
        _ files: ReviewedFiles,
        _ baseline: Baseline,
        at path: String
    ) throws(Failure) -> Exit {
        if let obstacle = audits.flatMap(\.obstructions).failure { throw obstacle }
        try files.requireRead(isJudged: !audits.isEmpty)
        try requireJudged(audits)
        let isUnread = settings.requiresReading && files.hasUnread
        let difference = baseline.difference(
            from: audits,
            files.reviews,
            countsSystems: settings.countsSystems,
            allowing: settings.allowed
        )
        let changes = ChangeText(
            isWhole: settings.isVerbose,
            hasColour: false,
            width: settings.width
        )
        if difference.isWorse || difference.isOutOfDate {
            let differing = difference.changes.filter { $0.isWorse || $0.isBetter }
            try StandardStream.error.write(
                "hatpin: since \(Shown.escaped(path)) was written:\n"
                    + (differing.isEmpty ? "" : changes.of(differing))
            )
        }
        for finding in difference.newFindings {
            try StandardStream.error.write("hatpin: new: \(Shown.escaped(finding.words))\n")
        }
        for finding in difference.goneFindings {
            try StandardStream.error.write(
                "hatpin: no longer found: \(Shown.escaped(finding.words))\n"
            )
        }
        for gone in difference.gone {
            let host = gone.host.map { " for " + $0 } ?? ""
            try StandardStream.error.write(
                "hatpin: no longer audited: \(Shown.escaped(gone.party + host))\n"
            )
        }
        if difference.isOutOfDate, !difference.isWorse {
            let audit = ["hatpin", "audit", "--write-baseline", path] + settings.renewal
            let renewal = audit.map(Prose.shellQuoted).joined(separator: " ")
            try StandardStream.error.write(
                "  help: the baseline is out of date; renew it: \(Shown.escaped(renewal))\n"
            )
        }
        let isChanged = difference.isWorse || difference.isOutOfDate
        return isChanged || isUnread ? .wrongVerdict : .success
    }

    private func isTooWeak(_ audits: [Audit]) -> Bool {
        let systems = settings.countsSystems ? audits.compactMap(\.system) : []
        let severities =
            audits.compactMap(\.severity) + systems.flatMap(\.weaknesses).map(\.exposure.severity)
        return severities.contains { $0 > settings.allowed }
    }
}

extension AuditRun {
    private var outOfTime: Failure {
        var help = "run the rest: hatpin audit --resume, with the same arguments"
        // An audit without programs keeps no replies.
        if case .whole(nil, _) = part {
            help = "give the audit more time, or select fewer cases with --filter"
        }
        return Failure(
            .environment,
            "the time of --time is over, and some test cases did not run",
            help: help
        )
    }

    /// Keeps the replies of an interrupted audit for `--resume`.
    private func keep(_ results: AuditResults, _ replies: AuditReplies) throws(Failure) {
        guard case .whole(let record?, let known) = part else { return }
        // An audit that was continued and stopped again may not have reached all replies that it
        // knew.
        var all = replies.settled
        all.add(known)
        var kept = results
        kept.shard = AuditShardRecord(record, all, inForce: settings.inForce)
        let state = StateFolder(named: nil)
        try state.make(state.path)
        let path = state.lastAudit
        try Files.write(Array(AuditDocument(kept).text.utf8), to: path)
        let text =
            "hatpin: \(Shown.escaped(path)) contains the findings so far; to continue: hatpin audit --resume\n"
        try StandardStream.error.write(text)
    }
}

extension AuditRun.Part {
    fileprivate var isMerged: Bool { if case .merged = self { true } else { false } }

    fileprivate var shard: AuditShard? {
        if case .shard(let shard, _) = self { shard } else { nil }
    }

    fileprivate var ids: Set<String>? { if case .shard(_, let ids) = self { ids } else { nil } }

    fileprivate var replies: AuditReplies? {
        switch self {
        case .whole(_, let known): known
        case .shard: nil
        case .merged(let replies): replies
        }
    }
}

extension AuditReplies {
    /// Requires that the shards contain the reply to every test of the audit.
    ///
    /// - Throws: an `environment` failure if a reply is missing.
    fileprivate func requireRecorded() throws(Failure) {
        guard let question = unrecorded else { return }
        throw Failure(
            .environment,
            "no shard has a reply of \(Shown.escaped(question.party)) to "
                + Shown.escaped(question.scenario),
            help: "a shard's report was changed: run the shard again"
        )
    }
}

extension [Survey.Obstruction] {
    /// The failure to report if some setups have no verdict, otherwise nil.
    package var failure: Failure? {
        guard let first else { return nil }
        let setups = Prose.count(count, "setup")
        return Failure(
            .environment,
            "\(setups) without a verdict, such as \(first.scenario.id): "
                + Shown.escaped(first.error.description),
            help: contains { if case .timeout = $0.error { true } else { false } }
                ? "--timeout gives programs more time" : nil
        )
    }
}
