import PathValidation

// The forms of the keys of a definition whose values are mappings.

extension ClientForms {
    static let pin = Form<PinListFormat>.mapping(
        "a pin",
        from: PinListFormat(),
        [
            Member(
                "each",
                "one pin; {pin} unless stated; with {pinned-host} for a client whose pins are each "
                    + "for one host",
                .text(.template("a pin", in: .onePin)),
                sets: \.each,
                examples: ["\"sha256//{pin}\"", "\"{pinned-host}={pin}\""]
            ),
            Member("between", "a comma unless stated", .text(.any("text")), sets: \.between),
            Member(
                "compares",
                "the certificates with which the client compares its pins; path unless stated",
                .word(.pinScopes),
                sets: \.scope
            ),
            Member(
                "alone",
                "whether a pinned certificate needs no validation, as the program's documentation "
                    + "says; false unless stated",
                .flag,
                sets: \.isAlone
            ),
        ]
    ).checked { pin throws(Fault) in
        guard pin.each.placeholders.isDisjoint(with: ClientPlaceholder.pinHashes) else { return }
        throw .pinWithoutHash
    }

    static let reason = Form<ReasonPattern>.mapping(
        "a reason",
        from: ReasonPattern(),
        [Member("exit", "its exit code", .text(.number(0...255)), at: \.end.exit)]
            + message(in: "the program's standard output or standard error")
    ).checked { reason throws(Fault) in
        if reason.end.exit == nil, reason.end.says == nil { throw .patternWithoutText }
    }

    /// A reason of a server, which runs on after a refusal.
    static let reasonOfServer = Form<ReasonPattern>.mapping(
        "a reason",
        from: ReasonPattern(),
        message(in: "what the server writes, or in its answer")
    ).checked { reason throws(Fault) in
        if reason.end.says == nil { throw .missingKey("says", in: "a reason") }
    }

    private static func message(in output: String) -> [Member<ReasonPattern>] {
        [
            Member(
                "says",
                "a pattern in \(output)",
                .text(.pattern),
                at: \.end.says,
                examples: ["certificate has expired"]
            ),
            Member(
                "reason",
                "the reason, or several possible reasons",
                .list(of: .word(.rejections), orOne: true),
                sets: \.reasons,
                isRequired: true,
                examples: ["expired", "[unknown-issuer, self-signed]"]
            ),
        ]
    }

    static let timeout = Form<ExitPattern>.mapping(
        "a time-out",
        from: ExitPattern(),
        [
            Member("exit", "its exit code", .text(.number(0...255)), at: \.exit),
            Member(
                "says",
                "a pattern in the program's standard output or standard error",
                .text(.pattern),
                at: \.says,
                examples: ["timed out"]
            ),
        ]
    ).checked { end throws(Fault) in
        if end.exit == nil, end.says == nil { throw .patternWithoutText }
    }

    static let violation = Form<KnownRuleDifference>.mapping(
        "a known difference",
        from: KnownRuleDifference(),
        [
            Member(
                "cases",
                "selectors of cases",
                .list(of: .text(.prose("a selector")), orOne: true),
                sets: \.cases,
                isRequired: true,
                examples: ["names/common-name-*"]
            ),
            Member(
                "accept",
                "whether it accepts them",
                .flag,
                sets: \.accept,
                isRequired: true
            ),
            Member(
                "because",
                "why it differs",
                .text(.prose("because")),
                sets: \.because,
                isRequired: true,
                examples: ["reported to its maintainers"]
            ),
            Member(
                "versions",
                "the versions of the client that differ; all unless stated",
                .text(.versions),
                at: \.versions,
                examples: ["<2.0"]
            ),
            Member(
                "until",
                "the last day on which the difference is tolerated",
                .text(.day),
                at: \.until,
                examples: ["2027-06-30"]
            ),
        ]
    )

    static let install = Form<InstallNote>.mapping(
        "an installation note",
        from: InstallNote(),
        [
            Member(
                "apt",
                "Debian packages",
                .list(of: .text(.prose("a package")), orOne: true),
                sets: \.apt,
                examples: ["[wget]"]
            ),
            Member(
                "pip",
                "PyPI packages",
                .list(of: .text(.prose("a package")), orOne: true),
                sets: \.pip
            ),
            Member(
                "builds",
                "commands that build the driver of the client in {built}",
                .list(of: command(in: .noCase), orOne: true),
                sets: \.builds,
                examples: ["cc -o {built}/client {definition}/Programs/client.c -lssl -lcrypto"]
            ),
        ]
    )
}

// MARK: Versions

/// The keys of `version`; `package` excludes the other keys.
private struct StatedProbe: Sendable {
    var command: ClientCommand?
    var pattern: OutputPattern?
    var package: String?

    func probe() throws(Fault) -> VersionProbe {
        switch (command, pattern, package) {
        case (let command?, let pattern?, nil): .command(command, pattern)
        case (nil, nil, let package?): .package(package)
        case (_, _, _?): throw .exclusive(command == nil ? "pattern" : "command", "package")
        case (nil, nil, nil): throw .missingKey("command", in: "a version")
        case (nil, _?, nil): throw .missingKey("command", in: "a version")
        case (_?, nil, nil): throw .missingKey("pattern", in: "a version")
        }
    }
}

extension ClientForms {
    static let probe = Form<StatedProbe>.mapping(
        "a version",
        from: StatedProbe(),
        [
            Member(
                "command",
                "a command that prints it",
                command(in: .noCase),
                at: \.command,
                examples: ["wget --version"]
            ),
            Member(
                "pattern",
                "the pattern whose first group is the version",
                .text(.pattern),
                at: \.pattern,
                examples: [#"'GNU Wget (\S+)'"#]
            ),
            Member(
                "package",
                "a Debian package with this version, instead of a command",
                .text(.prose("a package")),
                at: \.package,
                examples: ["libssl3"]
            ),
        ]
    ).checked(back: { StatedProbe($0) }, making: { stated throws(Fault) in try stated.probe() })
}

extension StatedProbe {
    fileprivate init(_ probe: VersionProbe) {
        switch probe {
        case .command(let command, let pattern): (self.command, self.pattern) = (command, pattern)
        case .package(let package): self.package = package
        }
    }
}
