// ScenarioFormat/Faults is what is wrong with scenario files, case by case: the code and the wording of each
// fault. It reads no file and looks for none.

// Keys and values together.

extension DiagnosticCode {
    package static let fileName = DiagnosticCode(
        "E001",
        about: "A scenario is found by its name, so its file is named after it."
    )

    package static let duplicateID = DiagnosticCode(
        "E002",
        about: "Two scenarios would have the same id."
    )

    package static let unknownBase = DiagnosticCode(
        "E003",
        about: "base is the id of another scenario below the same root."
    )

    package static let baseCycle = DiagnosticCode(
        "E004",
        about: "Scenarios that start from each other's setup have no setup."
    )

    package static let differentBases = DiagnosticCode(
        "E005",
        about: "Several scenarios share a file only where they share a base: one file, one topic."
    )

    package static let unknownEntity = DiagnosticCode(
        "E006",
        about: "The name is not that of any entity of this setup."
    )

    package static let issuerCycle = DiagnosticCode(
        "E007",
        about: "Each of these certificates would have to be signed before the others."
    )

    package static let copyCycle = DiagnosticCode(
        "E008",
        about: "Entities that copy each other, or share each other's key, have neither."
    )

    package static let missingExpectation = DiagnosticCode(
        "E009",
        about: "A scenario says what must be decided, or each of its cases does."
    )

    package static let missingSources = DiagnosticCode(
        "E010",
        about:
            "A scenario that expects a rejection names the rule that demands it: an RFC section, a CVE."
    )

    package static let noFinalRule = DiagnosticCode(
        "E011",
        about: "The last rule of expect has no when, so that every case is decided."
    )

    package static let unreachableRule = DiagnosticCode(
        "E012",
        about: "Earlier rules take every case that this rule would apply to."
    )

    package static let unknownCoordinate = DiagnosticCode(
        "E013",
        about: "when and skip compare axes of the matrix; when also compares case and party."
    )

    package static let absentValue = DiagnosticCode(
        "E014",
        about: "No case has this value, so the comparison is never true."
    )

    package static let singleValue = DiagnosticCode(
        "E015",
        severity: .warning,
        about: "An axis with one value is not an axis: set the field in the scenario."
    )

    package static let unknownAxis = DiagnosticCode(
        "E016",
        about: "An axis is the path of the field it sets, such as leaf.key."
    )

    package static let pointlessSkip = DiagnosticCode(
        "E017",
        about: "Each entry of skip takes away at least one case, and not all."
    )

    package static let ambiguousCoordinate = DiagnosticCode(
        "E018",
        about: "Several axes end in this word; write the path in full."
    )

    package static let tooManyCases = DiagnosticCode(
        "E019",
        about: "One scenario unfolds into at most 4,096 cases."
    )

    package static let pointlessControl = DiagnosticCode(
        "E020",
        about:
            """
            A rejection counts only if the same party accepts the control, and here the control \
            is the very same setup. The scenario's overlay changes nothing, or control undoes \
            nothing.
            """
    )

    package static let unknownParty = DiagnosticCode(
        "E021",
        about:
            "No model of this name is known, or no definition of a client; hatpin list parties and hatpin "
            + "clients show them."
    )

    package static let neverApplies = DiagnosticCode(
        "E022",
        about: "An expectation that no case uses, or that this setup cannot bring about."
    )

    package static let repeatedCase = DiagnosticCode(
        "E023",
        severity: .warning,
        about: "Two cases are the same setup with the same expectation."
    )

    package static let unusedEntity = DiagnosticCode(
        "E024",
        severity: .warning,
        about:
            """
            The entity is not served, trusted or pinned, and no entity that is needs it, nor the CRLs \
            and responses about those.
            """
    )

    package static let versionGap = DiagnosticCode(
        "E025",
        about: "A server offers a range of TLS versions without holes."
    )

    package static let missingSetupPart = DiagnosticCode(
        "E026",
        about: "Without this part there is nothing that could be run."
    )

    package static let unlikeKeys = DiagnosticCode(
        "E027",
        about:
            "A server signs with another key in place of its certificate's only where both are of "
            + "one kind: TLS names the kind of a signature, so that any other one would be "
            + "refused for its kind and not for the key."
    )

    package static let unseenStatus = DiagnosticCode(
        "E028",
        severity: .warning,
        about:
            """
            A response about a certificate reaches a client only where the server staples it, a \
            CRL only where the client has it at hand; others change nothing.
            """
    )

    package static let unreadableDocument = DiagnosticCode(
        "E029",
        about:
            """
            A setting such as config takes the path of a file, relative to the scenario's file, on \
            the command line to the working directory; of at most 1 MiB.
            """
    )

    package static let badDocument = DiagnosticCode(
        "E030",
        about:
            """
            The file is not in the notation that its setting takes: XML in UTF-8 without \
            declarations of its own, a property list in XML or binary (or keys and values pasted \
            from one), text in UTF-8. What the system itself refuses is another thing: the model \
            then refuses every connection, and a scenario can expect that with config-error.
            """
    )

    package static let anyReason = DiagnosticCode(
        "E031",
        severity: .warning,
        about:
            """
            reject: any takes every reason, so that a client that refuses for another fault passes. \
            Where one thing is wrong, the scenario can name the reason.
            """
    )

    package static let configurationFile = DiagnosticCode(
        "E032",
        about:
            """
            The file is a configuration as applications ship it. hatpin audit takes it; a scenario \
            names it in a setting such as party: { android: { config: FILE } }.
            """
    )

    package static let unserved = DiagnosticCode(
        "E033",
        about:
            """
            Violations of the handshake are made by Hatpin's own engine, few of them before TLS 1.2, \
            and so are certificate timestamps in it, the choice of groups and schemes, tickets, staples \
            to later certificates, and some words of server.behave; it alone sees the certificates of \
            clients. libssl says every message as the standard wants it, so that nothing would be \
            attacked.
            """
    )

    package static let upgradeFault = DiagnosticCode(
        "E034",
        about:
            """
            Some words of server.behave are about the way from a protocol in plaintext to TLS, which \
            server.starttls names. Not every protocol has the occasion: only IMAP and FTP can greet a \
            client as if it had logged in, and only FTP has a data channel.
            """
    )

    package static let unstatedGain = DiagnosticCode(
        "E035",
        severity: .warning,
        about:
            """
            The severity of a finding is what an attacker gains. An expired certificate always tells \
            it, and so do the mutations, violations and behaviours that have names. A bad signature \
            does not: an unrelated CA may have made it, or the right one, and only the encoding is \
            unusual. The scenario then states gains: authentication where the attacker passes for the \
            server, secrecy where he reads or changes the connection, nothing where only a rule is \
            broken. Audits take it for authentication until then.
            """
    )

    package static let ageingClock = DiagnosticCode(
        "E036",
        severity: .warning,
        about:
            """
            clock: is an instant, and a certificate, a CRL or a response beside it has dates that are \
            relative to the run. The distance between them changes from day to day, so the scenario \
            fails some day without a change. State both as instants, or both relative to the run; a \
            certificate without valid: has dates relative to the run.
            """
    )
}
