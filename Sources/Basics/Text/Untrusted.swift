/// Text from a certificate or from a party; the text may attack its reader.
///
/// The type has no description, and reflection shows nothing, so the text cannot get into a report
/// by interpolation. Only the `escape` method of a sink gets the text.
package struct Untrusted: Hashable, Sendable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// Passes the text to the `escape` method of a sink.
    package func write(to sink: inout some Sink) {
        sink.escape(text)
    }
}

extension Untrusted: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: [:] as KeyValuePairs<String, Any>) }
}

/// An output that people or programs will read: a terminal, a JSON or XML document, a CI log.
package protocol Sink {
    /// Writes `text` escaped, so that a reader of the output takes it for text and never for markup
    /// or commands.
    mutating func escape(_ text: String)
}

extension JSONWriter: Sink {
    /// Writes untrusted text as a string.
    package mutating func string(_ value: Untrusted) {
        string(of: { value.write(to: &$0) })
    }

    /// Writes a member, or nothing if the value is nil.
    package mutating func member(_ name: StaticString, _ value: Untrusted?) {
        guard let value else { return }
        key(name)
        string(value)
    }
}

extension Unicode.Scalar {
    /// The scalar's number as text, such as `\u{202e}`.
    var spelledOut: String { "\\u{" + String(value, radix: 16) + "}" }
}
