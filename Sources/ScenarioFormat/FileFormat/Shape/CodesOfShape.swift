// The shape of a file, and words that any file may have.

extension DiagnosticCode {
    package static let unknownKey = DiagnosticCode(
        "S001",
        about:
            """
            The key means nothing here. Unknown keys are never ignored, because a mistyped one \
            would turn a test into a test of nothing. hatpin schema lists all keys for editors.
            """
    )

    package static let wrongKind = DiagnosticCode(
        "S002",
        about: "The key takes another kind of value: text, a list or a mapping."
    )

    package static let missingKey = DiagnosticCode(
        "S003",
        about: "A key without which this mapping means nothing is missing."
    )

    package static let noValue = DiagnosticCode(
        "S004",
        about:
            """
            The key has no value. Write {} for a mapping with nothing to say, "" for empty text, \
            ~ to take away what a lower layer set.
            """
    )

    package static let unknownWord = DiagnosticCode(
        "S005",
        about: "The value is not among the words that this key takes."
    )

    package static let notBuilt = DiagnosticCode(
        "S006",
        about:
            """
            The word belongs to the format, but this version of Hatpin cannot do it yet. It is \
            refused because ignoring it would change what the scenario tests.
            """
    )

    package static let badNumber = DiagnosticCode(
        "S007",
        about: "The value is not a whole number within the range of its key."
    )

    package static let badName = DiagnosticCode(
        "S008",
        about:
            """
            Names of scenarios, cases and entities are lower-case letters, digits and hyphens, so \
            that they can stand in ids, file names and on command lines without quoting.
            """
    )

    package static let nothingStated = DiagnosticCode(
        "S009",
        about: "A list or text that says nothing stands where something is needed."
    )

    package static let exclusiveKeys = DiagnosticCode(
        "S020",
        about: "Two keys stand together that contradict each other; keep one."
    )
}

extension DiagnosticCode {
    /// The codes of any file: of bytes, YAML and shape.
    package static let ofFiles: [DiagnosticCode] = [
        .yamlSyntax, .unquotedWildcard, .alias, .tag, .mergeKey, .complexKey, .duplicateKey, .tab,
        .notUTF8, .controlCharacter, .tooLarge, .tooDeep, .tooManyNodes, .empty, .directive,
        .unreadable,
        .unknownKey, .wrongKind, .missingKey, .noValue, .unknownWord, .notBuilt, .badNumber,
        .badName, .nothingStated, .exclusiveKeys,
    ]
}
