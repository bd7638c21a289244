import ClientModels
import Forge
import X509

// Messages about the syntax of values.

extension Fault {
    package static func badSerial(_ text: String) -> Fault {
        Fault(
            .badNumber,
            "'\(text)' is not a serial number",
            help: "write a decimal number, or the bytes in hex such as 0x00ff"
        )
    }

    package static func badBaseID(_ text: String) -> Fault {
        Fault(.badName, "'\(text)' is not an id such as standard/good-site")
    }

    package static func badValidity(_ text: String) -> Fault {
        Fault(
            .badTime,
            "'\(text)' is not a validity",
            help: "write FROM..TO such as -1d..+90d or 2026-01-01..2026-12-31"
        )
    }

    package static func badMoment(_ text: String, in whole: String) -> Fault {
        let place = text == whole ? "" : " in '\(whole)'"
        return Fault(
            .badTime,
            "'\(text)'\(place) is not an instant",
            help: "write one such as -1d, +90d (units s m h d y) or 2026-11-21T09:30:00Z"
        )
    }

    package static func badDate(_ text: String) -> Fault {
        Fault(.badTime, "'\(text)' is not a date", help: "write one such as 2027-06-30")
    }

    package static func badDNSName(_ text: String) -> Fault {
        Fault(
            .badGeneralName,
            "'\(text)' is not printable ASCII",
            help: "write A-labels (xn--…), or the bytes as dns-bytes:HEX"
        )
    }

    package static func badAddress(_ text: String) -> Fault {
        Fault(
            .badGeneralName,
            "'\(text)' is not an IP address",
            help: text.contains("/")
                ? "only name-constraints take a prefix"
                : "write one such as 192.0.2.1 or 2001:db8::1, or the bytes as ip-bytes:HEX"
        )
    }

    package static func badPrefix(_ text: String) -> Fault {
        Fault(
            .badGeneralName,
            "'\(text)' is not an IP prefix",
            help: "write one such as 192.0.2.0/24 or 2001:db8::/32"
        )
    }

    package static func badGeneralName(_ text: String) -> Fault {
        Fault(
            .badGeneralName,
            "'\(text)' is not a general name",
            help: "hatpin explain \(DiagnosticCode.badGeneralName.rawValue) lists the kinds"
        )
    }

    package static func unknownNameKind(
        _ kind: String,
        in text: String,
        known: [String]
    ) -> Fault {
        Fault(
            .badGeneralName,
            "unknown name type '\(kind)' in '\(text)'",
            help: kind.lowercased() == "dns"
                ? "a DNS name has no prefix: write '\(text.dropFirst(kind.count + 1))'"
                : didYouMean(kind, known, "kinds")
        )
    }

    package static func badObjectIdentifier(_ text: String) -> Fault {
        Fault(
            .badObjectIdentifier,
            "'\(text)' is not an object identifier",
            help: "write one such as 2.5.29.19"
        )
    }

    package static func unknownIdentifier(_ text: String, noun: String, known: [String]) -> Fault {
        Fault(
            .badObjectIdentifier,
            "'\(text)' is neither \(noun) nor an object identifier",
            help: didYouMean(text, known, "words")
        )
    }

    package static func badHex(_ text: String) -> Fault {
        Fault(
            .badHex,
            "'\(text)' is not pairs of hexadecimal digits",
            help: "write them without 0x, such as 0500"
        )
    }

    package static func badRepetition(_ text: String, limit: Int) -> Fault {
        Fault(
            .badHex,
            "'\(text)' does not say how often its bytes repeat, or means more than \(limit) bytes",
            help: "write groups with a space between them, such as 30820400 00*1024"
        )
    }

    package static func badByte(_ text: String) -> Fault {
        Fault(.badHex, "'\(text)' is not one byte in hex", help: "write two digits such as 04")
    }

    package static func badPath(_ error: PathFault) -> Fault {
        guard case .unknownField(let known) = error.fault else {
            return Fault(.badPath, "\(error)")
        }
        return Fault(
            .badPath,
            "the path '\(error.path)' leads to no field at '\(error.step)'",
            help: didYouMean(error.step, known, "fields")
        )
    }

    package static func badDistinguishedName(_ text: String, _ error: NameSyntaxError) -> Fault {
        Fault(
            .badDistinguishedName,
            "'\(text)' is not a distinguished name: \(error)",
            help: "write RFC 4514 text such as CN=leaf,O=Example"
        )
    }

    package static func badPin(_ text: String) -> Fault {
        Fault(
            .badPin,
            "'\(text)' is not a pin",
            help: "write spki(leaf), certificate(leaf), sha256/BASE64 or a certificate file"
        )
    }

    package static func badPinHash(_ text: String) -> Fault {
        Fault(
            .badPin,
            "'\(text)' is not the base64 of 32 bytes",
            help: "openssl dgst -sha256 -binary over the key's DER, then base64: 44 characters"
        )
    }

    package static func badPinFile(_ text: String, _ reason: String) -> Fault {
        Fault(
            .badPin,
            "cannot use the pin file '\(text)': \(reason)",
            help: "its path is relative to the scenario's file"
        )
    }

    package static func unclosedPin(_ text: String) -> Fault {
        Fault(.badPin, "'$(' is not closed in '\(text)'", help: "write \(pinsInSettings)")
    }

    package static func unknownPin(_ text: String) -> Fault {
        let function = String(text.prefix { $0 != "(" })
        let known = EntityPin.Function.allCases.map(\.rawValue)
        return Fault(
            .badPin,
            "'$(\(text))' is not a pin of an entity",
            help: didYouMean(function, known) ?? "write \(pinsInSettings)"
        )
    }

    private static let pinsInSettings = EntityPin.Function.allCases
        .map { "$(\($0.rawValue)(leaf))" }.joined(separator: " or ")

    package static func badStaple(_ text: String, limit: Int) -> Fault {
        let start = text.count > 40 ? text.prefix(40) + "…" : text[...]
        return Fault(
            .badStaple,
            "'\(start)' is not a staple of 1 to \(limit) bytes",
            help: "write bytes:HEX, or bytes:HEX*COUNT for many"
        )
    }

    package static func badIdentity(_ text: String) -> Fault {
        Fault(
            .badIdentity,
            "'\(text)' is neither a DNS name nor an IP address",
            help: "write one such as www.example.test, 192.0.2.1 or 2001:db8::1"
        )
    }

    package static func badCatalogueRow(_ text: String, known: [String]) -> Fault {
        Fault(
            .badCatalogueRow,
            "'\(text)' is not an id of the attack catalogue",
            help: didYouMean(text, known)
                ?? "write one such as PIN-018; hatpin list --coverage shows all"
        )
    }

    package static func badParty(_ text: String) -> Fault {
        Fault(
            .badParty,
            "'\(text)' is not a party",
            help: "write NAME, NAME:SETTING=VALUE,SETTING=VALUE or client/NAME"
        )
    }

    package static func unknownSetting(
        _ setting: String,
        of party: String,
        known: [String]
    ) -> Fault {
        Fault(
            .badParty,
            "party '\(party)' has no setting '\(setting)'",
            help: didYouMean(setting, known, "settings")
        )
    }

    package static func unknownSettingValue(
        _ value: String,
        of setting: String,
        known: [String],
        alike: String?
    ) -> Fault {
        Fault(
            .badParty,
            "setting '\(setting)' does not take '\(value)'",
            help: alike.map { "did you mean '\($0)'?" } ?? bound(of: known, beyond: value)
                ?? didYouMean(value, known, "values")
        )
    }

    /// Returns a hint with the newest or oldest of known numbers, such as API levels, for a number
    /// out of range.
    ///
    /// A suggestion of a number with similar digits, such as 28 for 38, would mislead.
    private static func bound(of known: [String], beyond value: String) -> String? {
        let numbers = known.compactMap { Int($0) }
        guard numbers.count == known.count, let number = Int(value), let newest = numbers.max(),
            let oldest = numbers.min()
        else { return nil }
        if number > newest { return "the newest is \(newest)" }
        return number < oldest ? "the oldest is \(oldest)" : nil
    }

    package static func repeatedAxisValue(_ text: String) -> Fault {
        Fault(.badAxisValue, "'\(text)' is repeated on this axis")
    }

    package static func badAxisValue(_ text: String?) -> Fault {
        let subject = text.map { "'\($0)'" } ?? "a list or mapping"
        return Fault(
            .badAxisValue,
            "\(subject) cannot be the value of an axis, because ids cannot contain it",
            help: "make it a case"
        )
    }
}
