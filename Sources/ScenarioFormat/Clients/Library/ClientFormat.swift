// The format of definitions for editors and the manual.

extension ClientLibrary {
    /// The JSON Schema of a definition.
    package static let schema = SchemaWriter.text(
        of: ClientForms.client.shape,
        title: "Hatpin client",
        id: "client-1.schema.json"
    )

    /// The reference of the format that this version reads.
    package static let reference = FormatReference(of: ClientForms.client.shape)

    /// The placeholders of clients' definitions.
    package static let placeholders = PlaceholderScope.command.placeholders + [.pinnedHost]

    /// The reference of the format of servers' definitions.
    package static let serverReference = FormatReference(of: ClientForms.server.shape)

    /// The placeholders of servers' definitions.
    package static let serverPlaceholders = PlaceholderScope.server.placeholders
}
