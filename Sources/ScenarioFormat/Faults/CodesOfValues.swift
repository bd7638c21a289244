// Faults of the syntax of values.

extension DiagnosticCode {
    package static let badTime = DiagnosticCode(
        "S010",
        about:
            """
            Validity is FROM..TO. Each end is relative to the run's now (-1d, +90d; units s m h d \
            y, with 365 days a year, at most 2000 y) or an RFC 3339 instant in UTC (2026-11-21 or \
            2026-11-21T09:30:00Z).
            """
    )

    package static let badGeneralName = DiagnosticCode(
        "S011",
        about:
            """
            A name is a DNS name, or has its type as a prefix: ip: email: uri: dn: srv: \
            xmpp-addr: other:OID=HEX dns-bytes:HEX ip-bytes:HEX. In name-constraints the same \
            prefixes mean subtrees, and ip: takes an address prefix (ip:192.0.2.0/24).
            """
    )

    package static let badObjectIdentifier = DiagnosticCode(
        "S012",
        about: "An object identifier is dotted decimal (2.5.29.19) or one of the listed names."
    )

    package static let badHex = DiagnosticCode(
        "S013",
        about:
            """
            Bytes are pairs of hexadecimal digits. 00*16 means sixteen zero bytes; put spaces \
            around it.
            """
    )

    package static let badDistinguishedName = DiagnosticCode(
        "S014",
        about:
            """
            Distinguished names are RFC 4514 text, most specific part first: CN=leaf,O=Example. A \
            type is a keyword such as CN or dotted decimal; a value that starts with # is the DER \
            of the value in hex.
            """
    )

    package static let badPin = DiagnosticCode(
        "S015",
        about:
            """
            A pin is spki(ENTITY), certificate(ENTITY), sha256/BASE64 (32 bytes), or the path of a \
            PEM or DER certificate relative to the scenario's file. In the text of a party's \
            setting, $(spki(ENTITY)) or $(certificate(ENTITY)) is the base64 of its SHA-256.
            """
    )

    package static let badIdentity = DiagnosticCode(
        "S016",
        about:
            "connect is a DNS name in A-labels or an IP address, without port, scheme or brackets."
    )

    package static let badCatalogueRow = DiagnosticCode(
        "S017",
        about:
            """
            Attacks of the catalogue have ids such as PIN-018. hatpin list --coverage shows which \
            attacks have no scenario yet, and hatpin explain PIN-018 describes one. For words of \
            your own, use tags.
            """
    )

    package static let badPath = DiagnosticCode(
        "S018",
        about:
            """
            A path names fields as RFC 5280 does: tbsCertificate.validity.notAfter, \
            extensions.basicConstraints.pathLenConstraint.
            """
    )

    package static let badParty = DiagnosticCode(
        "S019",
        about:
            """
            A party is the name of a model, with settings after a colon where they matter: \
            afnetworking:mode=public-key,allow-invalid=true. hatpin list parties lists models and \
            settings. client/curl is a program; hatpin clients lists those.
            """
    )

    package static let badAxisValue = DiagnosticCode(
        "S021",
        about:
            """
            The values of an axis are part of ids, so they are ASCII text without spaces, commas, \
            brackets, quotes, backslashes and @, each once. For other values, use cases.
            """
    )

    package static let badStaple = DiagnosticCode(
        "S022",
        about:
            """
            server.staple is none, the entity whose ocsp the server staples, or bytes in its \
            place: bytes:HEX, repeated with bytes:HEX*COUNT, as many as a TLS extension can hold.
            """
    )
}
