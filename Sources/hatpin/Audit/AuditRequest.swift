import Basics
import ClientModels
import Lint
import Runner
import ScenarioFormat
import X509

/// An audit as the command line requests it.
package struct AuditRequest: Sendable {
    private let configurations: [String]
    private let survey: SurveyRequest
    private let settings: AuditRun.Settings
    /// The hosts for which the configurations are audited.
    package var hosts: [String] = []
    /// Files with real chains, and servers to fetch chains from.
    package var (chains, servers): ([String], [String]) = ([], [])
    /// Values of names in source files, as `NAME=VALUE`.
    package var definitions: [String] = []
    /// Patterns of files and folders to exclude.
    package var exclude: [String] = []
    /// Folders with rules for source code, in addition to the built-in rules.
    package var rules: [String] = []
    /// The client to compare programs with, which uses the same TLS library at default settings;
    /// nil if `--like` is not given.
    package var like: String?
    /// The expression of `--filter`, or nil without this option.
    package var filter: String?
    /// Whether this audit continues an interrupted audit that had the same arguments.
    package var isResumed = false
    /// The shard of the audit to run, or nil to run all cases.
    package var shard: Shard?

    /// - Parameters:
    ///   - configurations: parties, files and folders.
    ///   - survey: the setups, and how they are run.
    ///   - settings: how the audit is reported.
    package init(
        _ configurations: [String],
        _ survey: SurveyRequest,
        _ settings: AuditRun.Settings
    ) {
        (self.configurations, self.survey, self.settings) = (configurations, survey, settings)
    }

    /// Audits the parties, files and folders of the command line.
    ///
    /// - Parameter merged: shards whose replies are used, or nil to test the parties.
    /// - Returns: the exit code.
    /// - Throws: a `usage` or `invalidScenario` failure for an invalid argument; an `environment`
    ///   failure if there is no verdict, or for shards of another audit; a `nothingSelected`
    ///   failure if nothing was read or tested.
    package func perform(merging merged: MergedAudit? = nil) async throws -> Exit {
        try requireHosts()
        try requireFiles()
        let context = try context(at: merged?.now)
        let files = try ReviewedFiles(configurations, excluding: exclude, context: context)
            .judging(realChains(), asking: hosts, now: context.now)
        let clients = try survey.clients(among: configurations.filter(ReviewedFiles.isProgram))
        guard like == nil || !clients.isEmpty else {
            throw Failure(
                .usage,
                "--like compares a program with its library, and no program is named",
                help: "name one, such as client/NAME, or its command after --"
            )
        }
        let targets =
            try configurations
            .filter { !ReviewedFiles.isProgram($0) && !ReviewedFiles.isFolder($0) }
            .map { text throws(Failure) in try target(text, files) }
        let started = merged?.started ?? Environment.now
        let asked = merged == nil ? clients.unique : []
        try ProgramRun.enterNetwork(
            for: asked,
            by: survey.programs.names,
            now: survey.judging.date
        )
        // A source file or a folder can have findings without being a configuration that can be
        // tested.
        let isJudged = !clients.isEmpty || targets.contains { !$0.subjects.isEmpty }
        try requireEffects(hasPrograms: !clients.isEmpty, isJudged: isJudged, targets)
        let selected = isJudged ? try await survey.cases(before: clients) : .none
        let cases = selected.scenarios
        let libraries = LibraryRequest(survey: survey, like: like, replies: merged?.replies)
        let run = try ProgramRun(
            of: asked,
            by: survey.programs.names,
            facing: cases,
            now: started,
            library: libraries.choice
        )
        // Programs whose replies are known from shards need not be installed.
        let programs =
            try merged == nil
            ? run.parties.map { AuditedProgram($0, run.libraries[$0.name]) }
            : clients.unique.map { client throws(Failure) in
                AuditedProgram(.standIn(for: client), try libraries.standIn(for: client))
            }
        var settings = settings
        settings.renewal = words(programs, isGate: false)
        let audits = AuditRun(
            settings,
            by: try survey.survey(at: started, hasPrograms: !asked.isEmpty),
            in: cases,
            try part(merged, targets, programs, cases, started)
        )
        let exit = try await audits.perform(targets, programs: programs, files: files)
        return .worst([exit, selected.exit])
    }

    /// Fixes files, and tests the fixed files if they configure a system.
    ///
    /// - Parameter isWritten: whether to change the files, not only show the fixes.
    /// - Returns: the exit code.
    /// - Throws: a `usage` or `invalidScenario` failure for an invalid argument; an `environment`
    ///   failure if a file cannot be read or written.
    package func fix(isWritten: Bool) async throws -> Exit {
        try requireHosts()
        try requireFiles()
        try requireFilesAlone()
        let context = try context(at: nil)
        let chains = try realChains()
        let files = try ReviewedFiles(configurations, excluding: exclude, context: context)
            .judging(chains, asking: hosts, now: context.now)
        try files.requireRead(isJudged: false)
        let configuring = try files.fixable.first { review throws(Failure) in
            try !AuditTarget(review.file, asking: hosts, isReviewed: true).subjects.isEmpty
        }
        let selected = configuring == nil ? .none : try await survey.cases()
        let trial = FixTrial(
            by: try survey.survey(at: Environment.now, hasPrograms: false),
            in: selected.scenarios,
            chains: chains,
            asking: hosts,
            now: context.now
        )
        let exit = try await files.fix(isWritten: isWritten, allowing: settings.allowed, trial)
        return .worst([exit, selected.exit])
    }

    // MARK: Checks of arguments

    /// Requires host names; any notation is valid, since systems read some notations differently.
    ///
    /// - Throws: a `usage` failure for a URL, a host with a port, or other text.
    private func requireHosts() throws(Failure) {
        let wrong = hosts.first { host in
            host.isEmpty || host.contains { $0.isWhitespace || "/@".contains($0) }
                || host.contains(":") && IPAddress.bytes(host) == nil
        }
        guard let wrong else { return }
        throw Failure(
            .usage,
            "--host '\(Shown.escaped(wrong))' is not a host name",
            help: "write it without scheme, port and path, such as www.example.test"
        )
    }

    /// Requires a file or a folder among the arguments if an option only works with files.
    private func requireFiles() throws(Failure) {
        guard !definitions.isEmpty, !configurations.contains(where: Files.exists) else {
            return
        }
        throw Failure(
            .usage,
            "--define sets a name in source files, and no file is named",
            help: "name the file or its folder"
        )
    }

    /// Requires that all arguments are files, since only files can be changed.
    private func requireFilesAlone() throws(Failure) {
        let others =
            configurations.filter { !Files.exists($0) || ReviewedFiles.isProgram($0) }
            + survey.programs.command.prefix(1)
        guard let other = others.first else { return }
        throw Failure(
            .usage,
            "--fix and --write change files, and \(Shown.escaped(other)) is not a file",
            help: "name only files and folders"
        )
    }

    /// Refuses options that have no effect on the arguments.
    private func requireEffects(
        hasPrograms: Bool,
        isJudged: Bool,
        _ targets: [AuditTarget]
    ) throws(Failure) {
        let written = WrittenOptions.current
        try written.refuse(
            [
                "--builtin", "--chain-only", "--count-system", "--filter", "--jobs", "-j",
                "--quick",
                "--scenarios", "--seed", "--shard", "--time", "--timeout", "-v", "--verbose",
            ],
            unless: isJudged,
            because: "it affects test cases, and no party, configuration or program is named"
        )
        try written.refuse(
            ["--names", "--resume", "--strict"],
            unless: hasPrograms,
            because: "it works with programs, and no program is named"
        )
        let isAskedAboutHosts = targets.contains { !$0.subjects.allSatisfy(\.hosts.isEmpty) }
        try written.refuse(
            ["--host"],
            unless: isAskedAboutHosts || configurations.contains(where: Files.exists),
            because: "none of these configurations has an entry for a host"
        )
        try written.refuse(
            ["--strict-unread"],
            unless: configurations.contains(where: Files.exists),
            because: "it works with files, and no file is named"
        )
        try written.refuse(
            ["-v", "--verbose"],
            unless: !settings.isForPrograms || settings.baseline != nil,
            because: "JSON names every test case"
        )
    }

    private func target(_ text: String, _ files: ReviewedFiles) throws(Failure) -> AuditTarget {
        try AuditTarget(text, asking: hosts, isReviewed: files.isKnown(text))
    }

    private func realChains() throws(Failure) -> [RealChain] {
        var chains: [RealChain] = []
        for path in self.chains { chains.append(try RealChain(file: path)) }
        for host in servers { chains.append(try RealChain(connectingTo: host)) }
        for warning in chains.flatMap(\.warnings) {
            try StandardStream.error.write("hatpin: warning: \(Shown.escaped(warning))\n")
        }
        return chains
    }

    private func context(at now: Instant?) throws(Failure) -> ReviewContext {
        let defines = definitions.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
        var context = ReviewContext(
            now: now ?? survey.judging.options().now,
            hosts: hosts,
            defines: Dictionary(defines) { $1 }
        )
        if configurations.contains(where: Files.exists) {
            context.search = SourceSearch(try SourceRules.builtIn(and: rules))
        }
        return context
    }

    // MARK: Shards

    /// Returns the arguments that identify the audit, without `--shard` and the reports; with
    /// `isGate`, also `--allow` and `--count-system`.
    private func words(_ programs: [AuditedProgram], isGate: Bool = true) -> [String] {
        let command = survey.programs.command
        return configurations + hosts.flatMap { ["--host", $0] }
            + chains.flatMap { ["--chain", $0] } + servers.flatMap { ["--connect", $0] }
            + definitions.flatMap { ["--define", $0] } + exclude.flatMap { ["--exclude", $0] }
            + rules.flatMap { ["--rules", $0] }
            + (likeWords(programs).map { ["--like", $0] } ?? [])
            + (filter.map { ["--filter", $0] } ?? [])
            + (isGate && settings.allowed > .note ? ["--allow", settings.allowed.rawValue] : [])
            + settings.options.filter { isGate || $0 != "--count-system" }
            + (command.isEmpty ? [] : ["--"] + command)
    }

    /// Returns the client that `--like` names, or that the program's files indicate.
    ///
    /// When shards are merged, the program need not be installed.
    private func likeWords(_ programs: [AuditedProgram]) -> String? {
        let isBareAlone = programs.count == 1 && !survey.programs.command.isEmpty
        return like ?? (isBareAlone ? programs.first?.library?.party.name : nil)
    }

    private func part(
        _ merged: MergedAudit?,
        _ targets: [AuditTarget],
        _ programs: [AuditedProgram],
        _ cases: [Scenario],
        _ started: Instant
    ) throws -> AuditRun.Part {
        guard merged != nil || shard != nil || !programs.isEmpty else {
            return .whole(nil, known: AuditReplies())
        }
        let words = words(programs)
        let plan = try AuditShard.plan(
            of: words,
            files: try targets.filter(\.isFile).map { try Files.read($0.argument) },
            parties: targets.flatMap(\.subjects).map(\.party) + programs.map(\.party)
                + programs.compactMap(\.library?.party),
            cases: cases
        )
        if let merged {
            try merged.require(plan)
            return .merged(merged.replies)
        }
        let options = survey.judging.options(at: started)
        func record(_ shard: Shard) -> AuditShard {
            AuditShard(
                number: Int(clamping: shard.number),
                count: Int(clamping: shard.count),
                plan: plan,
                seed: options.seed,
                now: options.now,
                started: started,
                words: words
            )
        }
        guard let shard else {
            let known = isResumed ? try StoppedAudit().replies(of: plan) : AuditReplies()
            return .whole(record(.whole), known: known)
        }
        let ids = ShardedPairs(cases.map(\.id), into: shard.count).places(of: shard)
            .map { cases[$0].id }
        try StandardStream.error.write(
            "hatpin: shard \(shard): \(ids.count) of \(Prose.count(cases.count, "case"))\n"
        )
        return .shard(record(shard), ids: Set(ids))
    }
}
