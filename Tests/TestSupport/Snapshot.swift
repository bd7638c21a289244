import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Compares `text` with the file of this name in `Snapshots/`.
///
/// A missing file is written and the test fails, so that its author reads the file before it
/// counts. A file that differs stays as it is.
package func expectSnapshot(
    _ text: String,
    named name: String,
    file: String = #filePath,
    at location: SourceLocation = #_sourceLocation
) {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/Snapshots/\(name)"
    guard let recorded = contents(of: path) else {
        Issue.record(
            write(text, to: path)
                ? "recorded \(path): read it, then run again"
                : "cannot write \(path): is there a folder Snapshots?",
            sourceLocation: location
        )
        return
    }
    #expect(
        text == recorded,
        "differs from \(path); if the new text is right, delete that file and run again",
        sourceLocation: location
    )
}

private func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
}

/// Writes a file; returns whether the file was written.
private func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let isComplete = fputs(text, file) >= 0
    return fclose(file) == 0 && isComplete
}

/// Returns the text of a file by its path from the project's root; nil if there is none.
package func repositoryFile(_ path: String) -> String? {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return contents(of: "/\(root)/\(path)")
}
