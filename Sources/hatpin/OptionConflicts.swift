import ScenarioFormat

extension OptionConflict {
    /// The pairs of options in which one option would have no effect if both were given.
    static let all: [OptionConflict] =
        [
            OptionConflict(
                "--builtin",
                without: ["--scenarios"],
                because: "--builtin selects the built-in scenarios, --scenarios those of a folder"
            ),
            OptionConflict(
                "--failed",
                without: ["--shard", "--balance"],
                of: "run",
                because: "--failed selects cases of an earlier run, --shard divides all cases"
            ),
            OptionConflict(
                "--resume",
                without: ["--failed", "--shard", "--balance"],
                of: "run",
                because: "--resume continues the whole of an earlier run"
            ),
            OptionConflict(
                "--cases",
                without: ["--ids", "--coverage"],
                of: "list",
                because: "each option prints another list"
            ),
            OptionConflict(
                "--ports",
                without: ["--port"],
                of: "serve",
                because: "with --ports each case has a port of its own"
            ),
            OptionConflict(
                "--ids",
                without: ["--format", "--json"],
                because: "--ids writes only the names, one a line"
            ),
            OptionConflict(
                "--ids",
                without: ["--coverage"],
                of: "list",
                because: "--coverage shows attacks of the catalogue, not ids of cases"
            ),
            OptionConflict(
                "--json",
                without: ["--format"],
                of: "list",
                because: "--json means --format json"
            ),
            OptionConflict(
                "--write-baseline",
                without: ["--baseline"],
                of: "audit",
                because: "--write-baseline writes the file that --baseline reads"
            ),
            OptionConflict(
                "--write-baseline",
                without: ["--allow", "--count-system"],
                of: "audit",
                because: "--write-baseline records all findings and fails for none of them"
            ),
            OptionConflict(
                "--chain-only",
                without: ["--names", "--can", "--strict", "--strict-reasons", "--timeout"],
                because: "--chain-only tests models without handshakes"
            ),
            OptionConflict(
                "--replay",
                without: [
                    "--time", "--jobs", "--plateau", "--max-findings", "--max-disk", "--report",
                    "--findings",
                ],
                of: "fuzz",
                because: "--replay runs one input once"
            ),
        ] + fixes + lengths

    /// The options that choose how much is shown.
    private static let lengths = ["-v", "--verbose"].map { option in
        OptionConflict(
            option,
            without: ["-q", "--quiet"],
            because: "-v lists everything, -q only the summary"
        )
    }

    /// With these options, fixes are printed or written and no other report is made.
    private static let fixes =
        ["--fix", "--write"].map { option in
            OptionConflict(
                option,
                without: [
                    "--report", "--format", "--baseline", "--write-baseline", "--shard", "--like",
                    "--count-system",
                    "--strict-unread", "--strict", "-v", "--verbose", "--time", "--resume",
                    "--quick",
                ],
                of: "audit",
                because: "\(option) only fixes files; run audit again for a report"
            )
        } + [
            OptionConflict(
                "--fix",
                without: ["--write"],
                of: "audit",
                because: "--fix prints the changes, --write writes them"
            )
        ]
}
