import Basics

/// A setup for which a model and the client that it models were observed to decide differently.
package struct ModelDifference: Difference {
    /// The first case of the suite that has the setup.
    package let id: String
    /// The two decisions: `accept`, `reject: REASON`, or the name of an outcome without a verdict.
    package let model, original: String

    /// Creates a difference; each parameter is the property with its name.
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

    /// Whether the difference's case has one of these ids, or is in one of these files or folders.
    func isIn(_ ids: String...) -> Bool {
        ids.contains { id == $0 || id.hasPrefix($0 + "[") || id.hasPrefix($0 + "/") }
    }

    /// Whether the model rejects the setup for one of these reasons.
    func isRefusedByModel(for reasons: String...) -> Bool {
        reasons.contains { model == "reject: " + $0 }
    }
}

/// A known difference between a model and the client that it models.
package typealias KnownModelDifference = KnownDifference<ModelDifference>

extension KnownModelDifference {
    /// The difference in setups whose server sends nothing.
    static let connectionsCut = KnownDifference(
        "connections that the server closes",
        .otherwise,
        right: .both,
        "If a server closes the connection during the handshake, the program ends without a "
            + "request; the model's own client then has no verdict."
    ) { $0.model == "closed" && $0.isIn("handshake/stops-amid-the-handshake", "tls/weaker-hellos") }
}
