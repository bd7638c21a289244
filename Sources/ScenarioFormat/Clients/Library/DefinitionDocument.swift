import Basics

/// The one document of a file that defines something named as the file is.
struct DefinitionDocument<Content: Sendable>: Sendable {
    /// Nil for a file whose content is not sound.
    private(set) var content: Content?
    /// The document as it was read; nil where there is none.
    private(set) var value: Value?
    private(set) var diagnostics = Diagnostics()
    /// Diagnostics of bytes and shape, after which nothing is asked.
    private var refusals: [Diagnostic] = []

    /// In the order of the file.
    var all: [Diagnostic] { (refusals + diagnostics.all).sorted() }

    /// Reads the file at a path, with a `folder` only where links do not lead out of it; `key` states
    /// its name.
    init(
        reading path: String,
        inside folder: String? = nil,
        as form: Form<Content>,
        namedBy key: String
    ) {
        do throws(RegularFile.Failure) {
            let bytes = try RegularFile.read(
                path,
                limit: YAMLReader.maximumSize,
                inside: folder.map(RegularFile.resolved)
            )
            self.init(of: bytes, at: path, as: form, namedBy: key)
        } catch {
            let fault: Fault =
                switch error {
                case .tooLarge(let limit): .tooLarge(limit: limit)
                case .outside: .unreadable("it lies outside the definitions' folder")
                default: .unreadable(error.reason)
                }
            self.init(refusedFor: Diagnostic(fault, in: Source(path: path, bytes: [])))
        }
    }

    private init(refusedFor diagnostic: Diagnostic) { refusals = [diagnostic] }

    /// Reads a text as the file at a path would be read.
    init(of bytes: [UInt8], at path: String, as form: Form<Content>, namedBy key: String) {
        let source = Source(path: path, bytes: bytes)
        switch YAMLReader.documents(of: source) {
        case .failure(let refused): refusals = refused.diagnostics
        case .success(let documents): read(documents, of: source, as: form, namedBy: key)
        }
    }

    private mutating func read(
        _ documents: [Value],
        of source: Source,
        as form: Form<Content>,
        namedBy key: String
    ) {
        guard let document = documents.first else { return }
        value = document
        var reader = ShapeReader()
        reader.check(document, against: form.shape, at: [])
        refusals = reader.diagnostics
        if documents.count > 1 { diagnostics.report(.severalClients, documents[1]) }
        if let name = document[key], let text = name.text, text != source.path.stem {
            diagnostics.report(.definitionFileName(key, text, file: source.path), name)
        }
        // The meaning of a value that is not sound is unknown.
        if refusals.isEmpty { content = form.read(document, reporting: &diagnostics) }
    }

    /// Adds a fault at the key, or at the document that lacks it.
    mutating func report(_ fault: Fault, at key: String) {
        guard let value else { return }
        diagnostics.report(fault, value[key] ?? value)
    }
}

extension String {
    /// The name of a file at this path, without its ending.
    fileprivate var stem: String {
        let name = split(separator: "/").last ?? ""
        return String(name.hasSuffix(".yaml") ? name.dropLast(".yaml".count) : name)
    }
}
