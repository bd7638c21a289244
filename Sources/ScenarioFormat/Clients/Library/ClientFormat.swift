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
}
