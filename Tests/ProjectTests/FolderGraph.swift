/// The folders of a target, with an edge where a file of one names a top-level type of another.
struct FolderGraph {
    /// A reference to a type of another folder.
    struct Reference: Hashable, CustomStringConvertible {
        /// The path of the file, from the target's folder.
        let file: String
        let type: String
        /// The folder that declares the type.
        let home: String

        var description: String {
            "\(file) names \(type) of \(home.isEmpty ? "the target's own folder" : home)"
        }
    }

    /// For each folder, one reference to each other folder whose types it names.
    private var references: [String: [String: Reference]] = [:]

    /// - Parameter files: the texts of the target's Swift files by their paths from its folder.
    init(_ files: [String: String]) {
        let sources = files.mapValues(SourceCode.init).sorted { $0.key < $1.key }
        var homes: [String: String] = [:]
        for (file, code) in sources {
            for type in code.declaredTypes { homes[type] = Self.folder(of: file) }
        }
        for (file, code) in sources {
            let folder = Self.folder(of: file)
            for type in code.names.sorted() {
                guard let home = homes[type], home != folder else { continue }
                if references[folder, default: [:]][home] == nil {
                    references[folder, default: [:]][home] = Reference(
                        file: file,
                        type: type,
                        home: home
                    )
                }
            }
        }
    }

    private static func folder(of file: String) -> String {
        file.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// The references of the shortest cycle through each folder that is on a cycle; each cycle
    /// once.
    var cycles: [[Reference]] {
        var found: Set<Set<Reference>> = []
        return references.keys.sorted().compactMap(shortestCycle).filter {
            found.insert(Set($0)).inserted
        }
    }

    private func shortestCycle(through start: String) -> [Reference]? {
        var ways: [[Reference]] = [[]]
        var visited: Set<String> = []
        while !ways.isEmpty {
            var longer: [[Reference]] = []
            for way in ways {
                let next = references[way.last?.home ?? start] ?? [:]
                for (home, reference) in next.sorted(by: { $0.key < $1.key }) {
                    if home == start { return way + [reference] }
                    if visited.insert(home).inserted { longer.append(way + [reference]) }
                }
            }
            ways = longer
        }
        return nil
    }
}
