import ArgumentParser
import Policies
import Reports
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
            Puts every world that the configuration can express before it, and shows what it accepts \
            and a correct client refuses: what an attacker needs for that, which scenario shows it, \
            and which settings were seen to mend it. Where a world states no pins, a configuration that \
            compares some gets them: on the authority that issues the server's certificates, or on \
            the part of the genuine chain that it compares.

            Exits with 1 where a weakness is graver than --allow, and where the configuration \
            accepts nothing that a correct client accepts.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A party such as afnetworking:mode=public-key, or the file of a configuration.",
            valueName: "config"
        )
    )
    var configurations: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Option(help: "The gravest weakness that is tolerated: none, low, medium, high or critical.")
    var allow: Allowance = .none

    @OptionGroup var options: SurveyOptions

    func validate() throws {
        guard !configurations.isEmpty || !programs.command.isEmpty else {
            throw ValidationError("name a party, or a command behind --")
        }
    }

    func run() async throws {
        let clients = try programs.requested(among: configurations, options.colour)
        let models = try Party.models(named: configurations)
        try ProgramRun.enterNetwork(for: clients, programs, now: options.judging.now)
        let cases = try programs.strictness.asked(await options.cases()) { scenario in
            !clients.isEmpty && scenario.class == .strict
        }
        let started = Environment.now
        let run = try ProgramRun(of: clients, programs, facing: cases, now: started)
        let survey = try options.survey(at: started, hasPrograms: !clients.isEmpty)
        try await audit(models + run.parties, by: survey, in: cases)
    }

    private func audit(_ parties: [Party], by survey: Survey, in cases: [Scenario]) async throws {
        Interruption.watch()
        var audits: [Audit] = []
        for party in parties {
            let audit = await Audit(party, by: survey, in: cases) { Interruption.isAsked }
            guard !Interruption.isAsked else { throw ExitStatus(.interrupted) }
            if options.output.format == .human { try StandardStream.output.write(text(of: audit)) }
            audits.append(audit)
        }
        if options.output.format == .json {
            try StandardStream.output.write(AuditJSON(audits).text)
        }
        try end(audits)
    }

    private func text(of audit: Audit) -> String {
        AuditText(
            audit,
            options: options.stated + programs.stated,
            isWhole: options.verbose,
            hasColour: options.colour.hasColour(on: .output),
            width: StandardStream.output.reportWidth
        ).text
    }

    private func end(_ audits: [Audit]) throws {
        let obstacle = options.failure(for: audits.flatMap(\.obstructions))
        if isTooWeak(audits) {
            // A weakness that was seen is one, whatever could not be tried.
            if let obstacle { try StandardStream.error.write(obstacle.text) }
            throw ExitStatus(.wrongVerdict)
        }
        if let obstacle { throw obstacle }
        guard audits.allSatisfy({ $0.judged > 0 }) else {
            throw Failure(
                .nothingSelected,
                "there is no world that every configuration can express",
                help: options.filter == nil
                    ? "hatpin list shows what there is"
                    : "hatpin audit without --filter tries them all"
            )
        }
    }

    private func isTooWeak(_ audits: [Audit]) -> Bool {
        if audits.contains(where: \.acceptsNothing) { return true }
        let gravest = audits.flatMap(\.weaknesses).map(\.exposure.gravity).max()
        guard let gravest else { return false }
        return allow.gravity.map { gravest > $0 } ?? true
    }
}
