import Basics

/// A setup that a model decides otherwise than its original, which was run in it.
package struct ModelDifference: Difference {
    /// The first case of the suite that has the setup.
    package let id: String
    /// The two decisions: `accept`, `reject: REASON`, or the word of an end without a verdict.
    package let model, original: String

    /// A difference; each parameter is the property of its name.
    package init(id: String, model: String, original: String) {
        (self.id, self.model, self.original) = (id, model, original)
    }

    package var direction: DifferenceDirection? {
        let isRejected = { (decision: String) in decision.hasPrefix("reject: ") }
        return switch (model, original) {
        case ("accept", _) where isRejected(original): .stricter
        case (_, "accept") where isRejected(model): .laxer
        default: .otherwise
        }
    }

    /// Whether its case is one of these, or of a file or folder of these.
    func isIn(_ ids: String...) -> Bool {
        ids.contains { id == $0 || id.hasPrefix($0 + "[") || id.hasPrefix($0 + "/") }
    }

    /// Whether the model refuses it for one of these reasons.
    func isRefusedByModel(for reasons: String...) -> Bool {
        reasons.contains { model == "reject: " + $0 }
    }
}

/// A known difference between a model and its original.
package typealias KnownModelDifference = KnownDifference<ModelDifference>

extension KnownModelDifference {
    /// A server that says nothing.
    static let connectionsCut = KnownDifference(
        "connections that are cut",
        .otherwise,
        right: .both,
        "Where a server ends the connection amid the handshake, the program is seen to go without a request; "
            + "the model's own client has no verdict on that."
    ) { $0.model == "closed" && $0.isIn("handshake/stops-amid-the-handshake", "tls/weaker-hellos") }
}
