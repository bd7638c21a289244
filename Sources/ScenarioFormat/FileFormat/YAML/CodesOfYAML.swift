// Codes for bytes and YAML.

extension DiagnosticCode {
    package static let yamlSyntax = DiagnosticCode(
        "Y001",
        about: "The file is not YAML; the parser's message says why."
    )

    package static let unquotedWildcard = DiagnosticCode(
        "Y002",
        about:
            """
            In YAML an unquoted * starts an alias, so a wildcard name must be quoted: san: \
            "*.example.test".
            """
    )

    package static let alias = DiagnosticCode(
        "Y003",
        about:
            """
            Anchors and aliases are not part of the format: a few bytes of them can expand to \
            gigabytes, and an error in what they repeat has no line. Use base, cases or matrix.
            """
    )

    package static let tag = DiagnosticCode(
        "Y004",
        about:
            """
            Tags such as !!str are not part of the format: every value is read as text and typed \
            by its key.
            """
    )

    package static let mergeKey = DiagnosticCode(
        "Y005",
        about:
            "Merge keys (<<) are not part of the format; base starts from another scenario's setup."
    )

    package static let complexKey = DiagnosticCode(
        "Y006",
        about: "A key is one word; lists and mappings cannot be keys."
    )

    package static let duplicateKey = DiagnosticCode(
        "Y007",
        about: "A mapping states each key once; one of two values would be lost silently."
    )

    package static let tab = DiagnosticCode(
        "Y008",
        about: "YAML is indented with spaces; a tab has no defined width."
    )

    package static let notUTF8 = DiagnosticCode(
        "Y009",
        about: "Files are UTF-8. The place is that of the first invalid byte."
    )

    package static let controlCharacter = DiagnosticCode(
        "Y010",
        about:
            """
            Control characters and byte order marks inside the text are invisible in an editor. \
            Write them as escapes in double quotes, or as hex if the field allows it.
            """
    )

    package static let tooLarge = DiagnosticCode(
        "Y011",
        about: "A file is at most 1 MiB."
    )

    package static let tooDeep = DiagnosticCode(
        "Y012",
        about: "Lists and mappings nest at most 32 deep; no scenario needs more than ten."
    )

    package static let tooManyNodes = DiagnosticCode(
        "Y013",
        about: "A file holds at most 100,000 keys, values and lists."
    )

    package static let empty = DiagnosticCode(
        "Y014",
        about: "The file only contains spaces and comments, but must define a scenario or a client."
    )

    package static let directive = DiagnosticCode(
        "Y015",
        about: "Directives (%YAML, %TAG) are not part of the format."
    )

    package static let unreadable = DiagnosticCode(
        "Y016",
        about: "The file or folder could not be read; the system's reason is given."
    )
}
