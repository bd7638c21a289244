import FileFormat
import Forge
import PKIX

extension TextSyntax {
    /// Names joined by slashes.
    static let scenarioID = TextSyntax("an id", pattern: "^[a-z0-9-]+(/[a-z0-9-]+)*$") { text in
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { TextSyntax.name.fault(String($0)) == nil }
            ? nil : .badBaseID(text)
    }

    /// `GROUP-nnn`, and there is such a row.
    static let catalogueRow = TextSyntax("a row of the catalogue", pattern: "^[A-Z]+-[0-9]{3}$") {
        text in
        AttackGroup.row(text) == nil ? .badCatalogueRow(text, known: AttackGroup.ids) : nil
    }

    static let validity = TextSyntax("a validity", pattern: #"^\S+\.\.\S+$"#, parser: Validity.init)

    static let moment = TextSyntax(
        "an instant",
        pattern: #"^([+-]?[0-9]+[smhdy]|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}Z)?)$"#
    ) { text throws(Fault) in try Moment(text) }

    static let date = TextSyntax("a date", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$") { text in
        text.count == 10 && Instant(rfc3339: text) != nil ? nil : .badDate(text)
    }

    static let distinguishedName = TextSyntax("a distinguished name") { text throws(Fault) in
        try Scenarios.distinguishedName(text)
    }

    static let subjectAlternativeName = TextSyntax("a name") { text throws(Fault) in
        try DeclaredName(san: text)
    }

    static let subtree = TextSyntax("a subtree") { text throws(Fault) in
        try DeclaredName(subtree: text)
    }

    static let objectIdentifier = TextSyntax(
        "an object identifier",
        pattern: #"^[0-2](\.[0-9]+)+$"#,
        readings: .textOrNumber
    ) { text throws(Fault) in try Scenarios.objectIdentifier(text) }

    static let hex = TextSyntax(
        "octets in hex",
        pattern: "^([0-9A-Fa-f]{2}[ :]*)*$",
        readings: .textOrNumber
    ) { text throws(Fault) in try octets(text) }

    /// One octet.
    static let tag = TextSyntax(
        "an identifier octet in hex",
        pattern: "^[0-9A-Fa-f]{2}$",
        readings: .textOrNumber
    ) { text in [UInt8](hex: text)?.count == 1 ? nil : .badOctet(text) }

    static let keyID = TextSyntax(
        "a key identifier",
        pattern: "^([0-9A-Fa-f]{2}[ :]*)+$",
        words: ["auto", "none"],
        readings: .textOrNumber
    ) { text throws(Fault) in try Entity.KeyID(text) }

    static let serial = TextSyntax(
        "a serial number",
        pattern: "^(-?[0-9]+|(0x)?([0-9A-Fa-f]{2}[ :]*)+)$",
        readings: .textOrNumber,
        parser: serialNumber
    )

    static let identity = TextSyntax("a DNS name or IP address") { text throws(Fault) in
        try ReferenceIdentity(text)
    }

    static let pin = TextSyntax(
        "a pin",
        pattern:
            #"^(spki\(.+\)|certificate\(.+\)|sha256/[A-Za-z0-9+/]{43}=|.+\.(pem|crt|cer|der))$"#
    ) { text throws(Fault) in try WrittenPin(text) }

    /// A path into the DER of something signed, as the forge takes it.
    static func path(in form: SignedForm) -> TextSyntax {
        TextSyntax("a path") { text in
            do throws(PathFault) {
                try Surgery.check(path: text, in: form)
                return nil
            } catch {
                return .badPath(error)
            }
        }
    }
}

extension Entity.KeyID {
    init(_ text: String) throws(Fault) {
        switch text {
        case "auto": self = .automatic
        case "none": self = .none
        default: self = .octets(try Scenarios.octets(text))
        }
    }

    /// As a file has it.
    var written: String {
        switch self {
        case .automatic: "auto"
        case .none: "none"
        case .octets(let octets): octets.hex
        }
    }
}
