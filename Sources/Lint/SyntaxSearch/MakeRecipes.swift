import Basics

/// The commands of a Makefile as a shell script of the same size.
enum MakeRecipes {
    /// Returns whether a file is a Makefile.
    static func isMakefile(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return ["Makefile", "GNUmakefile", "makefile"].contains(name) || name.hasSuffix(".mk")
    }

    /// Returns the recipes and exported variables, with blanks in place of everything else.
    static func script(_ bytes: [UInt8]) -> [UInt8] {
        var script = bytes
        var (start, isContinued) = (0, false)
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
            let line = start..<end
            if bytes[start] == .tab || isContinued {
                unwrap(line, &script)
            } else if bytes[line].starts(with: "export ".utf8) {
                assign(line, &script)
            } else {
                for index in line { script[index] = .blank }
            }
            isContinued = (bytes[start] == .tab || isContinued) && bytes[line].last == .backslash
            start = end + 1
        }
        return script
    }

    /// Blanks the marks before a command, and fills make's variables with letters.
    private static func unwrap(_ line: Range<Int>, _ script: inout [UInt8]) {
        for index in line.prefix(while: { "\t@-+ ".utf8.contains(script[$0]) }) {
            script[index] = .blank
        }
        for index in line.dropLast() where script[index] == UInt8(ascii: "$") {
            let next = script[index + 1]
            if next == UInt8(ascii: "$") { script[index] = .blank }
            guard next == UInt8(ascii: "("),
                let name = bytesOfName(after: index + 2, in: line, script)
            else { continue }
            for place in index..<name.upperBound + 1 { script[place] = UInt8(ascii: "x") }
        }
    }

    /// Returns the name of a variable of make up to its closing bracket; nil for a function.
    private static func bytesOfName(
        after start: Int,
        in line: Range<Int>,
        _ script: [UInt8]
    ) -> Range<Int>? {
        let name = script[start..<line.upperBound].prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte & 0xdf) || byte == 0x5f
        }
        let end = name.endIndex
        guard !name.isEmpty, end < line.upperBound, script[end] == UInt8(ascii: ")") else {
            return nil
        }
        return start..<end
    }

    /// Makes `export NAME=value` of `export NAME := value`.
    private static func assign(_ line: Range<Int>, _ script: inout [UInt8]) {
        guard let sign = script[line].firstIndex(of: UInt8(ascii: "=")) else { return }
        let signs = ": ?+\t".utf8
        var (first, last) = (sign, sign + 1)
        while first > line.lowerBound, signs.contains(script[first - 1]) { first -= 1 }
        while last < line.upperBound, script[last] == .blank || script[last] == .tab { last += 1 }
        let value = Array(script[last..<line.upperBound])
        let text = [UInt8(ascii: "=")] + value
        let blanks = repeatElement(UInt8.blank, count: line.upperBound - first - text.count)
        script.replaceSubrange(first..<line.upperBound, with: text + blanks)
    }
}
