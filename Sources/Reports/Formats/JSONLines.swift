/// The lines of a run file.
package struct JSONLinesReporter: Reporter {
    private var json = JSONWriter()

    package init() {}

    package mutating func receive(_ record: RunRecord) -> String {
        json.removeAll()
        record.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
