import Basics

/// The search of source code: the rules, and the program that searches.
package struct SourceSearch: Sendable {
    package let rules: SourceRules
    package let program: Result<AstGrep, AstGrep.Missing>
    private let languages: Set<SourceLanguage>

    /// Creates a search; without ast-grep, it finds no matches and says so for each file.
    package init(_ rules: SourceRules) {
        self.rules = rules
        languages = rules.languages
        do throws(AstGrep.Missing) {
            program = .success(try AstGrep())
        } catch {
            program = .failure(error)
        }
    }

    /// Returns the language of a file if rules search in it.
    package func language(of path: String, _ bytes: [UInt8]) -> SourceLanguage? {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return SourceLanguage.of(name, bytes).flatMap { languages.contains($0) ? $0 : nil }
    }

    /// Searches files, all at once.
    ///
    /// - Parameter files: the paths and contents.
    /// - Returns: the result for each file; nil for a file in no language of the rules.
    package func results(for files: [(path: String, bytes: [UInt8])]) -> [SyntaxResult?] {
        let searched = files.enumerated().compactMap { index, file in
            let bytes = TextBytes.utf8(file.bytes)
            return language(of: file.path, bytes).map { (index, SearchedFile($0, bytes)) }
        }
        var results = [SyntaxResult?](repeating: nil, count: files.count)
        for ((index, _), result) in zip(searched, found(in: searched.map(\.1))) {
            results[index] = result
        }
        return results
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
