import Basics
import Process
import ScenarioFormat

/// The program ast-grep, which parses source code and searches it.
package struct AstGrep: Sendable {
    /// The oldest minor version of ast-grep 0.x whose rules and JSON Hatpin knows.
    private static let oldest = 38
    /// The most bytes of output for matches: the matches of 4,000 files take 2 MiB.
    private static let outputLimit = 256 << 20
    /// The longest time of one search; 4,000 files take three seconds.
    private static let longest = Duration.seconds(300)

    private let program: String
    /// The name and version, such as `ast-grep 0.51.1`.
    package private(set) var version = ""
    /// The folder with the libraries of grammars that ast-grep lacks.
    private let grammars: String?
    private let environment: [String: String]

    /// The reason why ast-grep cannot be used.
    package struct Missing: Error, Hashable, Sendable {
        /// The reason, such as `ast-grep is not installed`.
        package let reason: String
        /// What the user can do.
        package let help: String
    }

    /// Finds ast-grep: on the search path, or in the folder in which `script/prepare` installs it.
    ///
    /// - Parameter search: the folders to search, separated by colons; nil for the folders of
    ///   `PATH`.
    /// - Throws: `Missing` if ast-grep is not found, or its version is not known.
    package init(in search: String? = nil) throws(Missing) {
        let help = "install it with: pip install ast-grep-cli"
        let home = Environment.variable("HOME") ?? "/nonexistent"
        let data = Environment.variable("XDG_DATA_HOME") ?? home + "/.local/share"
        let own = data + "/hatpin/source"
        let path = search ?? (Environment.variable("PATH") ?? "/usr/bin:/bin") + ":\(own)/bin"
        do throws(ProgramError) {
            program = try Executable.path(
                of: "ast-grep",
                in: path,
                from: Environment.workingDirectory
            )
        } catch {
            throw Missing(reason: "ast-grep is not installed", help: help)
        }
        let folders = ["\(own)/grammars", "/usr/lib/hatpin/grammars"]
        grammars = folders.first { Files.kind(of: $0) == .folder }
        environment = ["PATH": path, "HOME": home, "LC_ALL": "C.UTF-8"]
        version = try knownVersion(help: help)
    }

    private func knownVersion(help: String) throws(Missing) -> String {
        let end = try? run(["--version"], in: "/")
        let line = String(decoding: end?.standardOutput ?? [], as: UTF8.self).trimmingBlanks
        guard let found = line.wholeMatch(of: /ast-grep 0\.([0-9]+)\.[0-9]+/)?.output.1,
            let minor = Int(found), minor >= Self.oldest
        else {
            let words = line.isEmpty ? "says nothing of its version" : "is \(line.prefix(80))"
            throw Missing(
                reason: "\(program) \(words), not ast-grep 0.\(Self.oldest) or later",
                help: help
            )
        }
        return line
    }

    /// Whether files in a language can be parsed.
    package func parses(_ language: SourceLanguage) -> Bool {
        language != .settings && (!language.isCustom || grammar(of: language) != nil)
    }

    private func grammar(of language: SourceLanguage) -> String? {
        guard let path = grammars.map({ "\($0)/\(language.rawValue).so" }), Files.exists(path)
        else { return nil }
        return path
    }

    /// Searches files, but not the scripts inside them.
    ///
    /// - Returns: the result for each file, in the order of the files.
    /// - Throws: if the temporary folder cannot be written.
    func searchOnce(
        _ files: [SearchedFile],
        for rules: SourceRules
    ) throws(Failure) -> [SyntaxResult] {
        var results = files.map { file in
            parses(file.language)
                ? SyntaxResult.matches([], errors: 0)
                : .unreadable(
                    "no grammar for \(file.language.name); script/source-review installs it"
                )
        }
        let readable = files.indices.filter { results[$0] == .matches([], errors: 0) }
        guard !readable.isEmpty else { return results }
        let folder = try ScratchFolder()
        defer { folder.remove() }
        try writeRules(rules, for: Set(readable.map { files[$0].language }), in: folder.path)
        // A file that ends ast-grep must not lose the results of the other files, so halves are
        // searched again.
        var open = [readable[...]]
        while let part = open.popLast() {
            do throws(SearchError) {
                for (index, result) in try search(part, of: files, in: folder.path) {
                    results[index] = result
                }
            } catch {
                if part.count > 1, error.isOfFiles {
                    let middle = part.startIndex + part.count / 2
                    open += [part[part.startIndex..<middle], part[middle...]]
                } else {
                    for index in part { results[index] = .unread(error.reason) }
                }
            }
        }
        return results
    }

    /// Returns why ast-grep refuses rules; nil if it accepts them.
    package func refusal(of rules: SourceRules) throws(Failure) -> String? {
        let languages = rules.parsedLanguages.filter(parses)
        let probes = languages.map { SearchedFile($0, []) }
        for result in try searchOnce(probes, for: rules) {
            if case .unread(let reason) = result { return reason }
        }
        return nil
    }

    private func writeRules(
        _ rules: SourceRules,
        for languages: Set<SourceLanguage>,
        in folder: String
    ) throws(Failure) {
        var configuration = "ruleDirs: [rules]\n"
        let custom = languages.filter(\.isCustom).sorted { $0.rawValue < $1.rawValue }
        if !custom.isEmpty { configuration += "customLanguages:\n" }
        for language in custom {
            configuration +=
                "  \(language.rawValue): {libraryPath: \(grammar(of: language) ?? ""), "
                + "extensions: [\(language.ending)], expandoChar: _}\n"
        }
        try Files.makeFolder(folder + "/rules")
        try Files.write(Array(configuration.utf8), to: folder + "/sgconfig.yml")
        for (index, text) in AstGrepRules(rules, in: languages).files.enumerated() {
            try Files.write(Array(text.utf8), to: "\(folder)/rules/\(index).yml")
        }
    }

    /// Why a search of several files failed.
    private struct SearchError: Error {
        let reason: String
        /// Whether the cause may be a file; otherwise it is the rules.
        let isOfFiles: Bool
    }

    private func search(
        _ part: ArraySlice<Int>,
        of files: [SearchedFile],
        in folder: String
    ) throws(SearchError) -> [Int: SyntaxResult] {
        let place = folder + "/files"
        let end: ProgramEnd
        do throws(Failure) {
            try Files.removeTree(place)
            try Files.makeFolder(place)
            for index in part {
                let name = "\(place)/\(index).\(files[index].language.ending)"
                try Files.write(Self.readable(files[index]), to: name)
            }
            end = try run(
                [
                    "scan", "--config", "sgconfig.yml", "--custom-languages", "allow",
                    "--json=stream", "files",
                ],
                in: folder
            )
        } catch {
            throw SearchError(reason: error.message, isOfFiles: false)
        }
        let words = String(decoding: end.standardError.prefix(2_000), as: UTF8.self)
        switch end.cause {
        case .exited(0), .exited(1): break
        case .exited(let code):
            let detail = words.split(separator: "╰▻").dropFirst().map { String($0).trimmingBlanks }
                .joined(separator: "; ")
            let text = detail.isEmpty ? words.trimmingBlanks : detail
            throw SearchError(reason: "ast-grep ended with code \(code): \(text)", isOfFiles: false)
        case .signalled(let number):
            throw SearchError(reason: "signal \(number) ended ast-grep", isOfFiles: true)
        case .timedOut: throw SearchError(reason: "ast-grep took too long", isOfFiles: true)
        case .flooded: throw SearchError(reason: "ast-grep found too many places", isOfFiles: true)
        case .stopped: throw SearchError(reason: "the search was stopped", isOfFiles: false)
        }
        return try results(for: part, in: end.standardOutput, of: files)
    }

    /// Returns the bytes of a file for ast-grep.
    ///
    /// Otherwise, ast-grep would skip a file that is not UTF-8, and obey comments that name
    /// ast-grep, which no reader of Hatpin's report would see.
    private static func readable(_ file: SearchedFile) -> [UInt8] {
        let bytes =
            switch file.language {
            case .dockerfile: assigned(file.bytes)
            case .php: PHPCode.only(file.bytes)
            default: file.bytes
            }
        var readable = TextBytes.isUTF8(bytes) ? bytes : bytes.map { $0 < 0x80 ? $0 : 0x3f }
        let word = Array("ast-grep-ignore".utf8)
        var start = 0
        while let place = readable[start...].firstPlace(of: word) {
            readable[place.lowerBound + 3] = UInt8(ascii: "_")
            start = place.upperBound
        }
        return readable
    }

    /// Returns a Dockerfile with `ARG NAME=value` in place of `ARG NAME value`.
    ///
    /// Docker refuses the second notation, and after it the grammar does not read the rest of the
    /// file.
    private static func assigned(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
            let words = bytes[start..<end].split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
            if words.count == 3, words[0].elementsEqual("ARG".utf8),
                !words[1].contains(UInt8(ascii: "="))
            {
                let text = words[1] + [UInt8(ascii: "=")] + words[2]
                let blanks = repeatElement(
                    UInt8(ascii: " "),
                    count: end - words[1].startIndex - text.count
                )
                bytes.replaceSubrange(words[1].startIndex..<end, with: text + blanks)
            }
            start = end + 1
        }
        return bytes
    }

    private func run(_ arguments: [String], in folder: String) throws(Failure) -> ProgramEnd {
        var invocation = ProgramInvocation(
            [program] + arguments,
            environment: environment,
            workingDirectory: folder
        )
        invocation.outputLimit = Self.outputLimit
        do throws(ProgramError) {
            return try invocation.run(until: .now + Self.longest)
        } catch {
            throw Failure(.environment, "cannot start ast-grep: \(error)")
        }
    }

    private func results(
        for part: ArraySlice<Int>,
        in output: [UInt8],
        of files: [SearchedFile]
    ) throws(SearchError) -> [Int: SyntaxResult] {
        var matches: [Int: [SyntaxMatch]] = [:]
        var errors: [Int: Int] = [:]
        for line in output.split(separator: .newline) {
            guard let found = AstGrepMatch(line), part.contains(found.file) else {
                throw SearchError(
                    reason: "ast-grep wrote a line that Hatpin does not understand: "
                        + String(decoding: line.prefix(200), as: UTF8.self),
                    isOfFiles: true
                )
            }
            guard found.fits(files[found.file].bytes.count) else {
                throw SearchError(
                    reason: "ast-grep names a place outside its file",
                    isOfFiles: true
                )
            }
            if let match = found.match {
                matches[found.file, default: []].append(match)
            } else {
                errors[found.file, default: 0] += 1
            }
        }
        return Dictionary(
            uniqueKeysWithValues: part.map { index in
                (index, .matches((matches[index] ?? []).sorted(), errors: errors[index] ?? 0))
            }
        )
    }
}
