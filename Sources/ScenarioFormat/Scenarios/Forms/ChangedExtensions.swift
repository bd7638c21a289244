import Forge
import X509

// Changes of the extensions that follow from other fields of a certificate or CRL.

extension Forms {
    /// Returns the keys that add extensions, remove them, and make them critical.
    static func changes<Root>(
        extensions: Property<Root, [Entity.AddedExtension]>,
        drop: Property<Root, [ObjectIdentifier]>,
        critical: Property<Root, [ObjectIdentifier: Bool]>
    ) -> [Member<Root>] {
        [
            Member(
                "extensions",
                "extensions to add",
                addedExtensions,
                sets: extensions,
                examples: ["[{ oid: 1.2.3.4, critical: true, value: 0500 }]"]
            ),
            Member(
                "drop",
                "extensions to remove",
                .list(of: .text(IdentifierWords.extensions.syntax), orOne: true),
                sets: drop,
                examples: ["[basic-constraints]"]
            ),
            Member(
                "critical",
                "extensions to make critical or non-critical",
                marks,
                sets: critical,
                examples: ["{ basic-constraints: false }"]
            ),
        ]
    }

    /// The form of the extensions to add, with their contents.
    static let addedExtensions = Form<[Entity.AddedExtension]>.list(of: addedExtension)

    private static let addedExtension = Form<StatedExtension>.mapping(
        "an added extension",
        from: StatedExtension(),
        [
            Member(
                "oid",
                "its type",
                .text(IdentifierWords.extensions.syntax),
                at: \.type,
                isRequired: true,
                examples: ["1.2.3.4"]
            ),
            Member(
                "critical",
                "whether the extension is critical; false unless stated",
                .flag,
                sets: \.isCritical
            ),
            Member(
                "value",
                "the content of extnValue",
                .text(.hex),
                at: \.value,
                isRequired: true,
                examples: ["0500"]
            ),
        ]
    ).map(
        back: { StatedExtension(type: $0.oid, isCritical: $0.critical, value: $0.value) },
        { stated -> Entity.AddedExtension? in
            guard let type = stated.type, let value = stated.value else { return nil }
            return Entity.AddedExtension(oid: type, critical: stated.isCritical, value: value)
        }
    )

    /// An added extension before its required keys are checked.
    private struct StatedExtension: Sendable {
        var type: ObjectIdentifier?
        var isCritical = false
        var value: [UInt8]?
    }

    private static let marks = Form<[ObjectIdentifier: Bool]>.table(
        "critical",
        key: IdentifierWords.extensions.syntax,
        value: Form<Bool>.flag,
        pairs: { marks in
            marks.map { (key: $0.key, value: $0.value) }.sorted {
                let words = IdentifierWords.extensions
                return words.written($0.key) < words.written($1.key)
            }
        }
    ) { pairs in
        // A name and an object identifier may mean the same extension; the later entry wins.
        Dictionary(pairs.map { ($0.key, $0.value) }) { $1 }
    }
}
