/// The folders of one target, joined where a file of one names a top-level type of another.
struct FolderGraph {
    /// A file that names a type of another folder.
    struct Mention: Hashable, CustomStringConvertible {
        /// The path of the file, from the target's folder.
        let file: String
        let type: String
        /// The folder that declares the type.
        let home: String

        var description: String {
            "\(file) names \(type) of \(home.isEmpty ? "the target's own folder" : home)"
        }
    }

    /// For each folder one mention of each other folder that it names a type of.
    private var mentions: [String: [String: Mention]] = [:]

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
                if mentions[folder, default: [:]][home] == nil {
                    mentions[folder, default: [:]][home] = Mention(
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

    /// The shortest circle through each folder that is on one, each circle once, as its mentions.
    var circles: [[Mention]] {
        var found: Set<Set<Mention>> = []
        return mentions.keys.sorted().compactMap(shortestCircle).filter {
            found.insert(Set($0)).inserted
        }
    }

    private func shortestCircle(through start: String) -> [Mention]? {
        var ways: [[Mention]] = [[]]
        var visited: Set<String> = []
        while !ways.isEmpty {
            var longer: [[Mention]] = []
            for way in ways {
                let next = mentions[way.last?.home ?? start] ?? [:]
                for (home, mention) in next.sorted(by: { $0.key < $1.key }) {
                    if home == start { return way + [mention] }
                    if visited.insert(home).inserted { longer.append(way + [mention]) }
                }
            }
            ways = longer
        }
        return nil
    }
}
