import Basics

/// A program and its arguments, each a template; no shell reads them.
package struct ClientCommand: Hashable, Sendable {
    /// The program's word first.
    package private(set) var words: [Template]

    /// A command of words that were split already.
    ///
    /// - Throws: a fault for no words, an empty program, and words that are no templates.
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

    /// No command, before a file's is read.
    static let unstated = ClientCommand()

    private init() { words = [] }

    /// Reads a command line: words as a shell splits them.
    init(_ text: String, in scope: PlaceholderScope) throws(Fault) {
        try self.init(words: try ShellWords.split(text), in: scope)
    }

    /// The placeholders of its words.
    package var placeholders: Set<ClientPlaceholder> {
        words.reduce(into: []) { $0.formUnion($1.placeholders) }
    }

    /// The words for one case.
    ///
    /// - Parameters:
    ///   - values: those of all placeholders but `options`.
    ///   - options: words that stand at `{options}`.
    /// - Returns: the program's word first.
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

    /// The files that it starts or interprets: words that begin with `{definition}` or `{built}`, and
    /// such entries of lists with colons between them, as class paths are.
    package func files(filling values: [ClientPlaceholder: String]) -> [String] {
        let folders = [ClientPlaceholder.definition, .built].compactMap { values[$0] }
        return words.compactMap { try? $0.text(filling: values) }
            .flatMap { $0.split(separator: ":").map(String.init) }
            .filter { path in folders.contains { path == $0 || path.hasPrefix($0 + "/") } }
    }

    /// The command with its relative paths below `{definition}`, since programs run in folders of
    /// their own.
    ///
    /// - Parameter folder: the definition's.
    /// - Returns: the command with those paths.
    func settled(in folder: String) -> ClientCommand {
        var command = self
        for (index, word) in words.enumerated() {
            if let path = word.settled(in: folder, isProgram: index == 0) {
                command.words[index] = path
            }
        }
        return command
    }

    /// The command line, as a definition has it.
    package var written: String { ShellWords.joined(words.map(\.written)) }
}

extension Template {
    /// The word below `{definition}`; nil for one that is no relative path.
    ///
    /// A program with a slash is one, a word that begins with `./` or `../`, and the name of a file
    /// that lies in the folder.
    fileprivate func settled(in folder: String, isProgram: Bool) -> Template? {
        guard case .literal(let text)? = parts.first, !text.hasPrefix("/") else { return nil }
        let isDotted = text.hasPrefix("./") || text.hasPrefix("../")
        let isProgramPath = isProgram && text.contains("/")
        let kind = parts.count > 1 || isProgram ? nil : RegularFile.kind(of: folder + "/" + text)
        guard isDotted || isProgramPath || kind == .file || kind == .link else { return nil }
        let path = text.hasPrefix("./") ? text.dropFirst(2) : text[...]
        return Template(placeholder: .definition).followed(by: "/" + path, parts.dropFirst())
    }

    /// The word that other words take the place of.
    fileprivate static let options = Template(placeholder: .options)
}
