import Basics

extension ReviewedFile {
    /// Returns the range to delete: the given range with the comma after it, or else with the comma
    /// before it, or else with the semicolon after it; whole lines if nothing else is on them.
    func deletable(_ range: Range<Int>) -> Range<Int> {
        let blanks = Set(" \t\r\n".utf8)
        var range = range
        let after = bytes[range.upperBound...].firstIndex { !blanks.contains($0) }
        let before = bytes[..<range.lowerBound].lastIndex { !blanks.contains($0) }
        if let after, bytes[after] == UInt8(ascii: ",") {
            range = range.lowerBound..<after + 1
            let whole = wholeLines(range)
            if whole != range { return whole }
            let rest = bytes[range.upperBound...].prefix { $0 == UInt8(ascii: " ") }
            return range.lowerBound..<rest.endIndex
        }
        if let before, bytes[before] == UInt8(ascii: ",") { return before..<range.upperBound }
        if let after, bytes[after] == UInt8(ascii: ";") { range = range.lowerBound..<after + 1 }
        return wholeLines(range)
    }

    /// The comments that allow findings, from `hatpin:allow` to the end of the line.
    var allowingComments: [Range<Int>] {
        let word = Array("hatpin:allow".utf8)
        var comments: [Range<Int>] = []
        var start = 0
        while let place = bytes[start...].firstPlace(of: word) {
            let end = bytes[place.upperBound...].firstIndex(of: .newline) ?? bytes.count
            comments.append(place.lowerBound..<end)
            start = end
        }
        return comments
    }

    /// Returns whether a byte is between `#if DEBUG` and its `#else` or `#endif`.
    func isInDebugRegion(_ offset: Int, _ language: SourceLanguage) -> Bool {
        guard [.swift, .objc, .c, .cpp, .csharp].contains(language) else { return false }
        // Whether each open condition holds in debug builds only.
        var open: [Bool] = []
        for line in lines {
            guard line.lowerBound <= offset else { break }
            let words = text(line).trimmingBlanks.split { " \t!()".contains($0) }.map(String.init)
            guard let first = words.first, first.hasPrefix("#") else { continue }
            let isNegated = text(line).contains("!") || first == "#ifndef"
            switch first {
            case "#if", "#ifdef", "#ifndef":
                open.append(!isNegated && words.dropFirst().contains("DEBUG"))
            case "#elif", "#elseif", "#else":
                if !open.isEmpty { open[open.count - 1] = false }
            case "#endif": _ = open.popLast()
            default: break
            }
        }
        return open.contains(true)
    }
}
