/// The identity of a fault: its kind and its place.
///
/// Inputs of one bucket are taken for one finding.
struct Bucket: Hashable, Sendable {
    /// The kind of fault, with every number replaced by `#`.
    let kind: String
    /// Up to three functions of the project's sources.
    let frames: [String]
    /// The input by libFuzzer's name, which holds its hash; empty where kind and frames tell.
    let input: String

    /// How many frames tell.
    private static let depth = 3

    /// - Parameters:
    ///   - kind: what happened, in the words of Swift's runtime, the sanitizer or libFuzzer.
    ///   - frames: functions of the project's sources, innermost first.
    ///   - input: what tells an input from others of which no more is known.
    init(kind: String, frames: [String], input: String = "") {
        let kind = Self.withoutNumbers(kind)
        var distinct: [String] = []
        for frame in frames where frame != distinct.last { distinct.append(frame) }
        // Where a clock or a limit interrupts is chance; who called is not.
        let isInterrupted = Self.interruptions.contains { kind.hasPrefix($0) }
        (self.kind, self.input) = (kind, input)
        self.frames =
            isInterrupted ? distinct.suffix(Self.depth) : Array(distinct.prefix(Self.depth))
    }

    private static let interruptions = ["timeout", "out-of-memory", "stack-overflow"]

    private static func withoutNumbers(_ text: String) -> String {
        var kept = ""
        for character in text.split(separator: " ").joined(separator: " ") {
            guard character.isASCII, character.isWholeNumber else {
                kept.append(character)
                continue
            }
            if kept.last != "#" { kept.append("#") }
        }
        return kept
    }

    /// The name of its finding's folder: `DecodePEM-arithmetic-overflow-1f0c99d2`.
    func name(target: String) -> String {
        var words = ""
        for character in kind.lowercased() {
            if character.isASCII, character.isLetter {
                words.append(character)
            } else if let last = words.last, last != "-" {
                words.append("-")
            }
        }
        let shortened = words.prefix(40).split(separator: "-").joined(separator: "-")
        return [target, shortened, digest].filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// FNV-1a over kind, frames and input, 32 bits, hexadecimal: folders of faults that read alike must
    /// not share a name.
    private var digest: String {
        var hash: UInt32 = 0x811c_9dc5
        let telling = [kind] + frames + (input.isEmpty ? [] : [input])
        for byte in telling.joined(separator: "\n").utf8 {
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
