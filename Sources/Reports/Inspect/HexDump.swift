import Basics
import X509

/// Rows of bytes around one byte, which is shown in brackets.
///
/// ```
///   16  03 02 01 02 02 10[00]00 9c 1f 64 30 0a 06 08 2a   .......[.]...
/// ```
struct HexDump {
    /// The number of rows that are shown before and after the row of the byte.
    private static let margin = 2

    let bytes: [UInt8]
    /// The offset of the byte in brackets; if bytes are missing, the number of all bytes.
    let place: Int

    /// Writes the lines, each ended by a newline.
    func write(to text: inout TerminalText, indent: Int) {
        let row = place / 16
        let rows = max(0, row - Self.margin)...row + Self.margin
        for start in rows.map({ $0 * 16 }) where start < bytes.count || start / 16 == row {
            let offset = String(start)
            text.value(
                String(repeating: " ", count: max(0, indent - offset.count)) + offset,
                .faint
            )
            text.literal("  ")
            write(start, to: &text)
            text.newLine()
        }
    }

    private func write(_ start: Int, to text: inout TerminalText) {
        for position in start..<start + 16 {
            let isFaulty = position == place
            let separator = isFaulty ? "[" : position == place + 1 && position > start ? "]" : " "
            text.value(separator, isFaulty || separator == "]" ? .bad : .plain)
            let byte = position < bytes.count ? [bytes[position]].hex : "  "
            text.value(byte, isFaulty ? .bad : .plain)
        }
        text.value(place == start + 15 ? "]" : " ", .bad)
        text.literal("  ")
        let end = min(start + 16, bytes.count)
        let characters = start < end ? bytes[start..<end] : []
        text.value(
            String(
                decoding: characters.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: ".") },
                as: UTF8.self
            ),
            .faint
        )
    }
}
