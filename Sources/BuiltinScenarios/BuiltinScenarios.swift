// BuiltinScenarios is the suite of `Scenarios/` as it was when the command was built, so that every
// command works in any folder. A build plugin writes the archive; nothing is committed twice.

/// A file of the built-in suite.
package struct BuiltinFile: Sendable {
    /// Below the root of the suite, such as `pins/leaf.yaml`.
    package let path: String
    /// The file's content in base64.
    package let base64: Substring.UTF8View
}

/// The built-in suite.
package enum BuiltinScenarios {
    /// Tells one suite from another, in hexadecimal.
    package static var version: String { EmbeddedScenarios.version.description }

    /// Every file, sorted by path.
    package static var files: [BuiltinFile] {
        var rest = Substring(EmbeddedScenarios.archive.description)
        var files: [BuiltinFile] = []
        while let line = rest.firstIndex(of: "\n"),
            let space = rest[..<line].lastIndex(of: " "),
            let count = Int(rest[rest.index(after: space)..<line])
        {
            let path = String(rest[..<space])
            let content = rest[rest.index(after: line)...]
            let end = content.utf8.index(content.startIndex, offsetBy: count)
            files.append(BuiltinFile(path: path, base64: content[..<end].utf8))
            rest = content[end...].dropFirst()
        }
        return files
    }
}
