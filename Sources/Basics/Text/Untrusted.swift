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

extension JSONWriter: Sink {
    /// Writes a string out of hostile text.
    package mutating func string(_ value: Untrusted) {
        string(of: { value.write(to: &$0) })
    }

    /// Writes a member; nothing where the value is nil.
    package mutating func member(_ name: StaticString, _ value: Untrusted?) {
        guard let value else { return }
        key(name)
        string(value)
    }
}

extension Unicode.Scalar {
    /// `\u{202e}`: the number in place of the scalar.
    var spelledOut: String { "\\u{" + String(value, radix: 16) + "}" }
}
