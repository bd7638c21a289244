import Basics
import Runner
import ScenarioFormat

/// The JSON Schema (draft-07) of each line of a run file.
package enum RunSchema: SchemaParts {
    /// The schema and a newline.
    package static let text = document.indentedText + "\n"

    private static let document = JSONValue.object([
        JSONMember("$schema", .string("http://json-schema.org/draft-07/schema#")),
        JSONMember("$id", .string("run-\(PlanRecord.format).schema.json")),
        JSONMember("title", .string("A line of a run file")),
        JSONMember("oneOf", .array([plan, judgement, summary])),
    ])

    private static func type(_ name: String) -> (name: String, schema: JSONValue) {
        ("type", .object([JSONMember("const", .string(name))]))
    }

    private static let plan = object(
        [
            type("plan"),
            ("format", constant(PlanRecord.format)),
            ("tool", string("The name and version of the program.")),
            ("started", string("The wall-clock time at the start, RFC 3339.")),
            ("seed", count("The seed of keys and serial numbers.")),
            ("now", string("The verification date of setups that set none, RFC 3339.")),
            ("root", string("The folder that ids are relative to.")),
            ("options", strings("Options that affect cases and verdicts, such as --builtin.")),
            ("parties", strings("The names of the parties, with settings.")),
            ("scenarios", count("The number of selected files.")),
            ("cases", count("The number of selected cases.")),
            ("pairs", count("The number of pairs of a case and a party.")),
            ("hash", string("The hexadecimal SHA-256 of everything that the run consists of.")),
            ("chain-only", boolean("Whether models judged certificates without a handshake.")),
        ],
        optional: [
            ("ids", strings("Each pair in order, without repetitions.")),
            ("shard", shard),
            ("suffixes", string("The date of the Public Suffix List in use.")),
        ]
    )

    private static let shard = object([
        ("number", count("The number of this part, from 1.")),
        ("count", count("The number of parts.")),
        ("plan", string("The hexadecimal SHA-256 of everything that the parts consist of.")),
        ("scenarios", count("The number of selected files in all parts.")),
        ("cases", count("The number of selected cases in all parts.")),
        ("pairs", count("The number of pairs in all parts.")),
        ("places", list(of: count("From 0."), "The pairs of this part in the whole plan.")),
    ])

    private static let judgement = object(
        [
            type("judgement"),
            ("index", count("The position in the whole plan, from 0.")),
            ("id", string("The case, @ and the party, and #n for a repetition.")),
            ("scenario", string("The id of the case.")),
            ("party", string("The name of the party with its settings.")),
            ("file", string("The path of the scenario.")),
            ("line", count("The line of the expectation, from 1.")),
            ("about", string("The text of the scenario.")),
            ("expected", expectation),
            ("outcome", choice(Outcome.Kind.allCases.map(\.rawValue), "The result.")),
            ("presented", strings("The received certificates, as sent.")),
            ("connections", count("The number of connections that the servers saw.")),
            ("requested", boolean("Whether the request arrived after the handshake.")),
            ("elapsed", count("In microseconds.")),
        ],
        optional: details
    )

    private static let details: [(name: String, schema: JSONValue)] = [
        ("tags", strings("The tags to select by.")),
        ("covers", strings("The ids of attacks in the catalogue.")),
        (
            "importance",
            choice(Severity.harmful.map(\.rawValue), "The harm of a wrong verdict.")
        ),
        ("verdict", choice(["accept", "reject"], "The verdict; absent if there is none.")),
        ("grounds", choice(["path", "pin", "unchecked", "observed"], "Why it accepted.")),
        ("reason", string("Why it rejected, in one word.")),
        ("sentence", string("Why it rejected, in a sentence.")),
        ("disposition", string("The answer of the party's delegate.")),
        ("trust-result", string("The platform's result.")),
        ("error", string("The error that the application receives.")),
        ("config-error", string("The failure before any connection.")),
        ("chain", chain),
        ("fault", strings("The server faults, by name.")),
        ("path", strings("The verified path, end entity first.")),
        ("left-aside", strings("The CRLs about certificates of that path that the party ignored.")),
        ("alert", string("The TLS alert that the party sent.")),
        (
            "mismatch",
            object([
                ("key", string("The key in expect.")), ("expected", string("Its value.")),
                ("observed", string("The observed value; none if there is no value.")),
            ])
        ),
        ("detail", string("The reason of a known difference, or the error.")),
        ("control", string("The party's objection to the control.")),
        (
            "weakness",
            object([
                ("reasons", strings("Why a correct client rejects; any of these.")),
                ("severity", string("The severity, as importance.")),
                ("attacker-needs", string("What an attacker needs.")),
                ("advice", string("The fix.")),
            ])
        ),
        ("evidence", string("The folder of the kept files.")),
    ]

    private static let expectation = object(
        [("verdict", choice(["accept", "reject"], "The expected verdict."))],
        optional: [("reasons", strings("Any of these."))]
            + Expectation.observations.map { ($0.0, string("Expected besides the verdict.")) }
    )

    private static let certificates = list(
        of: object(
            [
                ("name", string("The name of its entity.")),
                ("issuer", string("The entity that signed it.")),
                ("marks", strings("sent, trusted, trusted-by-user, pinned.")),
            ],
            optional: [("changes", strings("Fields that differ from the baseline setup."))]
        ),
        "The topmost issuer first."
    )

    private static let chain = object(
        [("received", certificates)],
        optional: [
            ("server", certificates),
            ("changes", strings("Other fields that differ from the baseline setup.")),
        ]
    )

    private static let summary = object([
        type("summary"),
        ("counts", counts("The number of judgements with each outcome.")),
        ("controls", count("The number of rejections that needed a control.")),
        ("controls-held", count("How many of these had an accepted control.")),
        ("weaknesses", count("The number of attacks accepted as the scenario expects.")),
        ("interrupted", boolean("Whether a signal ended the run.")),
        ("elapsed", count("In microseconds.")),
    ])
}
