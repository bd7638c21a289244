/// The coverage of a model, as sentences for users; each sentence is a paragraph of plain text.
///
/// ```swift
/// ModelScope(
///     modelled: ["A pin is compared before the path is built."],
///     notModelled: ["Proxies."]
/// )
/// ```
package struct ModelScope: Hashable, Sendable {
    /// Behaviour of the client that a reader may not expect, and that the model has too.
    package let modelled: [String]
    /// Assumptions: inferred from other facts, neither read in a source nor tested.
    package let inferred: [String]
    /// Decisions that differ, or may differ, from the client's decisions.
    package let violations: [String]
    /// Parts of the client that the model does not have.
    package let notModelled: [String]

    /// Creates the scope of a model; each parameter is the property with its name.
    package init(
        modelled: [String],
        inferred: [String] = [],
        violations: [String] = [],
        notModelled: [String] = []
    ) {
        self.modelled = modelled
        self.inferred = inferred
        self.violations = violations
        self.notModelled = notModelled
    }
}

/// A platform that several models use.
package struct ModelPlatform: Hashable, Sendable {
    /// The name in prose, such as "Apple's platform".
    package let name: String
    /// The project, version and files that the model of the platform transcribes.
    package let source: String
    /// The coverage of the transcription, and its differences from the platform.
    package let scope: ModelScope

    /// Creates a platform; each parameter is the property with its name.
    package init(name: String, source: String, scope: ModelScope) {
        self.name = name
        self.source = source
        self.scope = scope
    }
}
