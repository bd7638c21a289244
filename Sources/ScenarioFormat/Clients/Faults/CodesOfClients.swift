extension DiagnosticCode {
    /// The codes of definitions, beside those of any file.
    package static let ofClients: [DiagnosticCode] = [
        .badCommand, .badPlaceholder, .badPattern, .badVariable, .badDuration, .badDay,
        .badVersionRange, .clientFileName, .severalClients, .missingAnchor, .missingTarget,
        .idleSelector,
    ]

    static let badCommand = DiagnosticCode(
        "C001",
        about:
            """
            A command is a list of words, or a text that is split as a POSIX shell splits it: at \
            blanks, with quotes and backslashes. No shell runs, so that nothing is expanded and \
            there are no pipes; sh -c '…' starts one where it is needed.
            """
    )

    static let badPlaceholder = DiagnosticCode(
        "C002",
        about:
            """
            A name in braces stands for a value of the case, and each place has values for some \
            names only: a worker answers many cases, a version belongs to none. {{ and }} are \
            braces. hatpin manual clients lists the names.
            """
    )

    static let badPattern = DiagnosticCode(
        "C003",
        about:
            """
            A pattern is a regular expression of Swift, which is searched for in the program's \
            output; ^ and $ are the ends of a line, (?i) ignores case.
            """
    )

    static let badVariable = DiagnosticCode(
        "C004",
        about: "The name of a variable is letters, digits and underscores, no digit first."
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
            A range of versions is one or several bounds, each a comparison and a version: <2.0, \
            >=1.2 <2.0. Versions are compared number by number.
            """
    )

    static let clientFileName = DiagnosticCode(
        "C008",
        about:
            "A definition's file has the client's name, so that client/wget is found in wget.yaml."
    )

    static let severalClients = DiagnosticCode(
        "C009",
        about: "A file defines one client, whose name is the file's."
    )

    static let missingAnchor = DiagnosticCode(
        "C010",
        about:
            """
            A client that is never given the trust anchor refuses every chain, which proves \
            nothing. Its command, environment or preparation names {ca} or {ca-der}; a client \
            that knows only the system's bundle says anchor: bundle.
            """
    )

    static let idleSelector = DiagnosticCode(
        "C012",
        severity: .warning,
        about:
            """
            A selector of known means cases by their ids, with * for any characters: names/*. One \
            that means none tolerates nothing: its case was renamed, or is of another suite.
            """
    )

    static let missingTarget = DiagnosticCode(
        "C011",
        about:
            """
            The server listens on another port for each case, and the URL's path tells the case's \
            request from others. The command names {url}, or {port} with the request in input.
            """
    )
}
