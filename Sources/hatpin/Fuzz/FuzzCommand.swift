import ArgumentParser
import Basics
import Process
import Reports
import ScenarioFormat

/// `hatpin fuzz`: fuzzes targets until an input breaks a property, or runs a campaign.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Fuzz the parsers, or compare verdicts on random cases.",
        discussion: """
            TARGETS: with the names of targets, libFuzzer runs them. Use script/fuzz, which builds the \
            targets and calls this command. Committed inputs run first, then new ones from the corpus. A \
            finding is an input that breaks the property of its target. Hatpin keeps one small input of \
            each kind in findings/, with a report and the command that shows it again. The corpus is \
            merged every ten minutes and at the end. A run that was killed continues with what it found. \
            The last lines are libFuzzer's statistics.

            CAMPAIGNS: with --campaign, Hatpin makes random certificate chains with zero, one or several \
            defects. OpenSSL, Hatpin's profiles and each --peer accept or reject each chain; with --party, \
            only the named parties do. A disagreement with 'reference' is counted. If no known \
            difference explains it, its smallest setup becomes a scenario in findings/. The same seed \
            makes the same cases on every machine.

            HANDSHAKES: the target Handshake is a campaign in which servers violate TLS in up to three \
            places. The client is libssl's, or a --party. A finding is a client that sends its request \
            anyway, or that crashes, hangs or uses too much memory. The seed is 1 unless \
            --campaign sets another.

            \(Exit.pointer)
            """
    )

    @OptionGroup(title: "Targets") var targets: TargetOptions

    @OptionGroup(title: "Campaigns") var campaign: CampaignOptions

    @OptionGroup(title: "Programs") var programs: ProgramOptions

    @OptionGroup var colour: ColourOptions

    @Option(help: ArgumentHelp("The folder for findings.", valueName: "folder"))
    var findings = FindingsFolder.standard

    @Option(
        help: ArgumentHelp(
            "Also write a web page to html=FILE. For a campaign, FILE without html= gets Markdown.",
            valueName: "html=file"
        )
    )
    var report: [String] = []

    private var pages: [PageFile] { report.compactMap(PageFile.init) }

    private var markdown: [String] { report.filter { PageFile(argument: $0) == nil } }

    func validate() throws {
        let isKnown = !markdown.contains { $0.contains("=") }
        guard isKnown, markdown.count <= (seed == nil ? 0 : 1) else {
            throw ValidationError(
                "--report takes html=FILE; for a campaign also one FILE for Markdown"
            )
        }
        // The value of an option with a default does not show whether the option was given.
        let given = CommandLine.arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
        if seed != nil {
            guard targets.targets.isEmpty || kind == .handshakes else {
                throw ValidationError("--campaign only works with the target Handshake")
            }
            guard campaign.peer.isEmpty || kind == .chains else {
                throw ValidationError("--peer works with chains, not handshakes")
            }
            let hasProgram =
                !programs.command.isEmpty || campaign.party.contains(where: NamedClient.isMeant)
            guard !campaign.counted || !hasProgram else {
                throw ValidationError(
                    "--counted does not work with programs: its cases may have any host names"
                )
            }
            if let option = TargetOptions.names.first(where: { given.contains($0[...]) }) {
                throw ValidationError("\(option) is for fuzzing targets, not for campaigns")
            }
            let ofCases = ["--range", "--shard", "--workers"]
            if campaign.counted, let option = ofCases.first(where: { given.contains($0[...]) }) {
                throw ValidationError(
                    "\(option) has no effect with --counted, which runs no new cases"
                )
            }
            return
        }
        if let option = CampaignOptions.names.first(where: { given.contains($0[...]) }) {
            throw ValidationError("\(option) is for campaigns, not for fuzzing targets")
        }
        guard programs.command.isEmpty else {
            throw ValidationError("a command after -- is for campaigns, not for fuzzing targets")
        }
        guard !targets.targets.isEmpty else {
            throw ValidationError(
                "name a target: Handshake, \(FuzzFolders.all.joined(separator: ", "))"
            )
        }
    }

    private var kind: CampaignKind { CampaignKind(of: targets.targets) }

    /// The seed of a campaign, or nil if targets are fuzzed.
    private var seed: UInt64? { campaign.campaign ?? (kind == .handshakes ? 1 : nil) }

    func run() async throws {
        let folder = FindingsFolder(findings)
        let outcome: DriverOutcome
        if let seed {
            var settings = CampaignSettings(seed: seed, kind: kind)
            campaign.apply(to: &settings)
            (settings.report, settings.pages) = (markdown.first, pages)
            outcome = try await self.outcome(of: settings, in: folder)
        } else {
            outcome = try await FuzzRun(targets.settings(pages: pages), findings: folder).perform()
        }
        if outcome != .nothingFound { throw ExitStatus(Exit(outcome)) }
    }

    /// Runs a campaign, and keeps its programs ready until the campaign ends.
    private func outcome(
        of settings: CampaignSettings,
        in folder: FindingsFolder
    ) async throws -> DriverOutcome {
        let clients = try programs.requested(among: campaign.party, colour.color).unique
        guard !clients.isEmpty else {
            return try await CampaignRun(settings, findings: folder).perform()
        }
        try ProgramRun.enterNetwork(for: clients, by: programs.names, now: nil)
        var settings = settings
        let now = Environment.now
        let run = try ProgramRun(
            of: clients,
            by: programs.names,
            facing: settings.identities,
            now: now
        )
        settings.workers = settings.workers ?? ProgramRun.jobs
        settings.programs = CampaignSettings.Programs(
            clients.compactMap { client in
                run.parties.of(client).map { ($0, client.client.library) }
            },
            words: (programs.stated.map(Prose.shellQuoted) + [clients.words])
                .joined(separator: " "),
            now: now,
            isAlone: RunNamespace.isInside
        )
        return try await CampaignRun(settings, findings: folder).perform()
    }
}
