// Scripts in YAML: of pipelines, containers and playbooks.

extension Lexer {
    /// Keys whose values a shell runs: GitHub's and GitLab's pipelines, Compose, Kubernetes, Ansible.
    private static let scripts: Set = [
        "run", "script", "before_script", "after_script", "command", "cmd", "args", "entrypoint",
        "shell", "install", "before_install", "ansible.builtin.shell", "ansible.builtin.command",
    ]

    /// A line of YAML, as far as its form shows.
    private struct Line {
        /// The column of its first hyphen, and of its text; the same without one.
        let hyphen, column: Int
        /// The key at its beginning; nil for none.
        let key: String?
        /// The bytes behind the key, without blanks around them; none for a comment.
        let value: Range<Int>
        let end: Int

        var isItem: Bool { hyphen < column }
        var isBlank: Bool { key == nil && value.isEmpty }
    }

    /// Notes the bytes of scripts: a value behind its key, the lines of a block, the items of a list.
    mutating func noteScripts() {
        var list: (column: Int, isScript: Bool) = (0, false)
        var next = position
        while next < end {
            let line = line(from: next)
            next = line.end + 1
            guard !line.isBlank else { continue }
            let isOfList = line.isItem && list.isScript && line.hyphen >= list.column
            let isScript = line.key.map(Self.scripts.contains) ?? isOfList
            guard let first = line.value.first.map({ bytes[$0] }) else {
                list = (line.column, isScript)
                continue
            }
            if first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
                let block = block(from: next, within: line.key == nil ? line.hyphen : line.column)
                if isScript { commands.append(block) }
                next = block.upperBound
            } else if isScript, !"[{&*".utf8.contains(first) {
                commands.append(unquoted(line.value))
            }
        }
    }

    private func line(from start: Int) -> Line {
        var end = start
        while end < self.end, bytes[end] != .newline { end += 1 }
        func behindBlanks(_ index: Int) -> Int {
            (index..<end).first { bytes[$0] != .blank } ?? end
        }
        let hyphen = behindBlanks(start)
        var text = hyphen
        while text + 1 < end, bytes[text] == UInt8(ascii: "-"), bytes[text + 1] == .blank {
            text = behindBlanks(text + 1)
        }
        let word = text..<((text..<end).first { isBlank($0) } ?? end)
        let hasKey = word.count > 1 && bytes[word.upperBound - 1] == UInt8(ascii: ":")
        var value = behindBlanks(hasKey ? word.upperBound : text)..<end
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

    private func isBlank(_ index: Int) -> Bool {
        bytes[index] == .blank || bytes[index] == .tab || bytes[index] == .carriageReturn
    }

    /// The bytes inside the quotes of a value that has some.
    private func unquoted(_ value: Range<Int>) -> Range<Int> {
        let quote = bytes[value.lowerBound]
        guard value.count > 1, "\"'".utf8.contains(quote), bytes[value.upperBound - 1] == quote
        else { return value }
        return value.dropFirst().dropLast()
    }

    /// The lines that stand further in than a column.
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
