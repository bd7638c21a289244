import Testing

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Compares `text` with the file of this name in `Snapshots/`; a missing file is written, and the
/// test fails, so that what was recorded gets read before it counts.
func expectSnapshot(
    _ text: String,
    named name: String,
    file: String = #filePath,
    at location: SourceLocation = #_sourceLocation
) {
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    let path = "/\(folder)/Snapshots/\(name)"
    guard let recorded = fopen(path, "r") else {
        guard let new = fopen(path, "w") else { return }
        defer { fclose(new) }
        fputs(text, new)
        Issue.record("recorded \(path): read it, then run again", sourceLocation: location)
        return
    }
    defer { fclose(recorded) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(recorded), byte != EOF { bytes.append(UInt8(byte)) }
    #expect(text == String(decoding: bytes, as: UTF8.self), sourceLocation: location)
}
