import ArgumentParser

/// `hatpin fuzz`: inputs made up until one breaks a property.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz",
        abstract: "Fuzz targets under libFuzzer.",
        discussion: """
            script/fuzz builds the targets as libFuzzer needs them, and calls this. Committed inputs \
            are replayed first; then libFuzzer goes on from the corpus with as many jobs as told. \
            Inputs that break the property are told apart by what happened where, one of each kind \
            is made as small as it goes, and stands in findings/ with its report and the command \
            that shows it again. At the end the corpus is merged. Ctrl-C ends a run in order; after \
            a SIGKILL the next run goes on with everything that was found.

            The last lines are libFuzzer's statistics over all jobs. Exit 0 where nothing was found, \
            1 where something was, 3 where a target was not built, not instrumented, or the disk is \
            full, 130 where the run was interrupted.
            """
    )

    @OptionGroup(title: "Targets") var targets: TargetOptions

    @Option(help: ArgumentHelp("Where findings go.", valueName: "folder"))
    var findings = FindingsFolder.standard

    func validate() throws {
        guard !targets.targets.isEmpty else {
            throw ValidationError("name a target: \(FuzzFolders.all.joined(separator: ", "))")
        }
    }

    func run() async throws {
        let exit = try await FuzzRun(targets, findings: FindingsFolder(findings)).perform()
        if exit != .success { throw ExitStatus(exit) }
    }
}
