import ArgumentParser
import Auditing
import ClientParties
import Clients
import ConfigurationReview
import Findings
import Reports
import Requests
import Runner
import Scenarios
import Sessions
import Surroundings
import Trust

/// `hatpin audit`: what a configuration accepts and a correct client refuses.
struct AuditCommand: AsyncParsableCommand {
    /// The gravest weakness that is no reason to exit with 1.
    enum Allowance: String, CaseIterable, ExpressibleByArgument {
        case none, low, medium, high, critical

        var gravity: Scenario.Importance? { Scenario.Importance(rawValue: rawValue) }
    }

    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List the weaknesses of configurations, the gravest first.",
        discussion: """
            Says what a configuration adds to its system and what it takes away: whether its pins \
            hold in the attacks that a pin stops, and which other attacks it lets pass. What the \
            same system accepts without this configuration, or with the best one, is told behind it.

            A file is asked about the hosts that its entries are meant for, a subdomain where they \
            include them, or about each --host. Pins that no test case can match are replaced by \
            some that it can, unless no key could match them as they are written.

            A folder's configurations and source files are read for mistakes, and judged no further.

            Exits with 1 where a mistake of a file or a weakness of the configuration's own is graver than --allow, and \
            where the configuration accepts nothing that a correct client accepts.
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
            "A file that keeps what was found: written where it is missing; where it is there, only "
                + "what became weaker since, or is no longer so, ends the command with 1.",
            valueName: "file"
        )
    )
    var baseline: String?

    @Flag(help: "Print the mends of the files' mistakes as a change, and what passes with it.")
    var fix = false

    @Flag(help: "Mend the files' mistakes where it can be said how.")
    var write = false

    @Option(
        help: ArgumentHelp(
            "The value of a name that a source file does not say, as NAME=VALUE; may stand several "
                + "times.",
            valueName: "definition"
        )
    )
    var define: [String] = []

    @Option(help: "The gravest weakness that is tolerated: none, low, medium, high or critical.")
    var allow: Allowance = .none

    @Option(
        help: ArgumentHelp(
            "A further report, such as html=out.html; html, json, sarif or gitlab.",
            valueName: "format=file"
        )
    )
    var report: [AuditReportFile] = []

    @OptionGroup var options: SurveyOptions

    func validate() throws {
        guard !configurations.isEmpty || !programs.command.isEmpty else {
            throw ValidationError("name a party, or a command behind --")
        }
    }

    func run() async throws {
        let files = try ReviewedFiles(configurations, context: reviewContext)
            .judging(realChains(), asking: hosts, now: reviewContext.now)
        if fix || write {
            let exit = try await mend(files)
            if exit != .success { throw ExitStatus(exit) }
            return
        }
        let clients = try programs.asked(options.colour).requested(among: configurations)
        let likes = try clients.map(library)
        let all = clients + likes.compactMap(\.self)
        let targets =
            try configurations
            .filter { !NamedClient.isMeant(by: $0) && !ReviewedFiles.isFolder($0) }
            .map { text throws(Failure) in try target(text, files) }
        try ProgramRun.enterNetwork(for: all, by: programs.names, now: options.judging.judging.now)
        // A source file or a folder has mistakes, and configures nothing that worlds are put before.
        let isJudged = !clients.isEmpty || targets.contains { !$0.subjects.isEmpty }
        let cases = try options.strictness.asked(isJudged ? await options.cases() : []) {
            !clients.isEmpty && $0.class == .strict
        }
        let started = Environment.now
        let run = try ProgramRun(of: all.unique, by: programs.names, facing: cases, now: started)
        let survey = try options.survey(at: started, hasPrograms: !clients.isEmpty)
        let audits = AuditRun(settings(), by: survey, in: cases)
        let parties = run.parties
        let audited = zip(clients, likes).compactMap { client, like in
            parties.of(client).map { AuditedProgram($0, like: like.flatMap(parties.of)) }
        }
        let exit = try await audits.perform(targets, programs: audited, files: files)
        if exit != .success { throw ExitStatus(exit) }
    }

    /// Mends files, which are put before worlds where there is anything to mend.
    private func mend(_ files: ReviewedFiles) async throws -> Exit {
        let mended = configurations.filter { text in
            Environment.exists(text) && !ReviewedFiles.isFolder(text)
        }
        let targets = try mended.map { text throws(Failure) in try target(text, files) }
        let isJudged = files.hasMends && targets.contains { !$0.subjects.isEmpty }
        let survey = try options.survey(at: Environment.now, hasPrograms: false)
        let cases = isJudged ? try await options.cases() : []
        return try await files.mend(
            isWritten: write,
            allowing: allow.gravity,
            context: reviewContext,
            MendTrial(of: isJudged ? targets : [], by: survey, in: cases)
        )
    }

    private func target(_ text: String, _ files: ReviewedFiles) throws(Failure) -> AuditTarget {
        let isReviewed = files.reviews.contains { $0.file == text }
        return try AuditTarget(text, asking: hosts, isReviewed: isReviewed)
    }

    private func realChains() throws(Failure) -> [RealChain] {
        var chains: [RealChain] = []
        for path in chain { chains.append(try RealChain(file: path)) }
        for host in connect { chains.append(try RealChain(connectingTo: host)) }
        return chains
    }

    private var reviewContext: ReviewContext {
        let definitions = define.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
        }
        return ReviewContext(
            now: options.judging.judging.options().now,
            hosts: hosts,
            defines: Dictionary(definitions) { $1 }
        )
    }

    /// The library of a program with its defaults; nil where none is named.
    private func library(of client: NamedClient) throws -> NamedClient? {
        let name = client.client.like.map { NamedClient.prefix + $0 } ?? like
        guard let name, name != client.name else { return nil }
        return try programs.asked(options.colour).named([name]).first
    }

    private func settings() -> AuditRun.Settings {
        var settings = options.reporting(programs)
        settings.baseline = baseline
        settings.reports = report
        settings.allowed = allow.gravity
        settings.isStrict = options.strictness.strict
        return settings
    }
}
