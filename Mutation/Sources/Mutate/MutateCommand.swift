import ArgumentParser
import Foundation
import Mutator

/// The command after `script/mutate`.
@main
struct MutateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "script/mutate",
        abstract: "Changes an operator, a condition or a constant, and asks which test notices.",
        discussion: """
            All mutants of X509, PathValidation, the models and TLS's servers are built once, in a \
            copy of the project. Each is put before the scenarios (--chain-only), the \
            tests of its module and of those that stand on it, and the public vectors where \
            HATPIN_VECTORS names their folder; what survives these, where it can matter there, \
            before hatpin mutants and the handshakes.

            EXIT CODES:
              0   every mutant was killed, or is listed in Mutation/Equivalent.txt
              1   a mutant survived, or one that is listed was killed
              2   an entry of Mutation/Equivalent.txt names no mutant, or several
              3   the mutants could not be built or judged
              64  the command line is wrong
            """
    )

    @Option(help: "How many mutants to judge, chosen by the seed (default: all).")
    var sample: Int?

    @Option(help: "The seed of the choice.")
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
        help: "How many mutants are judged at a time (default: all cores)."
    )
    var jobs: Int?

    @Option(help: "The folder with the verdicts, from which an interrupted run goes on.")
    var results = "Mutation/.build/results"

    @Flag(help: "Forget the verdicts of earlier runs, and which mutants did not compile.")
    var afresh = false

    @Flag(help: "List the mutants, and build nothing.")
    var list = false

    func validate() throws {
        if let sample, sample < 1 { throw ValidationError("--sample takes a number from 1") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
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
            note("Mutation/Equivalent.txt names several mutants; 'place' says which: \(entry.key)")
        }
        guard stale.isEmpty, unclear.isEmpty else { throw ExitCode(2) }
        let asked = try chosen(catalogue.mutants)
        if list {
            for mutant in asked { print(mutant.description) }
            return
        }
        let summary = try await judge(asked, project, files, catalogue, equivalents)
        print(summary.text)
        if !summary.isClean { throw ExitCode(1) }
    }

    private func chosen(_ mutants: [Mutant]) throws -> [Mutant] {
        let places = file.map { Mutant.place(typed: $0) }
        if let idle = places.first(where: { place in !mutants.contains { $0.isAt(place) } }) {
            throw ValidationError("no mutant is in \(idle)")
        }
        let asked = mutants.filter { mutant in
            places.isEmpty || places.contains { mutant.isAt($0) }
        }
        return sample.map { asked.sample($0, seed: seed) } ?? asked
    }

    private func judge(
        _ asked: [Mutant],
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
        let compiled = asked.filter { !build.excluded.contains($0) }
        guard !compiled.isEmpty else {
            throw Failure(description: "none of the mutants asked for compiles")
        }
        let open = compiled.filter {
            let isListed = equivalents.contains($0)
            return ledger.standing($0, build.fingerprint, isListed: isListed) == nil
        }
        if !open.isEmpty {
            let hunt = Hunt(of: open, in: tree, build, catalogue, ledger)
            try await hunt.run(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        }
        if compiled.count < asked.count {
            note("\(asked.count - compiled.count) of the mutants asked for do not compile")
        }
        return Summary(of: compiled, try Ledger(in: folder), equivalents)
    }
}
