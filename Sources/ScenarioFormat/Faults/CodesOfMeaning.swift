// ScenarioFormat/Faults has the code and the message of each fault in scenario files. It does not
// read files.

// Faults of the meaning of keys and values.

extension DiagnosticCode {
    package static let fileName = DiagnosticCode(
        "E001",
        about: "A scenario is found by its name, so its file has the same name."
    )

    package static let duplicateID = DiagnosticCode(
        "E002",
        about: "Two scenarios have the same id."
    )

    package static let unknownBase = DiagnosticCode(
        "E003",
        about: "base is the id of another scenario under the same root."
    )

    package static let baseCycle = DiagnosticCode(
        "E004",
        about: "Scenarios that use each other as base have no setup."
    )

    package static let differentBases = DiagnosticCode(
        "E005",
        about: "Scenarios in one file must have the same base: one topic for each file."
    )

    package static let unknownEntity = DiagnosticCode(
        "E006",
        about: "The setup has no entity of this name."
    )

    package static let issuerCycle = DiagnosticCode(
        "E007",
        about: "Each of these certificates would have to be signed before the others."
    )

    package static let copyCycle = DiagnosticCode(
        "E008",
        about: "Entities that copy each other have no fields, and entities that share each "
            + "other's key have no key."
    )

    package static let missingExpectation = DiagnosticCode(
        "E009",
        about: "A scenario states the expected decision, or each of its cases does."
    )

    package static let missingSources = DiagnosticCode(
        "E010",
        about:
            """
            A scenario that expects a rejection names the rule that requires it: an RFC section, a \
            CVE.
            """
    )

    package static let noFinalRule = DiagnosticCode(
        "E011",
        about: "The last rule of expect has no when, so that every case has an expectation."
    )

    package static let unreachableRule = DiagnosticCode(
        "E012",
        about: "Earlier rules already apply to every case of this rule."
    )

    package static let unknownCoordinate = DiagnosticCode(
        "E013",
        about: "when and skip compare the case and the axes of the matrix; when also compares the "
            + "party and, if several steps are cases, the step."
    )

    package static let absentValue = DiagnosticCode(
        "E014",
        about: "No case has this value, so the comparison is never true."
    )

    package static let singleValue = DiagnosticCode(
        "E015",
        level: .warning,
        about: "An axis with one value is not an axis: set the field in the scenario."
    )

    package static let unknownAxis = DiagnosticCode(
        "E016",
        about: "An axis is the path of the field that it sets, such as leaf.key."
    )

    package static let pointlessSkip = DiagnosticCode(
        "E017",
        about: "Each entry of skip removes at least one case, but not all."
    )

    package static let ambiguousCoordinate = DiagnosticCode(
        "E018",
        about: "Several axes end in this word; write the path in full."
    )

    package static let tooManyCases = DiagnosticCode(
        "E019",
        about: "A scenario has at most 4,096 cases."
    )

    package static let pointlessControl = DiagnosticCode(
        "E020",
        about:
            """
            A rejection counts only if the same party accepts the control, but here the control is \
            the same setup. The scenario's overlay changes nothing, or control undoes nothing.
            """
    )

    package static let unknownParty = DiagnosticCode(
        "E021",
        about:
            """
            There is no model with this name, or no client definition; hatpin list parties and \
            hatpin clients list them.
            """
    )

    package static let neverApplies = DiagnosticCode(
        "E022",
        about: "The expectation applies to no case, or this setup cannot cause it, or cannot cause "
            + "what a key states."
    )

    package static let repeatedCase = DiagnosticCode(
        "E023",
        level: .warning,
        about: "Two cases have the same setup and the same expectation."
    )

    package static let unusedEntity = DiagnosticCode(
        "E024",
        level: .warning,
        about:
            """
            The entity is not served, trusted or pinned, and nothing in use needs it: no other \
            entity, CRL or OCSP response.
            """
    )

    package static let versionGap = DiagnosticCode(
        "E025",
        about: "A server offers a range of TLS versions without gaps."
    )

    package static let missingSetupPart = DiagnosticCode(
        "E026",
        about: "Without this part there is nothing to run."
    )

    package static let unlikeKeys = DiagnosticCode(
        "E027",
        about:
            """
            A server can only sign with another key than its certificate's if both have the same \
            type. TLS names the type of a signature, so a client would refuse because of the \
            type and not because of the key.
            """
    )

    package static let unseenStatus = DiagnosticCode(
        "E028",
        level: .warning,
        about:
            """
            A client only receives an OCSP response that the server staples, and only has the CRLs \
            in client.crls. Other responses and CRLs have no effect.
            """
    )

    package static let unreadableDocument = DiagnosticCode(
        "E029",
        about:
            """
            A setting such as config takes the path of a file of at most 1 MiB. The path is \
            relative to the scenario's file, or on the command line to the working directory.
            """
    )

    package static let badDocument = DiagnosticCode(
        "E030",
        about:
            """
            The file is not in the format that its setting takes: XML in UTF-8 without \
            declarations of its own, a property list in XML or binary form (or keys and values \
            pasted from one), or text in UTF-8. A file that the system itself refuses is not an \
            error here: the model then refuses every connection, and a scenario can expect that \
            with config-error.
            """
    )

    package static let anyReason = DiagnosticCode(
        "E031",
        level: .warning,
        about:
            """
            reject: any matches every reason, so that a client passes that refuses because of \
            another fault. If one thing is wrong, the scenario can name the reason.
            """
    )

    package static let configurationFile = DiagnosticCode(
        "E032",
        about:
            """
            The file is a configuration as applications ship it. hatpin audit reads it; a scenario \
            names it in a setting such as party: { android: { config: FILE } }.
            """
    )

    package static let unserved = DiagnosticCode(
        "E033",
        about:
            """
            Only Hatpin's own engine can break the rules of the handshake, and few of them before \
            TLS 1.2. The same is true of SCTs in the handshake, the choice of groups and schemes, \
            tickets, staples for later certificates, and some values of server.fault; and only the \
            engine sees the certificates of clients. libssl sends every message as the standard \
            requires, so the attack would not happen.
            """
    )

    package static let upgradeFault = DiagnosticCode(
        "E034",
        about:
            """
            Some values of server.fault are about the upgrade from a plaintext protocol to TLS, \
            which server.starttls names. Not every protocol can have every fault: only IMAP and \
            FTP can greet a client as if it had logged in, and only FTP has a data channel.
            """
    )

    package static let unstatedGain = DiagnosticCode(
        "E035",
        level: .warning,
        about:
            """
            The severity of a finding depends on what an attacker gains. For an expired \
            certificate, and for mutations, violations and server faults with a name, Hatpin knows \
            the gain. For a bad signature it does not: an unrelated CA may have made it, or the \
            right CA made it with an unusual encoding. The scenario then states gains: \
            authentication if the attacker can impersonate the server, secrecy if the attacker can \
            read or change the connection, nothing if only a rule is broken. Until then audits \
            assume authentication.
            """
    )

    package static let ageingClock = DiagnosticCode(
        "E036",
        level: .warning,
        about:
            """
            clock: is an instant, but a certificate, a CRL or a response has dates that are \
            relative to the run. The time between them changes every day, so the scenario will \
            fail some day without a change. State both as instants, or both relative to the run. A \
            certificate without valid: has dates relative to the run.
            """
    )
}
