// Codes for the shape of a file, and for words in any file.

extension DiagnosticCode {
    package static let unknownKey = DiagnosticCode(
        "S001",
        about:
            """
            The key is unknown here. Unknown keys are never ignored: a test with a mistyped key \
            might test nothing. hatpin schema lists all keys for editors.
            """
    )

    package static let wrongKind = DiagnosticCode(
        "S002",
        about: "The key takes another type of value: text, a list or a mapping."
    )

    package static let missingKey = DiagnosticCode(
        "S003",
        about: "A required key of this mapping is missing."
    )

    package static let noValue = DiagnosticCode(
        "S004",
        about:
            """
            The key has no value. Write {} for an empty mapping, "" for empty text, ~ to remove \
            the value of a lower layer.
            """
    )

    package static let unknownWord = DiagnosticCode(
        "S005",
        about: "The value is not one of the words that this key takes."
    )

    package static let notBuilt = DiagnosticCode(
        "S006",
        about:
            """
            The key belongs to the format, but this version of Hatpin does not support it yet. \
            Hatpin refuses it, because ignoring it would change what the scenario tests.
            """
    )

    package static let badNumber = DiagnosticCode(
        "S007",
        about: "The value is not a whole number in the range of its key."
    )

    package static let badName = DiagnosticCode(
        "S008",
        about:
            """
            Names of scenarios, cases and entities are lower-case letters, digits and hyphens, so \
            that ids, file names and command lines need no quotes.
            """
    )

    package static let nothingStated = DiagnosticCode(
        "S009",
        about: "A list or text is empty where a value is required."
    )

    package static let exclusiveKeys = DiagnosticCode(
        "S020",
        about: "Two keys contradict each other; keep one."
    )
}

extension DiagnosticCode {
    /// The codes of any file: for bytes, YAML and shape.
    package static let ofFiles: [DiagnosticCode] = [
        .yamlSyntax, .unquotedWildcard, .alias, .tag, .mergeKey, .complexKey, .duplicateKey, .tab,
        .notUTF8, .controlCharacter, .tooLarge, .tooDeep, .tooManyNodes, .empty, .directive,
        .unreadable,
        .unknownKey, .wrongKind, .missingKey, .noValue, .unknownWord, .notBuilt, .badNumber,
        .badName, .nothingStated, .exclusiveKeys,
    ]
}
