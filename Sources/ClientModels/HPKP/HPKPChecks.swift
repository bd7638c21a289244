// The decisions of RFC 7469, in the order that they are taken.
extension ModelCheck {
    static let hpkp: [ModelCheck] = [
        .hpkpSyntax, .hpkpTransport, .hpkpAddress, .hpkpLivePin, .hpkpBackupPin, .hpkpMaxAge,
        .hpkpHost, .hpkpLocalAnchor, .hpkpReportOnly, .hpkpPinValidation,
    ]

    private static let rfc7469 = Origin("hpkp", "RFC 7469")

    static let hpkpSyntax = rfc7469(
        "syntax",
        about: "A header that is not as the grammar has it is ignored.",
        at: "§2.1, §2.1.2"
    )
    static let hpkpTransport = rfc7469(
        "error-free",
        about: "A header over a connection with an error, or without TLS, is ignored.",
        at: "§2.3.1, §2.5"
    )
    static let hpkpAddress = rfc7469(
        "not-an-address",
        about: "An address is never noted.",
        at: "§2.3.1"
    )
    static let hpkpLivePin = rfc7469(
        "live-pin",
        about: "A header none of whose pins is in the path that brought it is not noted.",
        at: "§2.5"
    )
    static let hpkpBackupPin = rfc7469(
        "backup-pin",
        about: "A header all of whose pins are in the path that brought it is not noted.",
        at: "§2.5, §4.3"
    )
    static let hpkpMaxAge = rfc7469(
        "max-age",
        about: "Pins are forgotten when max-age has passed; with 0, at once.",
        at: "§2.1.2, §2.3.1"
    )
    static let hpkpHost = rfc7469(
        "host",
        about: "Pins are for the host that sent them, and with includeSubDomains for those below.",
        at: "§2.1.3"
    )
    static let hpkpLocalAnchor = rfc7469(
        "local-anchor",
        about: "A path to an anchor that the user installed is exempt, where local policy says so.",
        at: "§2.6"
    )
    static let hpkpReportOnly = rfc7469(
        "report-only",
        about: "A mismatch with what was sent to be reported is reported, and the visit goes on.",
        at: "§2.1, §2.5"
    )
    static let hpkpPinValidation = rfc7469(
        "pin-validation",
        about: "A path that holds none of the pins is refused.",
        at: "§2.6"
    )
}
