import Basics

/// The search of source code: the rules, and the program that searches.
package struct SourceSearch: Sendable {
    package let rules: SourceRules
    package let program: Result<AstGrep, AstGrep.Missing>
    /// The words of which a file must have one, by language; other languages are not searched.
    private let words: [SourceLanguage: [[UInt8]]]
    private let settings: SettingsSearch

    /// A search of settings files, which starts no program.
    package static let ofSettings = SourceSearch(.builtIn, in: "/nonexistent")

    /// Creates a search; without ast-grep, it reads only settings files, and reports the other
    /// files as unread.
    ///
    /// - Parameters:
    ///   - rules: the rules.
    ///   - search: the folders to search for ast-grep; nil for the folders of `PATH`.
    package init(_ rules: SourceRules, in search: String? = nil) {
        self.rules = rules
        settings = SettingsSearch(rules)
        words = rules.words.mapValues { $0.sorted().map { Array($0.utf8) } }
        do throws(AstGrep.Missing) {
            program = .success(try AstGrep(in: search))
        } catch {
            program = .failure(error)
        }
    }

    /// Returns the language of a file if rules search in it.
    package func language(of path: String, _ bytes: [UInt8]) -> SourceLanguage? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if let language = SourceLanguage.of(name, bytes), words[language] != nil { return language }
        return readsSettings(path) ? .settings : nil
    }

    /// Returns whether rules search for settings in a file of this name.
    func readsSettings(_ path: String) -> Bool { settings.reads(path) }

    /// Searches several files at once.
    ///
    /// - Parameter files: the paths and contents.
    /// - Returns: the result for each file; nil for a file whose language has no rules.
    package func results(for files: [(path: String, bytes: [UInt8])]) -> [SyntaxResult?] {
        let searched = files.enumerated().compactMap { index, file in
            let bytes = TextBytes.utf8(file.bytes)
            return language(of: file.path, bytes).map { language in
                let isMakefile = MakeRecipes.isMakefile(file.path)
                return (
                    index, SearchedFile(language, isMakefile ? MakeRecipes.script(bytes) : bytes)
                )
            }
        }
        var results = [SyntaxResult?](repeating: nil, count: files.count)
        let likely = searched.filter { isLikely($0.1) }
        for (index, _) in searched { results[index] = .matches([], errors: 0) }
        for (index, file) in likely where file.language == .settings {
            let matches = settings.matches(in: file.bytes, named: files[index].path)
            results[index] = .matches(matches, errors: 0)
        }
        let parsed = likely.filter { $0.1.language != .settings }
        for ((index, _), result) in zip(parsed, found(in: parsed.map(\.1))) {
            results[index] = result
        }
        return results
    }

    /// Returns whether a file has one of the words without which no rule can find anything.
    private func isLikely(_ file: SearchedFile) -> Bool {
        words[file.language].map(file.bytes.holdsAny) ?? false
    }

    private func found(in files: [SearchedFile]) -> [SyntaxResult] {
        guard !files.isEmpty else { return [] }
        switch program {
        case .failure(let missing):
            return files.map { _ in .unreadable("\(missing.reason); \(missing.help)") }
        case .success(let program):
            do throws(Failure) {
                return try program.search(files, for: rules)
            } catch {
                return files.map { _ in .unread(error.message) }
            }
        }
    }
}
