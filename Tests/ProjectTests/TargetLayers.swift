/// The imports between targets, for the rule that tests import no layer above the layer that they
/// test.
struct TargetLayers {
    /// The targets that sources import, by target.
    private let imports: [String: Set<String>]

    /// - Parameter sources: the texts of each target's files.
    init(_ sources: [String: [String]]) {
        imports = sources.mapValues(Self.imports)
    }

    /// Returns the modules that files import.
    static func imports(_ files: [String]) -> Set<String> {
        var names: Set<String> = []
        for line in files.joined(separator: "\n").split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count,
                keyword == 0 || words[0].first == "@"
            else { continue }
            names.insert(String(words[keyword + 1]))
        }
        return names
    }

    /// Returns the imported modules that depend on the target itself.
    func higher(than target: String, among tested: Set<String>) -> [String] {
        tested.filter { $0 != target && depends($0, on: target) }.sorted()
    }

    private func depends(_ high: String, on low: String) -> Bool {
        var seen: Set<String> = []
        var waiting = [high]
        while let next = waiting.popLast() {
            for below in imports[next] ?? [] where seen.insert(below).inserted {
                if below == low { return true }
                waiting.append(below)
            }
        }
        return false
    }
}
