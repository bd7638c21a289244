extension PolicyModel {
    /// HTTP public key pinning, which browsers no longer obey.
    static let hpkp = PolicyModel(
        name: "hpkp",
        about: "A browser that obeys Public-Key-Pins: it has noted the header on an earlier visit "
            + "and holds the host to it.",
        source: "RFC 7469",
        settings: [
            .text(
                "public-key-pins",
                about: "The value of the header field that it was sent; without one, one for the "
                    + "world's pins and a spare key."
            ),
            .flag(
                "report-only",
                fallback: false,
                about: "The field was Public-Key-Pins-Report-Only."
            ),
            .text("host", about: "The host that sent it; the one connected to unless stated."),
            .text("age", about: "How many seconds ago; 0 unless stated."),
            Setting(
                "received-over",
                HPKPPinning.Transport.allCases.map(\.rawValue),
                fallback: HPKPPinning.Transport.errorFree.rawValue,
                about: "The connection that brought it."
            ),
            Setting(
                "chain-held",
                HPKPPinning.HeldPins.allCases.map(\.rawValue),
                fallback: HPKPPinning.HeldPins.first.rawValue,
                about: "Which of the pins the path of that connection held."
            ),
            .flag(
                "local-anchors-exempt",
                fallback: true,
                about: "A path to an anchor that the user installed is not held to pins."
            ),
        ],
        checks: [
            .hpkpSyntax, .hpkpTransport, .hpkpAddress, .hpkpLivePin, .hpkpBackupPin, .hpkpMaxAge,
            .hpkpHost, .hpkpLocalAnchor, .hpkpReportOnly, .hpkpPinValidation,
        ],
        capabilities: { settings in
            settings["public-key-pins"].isEmpty
                ? [.pins, .hashPins, .unpinned] : [.pins, .hashPins]
        },
        policy: { settings in
            let header = settings["public-key-pins"]
            return HPKPPinning(
                header: header.isEmpty ? nil : PublicKeyPinsHeader(header),
                isReportOnly: settings.isOn("report-only"),
                host: settings.standsIn ? "" : settings["host"],
                age: settings["age"],
                transport: HPKPPinning.Transport(rawValue: settings["received-over"])
                    ?? .errorFree,
                heldPins: HPKPPinning.HeldPins(rawValue: settings["chain-held"]) ?? .first,
                exemptsLocalAnchors: settings.isOn("local-anchors-exempt")
            )
        }
    )
}

extension ModelCheck {
    static let hpkpSyntax = ModelCheck(
        "hpkp/syntax",
        about: "A header that is not as the grammar has it, or lacks max-age, is ignored.",
        source: "RFC 7469 §2.1, §2.1.2"
    )
    static let hpkpTransport = ModelCheck(
        "hpkp/error-free",
        about: "A header over a connection with an error, or without TLS, is ignored.",
        source: "RFC 7469 §2.3.1, §2.5"
    )
    static let hpkpAddress = ModelCheck(
        "hpkp/not-an-address",
        about: "An address is never noted.",
        source: "RFC 7469 §2.3.1"
    )
    static let hpkpLivePin = ModelCheck(
        "hpkp/live-pin",
        about: "A header none of whose pins is in the path that brought it is not noted.",
        source: "RFC 7469 §2.5"
    )
    static let hpkpBackupPin = ModelCheck(
        "hpkp/backup-pin",
        about: "A header all of whose pins are in the path that brought it is not noted.",
        source: "RFC 7469 §2.5, §4.3"
    )
    static let hpkpMaxAge = ModelCheck(
        "hpkp/max-age",
        about: "Pins are forgotten when max-age has passed; with 0, at once.",
        source: "RFC 7469 §2.1.2, §2.3.1"
    )
    static let hpkpHost = ModelCheck(
        "hpkp/host",
        about: "Pins are for the host that sent them, and with includeSubDomains for those below.",
        source: "RFC 7469 §2.1.3"
    )
    static let hpkpLocalAnchor = ModelCheck(
        "hpkp/local-anchor",
        about: "A path to an anchor that the user installed is exempt, where local policy says so.",
        source: "RFC 7469 §2.6"
    )
    static let hpkpReportOnly = ModelCheck(
        "hpkp/report-only",
        about: "A mismatch with what was sent to be reported is reported, and the visit goes on.",
        source: "RFC 7469 §2.1, §2.5"
    )
    static let hpkpPinValidation = ModelCheck(
        "hpkp/pin-validation",
        about: "A path that holds none of the pins is refused.",
        source: "RFC 7469 §2.6"
    )
}
