// Scripts in YAML: pipelines, containers and playbooks.

extension Lexer {
    /// Keys whose values are commands, and how a list is read there: GitHub and GitLab pipelines,
    /// Compose, Kubernetes, Ansible.
    private static let keys: [String: EmbeddedCommand.Form] = [
        "run": .scripts, "script": .scripts, "before_script": .scripts, "after_script": .scripts,
        "shell": .scripts, "install": .scripts, "before_install": .scripts, "commands": .scripts,
        "ansible.builtin.shell": .scripts,
        "command": .words, "cmd": .words, "args": .words, "entrypoint": .words, "test": .words,
        "ansible.builtin.command": .words,
    ]

    /// A line of YAML, parsed only roughly.
    private struct Line {
        /// The columns of its first hyphen and of its text; equal without a hyphen.
        let hyphen, column: Int
        /// The key at the start of the line; nil if there is none.
        let key: String?
        /// The bytes after the key, without surrounding spaces; empty for a comment.
        let value: Range<Int>
        let end: Int

        var isItem: Bool { hyphen < column }
        var isBlank: Bool { key == nil && value.isEmpty }
    }

    /// Records the bytes of commands: the value after a key, the lines of a block, a list.
    mutating func noteScripts() {
        var list: (column: Int, form: EmbeddedCommand.Form?) = (0, nil)
        var words: Range<Int>?
        var next = position
        while next < end {
            let line = line(from: next)
            next = line.end + 1
            guard !line.isBlank else { continue }
            let isOfList = line.isItem && line.hyphen >= list.column
            let form = line.key.map { Self.keys[$0] } ?? (isOfList ? list.form : nil)
            let first = line.value.first.map { bytes[$0] }
            let isBlock = first == UInt8(ascii: "|") || first == UInt8(ascii: ">")
            if line.key == nil, form == .words, !isBlock {
                words = (words?.lowerBound ?? line.value.lowerBound)..<line.value.upperBound
                continue
            }
            if let words { commands.append(EmbeddedCommand(.words, words)) }
            words = nil
            if first == nil {
                list = (line.column, form)
            } else if isBlock {
                let block = block(from: next, within: line.key == nil ? line.hyphen : line.column)
                if form != nil { commands.append(EmbeddedCommand(.script, block)) }
                next = block.upperBound
            } else if let form, first == UInt8(ascii: "[") {
                guard let items = bracketed(from: line.value.lowerBound) else { continue }
                commands.append(EmbeddedCommand(form, items))
                next = max(next, self.line(from: items.upperBound).end + 1)
            } else if form != nil, let first, !"{&*".utf8.contains(first) {
                commands.append(EmbeddedCommand(.script, unquoted(line.value)))
            }
        }
        if let words { commands.append(EmbeddedCommand(.words, words)) }
    }

    private func line(from start: Int) -> Line {
        var end = start
        while end < self.end, bytes[end] != .newline { end += 1 }
        func afterBlanks(_ index: Int) -> Int {
            (index..<end).first { bytes[$0] != .blank } ?? end
        }
        let hyphen = afterBlanks(start)
        var text = hyphen
        while text + 1 < end, bytes[text] == UInt8(ascii: "-"), bytes[text + 1] == .blank {
            text = afterBlanks(text + 1)
        }
        let word = text..<((text..<end).first { isBlank($0) } ?? end)
        let hasKey = word.count > 1 && bytes[word.upperBound - 1] == UInt8(ascii: ":")
        var value = afterBlanks(hasKey ? word.upperBound : text)..<end
        while let last = value.last, isBlank(last) { value.removeLast() }
        if value.first.map({ bytes[$0] == .hash }) ?? false { value = end..<end }
        return Line(
            hyphen: hyphen - start,
            column: text - start,
            key: hasKey ? self.text(word.dropLast()) : nil,
            value: value,
            end: end
        )
    }

    /// Returns the bytes inside the quotes of a quoted value.
    private func unquoted(_ value: Range<Int>) -> Range<Int> {
        let quote = bytes[value.lowerBound]
        guard value.count > 1, "\"'".utf8.contains(quote), bytes[value.upperBound - 1] == quote
        else { return value }
        return value.dropFirst().dropLast()
    }

    /// Returns the lines that are indented more than a column.
    private func block(from start: Int, within column: Int) -> Range<Int> {
        var end = start
        while end < self.end {
            let line = line(from: end)
            // A line of a script may look like a comment.
            let hasText = (end..<line.end).contains { !isBlank($0) }
            guard !hasText || line.hyphen > column else { break }
            end = min(self.end, line.end + 1)
        }
        return start..<end
    }
}
