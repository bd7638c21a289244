import FileFormat

/// A definition's file that was read: the client, or all that is wrong with the file.
package struct ClientFile: Sendable {
    /// Nil for a file with an error.
    package internal(set) var client: ClientDefinition?
    /// In the order of the file.
    package let diagnostics: [Diagnostic]

    /// Reads the file at a path; with a `folder`, only where links do not lead out of it.
    package init(reading path: String, inside folder: String? = nil) {
        do throws(RegularFile.Failure) {
            self.init(
                of: try RegularFile.read(
                    path,
                    limit: YAMLReader.maximumSize,
                    inside: folder.map(RegularFile.resolved)
                ),
                at: path
            )
        } catch {
            let fault: Fault =
                switch error {
                case .tooLarge(let limit): .tooLarge(limit: limit)
                case .outside: .unreadable("it lies outside the definitions' folder")
                default: .unreadable(error.reason)
                }
            self.init([Diagnostic(fault, in: Source(path: path, bytes: []))])
        }
    }

    /// Reads a text as the file at a path would be read.
    package init(of bytes: [UInt8], at path: String) {
        let source = Source(path: path, bytes: bytes)
        switch YAMLReader.documents(of: source) {
        case .failure(let refused): self.init(refused.diagnostics)
        case .success(let documents): self.init(documents, of: source)
        }
    }

    private init(_ documents: [Value], of source: Source) {
        guard let document = documents.first else {
            self.init([])
            return
        }
        var reader = ShapeReader()
        reader.check(document, against: Forms.client.shape, at: [])
        var diagnostics = Diagnostics()
        if documents.count > 1 { diagnostics.report(.severalClients, documents[1]) }
        if let name = document["client"], let text = name.text, text != source.path.stem {
            diagnostics.report(.clientFileName(text, file: source.path), name)
        }
        // The meaning of a value that is not sound is unknown.
        guard reader.diagnostics.isEmpty,
            var client = Forms.client.read(document, reporting: &diagnostics)
        else {
            self.init((reader.diagnostics + diagnostics.all).sorted())
            return
        }
        for fault in client.faults {
            diagnostics.report(fault, document["command"] ?? document)
        }
        client.file = source.path
        self.init(diagnostics.all.sorted(), client)
    }

    private init(_ diagnostics: [Diagnostic], _ client: ClientDefinition? = nil) {
        self.diagnostics = diagnostics
        self.client = diagnostics.contains { $0.severity == .error } ? nil : client
    }
}

extension String {
    /// The name of a file at this path, without its ending.
    fileprivate var stem: String {
        let name = split(separator: "/").last ?? ""
        return String(name.hasSuffix(".yaml") ? name.dropLast(".yaml".count) : name)
    }
}

extension ClientDefinition {
    /// The definition as a file, for the inverse of reading.
    package func written() throws(Unwritable) -> Written? { try Forms.client.write(self) }
}
