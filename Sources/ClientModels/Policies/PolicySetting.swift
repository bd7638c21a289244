extension PolicyModel {
    /// A setting of a client as lists, pages and messages show it; `SettingKey` declares it.
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

        /// The client's name for the setting, hyphenated.
        package let name: String
        /// The meaning of the setting, in sentences.
        package fileprivate(set) var about: String
        /// The kind of values that the setting accepts.
        package let kind: Kind
        /// The value of a setting that is not stated; empty for texts and documents.
        package var fallback = ""
        /// The releases that the values represent, if the values are releases; otherwise empty.
        package var releases: [ReleaseRange] = []

        /// Returns the value that makes the same decisions as `release`, a release that is not
        /// among the values; nil if no value does.
        package func value(decidingAs release: String) -> String? {
            releases.first { $0.contains(release) }?.value
        }

        /// The words that the setting accepts; empty for texts and documents.
        package var values: [String] {
            if case .word(let words) = kind { words } else { [] }
        }
    }
}

/// A setting of a model with the type of its values, declared once.
///
/// The model lists the key, which scenarios and `--party` then name, and the policy reads the
/// setting by the same key.
///
/// ```swift
/// static let insecure = SettingKey.flag(
///     "insecure",
///     fallback: false,
///     about: "--insecure: neither the path nor the host is checked."
/// )
/// let isInsecure = settings[CurlSetting.insecure]
/// ```
package struct SettingKey<Value: Sendable>: AnySettingKey {
    package private(set) var setting: PolicyModel.Setting
    package let parse: @Sendable (_ word: String, _ document: PolicyDocument?) -> Value
    private let word: @Sendable (Value) -> String

    /// Returns the setting with this value, as a scenario would state it; a file has no word.
    package func stating(_ value: Value) -> [String: String] { [setting.name: word(value)] }

    /// Returns the key of a model in which the same setting needs other words.
    package func described(_ about: String) -> Self {
        var key = self
        key.setting.about = about
        return key
    }
}

/// The key of a setting with values of any type.
package protocol AnySettingKey<Value>: Sendable {
    associatedtype Value: Sendable

    /// The setting as lists, pages and messages show it.
    var setting: PolicyModel.Setting { get }

    /// Returns the value of a word as written, or of the document whose path is the word.
    var parse: @Sendable (_ word: String, _ document: PolicyDocument?) -> Value { get }
}

extension SettingKey {
    /// Makes a setting with one of several values.
    ///
    /// - Parameters:
    ///   - name: the client's name for the setting, hyphenated.
    ///   - values: the values in the order of lists, `fallback` included.
    ///   - word: returns the word of a value.
    ///   - fallback: the value if none is stated.
    ///   - releases: the releases that the values represent, if the values are releases.
    ///   - about: the meaning, in sentences.
    package init(
        _ name: String,
        _ values: [Value],
        word: @escaping @Sendable (Value) -> String,
        fallback: Value,
        releases: [ReleaseRange] = [],
        about: String
    ) {
        let known = Dictionary(values.map { (word($0), $0) }) { first, _ in first }
        setting = PolicyModel.Setting(
            name: name,
            about: about,
            kind: .word(values.map(word)),
            fallback: word(fallback),
            releases: releases
        )
        // `PolicyModel.configured` has rejected every other word.
        parse = { word, _ in known[word] ?? fallback }
        self.word = word
    }
}

extension SettingKey where Value: RawRepresentable<String> & CaseIterable {
    /// Makes a setting whose values are all cases of an enumeration, or only the cases in `values`.
    package init(
        _ name: String,
        _ values: [Value] = Array(Value.allCases),
        fallback: Value,
        about: String
    ) {
        self.init(name, values, word: \.rawValue, fallback: fallback, about: about)
    }
}

extension SettingKey where Value: ModelledRelease {
    /// Makes a setting whose values are releases of a client; `about` is nil for a list of the
    /// releases that decide alike.
    package init(
        _ name: String,
        releases: [Value],
        fallback: Value,
        about: String? = nil
    ) {
        let alike = releases.map(\.releases.description).joined(separator: ", ")
        self.init(
            name,
            releases,
            word: \.releases.value,
            fallback: fallback,
            releases: releases.map(\.releases),
            about: about
                ?? "The transcribed release, which represents those that decide alike: \(alike)."
        )
    }
}

extension SettingKey where Value == Bool {
    /// Returns a setting that is on or off.
    package static func flag(_ name: String, fallback: Bool, about: String) -> Self {
        Self(name, [false, true], word: \.description, fallback: fallback, about: about)
    }
}

extension SettingKey where Value == String? {
    /// Returns a setting with any text; its value is nil for an empty text and for no text.
    package static func text(_ name: String, about: String) -> Self {
        Self(
            setting: PolicyModel.Setting(name: name, about: about, kind: .text),
            parse: { text, _ in text.isEmpty ? nil : text },
            word: { $0 ?? "" }
        )
    }

    /// Returns a setting with a file of UTF-8 text; its value is nil without a file.
    package static func textFile(_ name: String, about: String) -> Self {
        document(name, .text, about: about) {
            if case .text(let text) = $0 { text } else { nil }
        }
    }
}

extension SettingKey where Value == PropertyListValue? {
    /// Returns a setting with a property list; its value is nil without a file.
    package static func propertyList(_ name: String, about: String) -> Self {
        document(name, .propertyList, about: about) {
            if case .propertyList(let root) = $0 { root } else { nil }
        }
    }
}

extension SettingKey where Value == MarkupElement? {
    /// Returns a setting with an XML file; its value is nil without a file.
    package static func markup(_ name: String, about: String) -> Self {
        document(name, .markup, about: about) {
            if case .markup(let root) = $0 { root } else { nil }
        }
    }
}

extension SettingKey where Value == [UInt8]? {
    /// Returns a setting with a file of any bytes; its value is nil without a file.
    package static func file(_ name: String, about: String) -> Self {
        document(name, .file, about: about) {
            if case .file(let bytes) = $0 { bytes } else { nil }
        }
    }
}

extension SettingKey {
    private static func document<Content>(
        _ name: String,
        _ notation: PolicyDocument.Notation,
        about: String,
        content: @escaping @Sendable (PolicyDocument) -> Content?
    ) -> Self where Value == Content? {
        Self(
            setting: PolicyModel.Setting(name: name, about: about, kind: .document(notation)),
            parse: { _, document in document.flatMap(content) },
            word: { _ in "" }
        )
    }
}
