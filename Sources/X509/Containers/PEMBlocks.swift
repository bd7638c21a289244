extension PEM {
    /// A position in a text; line and column start at 1, columns count bytes.
    package struct Position: Hashable, Sendable {
        package let line, column: Int

        package init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// A block with any label, not yet decoded.
    ///
    /// Blocks that are not needed, such as private keys, are never decoded.
    package struct Block: Sendable {
        /// The label: the words after `BEGIN`.
        package let label: String
        /// The line on which the block starts, from 1.
        package let line: Int
        /// The text between the `BEGIN` and the `END` line.
        fileprivate var body: ArraySlice<UInt8> = []
        fileprivate var isTerminated = false

        fileprivate init(label: String, line: Int) {
            self.label = label
            self.line = line
        }
    }

    /// Returns every block, in order.
    ///
    /// Text around the blocks is skipped (RFC 7468 §2). A byte order mark, which some editors
    /// write, is also skipped. A block without an end before the next block is also returned;
    /// decoding it throws.
    package static func blocks(in text: [UInt8]) -> [Block] {
        var blocks: [Block] = []
        var isOpen = false
        let text = text.starts(with: byteOrderMark) ? text[byteOrderMark.count...] : text[...]
        var start = text.startIndex
        var number = 0
        for line in PEMLines(text: text) {
            number += 1
            if let label = label(of: line.content, after: "-----BEGIN ") {
                blocks.append(Block(label: label, line: number))
                isOpen = true
                start = line.end
            } else if isOpen, let last = blocks.indices.last,
                label(of: line.content, after: "-----END ") == blocks[last].label
            {
                blocks[last].body = text[start..<line.content.startIndex]
                blocks[last].isTerminated = true
                isOpen = false
            }
        }
        return blocks
    }

    /// U+FEFF, the byte order mark, in UTF-8.
    private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

    private static func label(of line: ArraySlice<UInt8>, after start: StaticString) -> String? {
        guard line.first == UInt8(ascii: "-") else { return nil }
        let start = start.withUTF8Buffer { Array($0) }
        let end = Array("-----".utf8)
        guard line.starts(with: start), line.suffix(end.count) == end[...],
            line.count > start.count + end.count
        else { return nil }
        return String(decoding: line.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
    }
}

extension PEM.Block {
    /// Decodes the block's base64, which must contain at least one byte.
    ///
    /// - Throws: `PEMError` if the block has no end or its base64 is not strict (RFC 4648 §4).
    package func bytes() throws(PEMError) -> [UInt8] {
        guard isTerminated else { throw PEMError.unterminated(label: label, line: line) }
        let lines = PEMLines(text: body)
        guard let bytes = Base64.decode(lines.flatMap(\.content)), !bytes.isEmpty else {
            throw PEMError.badBase64(label: label, line: line, at: firstFault)
        }
        return bytes
    }

    /// The position of the first base64 error: a character outside the alphabet, early padding, or
    /// otherwise the start of the `END` line.
    private var firstFault: PEM.Position {
        let padding = UInt8(ascii: "=")
        let lines = PEMLines(text: body)
        let length = lines.reduce(0) { $0 + $1.content.count }
        var count = 0
        var number = line
        for line in lines {
            number += 1
            for (column, character) in line.content.enumerated() {
                count += 1
                let isPlaced = character == padding ? length - count < 2 : Base64.has(character)
                guard !isPlaced else { continue }
                return PEM.Position(line: number, column: column + 1)
            }
        }
        return PEM.Position(line: number + 1, column: 1)
    }
}

/// Iterates over the lines of a text.
private struct PEMLines: Sequence, IteratorProtocol {
    private let text: ArraySlice<UInt8>
    private var position: Int

    init(text: ArraySlice<UInt8>) {
        self.text = text
        position = text.startIndex
    }

    /// Returns the next line without trailing white space (RFC 7468 §3 allows it) or carriage
    /// return, and the start of the line after it.
    mutating func next() -> (content: ArraySlice<UInt8>, end: Int)? {
        guard position < text.endIndex else { return nil }
        let feed = text[position...].firstIndex(of: 0x0a) ?? text.endIndex
        var line = text[position..<feed]
        position = Swift.min(feed + 1, text.endIndex)
        while let last = line.last, [0x20, 0x09, 0x0d].contains(last) { line.removeLast() }
        return (line, position)
    }
}
