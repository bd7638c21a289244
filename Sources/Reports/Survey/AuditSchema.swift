import Basics
import Lint
import PathValidation
import Runner
import ScenarioFormat

/// The JSON Schema (draft-07) of what `audit --format json` writes.
package enum AuditSchema: SchemaParts {
    /// The document and a newline.
    package static let text = document.indentedText + "\n"

    private static let document = JSONValue.object([
        JSONMember("$schema", .string("http://json-schema.org/draft-07/schema#")),
        JSONMember("$id", .string("audit-\(AuditJSON.version).schema.json")),
        JSONMember("title", .string("An audit of configurations")),
        JSONMember("type", .string("object")),
        JSONMember(
            "required",
            .array(
                [
                    "version", "tool", "findings", "unread", "filesRead", "filesNotRead",
                    "excluded", "inForce", "files", "audits", "systems",
                ]
                .map(JSONValue.string)
            )
        ),
        JSONMember("additionalProperties", .boolean(false)),
        JSONMember(
            "properties",
            .object([
                JSONMember("version", constant(AuditJSON.version)),
                JSONMember("tool", string("The name and version of the program.")),
                JSONMember("findings", list(of: finding, "Mistakes of files.")),
                JSONMember("unread", list(of: unread, "Places that could not be read.")),
                JSONMember("filesRead", count("Files that were read for mistakes.")),
                JSONMember(
                    "filesNotRead",
                    list(of: unreadKind, "Source files that were not read, by kind.")
                ),
                JSONMember(
                    "excluded",
                    count("Files and folders that .gitignore, .hatpinignore or --exclude name.")
                ),
                JSONMember(
                    "inForce",
                    strings("Options of hatpin.yaml that can make the audit succeed.")
                ),
                JSONMember("files", list(of: file, "Files that were named.")),
                JSONMember(
                    "audits",
                    list(of: audit, "Configurations, each for the hosts that it governs alike.")
                ),
                JSONMember(
                    "systems",
                    list(of: system, "Systems, whatever their configurations say.")
                ),
                JSONMember("shard", shard),
            ])
        ),
    ])

    private static let place = [
        ("line", count("From 1.")),
        ("column", count("In characters, from 1.")),
        ("length", count("In characters, on the first line.")),
    ]

    private static let finding = object(
        [
            ("file", string("The path.")),
            ("severity", choice(Severity.allCases.map(\.rawValue), "A note is no fault.")),
            (
                "isOutage",
                boolean("Whether users lose their connections by it, and no attacker gains.")
            ),
            ("rule", string("The id of the rule.")),
            ("problem", string("The mistake.")),
            ("impact", string("What follows from it.")),
            (
                "related",
                list(of: object(place + [("label", string("In words."))]), "Other places.")
            ),
            ("notes", strings("What else is to be known.")),
        ],
        optional: place + [
            ("code", string("The lines of the place, without the blanks around them.")),
            ("label", string("The words at the place.")), ("fix", fix),
        ]
    )

    private static let fix = object(
        [("words", string("The way to fix it."))],
        optional: [
            (
                "edits",
                list(
                    of: object([
                        ("offset", count("In bytes of UTF-8, after a byte order mark.")),
                        ("length", count("In bytes.")),
                        ("replacement", string("The text in their place.")),
                    ]),
                    "Together the fix; none where only the owner can say it."
                )
            ),
            (
                "lines",
                list(
                    of: object([("line", count("From 1.")), ("text", string("As it is then."))]),
                    "The lines after the edits."
                )
            ),
            (
                "sameAs",
                count(
                    "In place of edits and lines: the finding that has them, by its number in findings, "
                        + "from 0. Both are fixed together."
                )
            ),
        ]
    )

    private static let unread = object(
        [("file", string("The path.")), ("why", string("Why it could not be read."))],
        optional: place
    )

    private static let unreadKind = object([
        ("kind", string("The ending of their names, such as .rb, or a name without one.")),
        ("files", count("How many there are.")),
    ])

    private static let file = object([
        ("file", string("The path, as it was named.")),
        ("kinds", strings("What it was taken for.")),
        ("unpinned", strings("Hosts beside those that it pins that have no pin.")),
    ])

    private static let audit = object(
        [
            ("party", string("The configuration.")),
            ("hosts", strings("Those that it was asked about.")),
            ("judged", count("Test cases with a verdict.")),
            ("notApplicable", count("Test cases that it cannot express.")),
            ("failed", count("Test cases without a verdict.")),
            (
                "acceptsNothing",
                boolean("Whether it refuses every valid server: an outage of high severity.")
            ),
            ("opened", count("Attacks that its system refuses without it.")),
            ("weaknesses", list(of: weakness, "Its own, the most severe first.")),
            ("refusals", list(of: refusal, "Valid servers that it alone refuses.")),
        ],
        optional: [
            ("objection", string("Why it accepts nothing, in its system's words.")),
            ("pinning", pinning),
            ("system", string("The system that it is told from.")),
            ("untried", count("Test cases that an audit which was stopped did not come to.")),
        ]
    )

    private static let system = object([
        ("system", string("Its name.")),
        ("weaknesses", list(of: weakness, "The most severe first.")),
        ("refusals", list(of: refusal, "Valid servers that it refuses.")),
    ])

    private static let pinning = object([
        (
            "pins",
            choice(
                [Audit.Pinning.Pins.own, .given, .none].map(\.rawValue),
                "Whether it states pins, is given the test case's, or has none."
            )
        ),
        ("attacks", count("Attacks that a pin stops.")),
        ("held", count("Those that it refuses.")),
    ])

    private static let weakness = object(
        [
            (
                "severity",
                choice(Scenario.Importance.allCases.map(\.rawValue), "How grave it is.")
            ),
            ("reasons", counts("Attacks by the reason to refuse them.")),
            ("attackerNeeds", string("What an attacker needs besides a place on the network.")),
            ("advice", string("What helps in general.")),
            ("scenarios", strings("The cases that show it.")),
            ("covers", strings("Their rows of the attack catalogue.")),
        ],
        optional: [("remedy", remedy)]
    )

    private static let remedy = object([
        ("changes", words("Settings and their new values.")),
        ("fixes", strings("Changes of the configuration's file.")),
        ("fixed", count("Attacks that are refused then.")),
        ("setups", count("Attacks that were tried.")),
    ])

    private static let refusal = object(
        [
            ("scenario", string("The case.")),
            (
                "reason",
                choice(Rejection.Code.allCases.map(\.rawValue), "Why it is refused.")
            ),
        ],
        optional: [("words", string("The system's own."))]
    )
}
