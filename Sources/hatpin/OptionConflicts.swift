import ScenarioFormat

extension OptionConflict {
    /// Options of the same command line of which one would have no effect.
    static let all: [OptionConflict] =
        [
            OptionConflict(
                "--builtin",
                without: ["--scenarios"],
                because: "--builtin takes the built-in scenarios, --scenarios those of a folder"
            ),
            OptionConflict(
                "--failed",
                without: ["--shard", "--balance"],
                of: "run",
                because: "--failed takes pairs of an earlier run, --shard divides all of them"
            ),
            OptionConflict(
                "--resume",
                without: ["--failed", "--shard", "--balance"],
                of: "run",
                because: "--resume goes on with the whole of an earlier run"
            ),
            OptionConflict(
                "--cases",
                without: ["--ids", "--coverage"],
                of: "list",
                because: "each of them is another list"
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
                because: "--ids writes the names alone, one a line"
            ),
            OptionConflict(
                "--ids",
                without: ["--coverage"],
                of: "list",
                because: "--coverage shows rows of the attack catalogue, and not ids of cases"
            ),
            OptionConflict(
                "--json",
                without: ["--format"],
                of: "list",
                because: "--json is the older name of --format json"
            ),
            OptionConflict(
                "--write-baseline",
                without: ["--baseline"],
                of: "audit",
                because: "--write-baseline writes what --baseline compares with"
            ),
            OptionConflict(
                "--write-baseline",
                without: ["--allow", "--count-system"],
                of: "audit",
                because: "--write-baseline keeps all that is found, and nothing fails by it"
            ),
            OptionConflict(
                "--chain-only",
                without: ["--names", "--can", "--strict", "--strict-reasons", "--timeout"],
                because: "--chain-only judges models without handshakes"
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

    /// The lengths of a text.
    private static let lengths = ["-v", "--verbose"].map { option in
        OptionConflict(
            option,
            without: ["-q", "--quiet"],
            because: "-v lists everything, -q the summary alone"
        )
    }

    /// Fixes are printed or written, and nothing else is reported.
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
                because: "\(option) only fixes files; audit them again for a report"
            )
        } + [
            OptionConflict(
                "--fix",
                without: ["--write"],
                of: "audit",
                because: "--fix prints the change, --write makes it"
            )
        ]
}
