import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat

/// `hatpin audit`: what a configuration accepts and a correct client refuses.
struct AuditCommand: SurveyCommand {
    /// The most severe weakness that is no reason to exit with 1.
    enum Allowance: String, CaseIterable, ExpressibleByArgument {
        case none, low, medium, high, critical

        var severity: Scenario.Importance? { Scenario.Importance(rawValue: rawValue) }
    }

    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List the weaknesses of configurations, the most severe first.",
        discussion: """
            Says what a configuration adds to its system and what it takes away: whether its pins \
            hold in the attacks that a pin stops, and which other attacks it lets pass. What the \
            same system accepts without this configuration, or with the best one, is told after it.

            A file is asked about the hosts that its entries are meant for, a subdomain where they \
            include them, or about each --host. Pins that no test case can match are replaced by \
            some that it can, unless no key could match them as they are written.

            A folder's configurations and source files are read for mistakes, and judged no further. \
            A command after -- is audited as it is: {url} in it is the server's, {ca} a file of the root to trust.

            Exits with 1 where a mistake or a weakness of its own is more severe than --allow. A \
            configuration that accepts nothing is an outage, of high severity.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A party such as afnetworking:mode=public-key, the file of a configuration, or a folder.",
            valueName: "config"
        )
    )
    var configurations: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Option(
        help: ArgumentHelp(
            "The same library with its defaults, such as client/libcurl-openssl: what it accepts too "
                + "is not the program's own; a definition can say it itself.",
            valueName: "client"
        )
    )
    var like: String?

    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "A host that is asked about; may stand several times.",
            valueName: "name"
        )
    )
    var hosts: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with a server's real chain, PEM, its own certificate first: says whether it passes, "
                + "by which pins, and what passes after it; may stand several times.",
            valueName: "file"
        )
    )
    var chain: [String] = []

    @Option(
        help: ArgumentHelp(
            "The same for a server that is asked for its chain, such as api.example.com or HOST:PORT; "
                + "this alone connects to another machine.",
            valueName: "host"
        )
    )
    var connect: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file that keeps what was found: only what became weaker since, or is no longer so, ends "
                + "the command with 1.",
            valueName: "file"
        )
    )
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Write what is found to this file, in place of what it keeps, for --baseline of later audits.",
            valueName: "file"
        )
    )
    var writeBaseline: String?

    @Flag(help: "Print the fixes of the files' mistakes as a change, and what passes with it.")
    var fix = false

    @Flag(help: "Fix the files' mistakes where it can be said how.")
    var write = false

    @Option(
        help: ArgumentHelp(
            "The value of a name that a source file does not say, as NAME=VALUE; may stand several "
                + "times.",
            valueName: "definition"
        )
    )
    var define: [String] = []

    @Option(
        help: ArgumentHelp(
            "Files and folders that are left out of folders, as .gitignore writes them; those of "
                + ".gitignore and .hatpinignore are, too; may stand several times.",
            valueName: "pattern"
        )
    )
    var exclude: [String] = []

    @Option(
        help: "The most severe weakness that is tolerated: none, low, medium, high or critical."
    )
    var allow: Allowance = .none

    @Flag(help: "Count the weaknesses of the system too, which no configuration changes.")
    var countSystem = false

    @Flag(help: "Exit with 1 where source files were not read, such as those of other languages.")
    var strictUnread = false

    @Option(
        help: ArgumentHelp(
            "A further report, such as html=out.html; html, json, sarif, gitlab, markdown or "
                + "junit.",
            valueName: "format=file"
        )
    )
    var report: [AuditReportFile] = []

    @OptionGroup var options: SurveyOptions

    @OptionGroup var judging: JudgingOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(name: .shortAndLong, help: "Name every case, not only examples.") var verbose = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var colour: ColourOptions

    @Option(
        help: ArgumentHelp(
            "Only the i-th of n parts of the cases, from 1; hatpin merge joins their JSON reports.",
            valueName: "i/n"
        )
    )
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "Stop after this time, such as 10m, and report what was found; --resume goes on.",
            valueName: "time"
        )
    )
    var time: TimeSpan?

    @Flag(
        help: ArgumentHelp(
            "Try the few cases alone that found something in any client, in seconds: a first look, and no "
                + "proof that nothing else is wrong."
        )
    )
    var quick = false

    @Flag(help: "Go on with the audit of the same arguments that was stopped last.")
    var resume = false

    func validate() throws {
        guard !configurations.isEmpty || !programs.command.isEmpty else {
            throw ValidationError("name a party, or a command after --")
        }
        try requireOwnFiles(report.map(\.path))
        guard !resume || !fix && !write && shard == nil else {
            throw ValidationError("--resume goes without --fix, --write and --shard")
        }
        guard let shard else { return }
        guard shard.count <= RunShard.most else {
            throw ValidationError("--shard has at most \(RunShard.most) parts")
        }
        guard !fix, !write, connect.isEmpty, baseline == nil, writeBaseline == nil else {
            throw ValidationError("--shard goes without --fix, --write, --connect and baselines")
        }
        guard output.format == .json || report.contains(where: \.isJSON) else {
            throw ValidationError("--shard leaves a report: add --report json=FILE")
        }
    }

    /// The options of hatpin.yaml that can make this command succeed.
    @TaskLocal static var weakeningDefaults: [StatedOption] = []

    func run() async throws { try await perform(merging: nil) }

    /// Audits, or makes the audit of shards.
    func perform(merging merged: MergedAudit?) async throws {
        var settings = reporting
        settings.baseline = baseline
        settings.newBaseline = writeBaseline
        settings.inForce = merged?.inForce ?? Self.weakeningDefaults
        settings.reports = report
        settings.allowed = allow.severity
        settings.end = time.map { ContinuousClock.now + .seconds($0.seconds) }
        settings.options += quick ? ["--quick"] : []
        settings.isFiltered = settings.isFiltered || quick
        settings.countsSystems = countSystem
        settings.requiresReading = strictUnread
        settings.options +=
            (countSystem ? ["--count-system"] : []) + (strictUnread ? ["--strict-unread"] : [])
        var survey = surveyRequest
        survey.isQuick = quick
        var request = AuditRequest(configurations, survey, settings)
        (request.hosts, request.chains, request.servers) = (hosts, chain, connect)
        (request.definitions, request.like, request.exclude) = (define, like, exclude)
        (request.filter, request.shard) = (options.filter, shard)
        request.isResumed = resume
        let exit =
            fix || write
            ? try await request.fix(isWritten: write)
            : try await request.perform(merging: merged)
        if exit != .success { throw ExitStatus(exit) }
    }
}
