import Basics

extension JSONWriter {
    /// Returns a JSON array with one object a line, so that line-based tools can read it.
    static func array<Element>(
        of elements: [Element],
        _ write: (Element, inout JSONWriter) -> Void
    ) -> String {
        let lines = elements.map { element in
            var json = JSONWriter()
            json.object { write(element, &$0) }
            return String(decoding: json.bytes, as: UTF8.self)
        }
        return "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }
}
