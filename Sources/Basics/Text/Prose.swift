/// Short texts that several reports share.
package enum Prose {
    /// Returns the first sentence of the description `about`, on one line.
    ///
    /// Skips a drawing of the chain, which has no full stop, if prose follows the drawing.
    package static func firstSentence(of about: String) -> String {
        let paragraphs = paragraphs(of: about)
        let prose = paragraphs.first { $0.contains { ".!?".contains($0) } && endsAsProse($0) }
        guard let paragraph = prose ?? paragraphs.first else { return "" }
        let scalars = Array(paragraph)
        for index in scalars.indices where ".!?".contains(scalars[index]) {
            let rest = scalars[(index + 1)...]
            let next = rest.dropFirst().first
            if rest.isEmpty || rest.first == " " && next?.isUppercase == true {
                return String(scalars[...index])
            }
        }
        return paragraph
    }

    private static func endsAsProse(_ paragraph: String) -> Bool {
        paragraph.last.map { ".!?:".contains($0) } ?? false
    }

    /// Splits a text at empty lines into blocks, each on one line.
    private static func paragraphs(of text: String) -> [String] {
        var blocks: [[Substring]] = [[]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split { $0.isWhitespace }
            if words.isEmpty {
                blocks.append([])
            } else {
                blocks[blocks.count - 1] += words
            }
        }
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// Formats microseconds for people: `410 µs`, `41 ms`, `5.9 s`, `3 min 20 s`.
    package static func duration(_ microseconds: Int) -> String {
        switch microseconds {
        case ..<1_000: "\(microseconds) µs"
        case ..<1_000_000: "\(microseconds / 1_000) ms"
        case ..<100_000_000:
            "\(microseconds / 1_000_000).\(microseconds / 100_000 % 10) s"
        default: "\(microseconds / 60_000_000) min \(microseconds / 1_000_000 % 60) s"
        }
    }

    /// Returns `1 scenario` or `2 scenarios`; for a noun with an irregular plural, pass `plural`.
    package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
    }

    /// Quotes a word for a POSIX shell.
    package static func shellQuoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"),
                UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "+"):
                true
            default:
                false
            }
        }
        guard !plain || word.isEmpty else { return word }
        let inner = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + inner.joined(separator: "'\\''") + "'"
    }
}
