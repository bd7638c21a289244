import ArgumentParser
import Basics
import ClientModels
import Reports
import ScenarioFormat

/// `hatpin merge`: joins the shards of a run or of an audit.
struct MergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Join the shards of a run or an audit, and report on the whole.",
        discussion: """
            For a run, give the run file of each shard. The command checks that no shard is missing, \
            and that all have the same plan, version, seed and date. It then writes the run file of \
            the whole run, and ends with the exit code of that run.

            For an audit, give the JSON report of each shard. The options for audits are --path, \
            --report, -v and --color. The command reads the configurations and folders again to look \
            for fixes. It reads only those that --path names, since another party may have written a \
            shard. No program runs.

            Shards without --now must have begun within one day of each other.

            \(Exit.pointer)
            """
    )

    @Argument(
        help: ArgumentHelp("The run files, or the JSON reports, of all shards.", valueName: "file")
    )
    var files: [String]

    @Option(
        name: .customLong("path"),
        help: ArgumentHelp(
            "A file or folder that merge may read, written as the shards of the audit name it. "
                + "Repeatable.",
            valueName: "path"
        )
    )
    var paths: [String] = []

    @OptionGroup var reports: RunReportOptions

    @OptionGroup var colour: ColourOptions

    func run() async throws {
        guard let merged = try MergedAudit(files) else { return try mergeRuns() }
        guard !reports.format.isForPrograms, !reports.quiet,
            reports.since.isEmpty, reports.state == nil,
            reports.keepRuns == StateFolder.usuallyKept
        else {
            throw ValidationError(
                "--format, --since, --state, --keep-runs and -q work with runs; for audits add --report"
            )
        }
        let audits = reports.report.compactMap(\.audit)
        guard audits.count == reports.report.count else {
            throw ValidationError("for audits, --report takes \(FormatOf<AuditResults>.names)")
        }
        var audit = try AuditCommand(of: merged)
        try audit.requireNamed(paths)
        audit.report = audits
        (audit.verbose, audit.colour) = (reports.verbose, colour)
        try await audit.perform(merging: merged)
    }

    private func mergeRuns() throws {
        try reports.requireRuns()
        guard paths.isEmpty else {
            throw ValidationError("--path works with audits: merging runs only reads the run files")
        }
        let runs = try files.map { try EarlierRun(at: $0, in: reports.folder, for: "merge") }
        let merged = try MergedRun(runs)
        let settings = reports.settings(
            keep: .failed,
            root: merged.plan.root,
            started: merged.plan.started,
            earlier: try reports.earlier(),
            colour: colour
        )
        var session = Session(settings)
        let code = try session.replay(merged.plan, merged.judgements, elapsed: merged.elapsed)
        let isSound = runs.allSatisfy { $0.plan.faultyFiles == nil }
        let exit = Exit.worst([code, isSound ? .success : .invalidScenario])
        if exit != .success { throw ExitStatus(exit) }
    }
}

extension AuditCommand {
    /// Creates the request for the audit whose arguments the shards record.
    fileprivate init(of merged: MergedAudit) throws(Failure) {
        do {
            // With these options, the parser refuses arguments that write files or connect to
            // servers.
            let part = ["--shard=1/1", "--format=json"]
            self = try Self.parse(ProgramOptions.withProgramWords(part + merged.words))
        } catch {
            throw Failure(
                .environment,
                "the shards belong to no audit: \(Shown.escaped(Self.message(for: error)))",
                help: "a shard's report was changed: run the shard again"
            )
        }
        (shard, output.format) = (nil, .human)
    }

    /// Refuses to read files that only the shards name, since another party may have written the
    /// shards.
    ///
    /// - Throws: a `usage` failure with the options that name the file.
    fileprivate func requireNamed(_ paths: [String]) throws(Failure) {
        let read =
            (configurations + [like].compactMap(\.self)).filter(Self.isPath)
            + chain + [options.scenarios].compactMap(\.self) + programs.clients
        let unnamed = read.unique.filter { !paths.contains($0) }
        guard !unnamed.isEmpty else { return }
        let words = unnamed.map { "--path " + Prose.shellQuoted($0) }.joined(separator: " ")
        throw Failure(
            .usage,
            "the shards name \(Shown.escaped(unnamed.joined(separator: ", "))); merge reads only "
                + "files that its own command line names",
            help: "if you trust these files, add \(Shown.escaped(words))"
        )
    }

    /// Whether an argument of an audit is a file or a folder, or names a file in a setting.
    private static func isPath(_ argument: String) -> Bool {
        PartyReference.isFile(argument)
            || !NamedClient.isMeant(by: argument) && Files.exists(argument)
    }
}
