/// A client definition that was read: the client, or all faults of the file.
package struct ClientFile: Sendable {
    /// The client; nil for a file with an error.
    package internal(set) var client: ClientDefinition?
    /// The diagnostics in the order of the file.
    package private(set) var diagnostics: [Diagnostic]
    /// The notes on what the definition could say; only `hatpin lint` shows them.
    package let notes: [Diagnostic]
    /// The selectors in `known`, with their places.
    private let selectors: [Value]

    private static let forms: DefinitionDocument<ClientDefinition>.Forms = [
        "client": ClientForms.client, "server": ClientForms.server,
    ]

    /// Reads the file at a path; with `folder`, only if links do not lead out of that folder.
    package init(reading path: String, inside folder: String? = nil) {
        self.init(
            DefinitionDocument(reading: path, inside: folder, as: Self.forms),
            of: path
        )
    }

    /// Reads a text as if it were the file at a path.
    package init(of bytes: [UInt8], at path: String) {
        self.init(
            DefinitionDocument(of: bytes, at: path, as: Self.forms),
            of: path
        )
    }

    private init(_ document: DefinitionDocument<ClientDefinition>, of path: String) {
        var document = document
        for fault in document.content?.faults ?? [] {
            document.report(fault, at: fault.code == .badProtocol ? "speaks" : "command")
        }
        diagnostics = document.all
        let isSound = !diagnostics.contains { $0.level == .error }
        client = isSound ? document.content : nil
        client?.file = path
        let place = (document.value?["command"] ?? document.value)?.place
        let isSilent = document.content?.saysWhetherAddresses == false
        notes = place.flatMap { isSilent ? [Diagnostic(.silentAboutAddresses, at: $0)] : nil } ?? []
        let known = document.value?["known"]?.list ?? []
        selectors = known.flatMap { $0["cases"]?.elements ?? [] }
    }

    /// Whether the key `known` names cases.
    package var namesCases: Bool { !selectors.isEmpty }

    /// Adds the diagnostics of another file that the definition refers to.
    mutating func add(_ others: [Diagnostic]) {
        diagnostics += others
        if others.contains(where: { $0.level == .error }) { client = nil }
    }

    /// Returns warnings about selectors in `known` that match no case.
    ///
    /// - Parameters:
    ///   - ids: the ids of all cases and scenarios.
    ///   - matches: whether a selector matches an id.
    /// - Returns: the warnings in the order of the file.
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

/// A file with the error messages of a TLS library.
package struct LibraryWordsFile: Sendable {
    /// The library's words; nil for a file with an error.
    package let words: LibraryWords?
    /// The diagnostics in the order of the file.
    package let diagnostics: [Diagnostic]

    /// Reads the file at a path.
    package init(reading path: String) {
        let document = DefinitionDocument(
            reading: path,
            inside: path.folder,
            as: ["library": ClientForms.libraryWords]
        )
        diagnostics = document.all
        words = diagnostics.contains { $0.level == .error } ? nil : document.content
    }
}

extension ClientDefinition {
    /// Returns the definition as the node of a file.
    package func written() throws(Unwritable) -> Written? {
        try (server == nil ? ClientForms.client : ClientForms.server).write(self)
    }
}
