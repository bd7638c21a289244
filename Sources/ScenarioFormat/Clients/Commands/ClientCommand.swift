import Basics

/// A program and its arguments, each a template; no shell is involved.
package struct ClientCommand: Hashable, Sendable {
    /// The words, the program first.
    package private(set) var words: [Template]

    /// Creates a command from separate words.
    ///
    /// - Throws: a fault if there is no word, the program is empty, a word is not a template, or
    ///   `{options}` is the program or a part of a word.
    init(words: [String], in scope: PlaceholderScope) throws(Fault) {
        guard let program = words.first, !program.isEmpty else { throw .emptyCommand }
        var templates: [Template] = []
        for word in words { templates.append(try Template(word, in: scope)) }
        try self.init(templates)
    }

    init(_ words: [Template]) throws(Fault) {
        guard let program = words.first, program.parts != [] else { throw .emptyCommand }
        for word in words where word.placeholders.contains(.options) && word != .options {
            throw .optionsInWord(word.written)
        }
        if program == .options { throw .emptyCommand }
        self.words = words
    }

    /// The empty command, which a definition has before its file is read.
    static let unstated = ClientCommand()

    private init() { words = [] }

    /// Reads a command line, and splits it as a shell does.
    init(_ text: String, in scope: PlaceholderScope) throws(Fault) {
        try self.init(words: try ShellWords.split(text), in: scope)
    }

    /// The placeholders of all words.
    package var placeholders: Set<ClientPlaceholder> {
        words.reduce(into: []) { $0.formUnion($1.placeholders) }
    }

    /// Returns the words for one case.
    ///
    /// - Parameters:
    ///   - values: the values of all placeholders except `options`.
    ///   - options: the words for `{options}`.
    /// - Returns: the words, the program first.
    /// - Throws: the first placeholder that has no value.
    package func words(
        filling values: [ClientPlaceholder: String],
        options: [String] = []
    ) throws(UnfilledPlaceholder) -> [String] {
        var filled: [String] = []
        for word in words {
            if word == .options {
                filled += options
            } else {
                filled.append(try word.text(filling: values))
            }
        }
        return filled
    }

    /// Returns the files that the command runs or reads.
    ///
    /// These are the words that start with `{definition}` or `{built}`. The elements of
    /// colon-separated lists, such as class paths, count as words.
    package func files(filling values: [ClientPlaceholder: String]) -> [String] {
        let folders = [ClientPlaceholder.definition, .built].compactMap { values[$0] }
        return words.compactMap { try? $0.text(filling: values) }
            .flatMap { $0.split(separator: ":").map(String.init) }
            .filter { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } }
    }

    /// Returns the command with relative paths under `{definition}`, because programs run in other
    /// folders.
    ///
    /// - Parameter folder: the folder of the definition.
    /// - Returns: the command with `{definition}` before its relative paths.
    func settled(in folder: String) -> ClientCommand {
        var command = self
        for (index, word) in words.enumerated() {
            if let path = word.settled(in: folder, isProgram: index == 0) {
                command.words[index] = path
            }
        }
        return command
    }

    /// The command line as written in a definition.
    package var written: String { ShellWords.joined(words.map(\.written)) }
}

extension Template {
    /// Returns the word with `{definition}` before it; nil if the word is not a relative path.
    ///
    /// Relative paths are a program with a slash, a word that starts with `./` or `../`, and the
    /// path of a file below the folder.
    fileprivate func settled(in folder: String, isProgram: Bool) -> Template? {
        guard case .literal(let text)? = parts.first, !text.hasPrefix("/") else { return nil }
        let isDotted = text.hasPrefix("./") || text.hasPrefix("../")
        let isProgramPath = isProgram && text.contains("/")
        let kind = parts.count > 1 || isProgram ? nil : Files.kind(of: folder + "/" + text)
        guard isDotted || isProgramPath || kind == .file || kind == .link else { return nil }
        let path = text.hasPrefix("./") ? text.dropFirst(2) : text[...]
        return Template(placeholder: .definition).followed(by: "/" + path, parts.dropFirst())
    }

    /// The word `{options}`, which the words of options replace.
    fileprivate static let options = Template(placeholder: .options)
}
