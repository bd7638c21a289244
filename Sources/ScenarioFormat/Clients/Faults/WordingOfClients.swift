import TLS

// Messages about client definitions.

extension Fault {
    // MARK: Commands

    static let emptyCommand = Fault(
        .badCommand,
        "the command names no program",
        help: "write the program and its arguments, such as wget -O - {url}"
    )

    static func openQuote(_ quote: Character, in text: String) -> Fault {
        Fault(.badCommand, "the quote \(quote) is not closed", help: "close it with \(quote)")
    }

    static func openBackslash(_ text: String) -> Fault {
        Fault(
            .badCommand,
            "there is nothing to quote after the last backslash",
            help: #"write \\ for a backslash"#
        )
    }

    static func shellOperator(_ character: Character) -> Fault {
        Fault(
            .badCommand,
            "\(character) is special in a shell, but no shell runs",
            help: "quote it, or start a shell with sh -c '…'"
        )
    }

    static func optionsInWord(_ word: String) -> Fault {
        Fault(
            .badCommand,
            "'\(word)' contains {options}, which is replaced by several words",
            help: "write {options} as a separate word, after the program"
        )
    }

    static let missingOptions = Fault(
        .badCommand,
        "the command does not use the words in options",
        help: "write {options} in it, as a separate word"
    )

    static func nul(_ text: String) -> Fault {
        Fault(.badCommand, "a text with a NUL cannot reach a program", help: "leave it out")
    }

    // MARK: Placeholders

    static func unknownPlaceholder(_ name: String, known: [String]) -> Fault {
        Fault(
            .badPlaceholder,
            "unknown placeholder '{\(name)}'",
            help: didYouMean(name, known) ?? "known placeholders: \(known.joined(separator: ", "))"
                + "; {{ and }} are braces"
        )
    }

    static func strayPlaceholder(_ name: String, known: [String]) -> Fault {
        Fault(
            .badPlaceholder,
            "'{\(name)}' has no value here",
            help: "available: \(known.joined(separator: ", "))"
        )
    }

    static let strayBrace = Fault(
        .badPlaceholder,
        "a { starts a placeholder, but no name follows",
        help: "write {{ and }} for braces"
    )

    static func openBrace(_ text: String) -> Fault {
        Fault(.badPlaceholder, "a { is not closed", help: "write {{ for a brace")
    }

    static func closingBrace(_ text: String) -> Fault {
        Fault(.badPlaceholder, "a } closes nothing", help: "write }} for a brace")
    }

    // MARK: Other values

    static func badPattern(_ text: String, _ reason: String) -> Fault {
        Fault(.badPattern, "'\(text)' is not a regular expression: \(reason)")
    }

    static func badVariable(_ text: String) -> Fault {
        Fault(.badVariable, "'\(text)' is not the name of a variable")
    }

    static func badDuration(_ text: String) -> Fault {
        Fault(.badDuration, "'\(text)' is not a duration", help: "write one such as 10 s or 500 ms")
    }

    static func badDay(_ text: String) -> Fault {
        Fault(.badDay, "'\(text)' is not a date", help: "write one such as 2027-06-30")
    }

    static func badVersionRange(_ text: String) -> Fault {
        Fault(
            .badVersionRange,
            "'\(text)' is not a version range",
            help: "write one such as <2.0 or >=1.2 <2.0"
        )
    }

    static func badHomePath(_ text: String) -> Fault {
        Fault(
            .badCommand,
            "'\(text)' is not a path below the home",
            help: "write one such as .config/client.conf"
        )
    }

    static let endlessDaemon = Fault(
        .badCommand,
        "a program that waits for poke does not end by itself",
        help: "state ends: when-quiet, or ends: on-answer if it keeps trying"
    )

    static let uselessReload = Fault(
        .badCommand,
        "a server that is started for each case needs no reload",
        help: "remove fresh: true, or reload"
    )

    static let patternWithoutText = Fault(
        .nothingStated,
        "a pattern needs a condition",
        help: "add exit, says or both"
    )

    static let silentAboutAddresses = Fault(
        .silentAboutAddresses,
        "the command takes {url}, and the definition does not say whether its host may be an "
            + "address",
        help: "state can: [addresses], or why not in cannot: { addresses: … }"
    )

    static let pinWithoutHash = Fault(
        .badPlaceholder,
        "the pin contains no hash",
        help: "write {pin} or {certificate-sha256} in it"
    )

    // MARK: Meaning

    /// `noun` says what the file defines: a client, a server or a library.
    static func definitionFileName(_ noun: String, _ name: String, file: String) -> Fault {
        Fault(
            .clientFileName,
            "\(noun) '\(name)' is in '\(file)'",
            help: "rename the file to \(name).yaml, or the \(noun)"
        )
    }

    static func idleSelector(_ text: String, known: [String]) -> Fault {
        Fault(
            .idleSelector,
            "'\(text)' matches no case",
            help: didYouMean(text, known)
                ?? "hatpin list shows the cases; --scenarios selects others"
        )
    }

    static let severalClients = Fault(
        .severalClients,
        "a second definition in one file",
        help: "move it to its own file"
    )

    static let missingAnchor = Fault(
        .missingAnchor,
        "the client is never given the trust anchor",
        help: "write {ca} or {ca-der} where it reads its anchors; if it reads the system's bundle, "
            + "or none at all, state anchor: bundle; if it trusts only pins, anchor: pins"
    )

    static let missingClientAnchor = Fault(
        .missingAnchor,
        "the server is never given the CAs of clients",
        help: "write {ca} where it reads the CAs that issue clients' certificates"
    )

    static let missingTarget = Fault(
        .missingTarget,
        "the command does not say where to connect",
        help: "write {url} or {port} in it"
    )

    static let missingServerPort = Fault(
        .missingTarget,
        "the command does not say where to listen",
        help: "write {port} in the command or in a file"
    )

    static func notOneProtocol(_ count: Int) -> Fault {
        Fault(
            .badProtocol,
            "a client speaks one protocol, and \(count) are stated",
            help: "write one, such as { imap: implicit }, and a definition for each other"
        )
    }

    static func impossibleTransport(_ spoken: SpokenProtocol) -> Fault {
        let name = spoken.application.name
        return switch spoken.transport {
        case .starttls:
            Fault(
                .badProtocol,
                "\(name) has no upgrade from plaintext to TLS",
                help: "write speaks: \(name)"
            )
        case .implicit:
            Fault(
                .badProtocol,
                "\(name) never starts with TLS",
                help: "write speaks: \(name)"
            )
        }
    }

    static func abilityOfHTTP(_ ability: String, speaking name: String) -> Fault {
        Fault(
            .badProtocol,
            "the ability '\(ability)' is one of HTTP, but the client speaks \(name)",
            help: "leave one of them out"
        )
    }

    static func missingToken(speaking name: String) -> Fault {
        Fault(
            .badProtocol,
            "the client never sends {token}, by which the server recognises an accept",
            help: "write {token} where \(name) sends it, such as the user's name, or state "
                + "witness: data"
        )
    }

    static let missingAddress = Fault(
        .missingTarget,
        "names: command needs a command with {address}",
        help: "write {address} where the program takes the address to connect to"
    )
}
