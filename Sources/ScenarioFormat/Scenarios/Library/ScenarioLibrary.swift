import Basics

/// The scenarios of files and folders, and their diagnostics.
///
/// ```swift
/// let library = await ScenarioLibrary.load(["Scenarios"])
/// guard library.isSound else { return library.diagnostics }
/// let ids = library.scenarios.map(\.id)
/// ```
package struct ScenarioLibrary: Sendable {
    /// All cases of all valid documents, in the order of the files.
    package let scenarios: [Scenario]
    /// The diagnostics, sorted by file and place; a scenario with an error is not in `scenarios`.
    package let diagnostics: [Diagnostic]
    /// The files that were read, except those that only serve as bases.
    package let files: [String]
    /// The absolute path of the folder that ids are relative to, for the first file; nil if no file
    /// was read.
    package let root: String?
    /// The files of scenarios and of their bases by id.
    let sources: [String: Discovery.File]

    /// The limit on the cases of one scenario.
    package static let maximumCases = PointReader.maximumPoints

    /// Whether a file with this path under the root and these bytes is known to have no fault, if
    /// the files of its bases are known too.
    package typealias KnownFiles = @Sendable (_ path: String, _ bytes: [UInt8]) -> Bool

    /// Whether every file can be used.
    package var isSound: Bool { !diagnostics.contains { $0.level == .error } }

    /// Reads scenario files: named files, and all `*.yaml` in named folders.
    ///
    /// Hidden folders and folders named `clients` are ignored. Ids are relative to the nearest
    /// parent folder named `Scenarios` or `scenarios`, otherwise to the named folder or the folder
    /// of the named file.
    ///
    /// - Parameters:
    ///   - paths: the files and folders.
    ///   - others: files in these folders that are not scenarios, and are ignored.
    ///   - clients: the names of all clients, to report unknown clients; nil if they are not known.
    ///   - isKnown: says which files have no faults. Such files are not checked, and the setups of
    ///     their cases are built when needed.
    /// - Returns: the scenarios and their diagnostics.
    package static func load(
        _ paths: [String],
        except others: Set<String> = [],
        clients: [String]? = nil,
        knowing isKnown: @escaping KnownFiles = { _, _ in false }
    ) async -> ScenarioLibrary {
        let found = Discovery.files(at: paths, otherEnding: .otherEnding)
        let asked = found.files.filter { !others.contains($0.path) }
        let unreadable = found.diagnostics.filter { !others.contains($0.file) }
        var files = await read(asked, isKnown)
        await readBases(of: &files, isKnown)
        return await expand(files, unreadable: unreadable, asked: asked.map(\.path), clients)
    }

    /// The names of the clients that cases name as parties.
    package var programs: Set<String> {
        Set(scenarios.flatMap(\.namedParties).compactMap(\.program))
    }

    /// Reads the scenarios of a text without a file.
    ///
    /// The base of a scenario can only be the baseline setup or another scenario of the text. The
    /// only files that are read are those that parties and pins name.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - path: the path of the file; ids are relative to its folder.
    ///   - reachesFiles: whether parties and pins may name files.
    package init(of bytes: [UInt8], at path: String, reachingFiles reachesFiles: Bool = true) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let place = Discovery.File(path: path, absolute: "/" + name, root: "/")
        let reach = reachesFiles ? Discovery.root(ofFile: path) : nil
        let file = ScenarioFile(place, text: bytes, root: reach)
        var bases = Bases([file])
        var diagnostics = file.diagnostics + bases.diagnostics
        var scenarios: [Scenario] = []
        for document in file.documents {
            let (lower, fault) = bases.setup(below: document)
            diagnostics += fault.map { [$0] } ?? []
            guard let lower else { continue }
            let expanded = DocumentExpander.expand(document, startingFrom: lower)
            scenarios += expanded.scenarios
            diagnostics += expanded.diagnostics
        }
        self.scenarios = scenarios
        self.diagnostics = Array(Set(diagnostics)).sorted()
        files = [path]
        root = nil
        sources = [:]
    }

    // MARK: Reading

    private static func read(
        _ found: [Discovery.File],
        _ isKnown: @escaping KnownFiles
    ) async -> [ScenarioFile] {
        await WorkerPool().map(found) { ScenarioFile(reading: $0, isKnown: isKnown) }
            .compactMap(\.self)
    }

    /// Also reads the files of bases, until no base is missing.
    private static func readBases(
        of files: inout [ScenarioFile],
        _ isKnown: @escaping KnownFiles
    ) async {
        var tried = Set(files.map(\.file.absolute))
        while true {
            let known = Set(files.flatMap(\.documents).map(\.id))
            let missing = files.flatMap { file in
                file.documents.compactMap { document -> Discovery.File? in
                    guard let base = document.base?.text, !known.contains(base) else { return nil }
                    return Discovery.file(ofBase: base, below: file.file.root)
                }
            }
            let new = missing.filter { tried.insert($0.absolute).inserted }
            guard !new.isEmpty else { return }
            files += await read(new.sorted { $0.path < $1.path }, isKnown)
        }
    }

    // MARK: Expanding

    private static func expand(
        _ files: [ScenarioFile],
        unreadable: [Diagnostic],
        asked: [String],
        _ clients: [String]?
    ) async -> ScenarioLibrary {
        let asked = Set(asked)
        var bases = Bases(files)
        var diagnostics = unreadable + files.flatMap(\.diagnostics) + bases.diagnostics
        var foundations: [(document: Document, lower: Value, isSound: Bool)] = []
        for file in files {
            for document in file.documents {
                let (lower, fault) = bases.setup(below: document)
                diagnostics += fault.map { [$0] } ?? []
                guard let lower, asked.contains(file.file.path) else { continue }
                foundations.append((document, lower, bases.areKnown(from: document)))
            }
        }
        let expanded = await WorkerPool().map(foundations) { document, lower, isSound in
            DocumentExpander.expand(
                document,
                startingFrom: lower,
                clients: clients,
                isSound: isSound
            )
        }
        .compactMap(\.self)
        diagnostics += expanded.flatMap(\.diagnostics)
        var scenarios: [Scenario] = []
        scenarios.reserveCapacity(expanded.reduce(0) { $0 + $1.scenarios.count })
        for part in expanded { scenarios += part.scenarios }
        return ScenarioLibrary(
            scenarios: scenarios,
            diagnostics: Array(Set(diagnostics)).sorted(),
            files: asked.sorted(),
            root: files.first?.file.root,
            sources: Dictionary(
                files.flatMap { file in file.documents.map { ($0.id, file.file) } },
                uniquingKeysWith: { first, _ in first }
            )
        )
    }

    private init(
        scenarios: [Scenario],
        diagnostics: [Diagnostic],
        files: [String],
        root: String?,
        sources: [String: Discovery.File]
    ) {
        self.scenarios = scenarios
        self.diagnostics = diagnostics
        self.files = files
        self.root = root
        self.sources = sources
    }
}

/// Documents by id, and the setups of bases.
struct Bases {
    private(set) var diagnostics: [Diagnostic] = []
    private var documents: [String: Document] = [:]
    /// The setups of bases that were already built.
    private var setups: [String: Value] = [:]
    private let unsoundIDs: Set<String>

    init(_ files: [ScenarioFile]) {
        unsoundIDs = files.reduce(into: []) { $0.formUnion($1.unsoundIDs) }
        for document in files.flatMap(\.documents) {
            if let other = documents[document.id] {
                let name = document.value.entry("scenario")
                let fault = Fault.duplicateID(
                    document.id,
                    other: other.source.path,
                    line: other.value["scenario"]?.line ?? 1
                )
                let place = name?.value.place ?? document.value.place
                diagnostics.append(Diagnostic(fault, at: place, text: document.name))
            } else {
                documents[document.id] = document
            }
        }
    }

    /// Returns the setup that a document starts from; nil if its base has no setup.
    ///
    /// In that case it also returns a diagnostic, unless the base has diagnostics of its own.
    mutating func setup(below document: Document) -> (Value?, Diagnostic?) {
        var chain: [Document] = []
        var current = document
        while let base = current.base, let id = base.text {
            if let made = setups[id] { return (setup(made, under: chain), nil) }
            guard let next = documents[id] else {
                // A base with faults has diagnostics of its own.
                if unsoundIDs.contains(id) { return (nil, nil) }
                let fault = Fault.unknownBase(id, known: documents.keys.sorted())
                return (nil, Diagnostic(fault, at: base.place, text: id))
            }
            chain.append(next)
            let ids = [document.id] + chain.map(\.id)
            if Set(ids).count < ids.count {
                return (nil, Diagnostic(.baseCycle(ids), at: base.place, text: id))
            }
            current = next
        }
        return (setup(BaselineSetup.value, under: chain), nil)
    }

    /// Whether the files of a document and of all its bases are known to have no fault; the
    /// document must not be in a cycle of bases.
    func areKnown(from document: Document) -> Bool {
        var current = document
        while current.isKnown, let id = current.base?.text {
            guard let next = documents[id] else { return false }
            current = next
        }
        return current.isKnown
    }

    private mutating func setup(_ lowest: Value, under chain: [Document]) -> Value {
        chain.reversed().reduce(lowest) { setup, document in
            let made = setup.layered(under: document.setupOverlay)
            setups[document.id] = made
            return made
        }
    }
}
