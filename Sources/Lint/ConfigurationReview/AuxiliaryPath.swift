import ScenarioFormat

/// A kind of file that users of a project never run, such as a test; its findings become notes.
enum AuxiliaryPath {
    case tests, documentation, examples

    /// - Parameters:
    ///   - path: the path of the file.
    ///   - folder: the searched folder. Folders above it do not matter, unless the command line
    ///     names them in a path relative to the working directory.
    init?(_ path: String, below folder: String?) {
        var parts = path.split(separator: "/")
        if let folder, folder.hasPrefix("/") || folder.hasPrefix("..") {
            parts.removeFirst(min(folder.split(separator: "/").count, parts.count))
        }
        let folders = parts.dropLast()
        if folders.contains(where: Self.isOfTests) || parts.last.map(Self.isTest) ?? false {
            self = .tests
        } else if folders.contains(where: { Self.documentationFolders.contains($0.lowercased()) }) {
            self = .documentation
        } else if Self.inner(path, below: folder).contains(where: Self.isOfExamples) {
            self = .examples
        } else {
            return nil
        }
    }

    /// Returns the folders of a path below the searched folder; none if a single file was named,
    /// because a user who names an example wants its findings.
    private static func inner(_ path: String, below folder: String?) -> ArraySlice<Substring> {
        guard let folder else { return [] }
        let parts = path.split(separator: "/")
        let outer = folder.split(separator: "/")
        let inner = parts.starts(with: outer) ? parts.dropFirst(outer.count) : parts[...]
        // `com/example` is the package of many apps.
        return inner.indices.dropLast().filter { index in
            index == inner.startIndex || !packageRoots.contains(inner[index - 1])
        }.map { inner[$0] }[...]
    }

    private static let packageRoots: Set<Substring> = ["com", "org", "net", "io", "dev"]

    /// Returns a finding as a note.
    func lowered(_ finding: Finding) -> Finding {
        guard finding.severity != .note else { return finding }
        var finding = finding
        finding.severity = .note
        switch self {
        case .tests: finding.notes.append("the file belongs to tests or to a debug build")
        case .documentation: finding.notes.append("the file belongs to documentation")
        case .examples: finding.notes.append("the file belongs to an example")
        }
        return finding
    }

    /// Returns whether a folder's name means tests: `tests`, `AppTests`, `__tests__`, `testDebug`.
    private static func isOfTests(_ name: Substring) -> Bool {
        let isVariant = ["test", "androidTest"].contains {
            name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase ?? false
        }
        return testFolders.contains(name.lowercased()) || isVariant
            || endings.contains(where: name.hasSuffix)
    }

    /// Returns whether a folder's name means an example: `examples`, `ShopDemo`.
    private static func isOfExamples(_ name: Substring) -> Bool {
        exampleFolders.contains(name.lowercased()) || name.hasSuffix("Demo")
            || name.hasSuffix("Example")
    }

    /// Returns whether a file's name means a test: `api_test.go`, `test_api.py`, `api.spec.ts`.
    private static func isTest(_ name: Substring) -> Bool {
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        return stem.hasPrefix("test_") || stem.hasSuffix(".spec")
            || endings.contains(where: stem.hasSuffix)
    }

    private static let testFolders: Set = [
        "test", "tests", "androidtest", "debug", "__tests__", "testdata", "test_data", "test-data",
        "fixture", "fixtures", "__fixtures__", "spec",
    ]
    private static let exampleFolders: Set = ["example", "examples", "sample", "samples", "demo"]
    private static let documentationFolders: Set = [
        "doc", "docs", "documentation", "javadoc", "apidocs",
    ]

    /// The suffixes of test names.
    ///
    /// A lower-case suffix has a separator, so that it does not match `latest`.
    private static let endings = [
        "Test", "Tests", "_test", "_tests", "-test", "-tests", ".test", ".tests", "_spec",
    ]
}
