import FuzzTargets
import ScenarioFormat

extension FuzzTarget {
    /// Any text is read as a client definition, or rejected with diagnostics that point into it.
    ///
    /// A definition is written again and reads back unchanged. Only the text is read.
    public static let loadClient = FuzzTarget("LoadClient") { bytes in
        let name = clientName(of: bytes)
        let file = ClientFile(of: bytes, at: name)
        let text = NumberedText(bytes)
        for diagnostic in file.diagnostics { text.check(diagnostic) }
        invariant(
            file.client != nil || file.diagnostics.contains { $0.level == .error },
            "a text is neither a client nor rejected: \(file.diagnostics)"
        )
        if let client = file.client { checkWriting(of: client, at: name) }
    }

    /// Returns a file name with the client's name; a definition in any other file is an error.
    private static func clientName(of bytes: [UInt8]) -> String {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let name = line.dropFirst("client: ".utf8.count)
        let isNamed =
            line.starts(with: "client: ".utf8) && (1...64).contains(name.count)
            && name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-.".utf8.contains($0) }
        return (isNamed ? String(decoding: name, as: UTF8.self) : "client") + ".yaml"
    }

    private static func checkWriting(of client: ClientDefinition, at name: String) {
        guard let written = try? client.written() else { return }
        var layout = Layout()
        for entry in written.entries { layout.add(entry) }
        let text = layout.text
        let file = ClientFile(of: Array(text.utf8), at: name)
        invariant(
            file.client == client,
            "the definition reads back changed: \(file.diagnostics)\n\(text)"
        )
    }
}
