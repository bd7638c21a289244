import Basics
import ClientModels
import Lint
import PathValidation
import Reports
import Runner
import ScenarioFormat

/// Audits of all that a command line names, and their report on standard output.
package struct AuditRun: Sendable {
    /// How audits are reported, and the faults that end them with an exit code of 1.
    package struct Settings: Sendable {
        /// Whether standard output gets JSON.
        package var isForPrograms = false
        package var isVerbose = false
        package var hasColour = false
        /// In columns.
        package var width = 88
        package var progress = Progress.Kind.none
        /// The options that the command was given and that decide what it sees, as a shell reads
        /// them.
        package var options: [String] = []
        /// The arguments of an audit that renews the baseline, without its file.
        var renewal: [String] = []
        /// Whether these leave out cases.
        package var isFiltered = false
        /// The most severe weakness that is tolerated; nil for none.
        package var allowed: Scenario.Importance?
        /// The file that keeps earlier findings, so that only new ones count; nil for none.
        package var baseline: String?
        /// The file that is to keep what is found; nil for none.
        package var newBaseline: String?
        /// Options of hatpin.yaml that can make the audit succeed.
        package var inForce: [StatedOption] = []
        /// Reports beside standard output.
        package var reports: [AuditReportFile] = []
        /// When nothing more is tried; nil for as long as it takes.
        package var end: ContinuousClock.Instant?
        /// Whether the weaknesses of systems count too.
        package var countsSystems = false
        /// Whether source files that were not read end the command with 1.
        package var requiresReading = false

        package init() {}
    }

    /// The part of an audit that is performed.
    enum Part: Sendable {
        /// All, with the replies that are known from an audit that was stopped; of programs with what a
        /// later one must know to go on.
        case whole(AuditShard?, known: AuditReplies)
        /// A shard, with the cases whose setups are tried.
        case shard(AuditShard, ids: Set<String>)
        /// The whole, with the replies that all shards were given.
        case merged(AuditReplies)
    }

    private let settings: Settings
    private let survey: Survey
    private let cases: [Scenario]
    private let part: Part

    /// - Parameters:
    ///   - settings: how audits are reported.
    ///   - survey: puts setups before parties.
    ///   - cases: those whose setups are tried.
    ///   - part: the part that is performed.
    init(_ settings: Settings, by survey: Survey, in cases: [Scenario], _ part: Part) {
        (self.settings, self.survey, self.cases) = (settings, survey, cases)
        self.part = part
    }

    /// Audits configurations and programs.
    ///
    /// - Parameters:
    ///   - targets: configurations.
    ///   - programs: parties with a client of their own.
    ///   - files: the mistakes of files, which come first.
    /// - Returns: how the command ends.
    /// - Throws: environment, where no verdict could be had; nothing selected.
    func perform(
        _ targets: [AuditTarget],
        programs: [AuditedProgram],
        files: ReviewedFiles
    ) async throws(Failure) -> Exit {
        Interruption.watch()
        // One that cannot be read is told before the work.
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
                watch.turn(to: subject.party)
                let changes = files.changes(of: target.argument, as: subject.party)
                audits.append(
                    await series.audit(subject.party, for: subject.hosts, changes: changes)
                )
                try series.replies.requireRecorded()
                watch.clear()
                // Half of a configuration's audit says nothing of its system.
                guard !Interruption.isAsked else { return .interrupted }
                guard !isOver() else { throw Self.outOfTime }
                try report(audits.last)
            }
        }
        for program in programs {
            watch.turn(to: program)
            let library = program.library
            audits.append(
                await series.audit(program.party, like: library?.party, called: library?.title)
            )
            try series.replies.requireRecorded()
            watch.clear()
            // What was found before an interruption is shown.
            try report(audits.last)
            if Interruption.isAsked || isOver() { break }
        }
        let results = results(audits, targets, files, series.replies)
        try StandardStream.output.write(
            settings.isForPrograms ? AuditFormat.json.text(results) : text.end(of: audits)
        )
        if !settings.isForPrograms {
            try StandardStream.output.annotateOnGitHub(Issue.all(in: files.reviews))
        }
        for report in settings.reports { try report.write(results) }
        let wanted = targets.flatMap(\.subjects).count + programs.count
        let isCutOff = audits.count < wanted || audits.contains { $0.untried > 0 || $0.judged == 0 }
        if Interruption.isAsked || isOver() && isCutOff {
            try keep(results, series.replies)
            if Interruption.isAsked { return .interrupted }
            return try end(audits, files, isWhole: false)
        }
        if let path = settings.newBaseline {
            return try keep(audits, files, AuditFormat.json.text(results), at: path)
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
            AuditJSON.File(
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
            inForce: settings.inForce,
            allowed: settings.allowed,
            shard: part.shard.map { AuditShardRecord($0, replies, inForce: settings.inForce) }
        )
    }

    private var text: AuditText {
        AuditText(
            options: settings.options,
            isWhole: settings.isVerbose,
            hasColour: settings.hasColour,
            width: settings.width
        )
    }

    // MARK: The end

    private func end(
        _ audits: [Audit],
        _ files: ReviewedFiles,
        isWhole: Bool = true
    ) throws(Failure) -> Exit {
        let obstacle = isWhole ? audits.flatMap(\.obstructions).failure : Self.outOfTime
        if isTooWeak(audits) || files.isTooWeak(allowing: settings.allowed) {
            // A weakness that was seen counts, even if other cases could not be tried.
            if let obstacle { try StandardStream.error.write(obstacle.text) }
            return .wrongVerdict
        }
        if let obstacle { throw obstacle }
        try files.requireRead(isJudged: !audits.isEmpty)
        if settings.requiresReading, files.hasUnread { return .wrongVerdict }
        // A shard may be empty.
        guard part.shard != nil || audits.allSatisfy({ $0.judged > 0 }) else {
            throw Failure(
                .nothingSelected,
                "there is no setup that every configuration can express",
                help: settings.isFiltered
                    ? "hatpin audit without --filter tries them all"
                    : "hatpin list shows what there is"
            )
        }
        return .success
    }

    /// The end where a baseline is written.
    private func keep(
        _ audits: [Audit],
        _ files: ReviewedFiles,
        _ json: String,
        at path: String
    ) throws(Failure) -> Exit {
        if let obstacle = audits.flatMap(\.obstructions).failure { throw obstacle }
        try files.requireRead(isJudged: !audits.isEmpty)
        try Files.write(Array(json.utf8), to: path)
        try StandardStream.error.write("hatpin: \(Shown.escaped(path)) keeps what was found\n")
        return settings.requiresReading && files.hasUnread ? .wrongVerdict : .success
    }

    /// The end where a baseline decides.
    private func end(
        _ audits: [Audit],
        _ files: ReviewedFiles,
        _ baseline: Baseline,
        at path: String
    ) throws(Failure) -> Exit {
        if let obstacle = audits.flatMap(\.obstructions).failure { throw obstacle }
        try files.requireRead(isJudged: !audits.isEmpty)
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
                "hatpin: not audited any more: \(Shown.escaped(gone.party + host))\n"
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
        guard let mostSevere = severities.max() else { return false }
        return settings.allowed.map { mostSevere > $0 } ?? true
    }
}

extension AuditRun {
    private static let outOfTime = Failure(
        .environment,
        "--time is over, and not all test cases were tried",
        help: "hatpin audit --resume, with the same arguments, tries the rest"
    )

    /// Keeps the replies of an audit that was stopped, for `--resume`.
    private func keep(_ results: AuditResults, _ replies: AuditReplies) throws(Failure) {
        guard case .whole(let record?, _) = part else { return }
        var kept = results
        kept.shard = AuditShardRecord(record, replies.settled, inForce: settings.inForce)
        let state = StateFolder(named: nil)
        try state.make(state.path)
        let path = state.lastAudit
        try Files.write(Array(AuditFormat.json.text(kept).utf8), to: path)
        let text =
            "hatpin: \(Shown.escaped(path)) keeps what was found; hatpin audit --resume goes on\n"
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
    /// - Throws: environment, where a question was asked that no shard has a reply to.
    fileprivate func requireRecorded() throws(Failure) {
        guard let question = unrecorded else { return }
        throw Failure(
            .environment,
            "no shard has the reply of \(Shown.escaped(question.party)) to "
                + Shown.escaped(question.scenario),
            help: "a shard's report was changed: run it again"
        )
    }
}

extension [Survey.Obstruction] {
    /// The end of a command that could not put every setup before its parties; nil if it could.
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
