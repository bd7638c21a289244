/// Text that came out of a certificate or a party and may have been written to attack its reader.
///
/// It has no description, and reflection shows nothing of it, so that it cannot slip into a report
/// by interpolation: only a sink's `escape` gets to see the text.
package struct Untrusted: Hashable, Sendable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Hands the text to the one place that may look at it.
    package func write(to sink: inout some Sink) {
        sink.escape(text)
    }
}

extension Untrusted: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}

/// Something that people or programs will read: a terminal, a JSON or XML document, a CI log.
package protocol Sink {
    /// Writes `text` so that it can be nothing but text there.
    mutating func escape(_ text: String)
}

extension Unicode.Scalar {
    /// Whether a reader would not see this scalar as what it is: control characters (C0, DEL, C1),
    /// line and paragraph separators, bidirectional controls, what has no width, and tags.
    var isDeceptive: Bool {
        switch value {
        case 0x00...0x1f, 0x7f...0x9f, 0xad, 0x034f, 0x061c, 0x115f...0x1160, 0x17b4...0x17b5,
            0x180b...0x180f, 0x200b...0x200f, 0x2028...0x202e, 0x2060...0x206f, 0x3164,
            0xfe00...0xfe0f,
            0xfeff, 0xffa0, 0xfff0...0xfffb, 0x1d173...0x1d17a, 0xe0000...0xe0fff:
            true
        // Latin letters, and the punctuation, arrows and signs of prose.
        case 0x20...0x024f, 0x2010...0x2027, 0x2030...0x205e, 0x2190...0x22ff:
            false
        default:
            properties.generalCategory == .unassigned || properties.generalCategory == .privateUse
        }
    }

    /// `\u{202e}`: the number in place of the scalar.
    var spelledOut: String { "\\u{" + String(value, radix: 16) + "}" }
}
