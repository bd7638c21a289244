import Basics
import ClientModels
import PathValidation

// Messages about the meaning of keys and values.

/// A feature that only servers with Hatpin's own TLS engine have.
package enum EngineNeed: Hashable, Sendable {
    case violation, scts, choices, tickets, laterStaples, clientCertificate
    /// The server fault of this name.
    case serverFault(String)

    /// The end of a sentence about a server with another TLS engine, which lacks the feature.
    fileprivate var limit: String {
        switch self {
        case .violation: "breaks no rule of the handshake"
        case .scts: "sends no SCTs"
        case .choices: "has no list of groups or schemes"
        case .tickets: "sends no tickets and resumes no sessions"
        case .laterStaples: "staples only for the first certificate"
        case .clientCertificate: "does not report whether a client sends its certificate"
        case .serverFault(let word): "cannot \(word)"
        }
    }
}

extension Fault {
    package static func unknownParty(_ name: String, known: [String]) -> Fault {
        Fault(
            .unknownParty,
            "no party is named '\(name)'",
            help: didYouMean(name, known, "parties")
        )
    }

    package static func unknownClient(_ name: String, known: [String]) -> Fault {
        Fault(
            .unknownParty,
            "there is no client '\(name)'",
            help: didYouMean(name, known)
                ?? "hatpin clients lists all; --clients names a folder of definitions"
        )
    }

    package static func unreadableDocument(
        _ path: String,
        _ failure: FileError,
        isOfScenario: Bool
    )
        -> Fault
    {
        let help: String? =
            switch failure {
            case .outside: "copy it there, or name it on the command line (--party)"
            case .outOfReach: nil
            case .system, .notRegular, .tooLarge:
                "its path is relative to the \(isOfScenario ? "scenario's file" : "working directory")"
            }
        return Fault(
            .unreadableDocument,
            "cannot read the file '\(path)': \(failure.reason)",
            help: help
        )
    }

    package static func badDocument(
        _ path: String,
        _ notation: PolicyDocument.Notation,
        _ reason: String
    )
        -> Fault
    {
        Fault(
            .badDocument,
            "cannot use the file '\(path)': \(reason)",
            help: "the setting takes \(notation.noun)"
        )
    }

    package static func unknownEntry(_ domain: String, in path: String, known: [String]) -> Fault {
        Fault(
            .badDocument,
            "the file '\(path)' has no entry for '\(domain)'",
            help: didYouMean(domain, known, "entries") ?? "it has no entries"
        )
    }

    package static func unknownEntity(_ name: String, known: [String]) -> Fault {
        Fault(
            .unknownEntity,
            "there is no entity '\(name)'",
            help: didYouMean(name, known, "entities")
        )
    }

    package static func notInControl(_ name: String) -> Fault {
        Fault(
            .unknownEntity,
            "the control has no entity '\(name)', which the party pins",
            help: "state control: the changes with which the party accepts this setup"
        )
    }

    package static func unknownList(_ name: String, known: [String]) -> Fault {
        Fault(
            .unknownEntity,
            "there is no CRL '\(name)' and no entity with this name",
            help: didYouMean(name, known, "CRLs and entities")
        )
    }

    package static func unknownLog(_ name: String, known: [String]) -> Fault {
        Fault(
            .unknownEntity,
            "there is no log '\(name)'",
            help: known.isEmpty ? "declare it under logs" : didYouMean(name, known, "logs")
        )
    }

    package static func listWithoutIssuer(_ name: String) -> Fault {
        Fault(
            .unknownEntity,
            "there is no entity '\(name)', and the CRL has no issuer",
            help: "give the CRL the name of its issuer, or state issuer"
        )
    }

    package static func issuerCycle(_ names: [String]) -> Fault {
        Fault(
            .issuerCycle,
            "these entities issue each other: \(names.joined(separator: " ← "))",
            help: "let one of them be issued by self"
        )
    }

    package static func copyCycle(_ names: [String]) -> Fault {
        Fault(.copyCycle, "these entities copy each other: \(names.joined(separator: " ← "))")
    }

    package static func versionGap(_ missing: [String]) -> Fault {
        Fault(.versionGap, "the versions leave out \(missing.joined(separator: ", "))")
    }

    package static func missingSetupPart(_ key: String) -> Fault {
        Fault(.missingSetupPart, "the setup has no '\(key)'")
    }

    package static func unlikeKeys(
        _ signer: String,
        _ key: String,
        shown: String,
        _ shownKey: String
    )
        -> Fault
    {
        Fault(
            .unlikeKeys,
            "'\(signer)' has a \(key) key and cannot sign in place of '\(shown)', which has "
                + "\(shownKey)",
            help: "give both the same key type"
        )
    }

    package static let ruleAfterFinal = Fault(
        .unreachableRule,
        "the rule before this one has no when and applies to every case",
        help: "put it last"
    )

    package static let unreachableRule = Fault(
        .unreachableRule,
        "earlier rules already apply to every case of this rule"
    )

    package static let noFinalRule = Fault(
        .noFinalRule,
        "the last rule has a when, so that it may leave cases without an expectation",
        help: "end with a rule without when, such as - accept"
    )

    package static func unknownCoordinate(_ name: String, known: [String]) -> Fault {
        Fault(
            .unknownCoordinate,
            "'\(name)' cannot be compared here",
            help: didYouMean(name, known, "coordinates")
        )
    }

    package static func ambiguousCoordinate(_ name: String, _ matches: [String]) -> Fault {
        Fault(
            .ambiguousCoordinate,
            "'\(name)' may mean \(matches.joined(separator: " or "))",
            help: "write the path in full"
        )
    }

    package static func absentValue(_ value: String, of name: String, known: [String]) -> Fault {
        Fault(
            .absentValue,
            "no case has '\(value)' for '\(name)'",
            help: didYouMean(value, known, "values")
        )
    }

    package static func unknownAxis(_ path: String, at key: String, known: [String]) -> Fault {
        Fault(
            .unknownAxis,
            "the axis '\(path)' leads to no field at '\(key)'",
            help: didYouMean(key, known, "fields") ?? "write a path such as leaf.key"
        )
    }

    package static func singleValue(_ path: String) -> Fault {
        Fault(
            .singleValue,
            "the axis '\(path)' has one value",
            help: "set the field in the scenario itself"
        )
    }

    package static func tooManyCases(limit: Int) -> Fault {
        Fault(.tooManyCases, "the scenario has more than \(limit) cases")
    }

    package static let skipMatchesNothing = Fault(.pointlessSkip, "the entry removes no case")
    package static let skipTakesAll = Fault(
        .pointlessSkip,
        "the entry removes all remaining cases"
    )

    package static func missingExpectation(_ suffix: String) -> Fault {
        let subject = suffix.isEmpty ? "the scenario" : "the case \(suffix)"
        return Fault(
            .missingExpectation,
            "\(subject) does not say what to expect",
            help: "write expect: accept or expect: { reject: REASON }"
        )
    }

    package static let missingSources = Fault(
        .missingSources,
        "a rejection is expected, but no source requires it",
        help: "name the rule: sources: [RFC 5280 §6.1.3 (a)(2)]"
    )

    package static let neverUsed = Fault(
        .neverApplies,
        "every case has its own expectation, so that this expectation never applies"
    )

    package static let unusedControl = Fault(
        .neverApplies,
        "a correct client accepts every case, so that no control is needed"
    )

    package static let refusalBesideReject = Fault(
        .neverApplies,
        "a reject is expected, so that a refusal is not an alternative",
        help: "leave it out"
    )

    package static let noPins = Fault(
        .neverApplies,
        "pin-mismatch is expected, but no pins are configured",
        help: "state client.pins"
    )

    package static let noStatus = Fault(
        .neverApplies,
        "revoked is expected, but the client gets no revocation status",
        help: "state server.staple or client.crls"
    )

    package static let neverMisdirected = Fault(
        .neverApplies,
        "no earlier step keeps its connection open, so that no request gets status 421",
        help: "state server.keep-alive: true or server.alpn: h2 in the step before"
    )

    package static func pointlessControl(fixesParty: Bool) -> Fault {
        let help = "state what is wrong in this setup, or state in control what fixes it"
        return Fault(
            .pointlessControl,
            "the control is the same setup, so that no rejection counts",
            help: fixesParty
                ? help + "; if this party refuses a valid server, add secure: accept" : help
        )
    }

    package static let anyReason = Fault(
        .anyReason,
        "one thing is wrong in this setup, and any reason matches",
        help: "name the reason that a correct client gives; hatpin list reasons shows all"
    )

    /// Returns the fault of a case that does not say what an attacker gains.
    ///
    /// `suffix` is the coordinates of the case in brackets, or empty for a single case.
    package static func unstatedGain(_ suffix: String) -> Fault {
        let place = suffix.isEmpty ? "" : " in \(suffix)"
        return Fault(
            .unstatedGain,
            "nothing says what an attacker gains if a client accepts\(place)",
            help: "state gains: authentication, secrecy or nothing"
        )
    }

    /// Returns the fault of a setup with an absolute verify date and a `subject`, such as an
    /// entity, whose dates are relative.
    package static func ageingClock(_ subject: String) -> Fault {
        Fault(
            .ageingClock,
            "the clock is an instant, but the dates of \(subject) depend on the day of the run",
            help: "state the dates of \(subject) as instants, or the clock relative to now"
        )
    }

    package static func unknownBase(_ id: String, known: [String]) -> Fault {
        Fault(.unknownBase, "no scenario has the id '\(id)'", help: didYouMean(id, known, "ids"))
    }

    package static func baseCycle(_ ids: [String]) -> Fault {
        Fault(
            .baseCycle,
            "these scenarios are each other's base: \(ids.joined(separator: " ← "))"
        )
    }

    package static func fileName(_ name: String, file: String) -> Fault {
        Fault(
            .fileName,
            "scenario '\(name)' is in the file '\(file)'",
            help: "rename the file: \(name).yaml"
        )
    }

    package static func configurationFile(_ path: String, systems: [String]) -> Fault {
        Fault(
            .configurationFile,
            systems.isEmpty
                ? "the file is not a scenario, and no model takes it as a configuration"
                : "the file is not a scenario: it configures \(systems.joined(separator: ", "))",
            help: systems.isEmpty
                ? "hatpin list parties shows which files configure a party"
                : "hatpin audit \(path) audits it"
        )
    }

    package static let otherEnding = Fault(
        .fileName,
        "a scenario file's name ends in .yaml",
        help: "rename it; other files are ignored"
    )

    package static func duplicateID(_ id: String, other: String, line: Int) -> Fault {
        Fault(.duplicateID, "the id '\(id)' is taken by \(other):\(line)")
    }

    package static let differentBases = Fault(
        .differentBases,
        "the scenarios of a file share one base, but this scenario has another base than the "
            + "first scenario",
        help: "move it to its own file"
    )

    package static func repeatedCase(_ suffix: String, _ other: String) -> Fault {
        Fault(.repeatedCase, "the case \(suffix) has the same setup and expectation as \(other)")
    }

    package static func unserved(_ need: EngineNeed, by server: String, help: String) -> Fault {
        Fault(.unserved, "\(server) \(need.limit)", help: help)
    }

    /// Returns the fault of a server fault that is impossible in the server's protocol.
    ///
    /// `application` is the plaintext protocol before STARTTLS; nil for TLS from the start.
    package static func upgradeFault(_ word: String, in application: String?) -> Fault {
        Fault(
            .upgradeFault,
            application.map { "\($0) cannot \(word)" }
                ?? "a server that starts with TLS cannot \(word)",
            help: application == nil ? "state server.starttls" : "leave it out"
        )
    }

    package static let dataChannel = Fault(
        .upgradeFault,
        "only FTP has a data channel",
        help: "state server.starttls: ftp"
    )

    package static func unseenStatus(_ field: String, of entity: String) -> Fault {
        Fault(
            .unseenStatus,
            "no client receives the '\(field)' of '\(entity)'",
            help: field == "ocsp"
                ? "state server.staple: \(entity)"
                : "state client.crls with a CRL of its issuer"
        )
    }

    package static func unseenList(_ name: String) -> Fault {
        Fault(
            .unseenStatus,
            "no client has the CRL '\(name)'",
            help: "state it in client.crls"
        )
    }

    package static func unusedEntity(_ name: String) -> Fault {
        Fault(.unusedEntity, "nothing uses the entity '\(name)'")
    }
}

extension Fault {
    /// Whether the problem is in the file that a setting names, not in the setting.
    package var isOfFile: Bool { code == .unreadableDocument || code == .badDocument }
}
