/// Files that no user of the software runs, of which findings are notes.
enum PathAside {
    case tests, documentation

    /// - Parameters:
    ///   - path: of the file.
    ///   - folder: that was searched; the folders above it say nothing of the file, unless the command
    ///     line names them from the working directory.
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
        } else {
            return nil
        }
    }

    /// A finding as a note.
    func lowered(_ finding: Finding) -> Finding {
        guard finding.severity != .note else { return finding }
        var finding = finding
        finding.severity = .note
        switch self {
        case .tests: finding.notes.append("the file belongs to tests or to a debug build")
        case .documentation: finding.notes.append("the file belongs to documentation")
        }
        return finding
    }

    /// Whether a folder's name is that of tests: `tests`, `AppTests`, `__tests__`, `testDebug`.
    private static func isOfTests(_ name: Substring) -> Bool {
        let isVariant = ["test", "androidTest"].contains {
            name.hasPrefix($0) && name.dropFirst($0.count).first?.isUppercase ?? false
        }
        return testFolders.contains(name.lowercased()) || isVariant
            || endings.contains(where: name.hasSuffix)
    }

    /// Whether a file's name is that of a test: `api_test.go`, `test_api.py`, `api.spec.ts`.
    private static func isTest(_ name: Substring) -> Bool {
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
        return stem.hasPrefix("test_") || stem.hasSuffix(".spec")
            || endings.contains(where: stem.hasSuffix)
    }

    private static let testFolders: Set = [
        "test", "tests", "androidtest", "debug", "__tests__", "testdata", "test_data", "test-data",
        "fixture", "fixtures", "__fixtures__",
    ]
    private static let documentationFolders: Set = [
        "doc", "docs", "documentation", "javadoc", "apidocs",
    ]

    /// The ends of names of tests; in `latest` or `contest` the letters are part of a word.
    private static let endings = [
        "Test", "Tests", "_test", "_tests", "-test", "-tests", ".test", ".tests",
    ]
}
