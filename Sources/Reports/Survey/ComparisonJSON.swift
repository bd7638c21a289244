import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat

/// A comparison as one JSON document (version 1).
///
/// ```
/// { version, tool, parties, judged, leftOut,
///   differences: [{ verdicts, truth, scenarios }] }
/// ```
package struct ComparisonJSON {
    private let comparison: Comparison

    package init(_ comparison: Comparison) {
        self.comparison = comparison
    }

    /// The document and a newline.
    package var text: String {
        var json = JSONWriter(capacity: 16_384)
        json.object { json in
            json.member("version", 1)
            json.member("tool", Tool.name)
            json.member("parties", comparison.parties.map(\.name))
            json.member("judged", comparison.judged)
            json.member("leftOut", comparison.leftOut)
            json.key("differences")
            json.array { list in
                for difference in comparison.differences {
                    list.object { json in
                        json.member("verdicts", difference.verdicts)
                        json.member("truth", difference.truth)
                        json.member("scenarios", difference.scenarios.map(\.id))
                    }
                }
            }
        }
        json.newLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
