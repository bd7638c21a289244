extension PolicyModel {
    /// HTTP public key pinning, which browsers no longer obey.
    static let hpkp = PolicyModel(
        name: "hpkp",
        about: "A browser that obeys Public-Key-Pins: it has noted the header on an earlier visit "
            + "and holds the host to it.",
        source: "RFC 7469",
        scope: .hpkp,
        settings: [
            .text(
                "public-key-pins",
                about: "The value of the header field that it was sent; without one, one for the "
                    + "setup's pins and a spare key. pin-sha256=\"$(spki(leaf))\" pins the key of "
                    + "an entity."
            ),
            .flag(
                "report-only",
                fallback: false,
                about: "The field was Public-Key-Pins-Report-Only."
            ),
            .text(
                "host",
                about: "The host that sent it, the one connected to unless stated; it counts only "
                    + "where a scenario fixes the party."
            ),
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
        checks: ModelCheck.hpkp,
        audit: AuditTerms(),
        capabilities: { settings in
            settings.unpinned(unlessStated: !settings["public-key-pins"].isEmpty)
                .union([.pins, .hashPins])
        },
        policy: { settings, checks in
            let header = settings["public-key-pins"]
            return HPKPPinning(
                header: header.isEmpty ? nil : PublicKeyPinsHeader(header),
                isReportOnly: settings.isOn("report-only"),
                host: settings.standsIn ? "" : settings["host"],
                age: settings["age"],
                transport: HPKPPinning.Transport(rawValue: settings["received-over"])
                    ?? .errorFree,
                heldPins: HPKPPinning.HeldPins(rawValue: settings["chain-held"]) ?? .first,
                exemptsLocalAnchors: settings.isOn("local-anchors-exempt"),
                checks: checks
            )
        }
    )
}
