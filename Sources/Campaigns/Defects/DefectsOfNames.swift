import Basics
import Forge
import X509

// Subjects and issuers (RFC 5280 §4.1.2.4, §4.1.2.6, §7.1). Each is one literal; a new one needs
// nothing else.

extension Defect {
    static let ofNames = [
        Defect(
            "empty-subject-name",
            "Has an empty subject, which a server may have and an issuer may not.",
            at: certificates,
            accepted: [.leaf]
        ) { entity, _ in entity.subject = Name() },
        Defect(
            "other-issuer-name",
            "Names another issuer than the one that signed it.",
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
            "Names its issuer in other letters and blanks, which mean the same.",
            at: [.leaf, .intermediate],
            accepted: [.leaf, .intermediate]
        ) { entity, choices in
            guard case .entity(let issuer) = entity.issuer else { return }
            let spelled = choices.one(of: [issuer.uppercased(), "  \(issuer) "]) ?? issuer
            entity.issuerName = Name((.organization, "HATPIN"), (.commonName, spelled))
        },
        Defect(
            "printable-issuer-name",
            "Names its issuer in PrintableString where the issuer has UTF8String.",
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
            "Has a subject that its string type has no letters for.",
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
            "Has two attributes in one relative name.",
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
            "Has a common name longer than X.520's bound of 64.",
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
    /// A name without attributes.
    init() { self.init(relativeNames: []) }
}

extension Name.Attribute {
    /// An attribute with a chosen string type.
    fileprivate init(_ type: X509.ObjectIdentifier, _ text: String, _ tag: DERTag) {
        self.init(type: type, tag: tag, value: Array(text.utf8))
    }
}
