/// The identity of a fault: its kind and the place in the code.
///
/// Inputs of one bucket are one finding.
struct Bucket: Hashable, Sendable {
    /// The kind of fault, with `#` for every number.
    let kind: String
    /// Up to three functions of Hatpin's own code, innermost first.
    let frames: [String]
    /// The name that libFuzzer gives the input, which contains its hash; empty if kind and frames
    /// identify the fault.
    let input: String

    /// The number of frames that identify a fault.
    private static let depth = 3

    /// - Parameters:
    ///   - kind: what happened, as Swift's runtime, the sanitizer or libFuzzer describes it.
    ///   - frames: functions of the project's sources, innermost first.
    ///   - input: the name of the input, if nothing else distinguishes its fault; otherwise empty.
    init(kind: String, frames: [String], input: String = "") {
        let kind = Self.withoutNumbers(kind)
        var distinct: [String] = []
        for frame in frames where frame != distinct.last { distinct.append(frame) }
        // A clock or a limit interrupts the innermost function at a random place, so only its
        // callers identify the fault.
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

    /// Returns the name of the finding's folder, such as `DecodePEM-arithmetic-overflow-1f0c99d2`.
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

    /// 32 bits of FNV-1a over kind, frames and input, hexadecimal, so that folders of similar
    /// faults have different names.
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
