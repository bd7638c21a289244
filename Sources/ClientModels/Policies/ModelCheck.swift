import PathValidation

/// One named decision of a model, or of the platform below it.
///
/// A mutant omits one decision; this way, `hatpin mutants` finds the decisions that no scenario
/// tests.
///
/// ```swift
/// private static let libcurl = Origin("curl", "curl 5c61e168")
/// static let curlHost = libcurl(
///     "verify-host",
///     about: "Without --insecure the end entity presents the host.",
///     at: "lib/vtls/openssl.c ossl_verifyhost"
/// )
/// ```
package struct ModelCheck: Hashable, Sendable {
    /// The layer and the decision, such as `afnetworking/domain-guard` or
    /// `platform/cut-at-bad-signature`.
    package let name: String
    /// The decision in a sentence.
    package let about: String
    /// The source of the decision: project, version, file and function.
    package let source: String

    private init(_ name: String, about: String, source: String) {
        self.name = name
        self.about = about
        self.source = source
    }

    /// The layer and the source that several checks share.
    ///
    /// Calling the value with the other properties makes a check.
    package struct Origin: Sendable {
        private let layer, source: String

        /// Creates the origin of the checks of a layer.
        ///
        /// - Parameters:
        ///   - layer: the model's name, or `platform`.
        ///   - source: project, version and file, as far as the checks share them.
        package init(_ layer: String, _ source: String) {
            self.layer = layer
            self.source = source
        }

        /// Makes a check of this origin.
        ///
        /// - Parameters:
        ///   - name: the decision's name, hyphenated.
        ///   - about: the decision in a sentence.
        ///   - place: the file, function or line of the check, after the common source; nil if the
        ///     common source is enough.
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
