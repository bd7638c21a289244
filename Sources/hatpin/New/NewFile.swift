import Basics
import ScenarioFormat

/// A new file, made from a template or a chain.
package struct NewFile: Sendable {
    private let kind: FileTemplate.Kind
    /// The lines after the line that names the schema.
    private let body: String
    /// A phrase for each part of a server's chain that the file cannot express.
    private let differences: [String]
    /// The folders and the name, each of small letters, digits and hyphens.
    private let path: [String]
    private let folder: String
    /// Whether the user named the folder.
    private let isFolderNamed: Bool

    /// Creates a file from a template.
    ///
    /// - Parameters:
    ///   - template: the name of a template.
    ///   - name: the id of a scenario, such as `time/expired-here`, or the name of a client.
    ///   - folder: the folder that ids are relative to, or the folder of definitions; nil for the
    ///     default.
    /// - Throws: a `usage` failure for an unknown template or an invalid name.
    package init(
        _ template: String,
        named name: String,
        in folder: String?
    ) throws(Failure) {
        guard let found = FileTemplate.catalogue.first(where: { $0.name == template }) else {
            let names = FileTemplate.catalogue.map(\.name)
            throw Failure(
                .usage,
                "there is no template '\(Shown.escaped(template))'",
                help: didYouMean(template, names) ?? "choose from \(names.joined(separator: ", "))"
            )
        }
        try self.init(named: name, in: folder, kind: found.kind) { (found.body($0), []) }
    }

    /// Creates a scenario with the chain of a real server.
    ///
    /// - Parameters:
    ///   - path: the file of the chain, as PEM.
    ///   - defect: the only defect, or nil for no defect.
    ///   - place: the certificate with the defect, or nil for the first certificate that can have
    ///     it.
    ///   - name: the id of the scenario, such as `chain/ours`.
    ///   - folder: the folder that ids are relative to; nil for the default.
    /// - Throws: a `usage` failure for an invalid name; an `invalidScenario` failure if no scenario
    ///   can have the chain.
    package init(
        fromChain path: String,
        with defect: String?,
        at place: String?,
        named name: String,
        in folder: String?
    ) throws(Failure) {
        let chain = try ChainScenario(
            of: ServedChain(RealChain(file: path)),
            with: defect,
            at: place,
            now: Environment.now
        )
        try self.init(named: name, in: folder, kind: .scenario, chain.text)
    }

    private init(
        named name: String,
        in folder: String?,
        kind: FileTemplate.Kind,
        _ content: (String) throws(Failure) -> (text: String, differences: [String])
    ) throws(Failure) {
        let ending = name.hasSuffix(".yaml") ? name.dropLast(5) : name[...]
        path = ending.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isWord = path.allSatisfy { $0.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil }
        guard isWord, kind == .scenario || path.count == 1 else {
            throw Failure(
                .usage,
                "'\(Shown.escaped(name))' is not a valid name for a \(kind.noun)",
                help: kind == .scenario
                    ? "use small letters, digits and hyphens, with folders before the name: time/expired-here"
                    : "use small letters, digits and hyphens, such as mobile-sdk"
            )
        }
        let usual = kind == .scenario ? "Scenarios" : "Clients"
        let end = folder?.lastIndex { $0 != "/" }
        self.kind = kind
        isFolderNamed = folder != nil
        self.folder = folder.flatMap { folder in end.map { String(folder[...$0]) } } ?? usual
        (body, differences) = try content(path[path.count - 1])
    }

    /// The path of the new file.
    package var file: String { folder + "/" + path.joined(separator: "/") + ".yaml" }

    /// The file's text.
    package var text: String {
        let up = String(repeating: "../", count: path.count - 1)
        return "# yaml-language-server: $schema=\(up)\(kind.schemaName)\n" + body
    }

    /// Writes the file, and the schema for editors next to it if it is missing.
    ///
    /// - Returns: a line for each file, and the commands to run next.
    /// - Throws: an `environment` failure if the file exists or cannot be written.
    package func write() throws(Failure) -> String {
        guard !Files.exists(file) else {
            throw Failure(
                .environment,
                "\(Shown.escaped(file)) exists already, and is not overwritten",
                help: "choose another name"
            )
        }
        if !isFolderNamed {
            try Files.requireHere(
                Files.nearestFolder(of: file),
                help: "name the folder: --folder \(folder)"
            )
        }
        try Files.makeFolder(([folder] + path.dropLast()).joined(separator: "/"))
        try Files.write(Array(text.utf8), to: file)
        var lines = [file]
        let schema = folder + "/" + kind.schemaName
        if !Files.exists(schema) {
            try Files.write(Array(kind.schema.utf8), to: schema)
            lines.append(schema)
        }
        let left = differences.map { "differs from the chain: \(Shown.escaped($0))\n" }
        return (lines.map { "wrote \(Shown.escaped($0))\n" } + left).joined() + next
    }

    private var next: String {
        let file = Shown.escaped(Prose.shellQuoted(file))
        let run =
            switch kind {
            case .scenario: "hatpin run \(file)"
            case .client: "hatpin run --party \(file.contains("/") ? file : "./\(file)")"
            }
        return "next: hatpin lint \(file); \(run)\n"
    }
}

extension FileTemplate.Kind {
    fileprivate var noun: String { self == .scenario ? "scenario" : "client" }

    /// The name of the schema's file.
    fileprivate var schemaName: String { "\(noun)-1.schema.json" }

    fileprivate var schema: String {
        self == .scenario ? ScenarioLibrary.schema : ClientLibrary.schema
    }
}
