/// A definition's file that was read: the client, or all that is wrong with the file.
package struct ClientFile: Sendable {
    /// Nil for a file with an error.
    package internal(set) var client: ClientDefinition?
    /// In the order of the file.
    package private(set) var diagnostics: [Diagnostic]
    /// The selectors of `known`, with their places.
    private let selectors: [Value]

    /// Reads the file at a path; with a `folder`, only where links do not lead out of it.
    package init(reading path: String, inside folder: String? = nil) {
        self.init(
            DefinitionDocument(
                reading: path,
                inside: folder,
                as: ClientForms.client,
                namedBy: "client"
            ),
            of: path
        )
    }

    /// Reads a text as the file at a path would be read.
    package init(of bytes: [UInt8], at path: String) {
        self.init(
            DefinitionDocument(of: bytes, at: path, as: ClientForms.client, namedBy: "client"),
            of: path
        )
    }

    private init(_ document: DefinitionDocument<ClientDefinition>, of path: String) {
        var document = document
        for fault in document.content?.faults ?? [] { document.report(fault, at: "command") }
        diagnostics = document.all
        let isSound = !diagnostics.contains { $0.severity == .error }
        client = isSound ? document.content : nil
        client?.file = path
        let known = document.value?["known"]?.list ?? []
        selectors = known.flatMap { $0["cases"]?.elements ?? [] }
    }

    /// Whether `known` names cases.
    package var namesCases: Bool { !selectors.isEmpty }

    /// Adds what is wrong with a file that the definition needs.
    mutating func add(_ others: [Diagnostic]) {
        diagnostics += others
        if others.contains(where: { $0.severity == .error }) { client = nil }
    }

    /// Warnings about selectors of `known` that mean no case.
    ///
    /// - Parameters:
    ///   - ids: those of all cases and of their scenarios.
    ///   - matches: whether a selector means an id.
    /// - Returns: them in the order of the file.
    package func idleSelectors(
        among ids: [String],
        matching matches: (_ selector: String, _ id: String) -> Bool
    ) -> [Diagnostic] {
        selectors.compactMap { selector in
            guard let text = selector.text, !ids.contains(where: { matches(text, $0) }) else {
                return nil
            }
            return Diagnostic(.idleSelector(text, known: ids), at: selector.place, text: text)
        }
    }
}

/// The file of a TLS library's words that was read.
package struct LibraryWordsFile: Sendable {
    /// Nil for a file with an error.
    package let words: LibraryWords?
    /// In the order of the file.
    package let diagnostics: [Diagnostic]

    /// Reads the file at a path.
    package init(reading path: String) {
        let document = DefinitionDocument(
            reading: path,
            inside: path.folder,
            as: ClientForms.libraryWords,
            namedBy: "library"
        )
        diagnostics = document.all
        words = diagnostics.contains { $0.severity == .error } ? nil : document.content
    }
}

extension ClientDefinition {
    /// The definition as a file, for the inverse of reading.
    package func written() throws(Unwritable) -> Written? { try ClientForms.client.write(self) }
}
