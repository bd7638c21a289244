extension PolicyModel {
    /// A setting of the original.
    ///
    /// ```swift
    /// .flag("insecure", fallback: false, about: "--insecure: neither the path nor the host is checked.")
    /// ```
    package struct Setting: Hashable, Sendable {
        /// The values that a setting takes.
        package enum Kind: Hashable, Sendable {
            /// One of these words; `["false", "true"]` for a flag.
            case word([String])
            /// Any text, such as a domain.
            case text
            /// The path of a file that contains a document in this notation.
            case document(PolicyDocument.Notation)
        }

        /// The original's name, hyphenated.
        package let name: String
        /// The meaning of the setting, in sentences.
        package let about: String
        /// The kind of values that the setting accepts.
        package let kind: Kind
        /// The value if none is stated; empty for texts and documents.
        package let fallback: String
        /// The releases that the values represent, if the values are releases; otherwise empty.
        package let releases: [ReleaseRange]

        private init(
            _ name: String,
            _ kind: Kind,
            fallback: String,
            releases: [ReleaseRange] = [],
            about: String
        ) {
            self.name = name
            self.kind = kind
            self.fallback = fallback
            self.releases = releases
            self.about = about
        }

        /// A setting whose value is one of these words, including `fallback`.
        package init(
            _ name: String,
            _ words: [String],
            fallback: String,
            releases: [ReleaseRange] = [],
            about: String
        ) {
            self.init(name, .word(words), fallback: fallback, releases: releases, about: about)
        }

        /// A setting that is on or off.
        package static func flag(_ name: String, fallback: Bool, about: String) -> Setting {
            Setting(name, ["false", "true"], fallback: fallback ? "true" : "false", about: about)
        }

        /// A setting whose value is any text.
        package static func text(_ name: String, about: String) -> Setting {
            Setting(name, .text, fallback: "", about: about)
        }

        /// A setting whose value is a file.
        package static func document(
            _ name: String,
            _ notation: PolicyDocument.Notation,
            about: String
        ) -> Setting {
            Setting(name, .document(notation), fallback: "", about: about)
        }

        /// Returns the value that makes the same decisions as `release`, a release that is not
        /// among the values; nil if there is none.
        package func value(decidingAs release: String) -> String? {
            releases.first { $0.contains(release) }?.value
        }

        /// The words that the setting accepts; empty for texts and documents.
        package var values: [String] {
            if case .word(let words) = kind { words } else { [] }
        }
    }
}
