import Mutator

/// All mutants of a project, numbered consecutively.
struct Catalogue: Sendable {
    let files: [MutatedFile]
    /// The number of the first mutant of each file.
    private let firsts: [String: Int]
    let mutants: [Mutant]
    private let numbers: [Mutant: Int]

    init(of project: Project, files: [String]) throws {
        let sources = files.filter { Project.module(of: $0) != nil && $0.hasSuffix(".swift") }
        try self.init(sources.map { MutatedFile(path: $0, text: try project.text($0)) })
    }

    init(_ files: [MutatedFile]) {
        self.files = files
        var firsts: [String: Int] = [:]
        var mutants: [Mutant] = []
        for file in files {
            firsts[file.path] = mutants.count
            mutants += file.mutants
        }
        self.firsts = firsts
        self.mutants = mutants
        numbers = Dictionary(uniqueKeysWithValues: zip(mutants, 0...))
    }

    /// The number that selects the mutant in a process.
    func number(of mutant: Mutant) -> Int { numbers[mutant] ?? -1 }

    /// The text of each mutated file by its path.
    func texts(without excluded: Set<Mutant>) -> [String: String] {
        let texts = files.map {
            ($0.path, $0.mutated(from: firsts[$0.path] ?? 0, without: excluded))
        }
        return Dictionary(uniqueKeysWithValues: texts)
    }
}
