import Basics
import Lint
import ScenarioFormat

/// The files that `hatpin lint` checks: scenarios, definitions of clients, messages of TLS
/// libraries, and rules for source code.
package struct LintedFiles: Sendable {
    private let paths: [String]
    private let scenarios: String?
    private let clients: [String]

    /// Creates the list of files to check.
    ///
    /// - Parameters:
    ///   - paths: files and folders; if empty, the usual folders of the working directory.
    ///   - scenarios: the folder that ids are relative to; nil for the default.
    ///   - clients: folders of definitions, in addition to the usual folders.
    package init(_ paths: [String], scenarios: String?, clientsIn clients: [String]) {
        (self.paths, self.scenarios, self.clients) = (paths, scenarios, clients)
    }

    /// The files that were checked, and the mistakes in them.
    package struct Checked: Sendable {
        package let library: Library
        /// The YAML files in the folders that have no known kind, sorted.
        package let others: [String]
    }

    /// Checks each file by the rules of its kind.
    ///
    /// - Throws: a `nothingSelected` failure if a path does not exist; an `environment` failure if
    ///   files cannot be read.
    package func check() async throws(Failure) -> Checked {
        if paths.isEmpty, scenarios == nil {
            try SelectionRequest.requireHere()
            for end in RelyingEnd.allCases { try ClientLibrary.requireHere(end.usualFolder) }
        }
        var kinds: [YAMLKind: Set<String>] = [:]
        for place in places {
            let isNamed = !Files.exists(place + "/")
            for file in Discovery.yamlFiles(at: place) {
                kinds[YAMLKind(of: file, isNamed: isNamed), default: []].insert(file)
            }
        }
        let clientFiles = (kinds[.client] ?? []).sorted()
        let libraryFiles = (kinds[.libraryWords] ?? []).sorted()
        let others = (kinds[.other] ?? []).sorted()
        let ruleFiles = (kinds[.rule] ?? []).sorted()
        let library = try await scenarioLibrary(
            except: Set(clientFiles + libraryFiles + ruleFiles + others)
        )
        let definitions = clientFiles.map { ClientLibrary(folders: []).file(at: $0) }
        let words = libraryFiles.map { LibraryWordsFile(reading: $0) }
        var faults = definitions.flatMap { $0.diagnostics + $0.notes }
        faults += words.flatMap(\.diagnostics)
        faults += try Self.faults(of: ruleFiles)
        if definitions.contains(where: \.namesCases) {
            // If single files are named, the other cases of the suite are unknown.
            let suite =
                paths.isEmpty
                ? library : try await SelectionRequest(scenarios: scenarios).quietLibrary()
            faults += suite.idleSelectors(of: definitions)
        }
        return Checked(
            library: library.adding(definitions.count + words.count + ruleFiles.count, faults),
            // `hatpin config` checks the options in a folder's hatpin.yaml, so that file is not
            // reported here.
            others: others.filter { !"/\($0)".hasSuffix("/hatpin.yaml") }
        )
    }

    /// Returns the mistakes in the form of rules, and the samples that the rules decide wrongly.
    private static func faults(of files: [String]) throws(Failure) -> [Diagnostic] {
        guard !files.isEmpty else { return [] }
        var rules = SourceRules.builtIn
        for file in files { rules.add(try Files.read(file), at: file) }
        guard !rules.diagnostics.contains(where: { $0.level == .error }) else {
            return rules.diagnostics
        }
        let program: AstGrep
        do throws(AstGrep.Missing) {
            program = try AstGrep()
        } catch {
            throw Failure(
                .environment,
                "the samples of rules cannot be tested: \(error.reason)",
                help: error.help
            )
        }
        return try rules.diagnostics + RuleCheck(rules, program).diagnostics(of: Set(files))
    }

    /// The folder of rules in a working directory.
    private static let rulesFolder = "Rules"

    /// The named files and folders, or the usual folders of the working directory.
    private var places: [String] {
        guard paths.isEmpty else { return paths }
        let usual =
            scenarios.map { [$0] }
            ?? [SelectionRequest.usualFolder] + RelyingEnd.allCases.map(\.usualFolder)
            + [Self.rulesFolder]
        return usual.filter(Files.exists)
    }

    private func scenarioLibrary(except others: Set<String>) async throws(Failure) -> Library {
        let suite = scenarios ?? SelectionRequest.usualFolder
        guard !paths.isEmpty || scenarios != nil || Files.exists(suite) else {
            return try await SelectionRequest(clientsIn: clients).library()
        }
        return try await Library.load(
            paths.isEmpty ? [suite] : paths,
            except: others,
            isOfSuite: paths.isEmpty,
            clientsIn: clients
        )
    }
}

/// The kind of a YAML file.
private enum YAMLKind: Hashable {
    case scenario, client, libraryWords, rule, other

    /// Determines the kind by the file's keys, or else by its folder.
    ///
    /// A named file is a scenario if neither its keys nor its folder indicate a kind.
    init(of path: String, isNamed: Bool) {
        let keys = TopLevelKey.all(in: (try? Files.readRegular(path, limit: 1 << 20)) ?? [])
        let first = keys.first
        let folders = ((try? Files.absolute(path)) ?? path).split(separator: "/").dropLast()
        if keys.contains(where: { $0.name == "scenario" }) {
            self = .scenario
        } else if let first, first.hasText, ["client", "server"].contains(first.name) {
            self = .client
        } else if let first, first.hasText, first.name == "library" {
            self = .libraryWords
        } else if let first, ["rule", "system", "shared", "wrappers"].contains(first.name) {
            self = .rule
        } else if RelyingEnd.allCases.contains(where: { folders.last == $0.usualFolder[...] }) {
            self = .client
        } else if folders.suffix(2) == [
            ClientLibrary.usualFolder[...], ClientLibrary.libraryFolder[...],
        ] {
            self = .libraryWords
        } else if isNamed || keys.contains(where: { $0.name == "expect" })
            || folders.contains(where: { ["Scenarios", "scenarios"].contains($0) })
        {
            self = .scenario
        } else {
            self = .other
        }
    }
}

/// A top-level key of a YAML file.
///
/// The key is found without a YAML parser, since a draft may not be valid YAML.
private struct TopLevelKey {
    let name: Substring
    /// Whether text other than a mapping follows the key on its line.
    let hasText: Bool

    static func all(in bytes: [UInt8]) -> [TopLevelKey] {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.compactMap { line in
            guard let colon = line.firstIndex(of: ":"), let first = line.first,
                first.isLetter || first == "\"" || first == "'"
            else { return nil }
            let value = line[colon...].dropFirst().drop { $0 == " " }
            let name = line[..<colon].filter { $0 != "\"" && $0 != "'" }
            let hasText = value.first.map { !"{#".contains($0) } ?? false
            return TopLevelKey(name: name[...], hasText: hasText)
        }
    }
}
