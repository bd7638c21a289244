import Forge
import X509

// The syntaxes of texts in scenario files; each is parsed by the type of its value.

extension Syntax where Parsed == String {
    /// The syntax of an id: names joined by slashes.
    static var scenarioID: Syntax {
        Syntax(
            "an id",
            pattern: "^[a-z0-9-]+(/[a-z0-9-]+)*$",
            write: Written.text
        ) { text throws(Fault) in
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.allSatisfy({ Syntax.name.shape.fault(String($0)) == nil }) else {
                throw .badBaseID(text)
            }
            return text
        }
    }

    /// The syntax of the id of an attack in the catalogue, `GROUP-nnn`.
    static var catalogueRow: Syntax {
        Syntax(
            "an attack id",
            pattern: "^[A-Z]+-[0-9]{3}$",
            write: Written.text
        ) { text throws(Fault) in
            guard AttackGroup.attack(text) != nil else {
                throw .badCatalogueRow(text, known: AttackGroup.ids)
            }
            return text
        }
    }

    /// Returns the syntax of a path into the DER of a signed structure.
    static func path(in form: SignedForm) -> Syntax {
        Syntax("a path", write: Written.text) { text throws(Fault) in
            do throws(PathFault) {
                try Surgery.check(path: text, in: form)
                return text
            } catch {
                throw .badPath(error)
            }
        }
    }
}

extension Syntax where Parsed == StatedValidity {
    static var validity: Syntax {
        Syntax(
            "a validity",
            pattern: #"^\S+\.\.\S+$"#,
            write: { .text($0.written) }
        ) { text throws(Fault) in try StatedValidity(text) }
    }
}

extension Syntax where Parsed == Moment {
    static var moment: Syntax {
        Syntax(
            "an instant",
            pattern: #"^([+-]?[0-9]+[smhdy]|[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:]{8}Z)?)$"#,
            write: { .text($0.written) }
        ) { text throws(Fault) in try Moment(text) }
    }
}

extension Syntax where Parsed == Instant {
    static var date: Syntax {
        Syntax(
            "a date",
            pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            write: { .text(String($0.description.prefix(10))) }
        ) { text throws(Fault) in
            guard text.count == 10, let date = Instant(rfc3339: text) else { throw .badDate(text) }
            return date
        }
    }
}

extension Syntax where Parsed == Name {
    static var distinguishedName: Syntax {
        Syntax(
            "a distinguished name",
            write: { name throws(Unwritable) in .text(try writtenName(name)) }
        ) { text throws(Fault) in try ScenarioFormat.distinguishedName(text) }
    }
}

extension Syntax where Parsed == DeclaredName {
    static var subjectAlternativeName: Syntax {
        Syntax(
            "a name",
            write: { name throws(Unwritable) in .text(try name.writtenAsName()) }
        ) { text throws(Fault) in try DeclaredName(san: text) }
    }

    static var subtree: Syntax {
        Syntax(
            "a subtree",
            write: { name throws(Unwritable) in .text(try name.writtenAsSubtree()) }
        ) { text throws(Fault) in try DeclaredName(subtree: text) }
    }
}

extension Syntax where Parsed == [UInt8] {
    static var hex: Syntax {
        Syntax(
            "bytes in hex",
            pattern: #"^([0-9A-Fa-f]{2}[ :]*|[0-9A-Fa-f]{2}\*[0-9]+ *)*$"#,
            readings: .textOrNumber,
            write: { .text(writtenBytes($0)) }
        ) { text throws(Fault) in try repeatedBytes(text) }
    }

    static var serial: Syntax {
        Syntax(
            "a serial number",
            pattern: "^(-?[0-9]+|(0x)?([0-9A-Fa-f]{2}[ :]*)+)$",
            readings: .textOrNumber,
            write: { .word(writtenSerial($0)) }
        ) { text throws(Fault) in try serialNumber(text) }
    }
}

extension Syntax where Parsed == UInt8 {
    /// The syntax of one byte in hexadecimal.
    static var tag: Syntax {
        Syntax(
            "an identifier byte in hex",
            pattern: "^[0-9A-Fa-f]{2}$",
            readings: .textOrNumber,
            write: { .text([$0].hex) }
        ) { text throws(Fault) in
            guard let bytes = [UInt8](hex: text), bytes.count == 1 else { throw .badByte(text) }
            return bytes[0]
        }
    }
}

extension Syntax where Parsed == Entity.KeyID {
    static var keyID: Syntax {
        Syntax(
            "a key identifier",
            pattern: "^([0-9A-Fa-f]{2}[ :]*)+$",
            words: ["auto", "none"],
            readings: .textOrNumber,
            write: { .text($0.written) }
        ) { text throws(Fault) in try Entity.KeyID(text) }
    }
}

extension Syntax where Parsed == ReferenceIdentity {
    static var identity: Syntax {
        Syntax(
            "a DNS name or IP address",
            write: { .text($0.host) }
        ) { text throws(Fault) in try ReferenceIdentity(text) }
    }
}

extension Syntax where Parsed == String {
    /// The syntax of a host's DNS name, in lower case.
    static var hostName: Syntax {
        Syntax("a DNS name", write: Written.text) { text throws(Fault) in
            guard case .dns(let name) = try ReferenceIdentity(text), !name.hasSuffix(".") else {
                throw .badIdentity(text)
            }
            return name.lowercased()
        }
    }

    /// The syntax of a host as in a URL, in any script.
    static var typedHost: Syntax {
        Syntax("a host", write: Written.text) { text throws(Fault) in
            let isHost = text.unicodeScalars.allSatisfy { scalar in
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-"
                    || scalar == "."
            }
            guard isHost, !text.isEmpty, text.utf8.count <= 255 else { throw .badIdentity(text) }
            return text
        }
    }
}

extension Syntax where Parsed == WrittenPin {
    static var pin: Syntax {
        Syntax(
            "a pin",
            pattern:
                #"^(spki\(.+\)|certificate\(.+\)|sha256/[A-Za-z0-9+/]{43}=|.+\.(pem|crt|cer|der))$"#,
            write: { .text($0.written) }
        ) { text throws(Fault) in try WrittenPin(text) }
    }
}

extension Entity.KeyID {
    init(_ text: String) throws(Fault) {
        switch text {
        case "auto": self = .automatic
        case "none": self = .none
        default: self = .bytes(try ScenarioFormat.hexBytes(text))
        }
    }

    /// The key identifier as written in a file.
    var written: String {
        switch self {
        case .automatic: "auto"
        case .none: "none"
        case .bytes(let bytes): bytes.hex
        }
    }
}
