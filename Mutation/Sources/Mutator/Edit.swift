/// Bytes that are put in the place of others; for an insertion there are no others.
struct Edit {
    let bytes: Range<Int>
    let text: String
    /// Closing parentheses of inner places come before those of outer ones, and both before
    /// whatever opens at the same byte; outer places open first.
    private let order: Int

    /// The edits that make a choice of a place.
    ///
    /// - Parameters:
    ///   - place: the place.
    ///   - index: the number of places before it, of which the outer ones are some.
    ///   - number: that of its first mutant.
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

    /// The text with the edits, none of which overlap.
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
