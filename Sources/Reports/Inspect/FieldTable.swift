import Basics
import Lint
import X509

/// Decoded fields as lines, each with the position of the bytes, the name and the value.
struct FieldTable {
    private let field: ShownField
    private let bytes: [UInt8]
    /// Whether long values are shown whole.
    private let isFull: Bool
    /// The columns at which names and values begin.
    private let names, values: Int

    /// The last column at which values begin; if a name is longer, its value begins further right.
    private static let lastColumn = 56
    /// The largest number of bytes of a value that is always shown whole: the size of a SHA-256
    /// hash.
    private static let shownBytes = 32
    /// The number of bytes on each line of a longer value, and the number of shown bytes of a
    /// shortened value.
    private static let lineBytes = 24

    init(field: ShownField, bytes: [UInt8], isFull: Bool) {
        self.field = field
        self.bytes = bytes
        self.isFull = isFull
        names = String(field.place.upperBound).count * 2 + 6
        values = min(Self.lastColumn, names + Self.width(of: field, depth: 0) + 2)
    }

    /// Returns the number of columns that names need, with their indentation.
    private static func width(of field: ShownField, depth: Int) -> Int {
        let own = field.value == nil ? 0 : field.name.count + (field.isCritical == true ? 9 : 0)
        return field.fields.reduce(own + 2 * depth) {
            max($0, width(of: $1, depth: depth + 1))
        }
    }

    func write(to text: inout TerminalText) {
        write(field, depth: 0, to: &text)
    }

    private func write(
        _ field: ShownField,
        depth: Int,
        to text: inout TerminalText
    ) {
        text.literal("  ")
        text.value(InspectionText.place(field.place), .faint)
        text.pad(to: names + 2 * depth)
        text.value(Untrusted(field.name), field.isFaulty ? .bad : .plain)
        if field.isCritical == true { text.literal(" critical", .odd) }
        write(field.value, to: &text)
        if field.isFaulty { text.literal("   ✗ does not decode", .bad) }
        text.newLine()
        for part in field.fields { write(part, depth: depth + 1, to: &text) }
        guard field.omitted > 0 else { return }
        text.pad(to: names + 2 * depth + 2)
        text.value("… and \(field.omitted) more (--full)", .faint)
        text.newLine()
    }

    private func write(_ value: ShownField.Value?, to text: inout TerminalText) {
        guard let value else { return }
        text.pad(to: max(text.column + 2, values))
        switch value {
        case .text(let words): write(words, to: &text)
        case .bytes(let place): write(bytes[place.clamped(to: bytes.indices)], to: &text)
        }
    }

    /// Writes hostile text in pieces, because `TerminalText` cuts long values.
    private func write(_ words: String, to text: inout TerminalText) {
        guard isFull else { return text.value(Untrusted(words)) }
        var rest = words.unicodeScalars[...]
        while !rest.isEmpty {
            text.value(Untrusted(String(String.UnicodeScalarView(rest.prefix(256)))))
            rest = rest.dropFirst(256)
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, to text: inout TerminalText) {
        guard bytes.count > Self.shownBytes else { return text.value(bytes.hex) }
        guard isFull else {
            text.value(bytes.prefix(Self.lineBytes).hex)
            text.value("… (\(bytes.count) bytes)", .faint)
            return
        }
        let column = text.column
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: Self.lineBytes) {
            if start > bytes.startIndex {
                text.newLine()
                text.pad(to: column)
            }
            text.value(bytes[start...].prefix(Self.lineBytes).hex)
        }
    }
}
