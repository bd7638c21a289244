import JSON
import Reports

/// The two texts of `hatpin limbo`.
package enum LimboReport {
    /// x509-limbo's results (version 1).
    package static func results(_ verdicts: [LimboVerdict]) -> String {
        var json = JSONWriter(capacity: 128 * verdicts.count)
        json.object { json in
            json.key("version")
            json.number(1)
            json.key("harness")
            json.string(Tool.name)
            json.key("results")
            json.array { json in
                for verdict in verdicts {
                    json.object { json in
                        json.key("id")
                        json.string(verdict.id)
                        json.key("actual_result")
                        json.string(verdict.result.rawValue)
                        json.key("context")
                        json.string(verdict.context)
                    }
                }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// RFC 4180, with a header line; the time is empty where nothing was decided.
    package static func timing(_ verdicts: [LimboVerdict]) -> String {
        let lines = verdicts.map { verdict in
            let time = verdict.microseconds.map { String($0) } ?? ""
            let reason = Shown.escaped(verdict.context).replacing("\"", with: "\"\"")
            return "\(verdict.id),\(verdict.result.rawValue),\(time),\"\(reason)\""
        }
        return (["id,result,microseconds,reason"] + lines).joined(separator: "\r\n") + "\r\n"
    }
}
