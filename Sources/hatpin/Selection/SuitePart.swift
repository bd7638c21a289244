import Basics
import ScenarioFormat

/// Finds the parts of suites that contain all selected cases.
///
/// Loading a large suite takes much longer than running one case.
enum SuitePart {
    /// Returns the files and folders to read instead of the suites in these folders.
    ///
    /// - Returns: the files and folders of each suite; nil for the whole suites. A pattern without
    ///   a folder may match any case, and suggestions for a misspelt name need all names.
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

    /// Returns the files to read instead of the suites in these folders, if only cases that contain
    /// a word matter.
    ///
    /// - Parameters:
    ///   - word: a word of a value, such as the id of an attack.
    ///   - suites: the folders.
    /// - Returns: the files of each suite that contain the word, or may spell it with escapes. Nil
    ///   for the whole suites, if the cases of a file would have other ids when it is read alone.
    static func places(stating word: String, in suites: [String]) -> [[String]]? {
        var places: [[String]] = []
        for suite in suites {
            let files = Discovery.files(at: [suite], otherEnding: .otherEnding).files
            let paths = files.map(\.path).filter { path in
                // A file that cannot be read is included, so that it gets a diagnostic.
                guard let bytes = try? Files.readRegular(path, limit: YAMLReader.maximumSize) else {
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

    /// A file or a folder that may contain the cases of a selector.
    private struct Place {
        let path: String
        /// Whether the file or the folder has the selector's name.
        let isNamed: Bool
    }

    private static func place(of selector: Selector, in suite: String) -> Place? {
        if selector.path == suite { return Place(path: suite, isNamed: true) }
        if Glob.isPattern(selector.path) {
            // The folder is the text before the first wildcard: all matching ids and paths begin
            // with it.
            guard let slash = Glob.literalPrefix(of: selector.path).lastIndex(of: "/") else {
                return nil
            }
            return place(of: Selector(String(selector.path[...slash])), in: suite)
        }
        guard !selector.path.isBelow(suite) else {
            return place(String(selector.path.dropFirst(suite.count + 1)), in: suite, isNamed: true)
        }
        let id = String(selector.path.prefix { $0 != "[" })
        let isNamed = ["/", ".yaml"].contains { Files.exists("\(suite)/\(id)\($0)") }
        // The id comes from the scenario's name, not from its file, so any file of the folder may
        // contain it.
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
        // A file that is read alone must give its cases the same ids. Ids are relative to the
        // nearest folder of a certain name, after links are resolved.
        let path = "\(suite)/\(part)"
        let folder = path.hasSuffix(".yaml") ? path : path + "/"
        let isLinked = Files.resolved(path) != "\(Files.resolved(suite))/\(part)"
        let root = Discovery.root(ofFile: folder)
        let keepsIDs = !isLinked && root == Discovery.root(ofFile: suite + "/")
        return Files.exists(path) && keepsIDs ? Place(path: path, isNamed: isNamed) : nil
    }
}
