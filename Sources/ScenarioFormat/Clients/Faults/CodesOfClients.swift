extension DiagnosticCode {
    /// The codes of faults that only definitions of clients and servers can have.
    package static let ofClients: [DiagnosticCode] = [
        .badCommand, .badPlaceholder, .badPattern, .badVariable, .badDuration, .badDay,
        .badVersionRange, .clientFileName, .severalClients, .missingAnchor, .missingTarget,
        .idleSelector, .badProtocol, .silentAboutAddresses,
    ]

    static let badCommand = DiagnosticCode(
        "C001",
        about:
            """
            A command is a list of words, or a text that is split as a POSIX shell splits it: at \
            spaces, with quotes and backslashes. No shell runs, so nothing is expanded and there \
            are no pipes; to use a shell, write sh -c '…'.
            """
    )

    static let badPlaceholder = DiagnosticCode(
        "C002",
        about:
            """
            A name in braces is replaced by a value of the case. Each place has only some of the \
            values: a worker handles many cases, and a version belongs to none. {{ and }} are \
            braces. hatpin manual clients lists the names.
            """
    )

    static let badPattern = DiagnosticCode(
        "C003",
        about:
            """
            A pattern is a Swift regular expression, which is searched for in the program's \
            output; ^ and $ are the ends of a line, (?i) ignores case.
            """
    )

    static let badVariable = DiagnosticCode(
        "C004",
        about:
            """
            The name of an environment variable is letters, digits and underscores, without a \
            digit first.
            """
    )

    static let badDuration = DiagnosticCode(
        "C005",
        about: "A duration is a whole number and its unit: 500 ms, 10 s, 2 min; at most 10 min."
    )

    static let badDay = DiagnosticCode("C006", about: "A day is a date of RFC 3339: 2027-06-30.")

    static let badVersionRange = DiagnosticCode(
        "C007",
        about:
            """
            A version range is one or more bounds, each a comparison and a version: <2.0, >=1.2 \
            <2.0. Versions are compared number by number.
            """
    )

    static let clientFileName = DiagnosticCode(
        "C008",
        about:
            "A definition's file has the client's name, so that client/wget is found in wget.yaml."
    )

    static let severalClients = DiagnosticCode(
        "C009",
        about: "A file defines one client, which has the file's name."
    )

    static let missingAnchor = DiagnosticCode(
        "C010",
        about:
            """
            A client that never gets the trust anchor refuses every chain, which proves nothing. \
            Its command, environment or preparation names {ca} or {ca-der}. A client that can only \
            use the system's bundle states anchor: bundle.
            """
    )

    static let idleSelector = DiagnosticCode(
        "C012",
        level: .warning,
        about:
            """
            A selector of known matches cases by their ids, with * for any characters: names/*. A \
            selector without a match tolerates nothing: its case was renamed, or is in another \
            suite.
            """
    )

    static let badProtocol = DiagnosticCode(
        "C013",
        about:
            """
            A client of another protocol than HTTPS states it: speaks: postgres, or speaks: { \
            imap: implicit } for TLS from the start. It shows by {token} that it has accepted the \
            server, as a user's name or a password, or else by witness: data. hatpin manual \
            clients lists the protocols.
            """
    )

    static let silentAboutAddresses = DiagnosticCode(
        "C014",
        level: .note,
        about:
            """
            A command that takes {url} may also take the URL of an IP address. With can: \
            [addresses], the client also runs the cases whose host is an address; try hatpin run \
            --party client/NAME addresses. If the program cannot connect to addresses, say why: \
            cannot: { addresses: WHY }.
            """
    )

    static let missingTarget = DiagnosticCode(
        "C011",
        about:
            """
            The server listens on another port for each case, and the path of the URL identifies \
            the case's request. The command names {url}, or {port} with the request in input.
            """
    )
}
