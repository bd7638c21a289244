/// Bytes that replace others; an insertion replaces none.
struct Edit {
    let bytes: Range<Int>
    let text: String
    /// Closing parentheses of inner places come before those of outer places, and both before an
    /// opening at the same byte; outer places open first.
    private let order: Int

    /// The edits that compile a choice in at a place.
    ///
    /// - Parameters:
    ///   - place: the place.
    ///   - index: the number of places before it, which include the outer ones.
    ///   - number: the number of its first mutant.
    /// - Returns: the edits, in any order.
    static func edits(of place: Place, _ index: Int, number: Int) -> [Edit] {
        let start = place.bytes.lowerBound
        let end = place.bytes.upperBound
        func opening(_ choice: Choice) -> Edit {
            Edit(bytes: start..<start, text: "\(choice.rawValue)(\(number), ", order: index + 1)
        }
        func closing(_ text: String) -> Edit {
            Edit(bytes: end..<end, text: text, order: -index - 1)
        }
        switch place.shape {
        case .wrapped(let choice): return [opening(choice), closing(")")]
        case .joined(let choice, let bytes):
            return [opening(choice), Edit(bytes: bytes, text: ",", order: 0), closing(")")]
        case .appended(let choice): return [closing(", \(choice.rawValue)(\(number))")]
        }
    }

    /// Returns the text with the edits, which must not overlap.
    static func apply(_ edits: [Edit], to text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var position = 0
        for edit in edits.sorted(by: {
            ($0.bytes.lowerBound, $0.order) < ($1.bytes.lowerBound, $1.order)
        }) {
            result += bytes[position..<edit.bytes.lowerBound]
            result += edit.text.utf8
            position = edit.bytes.upperBound
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }
}
