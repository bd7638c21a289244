/// The kinds of diagnostics, by the codes that users look up with `hatpin explain`.
///
/// `Y` is about bytes and YAML, `S` about the shape of a file and the spelling of its words, `E`
/// about what they mean together. A code keeps its meaning for ever.
package enum DiagnosticCode: String, CaseIterable, Hashable, Sendable {
    case yamlSyntax = "Y001"
    case unquotedWildcard = "Y002"
    case alias = "Y003"
    case tag = "Y004"
    case mergeKey = "Y005"
    case complexKey = "Y006"
    case duplicateKey = "Y007"
    case tab = "Y008"
    case notUTF8 = "Y009"
    case controlCharacter = "Y010"
    case tooLarge = "Y011"
    case tooDeep = "Y012"
    case tooManyNodes = "Y013"
    case empty = "Y014"
    case directive = "Y015"
    case unreadable = "Y016"

    case unknownKey = "S001"
    case wrongKind = "S002"
    case missingKey = "S003"
    case noValue = "S004"
    case unknownWord = "S005"
    case notBuilt = "S006"
    case badNumber = "S007"
    case badName = "S008"
    case nothingStated = "S009"
    case badTime = "S010"
    case badGeneralName = "S011"
    case badObjectIdentifier = "S012"
    case badHex = "S013"
    case badDistinguishedName = "S014"
    case badPin = "S015"
    case badIdentity = "S016"
    case badCatalogueRow = "S017"
    case badPath = "S018"
    case badParty = "S019"
    case exclusiveKeys = "S020"
    case badAxisValue = "S021"
    case badStaple = "S022"

    case fileName = "E001"
    case duplicateID = "E002"
    case unknownBase = "E003"
    case baseCycle = "E004"
    case differentBases = "E005"
    case unknownEntity = "E006"
    case issuerCycle = "E007"
    case copyCycle = "E008"
    case missingExpectation = "E009"
    case missingSources = "E010"
    case noFinalRule = "E011"
    case unreachableRule = "E012"
    case unknownCoordinate = "E013"
    case absentValue = "E014"
    case singleValue = "E015"
    case unknownAxis = "E016"
    case pointlessSkip = "E017"
    case ambiguousCoordinate = "E018"
    case tooManyCases = "E019"
    case pointlessControl = "E020"
    case unknownParty = "E021"
    case neverApplies = "E022"
    case repeatedCase = "E023"
    case unusedEntity = "E024"
    case versionGap = "E025"
    case missingWorldPart = "E026"
    case unlikeKeys = "E027"
    case unseenStatus = "E028"
    case unreadableDocument = "E029"
    case badDocument = "E030"
    case anyReason = "E031"
    case configurationFile = "E032"

    /// What is lenient: the file still means something, though hardly what its author meant.
    package var severity: Diagnostic.Severity {
        switch self {
        case .singleValue, .repeatedCase, .unusedEntity, .unseenStatus, .anyReason: .warning
        default: .error
        }
    }
}

extension DiagnosticCode {
    /// Why the rule exists and how to satisfy it, for `hatpin explain S001`.
    package var about: String {
        switch self {
        case .yamlSyntax: "The file is not YAML; the parser's own words say what it stumbled over."
        case .unquotedWildcard:
            """
            In YAML an unquoted * begins an alias, so a wildcard name has to be quoted: \
            san: "*.example.test".
            """
        case .alias:
            """
            Anchors and aliases are not part of the format: a few bytes of them unfold into \
            gigabytes, and a fault in what they repeat has no place. Use base, cases or matrix.
            """
        case .tag:
            """
            Tags such as !!str are not part of the format: every value is read as the text it is \
            and typed by its key.
            """
        case .mergeKey:
            "Merge keys (<<) are not part of the format; base starts from another scenario's world."
        case .complexKey: "A key is one word; lists and mappings cannot be keys."
        case .duplicateKey:
            "A mapping states each key once; of two values one would be lost without a word."
        case .tab: "YAML is indented with spaces; a tab has no defined width."
        case .notUTF8: "Scenario files are UTF-8. The place is that of the first byte that is not."
        case .controlCharacter:
            """
            Control characters and byte order marks inside the text are invisible to the reader \
            of a file. Write them as escapes in double quotes, or as hex where the field takes it.
            """
        case .tooLarge: "A scenario file is at most 1 MiB."
        case .tooDeep: "Lists and mappings nest at most 32 deep; no scenario needs more than ten."
        case .tooManyNodes: "A file holds at most 100,000 keys, values and lists."
        case .empty: "The file holds no scenario: only blanks and comments."
        case .directive: "Directives (%YAML, %TAG) are not part of the format."
        case .unreadable: "The file or folder could not be read; the system's reason is given."

        case .unknownKey:
            """
            The key means nothing here. Unknown keys are never ignored, because a mistyped one \
            would turn a test into a test of nothing. hatpin schema lists all keys for editors.
            """
        case .wrongKind: "The key takes another kind of value: text, a list or a mapping."
        case .missingKey: "A key without which this mapping means nothing is missing."
        case .noValue:
            """
            The key has no value. Write {} for a mapping with nothing to say, "" for empty text, \
            ~ to take away what a lower layer set.
            """
        case .unknownWord: "The value is not among the words that this key takes."
        case .notBuilt:
            """
            The word belongs to the format, but this version of Hatpin cannot do it yet. It is \
            refused because ignoring it would change what the scenario tests.
            """
        case .badNumber: "The value is not a whole number within the range of its key."
        case .badName:
            """
            Names of scenarios, cases and entities are lower-case letters, digits and hyphens, so \
            that they can stand in ids, file names and on command lines without quoting.
            """
        case .nothingStated: "A list or text that says nothing stands where something is needed."
        case .badTime:
            """
            Validity is FROM..TO. Each end is relative to the run's now (-1d, +90d; units s m h d \
            y, a year being 365 days, at most 2000 y) or an RFC 3339 instant in UTC (2026-11-21 \
            or 2026-11-21T09:30:00Z).
            """
        case .badGeneralName:
            """
            A name is a DNS name as it stands, or has its kind in front: ip: email: uri: dn: \
            other:OID=HEX dns-bytes:HEX ip-bytes:HEX. In name-constraints the same words mean \
            subtrees, and ip: takes a prefix (ip:192.0.2.0/24).
            """
        case .badObjectIdentifier:
            "An object identifier is dotted decimal (2.5.29.19) or one of the names listed."
        case .badHex: "Octets are written as pairs of hexadecimal digits."
        case .badDistinguishedName:
            """
            Distinguished names are RFC 4514 text, most specific part first: CN=leaf,O=Example. A \
            type is a keyword such as CN or dotted decimal; a value beginning with # is the DER of \
            the value in hex.
            """
        case .badPin:
            """
            A pin is spki(ENTITY), certificate(ENTITY), sha256/BASE64 (32 octets), or the path of \
            a PEM or DER certificate relative to the scenario's file.
            """
        case .badIdentity:
            "connect is a DNS name in A-labels or an IP address, without port, scheme or brackets."
        case .badCatalogueRow:
            """
            Rows of the attack catalogue are named GROUP-nnn, such as PIN-018. Each is an attack \
            that some suite tries, or none does yet; hatpin list --coverage shows which are open, \
            hatpin explain PIN-018 what one is. Words of your own are tags.
            """
        case .badPath:
            """
            A path names fields as RFC 5280 does: tbsCertificate.validity.notAfter, \
            extensions.basicConstraints.pathLenConstraint.
            """
        case .badParty:
            """
            A party is the name of a model, with settings after a colon where they matter: \
            afnetworking:mode=public-key,allow-invalid=true. hatpin list parties shows them.
            """
        case .exclusiveKeys: "Two keys stand together that contradict each other; keep one."
        case .badAxisValue:
            """
            An axis' values are part of ids, so they are plain text without commas, brackets, @ \
            and blanks, each once. What cannot be written so is a case.
            """
        case .badStaple:
            """
            server.staple is none, the entity whose ocsp the server staples, or octets in its \
            place: bytes:HEX, repeated with bytes:HEX*COUNT, as many as a TLS extension holds.
            """

        case .fileName: "A scenario is found by its name, so its file is named after it."
        case .duplicateID: "Two scenarios would have the same id."
        case .unknownBase: "base is the id of another scenario below the same root."
        case .baseCycle: "Scenarios that start from each other's world have no world."
        case .differentBases:
            "Several scenarios share a file only where they share a base: one file, one topic."
        case .unknownEntity: "The name is not that of any entity of this world."
        case .issuerCycle: "Each of these certificates would have to be signed before the others."
        case .copyCycle: "Entities that copy each other, or share each other's key, have neither."
        case .missingExpectation:
            "A scenario says what must be decided, or each of its cases does."
        case .missingSources:
            "Who demands a rejection says which rule demands it: an RFC section, a CVE."
        case .noFinalRule: "The last rule of expect has no when, so that every case is decided."
        case .unreachableRule: "Earlier rules take every case that this rule would apply to."
        case .unknownCoordinate:
            "when and skip compare axes of the matrix; when also compares case and party."
        case .absentValue: "No case has this value, so the comparison is never true."
        case .singleValue: "An axis with one value is not an axis: set the field in the scenario."
        case .unknownAxis: "An axis is the path of the field it sets, such as leaf.key."
        case .pointlessSkip: "Each entry of skip takes away at least one case, and not all."
        case .ambiguousCoordinate: "Several axes end in this word; write the path in full."
        case .tooManyCases: "One scenario unfolds into at most 4,096 cases."
        case .pointlessControl:
            """
            A rejection counts only if the same party accepts the control, and here the control \
            is the very same world. The scenario's overlay changes nothing, or control undoes \
            nothing.
            """
        case .unknownParty: "No model of this name is known."
        case .neverApplies:
            "An expectation that no case uses, or that this world cannot bring about."
        case .repeatedCase: "Two cases are the same world with the same expectation."
        case .unusedEntity:
            "The entity is neither served, trusted, pinned nor needed by one that is, nor by what "
                + "says of those whether they are revoked."
        case .unseenStatus:
            """
            A response about a certificate reaches a client only where the server staples it, a \
            CRL only where the client has it at hand; what reaches nobody changes nothing.
            """
        case .unreadableDocument:
            """
            A setting such as config takes the path of a file, relative to the scenario's file, on \
            the command line to the working directory; of at most 1 MiB.
            """
        case .badDocument:
            """
            The file is not in the notation that its setting takes: XML in UTF-8 without \
            declarations of its own, a property list in XML or binary (or keys and values pasted \
            from one), text in UTF-8. What the system itself refuses is another thing: the model \
            then refuses every connection, and a scenario can expect that with config-error.
            """
        case .anyReason:
            """
            reject: any takes every reason, so that a client that refuses for another fault passes. \
            Where one thing is wrong, the scenario can name the reason.
            """
        case .configurationFile:
            """
            The file is a configuration as applications ship it. hatpin audit takes it; a scenario \
            names it in a setting such as party: { android: { config: FILE } }.
            """
        case .versionGap: "A server offers a range of TLS versions without holes."
        case .missingWorldPart: "Without this part there is nothing that could be run."
        case .unlikeKeys:
            "A server signs with another key in place of its certificate's only where both are of "
                + "one kind: TLS names the kind of a signature, so that any other one would be "
                + "refused for its kind and not for the key."
        }
    }
}
