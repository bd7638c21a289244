import Yams

/// Reads the documents of a file into values with places.
package enum YAMLReader {
    /// The largest size in bytes, which is checked first.
    package static let maximumSize = 1 << 20

    /// Returns the documents, or the faults of the file.
    package static func documents(of source: Source) -> Result<[Value], Refused> {
        let textual = TextGuard.diagnostics(of: source)
        guard textual.isEmpty else { return .failure(Refused(diagnostics: textual)) }
        let lexical = LexicalGuard.diagnostics(of: source)
        guard lexical.isEmpty else { return .failure(Refused(diagnostics: lexical)) }
        do {
            return .success(try compose(source))
        } catch {
            return .failure(Refused(diagnostics: [error]))
        }
    }

    /// A file that is not valid YAML.
    package struct Refused: Error {
        package let diagnostics: [Diagnostic]
    }

    private static func compose(_ source: Source) throws(Diagnostic) -> [Value] {
        var documents: [Value] = []
        do {
            // The default encoding would make the parser read the environment and write to standard
            // output.
            let parser = try Parser(
                yaml: String(decoding: source.bytes, as: UTF8.self),
                resolver: .basic,
                encoding: .utf8
            )
            while let root = try parser.nextRoot() {
                documents.append(try value(root, in: source, depth: 0))
            }
        } catch {
            throw diagnostic(for: error, in: source)
        }
        let isEmpty = documents.allSatisfy { document in
            if case .missing = document.content { true } else { false }
        }
        if isEmpty { throw Diagnostic(.empty, in: source) }
        return documents
    }

    private static func value(
        _ node: Yams.Node,
        in source: Source,
        depth: Int
    )
        throws(Diagnostic) -> Value
    {
        let place = Place(source: source, mark: mark(node.mark, in: source))
        // The guard has counted nodes. The parser's depth is checked again, because the guard may
        // pass doubtful text.
        guard depth <= 2 * LexicalGuard.maximumDepth else {
            throw Diagnostic(.tooDeep(limit: LexicalGuard.maximumDepth), at: place)
        }
        switch node {
        case .scalar(let scalar):
            return Value(content: content(scalar), place: place)
        case .sequence(let sequence):
            var list: [Value] = []
            list.reserveCapacity(sequence.count)
            for element in sequence {
                list.append(try value(element, in: source, depth: depth + 1))
            }
            return Value(content: .list(list), place: place)
        case .mapping(let mapping):
            var entries: [Value.Entry] = []
            entries.reserveCapacity(mapping.count)
            for (key, below) in mapping {
                let keyPlace = try value(key, in: source, depth: depth + 1)
                guard let text = key.scalar?.string else {
                    throw Diagnostic(.complexKey, at: keyPlace.place)
                }
                let value = try value(below, in: source, depth: depth + 1)
                entries.append(Value.Entry(key: text, place: keyPlace.place, value: value))
            }
            return Value(content: .mapping(entries), place: place)
        case .alias:
            throw Diagnostic(.alias("*"), at: place)
        }
    }

    private static func content(_ scalar: Yams.Node.Scalar) -> Value.Content {
        guard scalar.style == .plain else { return .text(scalar.string) }
        return switch scalar.string {
        case "~", "null": .null
        case "": .missing
        default: .text(scalar.string)
        }
    }
}

// MARK: Parser errors

extension YAMLReader {
    private static func diagnostic(for error: any Error, in source: Source) -> Diagnostic {
        if let diagnostic = error as? Diagnostic { return diagnostic }
        guard let error = error as? YamlError else {
            return Diagnostic(.yamlSyntax("\(error)"), in: source)
        }
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            if let opening = context.flatMap({
                UnclosedBracket(at: Self.mark($0.mark, in: source), in: source)
            }) {
                return Diagnostic(.unclosed(opening.bracket), in: source, at: opening.mark)
            }
            let fault = Fault.yamlSyntax(problem, context: context?.text)
            return Diagnostic(fault, in: source, at: Self.mark(mark, in: source))
        case .duplicatedKeysInMapping(let keys, let context):
            let key = keys.first ?? ""
            let first = Mark(line: context.mark.line, column: context.mark.column)
            let second = DuplicateKey.second(of: key, first: first, in: source)
            let length = second.map { source.length(of: key, at: $0) } ?? 1
            let fault = Fault.duplicateKey(key, firstLine: first.line)
            return Diagnostic(fault, in: source, at: second ?? first, length: length)
        case .reader(let problem, _, _, _):
            return Diagnostic(.yamlSyntax(problem), in: source)
        default:
            return Diagnostic(.yamlSyntax("the parser failed"), in: source)
        }
    }

    /// Converts a mark of the parser, which may be after the end of the file.
    private static func mark(_ mark: Yams.Mark?, in source: Source) -> Mark {
        min(Mark(line: mark?.line ?? 1, column: mark?.column ?? 1), source.end)
    }
}

/// Finds the second occurrence of a repeated key, because the parser reports only the first.
enum DuplicateKey {
    /// Returns the mark of the next key with this text in the mapping with the first key at
    /// `first`.
    static func second(of key: String, first: Mark, in source: Source) -> Mark? {
        let line = Array(source.line(first.line).unicodeScalars)
        let before = line.prefix(first.column - 1)
        // Only spaces and dashes precede the first key of a block mapping.
        guard before.allSatisfy({ $0 == " " || $0 == "-" }) else {
            return inFlow(key, after: first, in: source)
        }
        return inBlock(key, after: first, in: source)
    }

    /// Returns the mark of the next equal key in a block mapping.
    ///
    /// Keys of one block mapping have the same column. Deeper lines belong to their values, and a
    /// line with less indentation ends the mapping.
    private static func inBlock(_ key: String, after first: Mark, in source: Source) -> Mark? {
        guard first.line < source.end.line else { return nil }
        for number in first.line + 1...source.end.line {
            let line = Array(source.line(number).unicodeScalars)
            let column = line.prefix { $0 == " " }.count + 1
            guard column <= line.count, line[column - 1] != "#" else { continue }
            if column < first.column { return nil }
            if column == first.column, isKey(key, line[(column - 1)...]) {
                return Mark(line: number, column: column)
            }
        }
        return nil
    }

    /// Returns the mark of the next equal key in a flow mapping, whose keys are all at the same
    /// depth of brackets.
    private static func inFlow(_ key: String, after first: Mark, in source: Source) -> Mark? {
        var (depth, quote): (Int, Unicode.Scalar?) = (0, nil)
        for number in first.line...source.end.line {
            let line = Array(source.line(number).unicodeScalars)
            var index = number == first.line ? first.column : 0
            while index < line.count {
                let scalar = line[index]
                let follows = line[..<index].last { $0 != " " }.map { $0 == "," || $0 == "{" }
                if let open = quote {
                    if scalar == "\\", open == "\"" { index += 1 }
                    if scalar == open { quote = nil }
                } else if depth == 0, follows ?? true, isKey(key, line[index...]) {
                    return Mark(line: number, column: index + 1)
                } else if scalar == "#", index > 0, line[index - 1] == " " {
                    break
                } else if "[{".unicodeScalars.contains(scalar) {
                    depth += 1
                } else if "]}".unicodeScalars.contains(scalar) {
                    if depth == 0 { return nil }
                    depth -= 1
                } else if scalar == "\"" || scalar == "'" {
                    quote = scalar
                }
                index += 1
            }
        }
        return nil
    }

    private static func isKey(_ key: String, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        [key, "\"\(key)\"", "'\(key)'"].contains { written in
            guard text.starts(with: written.unicodeScalars) else { return false }
            let rest = text.dropFirst(written.unicodeScalars.count).drop { $0 == " " }
            return rest.first == ":"
        }
    }
}
