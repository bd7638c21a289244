import Trust

/// One decision of a model, or of the platform below it, by name.
///
/// Each can be left out, so that `hatpin mutants` finds out whether any scenario would notice.
package struct ModelCheck: Hashable, Sendable {
    /// Layer and decision: `afnetworking/domain-guard`, `platform/cut-at-bad-signature`.
    package let name: String
    /// What it asks, in a sentence.
    package let about: String
    /// Project, version, file and place, or the rule's place.
    package let source: String

    private init(_ name: String, about: String, source: String) {
        self.name = name
        self.about = about
        self.source = source
    }

    /// What checks of one layer have in common that are written down in one place; called with the
    /// rest, it makes one of them.
    package struct Origin: Sendable {
        private let layer, source: String

        /// - Parameters:
        ///   - layer: the model's name, or `platform`.
        ///   - source: project, version and file, as far as the checks share them.
        package init(_ layer: String, _ source: String) {
            self.layer = layer
            self.source = source
        }

        /// - Parameters:
        ///   - name: the decision's, hyphenated.
        ///   - about: what it asks, in a sentence.
        ///   - place: what of the source is its own; nil where nothing is.
        /// - Returns: the check `layer/name`.
        package func callAsFunction(
            _ name: String,
            about: String,
            at place: String? = nil
        ) -> ModelCheck {
            ModelCheck(
                "\(layer)/\(name)",
                about: about,
                source: place.map { "\(source) \($0)" } ?? source
            )
        }
    }
}
