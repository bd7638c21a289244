import Basics
import Runner
import ScenarioFormat

/// The JSON Schema (draft-07) of each line of a run file.
package enum RunSchema: SchemaParts {
    /// The document and a newline.
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
            ("started", string("The wall clock at the start, RFC 3339.")),
            ("seed", count("Of keys and serial numbers.")),
            ("now", string("The verify date of setups that state none, RFC 3339.")),
            ("root", string("The folder that ids are relative to.")),
            ("options", strings("Options that decide what is judged, such as --builtin.")),
            ("parties", strings("Names with settings.")),
            ("scenarios", count("Selected files.")),
            ("cases", count("Selected cases.")),
            ("pairs", count("Pairs of case and party.")),
            ("hash", string("SHA-256 of all that the run consists of, hexadecimal.")),
            ("chain-only", boolean("Whether models judged without a handshake.")),
        ],
        optional: [
            ("ids", strings("Each pair in order, repetitions as one.")),
            ("shard", shard),
            ("suffixes", string("The date of the Public Suffix List that names were judged by.")),
        ]
    )

    private static let shard = object([
        ("number", count("The part that this run is, from 1.")),
        ("count", count("The number of parts.")),
        ("plan", string("SHA-256 of all that the parts consist of, hexadecimal.")),
        ("scenarios", count("Selected files of all parts.")),
        ("cases", count("Selected cases of all parts.")),
        ("pairs", count("Pairs of case and party of all parts.")),
        ("places", list(of: count("From 0."), "Of this part's pairs in the whole plan's order.")),
    ])

    private static let judgement = object(
        [
            type("judgement"),
            ("index", count("The place in the order of the whole plan, from 0.")),
            ("id", string("The case, @ and the party, #n for a repetition.")),
            ("scenario", string("The id of the case.")),
            ("party", string("The name with its settings.")),
            ("file", string("The path of the scenario.")),
            ("line", count("The line of the expectation, from 1.")),
            ("about", string("The text of the scenario.")),
            ("expected", expectation),
            ("outcome", choice(Outcome.Kind.allCases.map(\.rawValue), "How they compare.")),
            ("presented", strings("The received certificates, as sent.")),
            ("connections", count("The connections that the servers saw.")),
            ("requested", boolean("Whether the request arrived after the handshake.")),
            ("elapsed", count("In microseconds.")),
        ],
        optional: details
    )

    private static let details: [(name: String, schema: JSONValue)] = [
        ("tags", strings("Words to select by.")),
        ("covers", strings("Rows of the catalogue of attacks.")),
        (
            "importance",
            choice(Scenario.Importance.allCases.map(\.rawValue), "The harm of a wrong decision.")
        ),
        ("verdict", choice(["accept", "reject"], "The decision; none without one.")),
        ("grounds", choice(["path", "pin", "unchecked", "observed"], "Why it accepted.")),
        ("reason", string("Why it rejected, as a word.")),
        ("sentence", string("Why it rejected, with operands.")),
        ("disposition", string("The answer of the party's delegate.")),
        ("trust-result", string("The platform's result.")),
        ("error", string("The error that the application sees.")),
        ("config-error", string("The failure before any connection.")),
        ("chain", chain),
        ("fault", strings("The server's server fault.")),
        ("path", strings("The verified path, end entity first.")),
        ("left-aside", strings("The CRLs about certificates of that path that were not used.")),
        ("alert", string("The TLS alert that the party sent.")),
        (
            "mismatch",
            object([
                ("key", string("As expect names it.")), ("expected", string("Its value.")),
                ("observed", string("The value that came; none for nothing.")),
            ])
        ),
        ("detail", string("The reason of a known difference, or the error.")),
        ("control", string("The party's objection to the control setup.")),
        (
            "weakness",
            object([
                ("reasons", strings("Why a correct client rejects; any of these.")),
                ("severity", string("As importance.")),
                ("attacker-needs", string("A fragment.")), ("advice", string("The fix.")),
            ])
        ),
        ("evidence", string("The folder of the kept files.")),
    ]

    private static let expectation = object(
        [("verdict", choice(["accept", "reject"], "The required decision."))],
        optional: [("reasons", strings("Any of these."))]
            + Expectation.observations.map { ($0.0, string("Asserted beside the verdict.")) }
    )

    private static let certificates = list(
        of: object(
            [
                ("name", string("Of its entity.")),
                ("issuer", string("The entity that signed it.")),
                ("marks", strings("sent, trusted, trusted-by-user, pinned.")),
            ],
            optional: [("changes", strings("Fields that are not as in the baseline setup."))]
        ),
        "The highest issuer first."
    )

    private static let chain = object(
        [("received", certificates)],
        optional: [
            ("server", certificates),
            ("changes", strings("Other fields that are not as in the baseline setup.")),
        ]
    )

    private static let summary = object([
        type("summary"),
        ("counts", counts("Judgements by outcome.")),
        ("controls", count("Rejections that needed a control.")),
        ("controls-held", count("Those whose control was accepted.")),
        ("weaknesses", count("Attacks accepted as the scenario says.")),
        ("interrupted", boolean("Whether a signal ended the run.")),
        ("elapsed", count("In microseconds.")),
    ])
}
