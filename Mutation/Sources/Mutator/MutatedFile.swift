import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A source file and its mutants.
package struct MutatedFile: Sendable {
    package let path: String
    private let text: String
    private var places: [Place]

    /// - Parameters:
    ///   - path: the path of the file from the project's root.
    ///   - text: its text.
    package init(path: String, text: String) {
        self.path = path
        self.text = text
        // An operator of unknown precedence leaves its sequence unfolded, so the sequence has no
        // places.
        let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) { _ in }
        let finder = PlaceFinder(path: path, tree: tree)
        finder.walk(tree)
        places = finder.places
        numberOccurrences()
    }

    /// All mutants, in the order of their places.
    package var mutants: [Mutant] { places.flatMap(\.mutants) }

    /// The mutants of places that are at least partly on a line.
    package func mutants(onLine line: Int) -> [Mutant] {
        places.filter { $0.lines.contains(line) }.flatMap(\.mutants)
    }

    /// The mutants of the declaration that contains the last place before a line; all mutants of
    /// the file if there is no such place.
    package func mutants(declaredBefore line: Int) -> [Mutant] {
        let all = mutants
        guard let last = all.last(where: { $0.line < line }) else { return all }
        return all.filter { $0.declaration == last.declaration }
    }

    /// Returns the file with a choice at each place, on the same lines.
    ///
    /// - Parameters:
    ///   - first: the number of the file's first mutant; the others follow.
    ///   - excluded: mutants that are not compiled in; a place with one of them stays unchanged.
    /// - Returns: the text of the mutated file.
    package func mutated(from first: Int, without excluded: Set<Mutant> = []) -> String {
        var number = first
        var edits: [Edit] = []
        for (index, place) in places.enumerated() {
            if excluded.isDisjoint(with: place.mutants) {
                edits += Edit.edits(of: place, index, number: number)
            }
            number += place.mutants.count
        }
        return Edit.apply(edits, to: text)
    }

    private mutating func numberOccurrences() {
        var seen: [String: Int] = [:]
        for place in places.indices {
            for mutant in places[place].mutants.indices {
                let count = seen[places[place].mutants[mutant].key, default: 0] + 1
                seen[places[place].mutants[mutant].key] = count
                places[place].mutants[mutant].occurrence = count
            }
        }
    }
}
