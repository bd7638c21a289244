import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat

/// `hatpin audit`: finds weaknesses in configurations, source code and programs.
struct AuditCommand: SurveyCommand {
    /// A value of `--allow`: the highest severity of a finding that does not fail the audit.
    enum Allowance: String, CaseIterable, ExpressibleByArgument {
        case none, low, medium, high, critical

        var severity: Severity { Severity(rawValue: rawValue) ?? .note }
    }

    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Find weaknesses in configurations, source code or a program.",
        discussion: """
            Name what to audit:
              a folder         find mistakes in its configurations and source files
              a configuration  also attack it, as the platform or library would read it
              a party          attack a model with these settings
              -- COMMAND       attack a program; {url} is the server, {ca} its root

            The most severe weaknesses come first, each with its fix if there is one. --fix prints \
            the fixes as a patch, and --write applies them.

            A configuration is tested for the hosts that it names, or for each --host. Your pins cannot \
            match test certificates. Each test replaces them with matching pins, unless no key could \
            match what is written. Weaknesses that the platform has with every configuration come last; \
            they do not change the exit code.

            \(Exit.pointer)
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A folder, a configuration, or a party such as afnetworking:mode=public-key.",
            valueName: "config"
        )
    )
    var configurations: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Option(
        help: ArgumentHelp(
            "A client with the same TLS library and default settings, such as client/libcurl-openssl. "
                + "Weaknesses that both programs have count as the library's.",
            valueName: "client"
        )
    )
    var like: String?

    @Option(
        name: .customLong("host"),
        help: ArgumentHelp(
            "A host to test the configuration for. Repeatable.",
            valueName: "name"
        )
    )
    var hosts: [String] = []

    @Option(
        help: ArgumentHelp(
            "A PEM file with your server's chain, the server's own certificate first. Shows "
                + "whether the configuration accepts it, and by which pins. Repeatable.",
            valueName: "file"
        )
    )
    var chain: [String] = []

    @Option(
        help: ArgumentHelp(
            "Get the chain from this server instead, such as api.example.com or HOST:PORT. Only "
                + "this option connects to another machine. Repeatable.",
            valueName: "host"
        )
    )
    var connect: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file of known findings: the audit fails only where it differs from them.",
            valueName: "file"
        )
    )
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Write the findings to this file, for --baseline of later audits.",
            valueName: "file"
        )
    )
    var writeBaseline: String?

    @Flag(help: "Print the fixes as a patch, and what the changed configuration accepts.")
    var fix = false

    @Flag(help: "Apply the fixes to the files, where Hatpin knows how.")
    var write = false

    @Option(
        help: ArgumentHelp(
            "The value of a name in source code, as NAME=VALUE. Repeatable.",
            valueName: "definition"
        )
    )
    var define: [String] = []

    @Option(
        help: ArgumentHelp(
            "Files to leave out of folders, besides files that .gitignore and .hatpinignore "
                + "exclude. The syntax is that of .gitignore. Repeatable.",
            valueName: "pattern"
        )
    )
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "A folder with further rules for source code. Repeatable.",
            valueName: "folder"
        )
    )
    var rules: [String] = []

    @Option(
        help: "The highest severity that does not fail the audit."
    )
    var allow: Allowance = .none

    @Flag(help: "Also fail for weaknesses of the platform, which no configuration changes.")
    var countSystem = false

    @Flag(help: "Also fail if source files were not read, such as those of other languages.")
    var strictUnread = false

    @Option(
        help: ArgumentHelp(
            "Also write a report, such as html=out.html: \(FormatOf<AuditResults>.names). "
                + "Repeatable.",
            valueName: "format=file"
        )
    )
    var report: [ReportFile<AuditResults>] = []

    @OptionGroup var options: SurveyOptions

    @OptionGroup var judging: JudgingOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(name: .shortAndLong, help: "Name every test case, not only examples.") var verbose = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var colour: ColourOptions

    @Option(
        help: ArgumentHelp(
            "Run only part i of n of the cases, such as 1/4; hatpin merge joins the JSON reports.",
            valueName: "i/n"
        )
    )
    var shard: Shard?

    @Option(
        help: ArgumentHelp(
            "Stop after this time, such as 10m, and report what was found; --resume continues an "
                + "audit of programs.",
            valueName: "time"
        )
    )
    var time: TimeSpan?

    @Flag(
        help: ArgumentHelp(
            "Run only the few cases that found something in any client before. This takes seconds, and "
                + "does not prove that nothing else is wrong."
        )
    )
    var quick = false

    @Flag(help: "Continue the audit that was stopped last; give the same arguments.")
    var resume = false

    func validate() throws {
        guard !configurations.isEmpty || !programs.command.isEmpty else {
            throw ValidationError("name a folder, a file or a party, or a command after --")
        }
        try requireOwnFiles(report.map(\.path))
        guard !resume || !fix && !write && shard == nil else {
            throw ValidationError("--resume cannot be combined with --fix, --write or --shard")
        }
        guard let shard else { return }
        guard shard.count <= RunShard.most else {
            throw ValidationError("--shard takes at most \(RunShard.most) parts")
        }
        guard !fix, !write, connect.isEmpty, baseline == nil, writeBaseline == nil else {
            throw ValidationError(
                "--shard cannot be combined with --fix, --write, --connect or baselines"
            )
        }
        guard output.format == .json || report.contains(where: \.isJSON) else {
            throw ValidationError("--shard needs a report: add --report json=FILE")
        }
    }

    /// The options of hatpin.yaml that can make an audit succeed although it finds weaknesses.
    @TaskLocal static var weakeningDefaults: [StatedOption] = []

    func run() async throws { try await perform(merging: nil) }

    /// Audits, with the replies of the merged shards instead of tests if `merged` is not nil.
    func perform(merging merged: MergedAudit?) async throws {
        var settings = reporting
        settings.baseline = baseline
        settings.newBaseline = writeBaseline
        settings.inForce = merged?.inForce ?? Self.weakeningDefaults
        settings.reports = report
        settings.allowed = allow.severity
        settings.end = time.map { ContinuousClock.now + .seconds($0.seconds) }
        settings.options += quick ? ["--quick"] : []
        settings.selection += quick ? ["--quick"] : []
        settings.countsSystems = countSystem
        settings.requiresReading = strictUnread
        settings.options +=
            (countSystem ? ["--count-system"] : []) + (strictUnread ? ["--strict-unread"] : [])
        var survey = surveyRequest
        survey.isQuick = quick
        var request = AuditRequest(configurations, survey, settings)
        (request.hosts, request.chains, request.servers) = (hosts, chain, connect)
        (request.definitions, request.like, request.exclude) = (define, like, exclude)
        (request.filter, request.shard, request.rules) = (options.filter, shard, rules)
        request.isResumed = resume
        let exit =
            fix || write
            ? try await request.fix(isWritten: write)
            : try await request.perform(merging: merged)
        if exit != .success { throw ExitStatus(exit) }
    }
}
