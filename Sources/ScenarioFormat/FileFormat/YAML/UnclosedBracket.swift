/// A bracket or brace that the rest of the file does not close.
///
/// The parser reports such a bracket at the next key, some lines below the bracket to fix.
struct UnclosedBracket {
    let bracket: Unicode.Scalar
    let mark: Mark

    /// Creates the value for the bracket at `mark`; nil for other text and for a closed bracket.
    init?(at mark: Mark, in source: Source) {
        let first = Array(source.line(mark.line).unicodeScalars.dropFirst(mark.column - 1))
        guard let bracket = first.first, bracket == "[" || bracket == "{" else { return nil }
        var depth = Self.change(in: first, startingAt: 0)
        var line = mark.line
        while depth > 0, line < source.end.line {
            line += 1
            depth = Self.change(in: Array(source.line(line).unicodeScalars), startingAt: depth)
        }
        guard depth > 0 else { return nil }
        (self.bracket, self.mark) = (bracket, mark)
    }

    /// Returns the number of open brackets after a line; 0 as soon as all are closed.
    private static func change(in line: [Unicode.Scalar], startingAt depth: Int) -> Int {
        var (depth, index) = (depth, 0)
        var quote: Unicode.Scalar?
        while index < line.count {
            let scalar = line[index]
            if let end = quote {
                if scalar == "\\", end == "\"" { index += 1 }
                if scalar == end { quote = nil }
            } else if scalar == "#", index == 0 || line[index - 1] == " " {
                return depth
            } else if scalar == "[" || scalar == "{" {
                depth += 1
            } else if scalar == "]" || scalar == "}" {
                depth -= 1
                if depth == 0 { return 0 }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            }
            index += 1
        }
        return depth
    }
}
