import Basics

/// The single document of a definition file.
///
/// The name in the document must equal the file's name.
struct DefinitionDocument<Content: Sendable>: Sendable {
    /// The content; nil if the file has errors.
    private(set) var content: Content?
    /// The document as it was read; nil if there is none.
    private(set) var value: Value?
    private(set) var diagnostics = Diagnostics()
    /// Diagnostics of syntax and shape; if there are any, the content is not read.
    private var refusals: [Diagnostic] = []

    /// The diagnostics in the order of the file.
    var all: [Diagnostic] { (refusals + diagnostics.all).sorted() }

    /// The forms of documents, each with the key at which such a document states its name.
    typealias Forms = KeyValuePairs<String, Form<Content>>

    /// Reads the file at a path.
    ///
    /// The document has the form whose key it contains; without such a key, it has the first form.
    ///
    /// With `folder`, links must not lead out of that folder.
    init(reading path: String, inside folder: String? = nil, as forms: Forms) {
        do throws(FileError) {
            let bytes = try Files.readRegular(
                path,
                limit: YAMLReader.maximumSize,
                inside: folder.map(Files.absolute)
            )
            self.init(of: bytes, at: path, as: forms)
        } catch {
            let fault: Fault =
                switch error {
                case .tooLarge(let limit): .tooLarge(limit: limit)
                case .outside: .unreadable("it is outside the folder of definitions")
                default: .unreadable(error.reason)
                }
            self.init(refusedFor: Diagnostic(fault, in: Source(path: path, bytes: [])))
        }
    }

    private init(refusedFor diagnostic: Diagnostic) { refusals = [diagnostic] }

    /// Reads a text as if it were the file at a path.
    init(of bytes: [UInt8], at path: String, as forms: Forms) {
        let source = Source(path: path, bytes: bytes)
        switch YAMLReader.documents(of: source) {
        case .failure(let refused): refusals = refused.diagnostics
        case .success(let documents): read(documents, of: source, as: forms)
        }
    }

    private mutating func read(
        _ documents: [Value],
        of source: Source,
        as forms: Forms
    ) {
        guard let document = documents.first,
            let (key, form) = forms.first(where: { document[$0.key] != nil }) ?? forms.first
        else { return }
        value = document
        var reader = ShapeReader()
        reader.check(document, against: form.shape, at: [])
        refusals = reader.diagnostics
        if documents.count > 1 { diagnostics.report(.severalClients, documents[1]) }
        if let name = document[key], let text = name.text, text != source.path.stem {
            diagnostics.report(.definitionFileName(key, text, file: source.path), name)
        }
        // A value with errors is not interpreted.
        if refusals.isEmpty { content = form.read(document, reporting: &diagnostics) }
    }

    /// Adds a fault at the key, or at the document if the key is missing.
    mutating func report(_ fault: Fault, at key: String) {
        guard let value else { return }
        diagnostics.report(fault, value[key] ?? value)
    }
}

extension String {
    /// The file name of a path, without its extension.
    fileprivate var stem: String {
        let name = split(separator: "/").last ?? ""
        return String(name.hasSuffix(".yaml") ? name.dropLast(".yaml".count) : name)
    }
}
