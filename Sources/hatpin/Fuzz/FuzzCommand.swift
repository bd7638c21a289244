import ArgumentParser
import Basics
import Process
import Reports
import ScenarioFormat

/// `hatpin fuzz`: inputs made up until one breaks a property.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Fuzz targets under libFuzzer, or put cases by chance before judges.",
        discussion: """
            script/fuzz builds the targets as libFuzzer needs them, and calls this. Committed inputs \
            are replayed first; then libFuzzer goes on from the corpus with as many jobs as told. \
            Inputs that break the property are told apart by what happened where, one of each kind \
            is made as small as it goes, and stands in findings/ with its report and the command \
            that shows it again. With --fast, one job runs the program of --built and all others \
            that of --fast; all jobs are fast where both have one program. The corpus is merged \
            every ten minutes and at the end. Ctrl-C ends a run in order; after a SIGKILL the next \
            run goes on with everything that was found.

            The last lines are libFuzzer's statistics over all jobs. Exit 0 where nothing was found, \
            1 where something was, 3 where a target was not built, not instrumented, or the disk is \
            full, 130 where the run was interrupted.

            With --campaign, setups with zero, one or several defects are made by chance, the same \
            for the same seed and number anywhere, and put before OpenSSL, our profiles, and peers \
            or parties. What one accepts and 'reference' refuses, or the other way round, is counted \
            by who says what of which defects. What no known difference explains is brought down to \
            the smallest setup that shows it, and stands in findings/ as a scenario.

            The target Handshake is a campaign, of seed 1 unless told: servers break TLS in up to three \
            places, before libssl's client in this process or before parties. A client that sends its \
            request all the same is found, and one that crashes, hangs or takes memory.
            """
    )

    @OptionGroup(title: "Targets") var targets: TargetOptions

    @OptionGroup(title: "Campaigns") var campaign: CampaignOptions

    @OptionGroup(title: "Programs") var programs: ProgramOptions

    @OptionGroup var colour: ColourOptions

    @Option(help: ArgumentHelp("Where findings go.", valueName: "folder"))
    var findings = FindingsFolder.standard

    @Option(
        help: ArgumentHelp(
            "Write what was found as a web page, html=FILE; a campaign's as Markdown, too, to a FILE.",
            valueName: "html=file"
        )
    )
    var report: [String] = []

    private var pages: [PageFile] { report.compactMap(PageFile.init) }

    private var markdown: [String] { report.filter { PageFile(argument: $0) == nil } }

    func validate() throws {
        let isKnown = !markdown.contains { $0.contains("=") }
        guard isKnown, markdown.count <= (seed == nil ? 0 : 1) else {
            throw ValidationError("--report is html=FILE; of a campaign one FILE for Markdown, too")
        }
        // The value of an option with a default does not say whether the option was given.
        let given = CommandLine.arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
        if seed != nil {
            guard targets.targets.isEmpty || kind == .handshakes else {
                throw ValidationError("--campaign takes no target but Handshake")
            }
            guard campaign.peer.isEmpty || kind == .chains else {
                throw ValidationError("--peer judges chains, not handshakes")
            }
            let hasProgram =
                !programs.command.isEmpty || campaign.party.contains(where: NamedClient.isMeant)
            guard !campaign.counted || !hasProgram else {
                throw ValidationError("--counted takes no programs: its cases may be of any hosts")
            }
            if let option = TargetOptions.names.first(where: { given.contains($0[...]) }) {
                throw ValidationError("\(option) is for fuzzing targets, not for campaigns")
            }
            let ofCases = ["--range", "--shard", "--workers"]
            if campaign.counted, let option = ofCases.first(where: { given.contains($0[...]) }) {
                throw ValidationError("\(option) is for judging cases, which --counted does not")
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

    /// The seed of a campaign; nil where targets are fuzzed.
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

    /// The outcome of a campaign, with its programs ready while it lasts.
    private func outcome(
        of settings: CampaignSettings,
        in folder: FindingsFolder
    ) async throws -> DriverOutcome {
        let clients = try programs.asked(colour).requested(among: campaign.party).unique
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
            words: (programs.asked(colour).stated.map(Prose.shellQuoted) + [clients.words])
                .joined(separator: " "),
            now: now,
            isAlone: RunNamespace.isInside
        )
        return try await CampaignRun(settings, findings: folder).perform()
    }
}
