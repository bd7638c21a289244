import ArgumentParser
import Basics
import ClientModels
import Reports
import ScenarioFormat

/// `hatpin merge`: the run, or the audit, that shards make together.
struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join the files of all shards of a run or an audit, and report on the whole.",
        discussion: """
            Takes each shard's run file once and proves that all are there: shards of one plan, version, \
            seed and date, and a verdict for each pair. If so, it leaves the run file of the whole run, as \
            one run of all pairs would, and ends with its exit code; if not, with 3.

            Of an audit it takes each shard's JSON report, and gives the report and the exit code of the \
            whole; of the options below it takes --path, --report, -v and --color. It reads the configurations \
            and folders of scenarios and clients again, to look for remedies, where --path names them as the \
            shards do: a shard may be another's, and what it names is not read for that. No program runs.

            Shards that were run without --now judge by the clock: they must have begun within one day.

            \(Exit.help)
            """
    )

    @Argument(help: ArgumentHelp("The run files or reports of all shards.", valueName: "file"))
    var files: [String]

    @Option(
        name: .customLong("path"),
        help: ArgumentHelp(
            "A file or folder that shards of an audit name, as they name it: merge reads no other. May "
                + "stand several times.",
            valueName: "path"
        )
    )
    var paths: [String] = []

    @OptionGroup var reports: RunReportOptions

    func run() async throws {
        guard let merged = try MergedAudit(files) else { return try mergeRuns() }
        guard reports.format.name == ReportFormat.human.name, !reports.quiet,
            reports.since.isEmpty, reports.state == nil,
            reports.keepRuns == StateFolder.usuallyKept
        else {
            throw ValidationError(
                "--format, --since, --state, --keep-runs and -q work with runs; for audits add --report"
            )
        }
        let audits = reports.report.compactMap(\.audit)
        guard audits.count == reports.report.count else {
            throw ValidationError(
                "--report takes json, html, sarif, gitlab, markdown or junit of audits"
            )
        }
        var audit = try AuditCommand(of: merged)
        try audit.requireNamed(paths)
        audit.report = audits
        (audit.verbose, audit.colour) = (reports.verbose, reports.colour)
        try await audit.perform(merging: merged)
    }

    private func mergeRuns() throws {
        try reports.requireRuns()
        guard paths.isEmpty else {
            throw ValidationError("--path works with audits: merging runs reads their files alone")
        }
        let runs = try files.map { try EarlierRun(at: $0, in: reports.folder, for: "merge") }
        let merged = try MergedRun(runs)
        let settings = reports.settings(
            keep: .failed,
            root: merged.plan.root,
            started: merged.plan.started,
            earlier: try reports.earlier()
        )
        var session = Session(settings)
        let exit = try session.replay(merged.plan, merged.judgements, elapsed: merged.elapsed)
        if exit != .success { throw ExitStatus(exit) }
    }
}

extension AuditCommand {
    /// The audit of shards, by the arguments that these state.
    fileprivate init(of merged: MergedAudit) throws(Failure) {
        do {
            // As a shard's, arguments that write files or connect elsewhere are refused.
            let part = ["--shard=1/1", "--format=json"]
            self = try Self.parse(ProgramOptions.withProgramWords(part + merged.words))
        } catch {
            throw Failure(
                .environment,
                "the shards are of no audit: \(Shown.escaped(Self.message(for: error)))",
                help: "a shard's report was changed: run it again"
            )
        }
        (shard, output.format) = (nil, .human)
    }

    /// Refuses to read what the shards alone name, since others may have written them.
    ///
    /// - Throws: usage, with the options that name it.
    fileprivate func requireNamed(_ paths: [String]) throws(Failure) {
        let read =
            (configurations + [like].compactMap(\.self)).filter(Self.isPath)
            + chain + [options.scenarios].compactMap(\.self) + programs.definitions.clients
        let unnamed = read.unique.filter { !paths.contains($0) }
        guard !unnamed.isEmpty else { return }
        let words = unnamed.map { "--path " + Prose.shellQuoted($0) }.joined(separator: " ")
        throw Failure(
            .usage,
            "the shards name \(Shown.escaped(unnamed.joined(separator: ", "))), and merge reads only "
                + "what its own command line names",
            help: "if that is yours, add \(Shown.escaped(words))"
        )
    }

    /// Whether an argument of an audit is a file or a folder, or names one.
    private static func isPath(_ argument: String) -> Bool {
        PartyReference.isFile(argument)
            || !NamedClient.isMeant(by: argument) && Environment.exists(argument)
    }
}
