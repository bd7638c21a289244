import Basics
import ScenarioFormat

/// The parts of suites that have all cases which selectors mean.
///
/// Reading and unfolding all of a large suite takes many times as long as judging one case.
enum SuitePart {
    /// The files and folders to read in place of the suites in these folders.
    ///
    /// - Returns: those of each suite; nil for all of the suites, since a pattern without a folder may
    ///   mean any case, and a misspelt name is told with those that come near.
    static func places(of selectors: [Selector], in suites: [String]) -> [[String]]? {
        guard !selectors.isEmpty else { return nil }
        var places = suites.map { _ in Set<String>() }
        for selector in selectors {
            let found = suites.map { place(of: selector, in: $0) }
            guard found.contains(where: { $0?.isNamed == true }) else { return nil }
            for (suite, place) in found.enumerated() {
                if let place { places[suite].insert(place.path) }
            }
        }
        return places.map { $0.sorted() }
    }

    /// The files to read in place of the suites in these folders where only cases matter that state a
    /// word.
    ///
    /// - Parameters:
    ///   - word: of a value, such as a row of the attack catalogue.
    ///   - suites: the folders.
    /// - Returns: the files of each suite that have the word, and those that may spell it by escapes;
    ///   nil for all of the suites, where the cases of a file that is read alone have other ids.
    static func places(stating word: String, in suites: [String]) -> [[String]]? {
        var places: [[String]] = []
        for suite in suites {
            let files = Discovery.files(at: [suite], otherEnding: .otherEnding).files
            let paths = files.map(\.path).filter { path in
                // What cannot be read has a diagnostic.
                guard let bytes = try? RegularFile.read(path, limit: YAMLReader.maximumSize) else {
                    return true
                }
                return bytes.holds(word) || bytes.holds("\\")
            }
            let found = paths.compactMap {
                place(String($0.dropFirst(suite.count + 1)), in: suite, isNamed: true)
            }
            guard found.count == paths.count else { return nil }
            places.append(found.map(\.path))
        }
        return places
    }

    /// A file or a folder in which the cases of a selector may be.
    private struct Place {
        let path: String
        /// Whether there is a file or a folder of the selector's name.
        let isNamed: Bool
    }

    private static func place(of selector: Selector, in suite: String) -> Place? {
        if selector.path == suite { return Place(path: suite, isNamed: true) }
        if Glob.isPattern(selector.path) {
            // The folder before the first wildcard: ids and paths that match begin with it.
            guard let slash = Glob.literalPrefix(of: selector.path).lastIndex(of: "/") else {
                return nil
            }
            return place(of: Selector(String(selector.path[...slash])), in: suite)
        }
        guard !selector.path.isBelow(suite) else {
            return place(String(selector.path.dropFirst(suite.count + 1)), in: suite, isNamed: true)
        }
        let id = String(selector.path.prefix { $0 != "[" })
        let isNamed = ["/", ".yaml"].contains { Environment.exists("\(suite)/\(id)\($0)") }
        // A scenario's name makes its id, and not that of its file: any file of the folder may have it.
        if let slash = id.lastIndex(of: "/") {
            return place(String(id[..<slash]), in: suite, isNamed: isNamed)
        }
        let names = (try? Files.entries(of: suite)) ?? []
        if names.contains(where: { $0.hasSuffix(".yaml") }) {
            return Place(path: suite, isNamed: isNamed)
        }
        return place(id, in: suite, isNamed: isNamed)
    }

    private static func place(_ part: String, in suite: String, isNamed: Bool) -> Place? {
        // Read alone, it must give its cases the same ids: those are relative to the nearest folder of
        // a certain name, links resolved.
        let path = "\(suite)/\(part)"
        let folder = path.hasSuffix(".yaml") ? path : path + "/"
        let isLinked = Files.resolved(path) != "\(Files.resolved(suite))/\(part)"
        let root = Discovery.root(ofFile: folder)
        let keepsIDs = !isLinked && root == Discovery.root(ofFile: suite + "/")
        return Environment.exists(path) && keepsIDs ? Place(path: path, isNamed: isNamed) : nil
    }
}
