import Basics

/// A scenario file that was read: its valid documents, and the diagnostics of the invalid
/// documents.
struct ScenarioFile: Sendable {
    let file: Discovery.File
    private(set) var documents: [Document] = []
    private(set) var diagnostics: [Diagnostic] = []
    /// The ids of invalid scenarios, whose dependants cannot be read either.
    private(set) var unsoundIDs: Set<String> = []

    /// Reads a file; a file that `isKnown` reports is not checked for faults.
    init(
        reading file: Discovery.File,
        isKnown: ScenarioLibrary.KnownFiles = { _, _ in false }
    ) {
        let bytes: [UInt8]
        do {
            // Diagnostics quote the text, so a link must not lead out of the folder to a secret.
            bytes = try Files.readRegular(
                file.path,
                limit: YAMLReader.maximumSize,
                inside: file.root
            )
        } catch {
            let fault: Fault =
                if case .tooLarge(let limit) = error {
                    .tooLarge(limit: limit)
                } else {
                    .unreadable(error.reason)
                }
            self.init(file, refusedFor: fault)
            return
        }
        if let fault = Self.notScenario(file.path, bytes) {
            self.init(file, refusedFor: fault)
            return
        }
        let source = Source(path: file.path, bytes: bytes, root: file.root)
        self.init(file, of: source, isKnown: isKnown(file.pathBelowRoot, bytes))
    }

    /// Returns the fault of a named file that is obviously a configuration; nil for a scenario.
    private static func notScenario(_ path: String, _ bytes: [UInt8]) -> Fault? {
        guard !path.hasSuffix(".yaml") else { return nil }
        let parties: [PartyReference]
        do throws(Fault) {
            parties = try PartyReference.configured(by: path)
        } catch {
            // A file that cannot be read as a configuration is read as a scenario, and gets a
            // scenario's diagnostics, unless it is XML or a property list.
            parties = []
        }
        let isMarkup = bytes.starts(with: "bplist".utf8) || bytes.starts(with: "<?xml".utf8)
        guard !parties.isEmpty || isMarkup else { return nil }
        let systems = parties.map(\.name).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        return .configurationFile(path, systems: systems)
    }

    private init(_ file: Discovery.File, refusedFor fault: Fault) {
        self.file = file
        diagnostics = [Diagnostic(fault, in: Source(path: file.path, bytes: []))]
        unsoundIDs = [file.id(of: file.stem)]
    }

    /// Reads a text without a file.
    ///
    /// The text may name files under `root`; without a root it may name no files.
    init(_ file: Discovery.File, text bytes: [UInt8], root: String?) {
        guard bytes.count <= YAMLReader.maximumSize else {
            self.init(file, refusedFor: .tooLarge(limit: YAMLReader.maximumSize))
            return
        }
        self.init(file, of: Source(path: file.path, bytes: bytes, root: root))
    }

    private init(_ file: Discovery.File, of source: Source, isKnown: Bool = false) {
        self.file = file
        let values: [Value]
        switch YAMLReader.documents(of: source) {
        case .success(let documents): values = documents
        case .failure(let refused):
            diagnostics = refused.diagnostics
            unsoundIDs = [file.id(of: file.stem)]
            return
        }
        for value in values {
            let faults = isKnown ? [] : Self.faultsOfShape(value)
            diagnostics += faults
            guard faults.isEmpty,
                let document = Document(value, source: source, isKnown: isKnown, id: file.id)
            else {
                unsoundIDs.insert(file.id(of: value["scenario"]?.text ?? file.stem))
                continue
            }
            documents.append(document)
        }
        checkNames(values.count, file)
    }

    private static func faultsOfShape(_ document: Value) -> [Diagnostic] {
        var reader = ShapeReader()
        reader.check(document, against: .scenario, at: [])
        return reader.diagnostics + doubledEntities(document)
    }

    private mutating func checkNames(_ count: Int, _ file: Discovery.File) {
        for document in documents {
            guard let name = document.value["scenario"] else { continue }
            if count == 1, document.name != file.stem {
                let fault = Fault.fileName(document.name, file: file.stem + ".yaml")
                diagnostics.append(Diagnostic(fault, at: name.place, text: document.name))
            }
            if document.base?.text != documents[0].base?.text {
                let meant = document.base ?? name
                diagnostics.append(Diagnostic(.differentBases, at: meant.place, text: meant.text))
            }
        }
    }

    /// Returns a diagnostic for each entity that a document states both at the top level and in
    /// `pki`.
    private static func doubledEntities(_ document: Value) -> [Diagnostic] {
        let places = [document] + (document["cases"]?.entries.map(\.value) ?? [])
        let overlays = places + places.flatMap { $0["steps"]?.elements ?? [] }
        return (overlays + overlays.compactMap { $0["control"] }).flatMap { overlay in
            BaselineSetup.entities.compactMap { name in
                guard let short = overlay.entry(name), overlay[["pki", name]] != nil else {
                    return nil
                }
                return Diagnostic(.exclusive(name, "pki." + name), at: short.place, text: name)
            }
        }
    }
}
