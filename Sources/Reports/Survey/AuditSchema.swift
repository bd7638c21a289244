import Basics
import Lint
import PathValidation
import Runner
import ScenarioFormat

/// The JSON Schema (draft-07) of the output of `audit --format json`.
package enum AuditSchema: SchemaParts {
    /// The schema and a newline.
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
                JSONMember("findings", list(of: finding, "The findings in files.")),
                JSONMember("unread", list(of: unread, "Places that could not be read.")),
                JSONMember("filesRead", count("The number of files that were read for findings.")),
                JSONMember(
                    "filesNotRead",
                    list(of: unreadKind, "The source files that were not read, by kind.")
                ),
                JSONMember(
                    "excluded",
                    count("Files and folders excluded by .gitignore, .hatpinignore or --exclude.")
                ),
                JSONMember(
                    "inForce",
                    strings("The options of hatpin.yaml that can make the audit succeed.")
                ),
                JSONMember("files", list(of: file, "The files named on the command line.")),
                JSONMember(
                    "audits",
                    list(of: audit, "Configurations, each with the hosts that get equal rules.")
                ),
                JSONMember(
                    "systems",
                    list(of: system, "The systems themselves, independent of the configurations.")
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
            (
                "severity",
                choice(Severity.allCases.reversed().map(\.rawValue), "A note is not a fault.")
            ),
            (
                "isOutage",
                boolean("Whether connections of users fail and no attacker gains.")
            ),
            ("rule", string("The id of the rule.")),
            ("problem", string("What is wrong.")),
            ("impact", string("What follows from the problem.")),
            (
                "related",
                list(of: object(place + [("label", string("What is there."))]), "Related places.")
            ),
            ("notes", strings("Further remarks.")),
        ],
        optional: place + [
            ("code", string("The lines of the place, without surrounding spaces.")),
            ("label", string("The words at the place.")), ("fix", fix),
        ]
    )

    private static let fix = object(
        [("words", string("The fix in words."))],
        optional: [
            (
                "edits",
                list(
                    of: object([
                        ("offset", count("In bytes of UTF-8, not counting a byte order mark.")),
                        ("length", count("In bytes.")),
                        ("replacement", string("The new text.")),
                    ]),
                    "The edits that make the fix; empty if only the owner knows the right value."
                )
            ),
            (
                "lines",
                list(
                    of: object([("line", count("From 1.")), ("text", string("The new text."))]),
                    "The lines after the edits."
                )
            ),
            (
                "sameAs",
                count(
                    "Replaces edits and lines: the index in findings of the one that has them, "
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
        ("kind", string("The file extension, such as .rb, or a name without one.")),
        ("files", count("How many there are.")),
    ])

    private static let file = object([
        ("file", string("The path, as it was named.")),
        ("kinds", strings("The kinds of configuration in it.")),
        ("unpinned", strings("Hosts of a pinned domain that have no pin.")),
    ])

    private static let audit = object(
        [
            ("party", string("The configuration.")),
            ("hosts", strings("The hosts that the audit tested.")),
            ("judged", count("Test cases with a verdict.")),
            ("notApplicable", count("Test cases that are not applicable.")),
            ("failed", count("Test cases without a verdict.")),
            (
                "acceptsNothing",
                boolean("Whether it rejects every valid server: an outage of high severity.")
            ),
            ("opened", count("Attacks accepted because of it, which its system alone rejects.")),
            ("weaknesses", list(of: weakness, "Its own weaknesses, most severe first.")),
            ("refusals", list(of: refusal, "Valid servers that only it rejects.")),
        ],
        optional: [
            ("objection", string("Why it rejects every server, in its system's words.")),
            ("pinning", pinning),
            ("system", string("The system that it is compared with.")),
            ("untried", count("Test cases that an interrupted audit did not try.")),
        ]
    )

    private static let system = object([
        ("system", string("Its name.")),
        ("weaknesses", list(of: weakness, "Its weaknesses, most severe first.")),
        ("refusals", list(of: refusal, "Valid servers that it rejects.")),
    ])

    private static let pinning = object([
        (
            "pins",
            choice(
                [Audit.Pinning.Pins.own, .given, .none].map(\.rawValue),
                "Whether the pins are its own, the test case's, or none."
            )
        ),
        ("attacks", count("Attacks that a pin stops.")),
        ("held", count("How many of these it rejects.")),
    ])

    private static let weakness = object(
        [
            (
                "severity",
                choice(Severity.harmful.map(\.rawValue), "The severity.")
            ),
            ("reasons", counts("The number of attacks for each reason to reject them.")),
            ("attackerNeeds", string("What an attacker needs besides a place on the network.")),
            ("advice", string("General advice.")),
            ("scenarios", strings("The cases that show it.")),
            ("covers", strings("The ids of these attacks in the catalogue.")),
        ],
        optional: [("remedy", remedy)]
    )

    private static let remedy = object([
        ("changes", words("Settings and their new values.")),
        ("fixes", strings("Changes to the configuration's file.")),
        ("fixed", count("Attacks that are rejected after the changes.")),
        ("setups", count("Attacks that were tried.")),
    ])

    private static let refusal = object(
        [
            ("scenario", string("The case.")),
            (
                "reason",
                choice(Rejection.Code.allCases.map(\.rawValue), "Why it is rejected.")
            ),
        ],
        optional: [("words", string("The message of the system."))]
    )
}
