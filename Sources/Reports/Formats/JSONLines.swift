import Basics

/// Reports a run as the lines of its run file.
struct JSONLinesReporter: Reporter {
    private var json = JSONWriter()

    mutating func receive(_ record: RunRecord) -> String {
        json.removeAll()
        record.write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
