import Basics
import Forge
import X509

// Defects of subjects and issuers (RFC 5280 §4.1.2.4, §4.1.2.6, §7.1). Each defect is one literal.

extension Defect {
    static let ofNames = [
        Defect(
            "empty-subject-name",
            "Has an empty subject, which only an end entity may have.",
            at: certificates,
            accepted: [.leaf]
        ) { entity, _ in entity.subject = Name() },
        Defect(
            "other-issuer-name",
            "Has another issuer name than the subject of its issuer.",
            at: certificates,
            accepted: [.root]
        ) { entity, choices in
            let names = [
                Name((.commonName, "Another Issuer")),
                Name((.organization, "Hatpin"), (.commonName, "roots")),
            ]
            entity.issuerName = choices.one(of: names)
        },
        Defect(
            "spelled-issuer-name",
            "Has an issuer name that differs in case and spaces only.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, choices in
            guard case .entity(let issuer) = entity.issuer else { return }
            let spelled = choices.one(of: [issuer.uppercased(), "  \(issuer) "]) ?? issuer
            entity.issuerName = Name((.organization, "HATPIN"), (.commonName, spelled))
        },
        Defect(
            "printable-issuer-name",
            "Has an issuer name in PrintableString, while its issuer's subject is in UTF8String.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, _ in
            guard case .entity(let issuer) = entity.issuer else { return }
            entity.issuerName = Name(relativeNames: [
                [Name.Attribute(.organization, "Hatpin", .printableString)],
                [Name.Attribute(.commonName, issuer, .printableString)],
            ])
        },
        Defect(
            "string-types",
            "Has a subject in another string type.",
            at: [.leaf],
            accepted: [.leaf]
        ) { entity, choices in
            let tags: [DERTag] = [.printableString, .teletexString, .ia5String]
            let tag = choices.one(of: tags) ?? .printableString
            entity.subject = Name(relativeNames: [[Name.Attribute(.commonName, "Server", tag)]])
        },
        Defect(
            "odd-string",
            "Has characters in its subject that the string type does not allow.",
            at: certificates
        ) { entity, choices in
            let strings: [(DERTag, [UInt8])] = [
                (.bmpString, [0x00]), (.utf8String, [0xc3, 0x28]), (.universalString, [0, 0, 1]),
                (.printableString, [0x40, 0x5f]), (.ia5String, [0xe9]),
            ]
            guard let (tag, value) = choices.one(of: strings) else { return }
            let attribute = Name.Attribute(type: .commonName, tag: tag, value: value)
            entity.subject = Name(relativeNames: [[attribute]])
        },
        Defect(
            "several-in-one-name",
            "Has two attributes in one relative distinguished name.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            let attributes = [
                Name.Attribute(.commonName, "Server"), Name.Attribute(.organization, "Hatpin"),
            ]
            entity.subject = Name(relativeNames: [attributes])
        },
        Defect(
            "long-subject",
            "Has a common name longer than the 64 characters of X.520.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, choices in
            let count = choices.one(of: [65, 300, 2_000]) ?? 65
            entity.subject = Name((.commonName, String(repeating: "a", count: count)))
        },
        Defect(
            "mailbox-in-subject",
            "Has a mailbox in its subject.",
            at: certificates,
            accepted: Set(certificates)
        ) { entity, _ in
            entity.subject = Name((.commonName, "Server"), (.emailAddress, "who@example.test"))
        },
    ]
}

extension Name {
    /// Creates a name without attributes.
    init() { self.init(relativeNames: []) }
}

extension Name.Attribute {
    /// Creates an attribute with a chosen string type.
    fileprivate init(_ type: X509.ObjectIdentifier, _ text: String, _ tag: DERTag) {
        self.init(type: type, tag: tag, value: Array(text.utf8))
    }
}
