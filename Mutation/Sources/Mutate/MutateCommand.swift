import ArgumentParser
import Foundation
import Mutator

/// The command that `script/mutate` runs.
@main
struct MutateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script/mutate",
        abstract:
            "Changes an operator, a condition or a constant, and checks whether a test fails.",
        discussion: """
            All mutants of X509, PathValidation, the models and TLS's servers are built once, in a \
            copy of the project. The scenarios (--chain-only) run on each mutant, then the tests \
            of its module and of the modules that depend on it, then the public vectors if \
            HATPIN_VECTORS names their folder. Survivors go to hatpin mutants and the handshakes \
            if these can reach the mutant.

            EXIT CODES:
              0   every mutant was killed or is listed in Mutation/Equivalent.txt
              1   a mutant survived, or a listed mutant was killed
              2   an entry of Mutation/Equivalent.txt names no mutant, or several
              3   the mutants could not be built or tested
              64  the command line is wrong
            """
    )

    @Option(help: "The number of mutants to run, chosen by the seed (default: all).")
    var sample: Int?

    @Option(help: "The seed that chooses them.")
    var seed: UInt64 = 1

    @Option(
        help: """
            Only mutants of this folder, file, or line of a file, such as Sources/PathValidation; may be \
            repeated.
            """
    )
    var file: [String] = []

    @Option(
        name: [.short, .long],
        help: "The number of mutants to run at a time (default: all cores)."
    )
    var jobs: Int?

    @Option(help: "The folder with the verdicts; an interrupted run continues from them.")
    var results = "Mutation/.build/results"

    @Flag(
        help: "Discard the verdicts of earlier runs, and the list of mutants that do not compile."
    )
    var afresh = false

    @Flag(help: "List the mutants without building them.")
    var list = false

    func validate() throws {
        if let sample, sample < 1 { throw ValidationError("--sample needs a number of at least 1") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number of at least 1") }
    }

    func run() async throws {
        let watch = Shell.endProgramsWithThisOne()
        defer {
            withExtendedLifetime(watch) {}
            Shell.removeTemporaryFiles()
        }
        do {
            try await hunt()
        } catch let code as ExitCode {
            throw code
        } catch let mistake as ValidationError {
            throw mistake
        } catch {
            note("\(error)")
            throw ExitCode(3)
        }
    }

    private func hunt() async throws {
        let project = Project(
            root: URL(
                filePath: FileManager.default.currentDirectoryPath,
                directoryHint: .isDirectory
            )
        )
        let files = try await project.files()
        let catalogue = try Catalogue(of: project, files: files)
        let equivalents = try Equivalents(try project.text("Mutation/Equivalent.txt"))
        let stale = equivalents.stale(catalogue.mutants)
        for entry in stale { note("Mutation/Equivalent.txt names no mutant: \(entry.key)") }
        let unclear = equivalents.unclear(catalogue.mutants)
        for entry in unclear {
            note(
                "Mutation/Equivalent.txt names several mutants; add 'place' to choose one: \(entry.key)"
            )
        }
        guard stale.isEmpty, unclear.isEmpty else { throw ExitCode(2) }
        let selected = try chosen(catalogue.mutants)
        if list {
            for mutant in selected { print(mutant.description) }
            return
        }
        let summary = try await test(selected, project, files, catalogue, equivalents)
        print(summary.text)
        if !summary.isClean { throw ExitCode(1) }
    }

    private func chosen(_ mutants: [Mutant]) throws -> [Mutant] {
        let places = file.map { Mutant.place(typed: $0) }
        if let idle = places.first(where: { place in !mutants.contains { $0.isAt(place) } }) {
            throw ValidationError("there is no mutant in \(idle)")
        }
        let selected = mutants.filter { mutant in
            places.isEmpty || places.contains { mutant.isAt($0) }
        }
        return sample.map { selected.sample($0, seed: seed) } ?? selected
    }

    private func test(
        _ selected: [Mutant],
        _ project: Project,
        _ files: [String],
        _ catalogue: Catalogue,
        _ equivalents: Equivalents
    ) async throws -> Summary {
        let work = project.root.appending(path: "Mutation/.build")
        let tree = Tree(folder: work.appending(path: "mutants"))
        let builder = Builder(
            project: project,
            tree: tree,
            catalogue: catalogue,
            files: files,
            exclusions: work.appending(path: "left-out.txt"),
            log: work.appending(path: "build.log")
        )
        if afresh { try builder.forgetExclusions() }
        note("building \(catalogue.mutants.count) mutants in \(tree.folder.path)")
        let build = try await builder.build()
        let folder = URL(filePath: results, relativeTo: project.root)
        let ledger = try Ledger(in: folder, afresh: afresh)
        let compiled = selected.filter { !build.excluded.contains($0) }
        guard !compiled.isEmpty else {
            throw Failure(description: "none of the selected mutants compiles")
        }
        let open = compiled.filter {
            let isListed = equivalents.contains($0)
            return ledger.standing($0, build.fingerprint, isListed: isListed) == nil
        }
        if !open.isEmpty {
            let hunt = Hunt(of: open, in: tree, build, catalogue, ledger)
            try await hunt.run(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        }
        if compiled.count < selected.count {
            note("\(selected.count - compiled.count) of the selected mutants do not compile")
        }
        return Summary(of: compiled, try Ledger(in: folder), equivalents)
    }
}
