import Testing

@testable import ScenarioFormat

private let commands = [
    CommandOptions(
        "run",
        [
            option("party", isRepeated: true), option("timeout"), option("state"),
            option("jobs", spellings: ["--jobs", "-j"]),
            option("quiet", spellings: ["--quiet", "-q"], isFlag: true),
            option("verbose", spellings: ["--verbose", "-v"], isFlag: true),
        ]
    ),
    CommandOptions("lint", [option("format")]),
]

private func option(
    _ name: String,
    spellings: Set<String>? = nil,
    isFlag: Bool = false,
    isRepeated: Bool = false
) -> CommandOptions.Option {
    CommandOptions.Option(
        name,
        spellings: spellings ?? ["--" + name],
        about: "about \(name)",
        isFlag: isFlag,
        isRepeated: isRepeated
    )
}

private func file(_ text: String) -> DefaultsFile {
    DefaultsFile(of: Array(text.utf8), at: "hatpin.yaml", for: commands)
}

/// Options of hatpin.yaml.
struct DefaultsFileTests {
    private static let text = """
        run:
          party: [reference, client/curl]
          timeout: 10
          quiet: true
        profiles:
          ci: { run: { party: curl, quiet: false, verbose: true } }
        """

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        var profile: String?
        var decided: Set<String> = []
        let given: [String]
        let arguments: [String]
    }

    private static let examples = [
        Example(
            testDescription: "adds what the command line does not state",
            given: ["run", "names"],
            arguments: [
                "run", "--party=reference", "--party=client/curl", "--timeout=10", "--quiet",
                "names",
            ]
        ),
        Example(
            testDescription: "replaces all values of an option",
            given: ["run", "--party", "wget", "--timeout=3"],
            arguments: ["run", "--quiet", "--party", "wget", "--timeout=3"]
        ),
        Example(
            testDescription: "recognises short names, alone and combined",
            given: ["run", "-vq", "--party=a", "--timeout=3"],
            arguments: ["run", "-vq", "--party=a", "--timeout=3"]
        ),
        Example(
            testDescription: "replaces the file's parties by a program after --",
            given: ["run", "--", "curl", "--timeout", "-q"],
            arguments: ["run", "--timeout=10", "--quiet", "--", "curl", "--timeout", "-q"]
        ),
        Example(
            testDescription: "keeps a party of the command line next to a program",
            given: ["run", "--party=a", "--", "curl"],
            arguments: ["run", "--timeout=10", "--quiet", "--party=a", "--", "curl"]
        ),
        Example(
            testDescription: "prefers a profile to the file",
            profile: "ci",
            given: ["run"],
            arguments: ["run", "--timeout=10", "--party=curl", "--verbose"]
        ),
        Example(
            testDescription: "prefers an environment variable to both",
            decided: ["timeout", "quiet", "party"],
            given: ["run"],
            arguments: ["run"]
        ),
        Example(
            testDescription: "leaves other commands unchanged",
            given: ["lint", "Scenarios"],
            arguments: ["lint", "Scenarios"]
        ),
        Example(testDescription: "no command", given: [], arguments: []),
    ]

    @Test(arguments: examples)
    func `completes a command line with the options of the file`(example: Example) {
        let defaults = CommandLineDefaults(
            file(Self.text),
            with: example.profile,
            unless: example.decided,
            isTrusted: true
        )
        #expect(defaults.applied(to: example.given) == example.arguments)
    }

    @Test(arguments: [
        (["--verbose"], ["--verbose"]), (["-v"], ["-v"]), ([], ["--quiet"]),
    ])
    func `omits an option of hatpin.yaml that would have no effect on the command`(
        given: [String],
        arguments: [String]
    ) {
        let others = ["run", "--party=reference", "--party=client/curl", "--timeout=10"]
        let defaults = CommandLineDefaults(
            file(Self.text),
            with: nil,
            unless: [],
            isTrusted: true,
            conflicts: [
                OptionConflict("--quiet", without: ["--verbose", "-v"], of: "run", because: "")
            ]
        )
        #expect(defaults.applied(to: ["run"] + given) == others + arguments)
    }

    @Test(
        arguments: [
            ("run: { party: reference }", ["--party=reference"], []),
            ("run: { party: [reference, client/curl] }", [], ["--party"]),
            ("run: { party: ./evil.yaml }", [], ["--party"]),
            ("run: { state: /tmp/x, timeout: 3 }", ["--timeout=3"], ["--state"]),
            ("lint: { format: sarif }", [], []),
            ("run: { unknown: x, quiet: true }", ["--quiet"], ["--unknown"]),
            ("run: { scenarios: Scenarios }", ["--scenarios=Scenarios"], []),
            ("run: { scenarios: .. }", [], ["--scenarios"]),
            ("run: { scenarios: /etc }", [], ["--scenarios"]),
        ] as [(String, [String], [String])]
    )
    func `applies options with side effects only from trusted files`(
        text: String,
        counting: [String],
        ignored: [String]
    ) {
        let known = [
            CommandOptions(
                "run",
                (commands.first?.options ?? []) + [option("unknown"), option("scenarios")]
            ),
            CommandOptions("lint", [option("format")]),
        ]
        let file = DefaultsFile(of: Array(text.utf8), at: "hatpin.yaml", for: known)
        for isTrusted in [false, true] {
            let defaults = CommandLineDefaults(
                file,
                with: nil,
                unless: [],
                isTrusted: isTrusted
            )
            let options = defaults.options(besides: ["run", "names"])
            let words = options.counting.flatMap(\.words)
            let others = options.ignored.map { "--" + $0.option.name }
            if isTrusted {
                #expect(words.count >= counting.count + ignored.count)
                #expect(others == [])
            } else {
                #expect(words == counting)
                #expect(others == ignored)
                #expect(defaults.applied(to: ["run", "names"]) == ["run"] + counting + ["names"])
            }
            // The command line decides these options.
            let stated = defaults.options(
                besides: [
                    "run", "--party=a", "--state=b", "--unknown=c", "--scenarios=d",
                ]
            )
            #expect(stated.ignored.isEmpty)
        }
    }

    @Test func `reports options that can make a command succeed`() {
        let known = [
            CommandOptions("audit", [option("allow"), option("filter"), option("time")])
        ]
        let text = "audit: { allow: high, filter: x, time: 3m }"
        let file = DefaultsFile(of: Array(text.utf8), at: "hatpin.yaml", for: known)
        let defaults = CommandLineDefaults(file, with: nil, unless: [], isTrusted: false)
        let weakening = defaults.options(besides: ["audit", ".", "--filter=y"]).weakening
        #expect(weakening.map(\.line) == ["--allow=high (hatpin.yaml:1:10)"])
    }

    @Test func `each option has its line and column in the file`() {
        let options = file(Self.text).options(of: "run", with: "ci")
        #expect(
            options.map(\.origin) == [
                "hatpin.yaml:3:3", "hatpin.yaml:6:16, profile ci", "hatpin.yaml:6:29, profile ci",
                "hatpin.yaml:6:43, profile ci",
            ]
        )
    }

    @Test(
        arguments: [
            ("runn: {}", "unknown key 'runn'", "did you mean 'run'?"),
            ("run: { timeut: 1 }", "unknown key 'timeut'", "did you mean 'timeout'?"),
            ("run: { quiet: maybe }", "unknown flag 'maybe'", nil),
            ("run: { timeout: [1, 2] }", "takes text, not a list", nil),
            ("profiles: { CI: {} }", "name", nil),
            ("run: 3", "takes a mapping, not text", nil),
            ("run: [", "", nil),
        ] as [(String, String, String?)]
    )
    func `reports a mistake with its place and fix`(text: String, problem: String, help: String?) {
        let diagnostics = file(text).diagnostics
        #expect(diagnostics.count == 1)
        #expect(diagnostics.first?.mark?.line == 1)
        #expect(
            problem.isEmpty || diagnostics.first?.problem.contains(problem) == true,
            "\(diagnostics)"
        )
        if let help { #expect(diagnostics.first?.help == help) }
        #expect(file(text).options(of: "run", with: nil).isEmpty)
    }

    @Test func `lists every option in the schema`() {
        let schema = commands.schema
        for name in ["\"party\"", "\"timeout\"", "\"profiles\"", "about jobs"] {
            #expect(schema.contains(name))
        }
    }
}
