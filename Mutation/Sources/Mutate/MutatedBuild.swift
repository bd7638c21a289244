import Foundation
import Mutator

/// One build of all mutants.
struct MutatedBuild: Sendable {
    /// The programs that run on mutants.
    let programs: URL
    /// Mutants whose choice does not compile, such as a constant that the type checker reads.
    let excluded: Set<Mutant>
    /// The number of mutants that have a number in it.
    let count: Int
    /// A digest of the project's state.
    let fingerprint: String
}

/// Builds the mutants, and excludes places until the code compiles.
struct Builder: Sendable {
    let project: Project
    let tree: Tree
    let catalogue: Catalogue
    let files: [String]
    /// The file with the keys of excluded mutants, kept for the next build.
    let exclusions: URL
    /// The file with the compiler's messages of the last build.
    let log: URL
    /// The build program, `swift`.
    var swift = "swift"

    /// The largest number of rounds: a build stops at the first module with errors, so each module
    /// takes some.
    private static let rounds = 40

    func build() async throws -> MutatedBuild {
        var excluded = rememberedExclusions()
        for _ in 0..<Self.rounds {
            let fingerprint = try update(without: excluded)
            let build = try await run(["build", "--build-tests"])
            try Data(build.output.utf8).write(to: log)
            if build.status == 0 {
                // An error of the project itself excludes places too, until none are left.
                try remember(excluded)
                let path = try await run(["build", "--show-bin-path"]).output
                let programs = URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
                return MutatedBuild(
                    programs: programs,
                    excluded: excluded,
                    count: catalogue.mutants.count,
                    fingerprint: fingerprint
                )
            }
            let faulty = Set(try mutants(named: build.output)).subtracting(excluded)
            guard !faulty.isEmpty else {
                throw Failure(description: "the mutants could not be built; see \(log.path)")
            }
            for mutant in faulty.sorted(by: { $0.key < $1.key }) {
                note("excluded because it does not compile: \(mutant.description)")
            }
            excluded.formUnion(faulty)
        }
        throw Failure(description: "the mutants do not compile after \(Self.rounds) rounds")
    }

    private func run(_ arguments: [String]) async throws -> Shell.Result {
        // Warnings about mutated code, such as code that is never executed, are useless.
        let quiet = ["-Xswiftc", "-suppress-warnings", "--package-path", tree.folder.path]
        return try await Shell.run(
            "/usr/bin/env",
            [swift] + arguments + quiet,
            in: tree.folder
        )
    }

    private func update(without excluded: Set<Mutant>) throws -> String {
        let texts = catalogue.texts(without: excluded)
        let modules = Set(texts.keys.compactMap { Project.module(of: $0)?.name })
        var mutated = texts
        for module in modules {
            mutated["Sources/\(module)/\(ChoiceFile.name)"] =
                ChoiceFile.text(count: catalogue.mutants.count)
        }
        return try tree.update(from: project, files: files, mutated)
    }

    /// The mutants on the lines that errors name.
    ///
    /// If a line has no mutant, such as the end of a function without a return, they are those of
    /// the declaration.
    private func mutants(named log: String) throws -> [Mutant] {
        let errors = log.replacing(tree.folder.path + "/", with: "")
            .matches(of: /(Sources\/[^\s:]+\.swift):(\d+):\d+: error:/)
        let places = Set(errors.map { "\($0.1):\($0.2)" })
        return places.flatMap { place -> [Mutant] in
            let parts = place.split(separator: ":")
            guard let line = Int(parts[1]),
                let file = catalogue.files.first(where: { $0.path == parts[0] })
            else { return [] }
            let onLine = file.mutants(onLine: line)
            return onLine.isEmpty ? file.mutants(declaredBefore: line) : onLine
        }
    }

    /// Includes all mutants again, also those that did not compile before.
    func forgetExclusions() throws {
        guard FileManager.default.fileExists(atPath: exclusions.path) else { return }
        try FileManager.default.removeItem(at: exclusions)
    }

    private func rememberedExclusions() -> Set<Mutant> {
        let text = (try? String(contentsOf: exclusions, encoding: .utf8)) ?? ""
        let keys = Set(text.split(separator: "\n").map(String.init))
        return Set(catalogue.mutants.filter { keys.contains($0.key) })
    }

    private func remember(_ excluded: Set<Mutant>) throws {
        let text = excluded.map(\.key).sorted().joined(separator: "\n")
        try Data(text.utf8).write(to: exclusions)
    }
}

/// Tells the user about the progress.
func note(_ text: String) {
    FileHandle.standardError.write(Data("hatpin: \(text)\n".utf8))
}
