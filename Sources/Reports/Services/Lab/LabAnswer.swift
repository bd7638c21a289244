import Basics
import ScenarioFormat

// Reports/Services/Lab has the lines of `hatpin lab`: requests of the programs that use it, and its
// answers. hatpin/Lab serves them.

/// A line that `hatpin lab` sends.
package enum LabAnswer: Hashable, Sendable {
    /// The first line of each connection.
    case greeting
    case setup(LabSetup)
    case verdict(LabVerdict)
    case cases(LabCases)
    case error(LabError)

    /// The number of the format of requests and answers.
    package static let format = 1

    /// The line with its end.
    package var line: [UInt8] {
        var json = JSONWriter()
        switch self {
        case .greeting: LabGreeting().write(to: &json)
        case .setup(let setup): setup.write(to: &json)
        case .verdict(let verdict): verdict.write(to: &json)
        case .cases(let cases): cases.write(to: &json)
        case .error(let error): error.write(to: &json)
        }
        json.newLine()
        return json.bytes
    }

    /// The JSON Schema of a request and of each answer, and a newline.
    package static let schema = DocumentSchema.text(
        id: "lab-\(format).schema.json",
        title: "A line of hatpin lab: a request, or an answer, which has a type",
        [
            JSONMember(
                "oneOf",
                .array(
                    [
                        LabRequest.schema, LabGreeting.schema, LabSetup.schema, LabVerdict.schema,
                        LabCases.schema, LabError.schema,
                    ].map(JSONValue.object)
                )
            )
        ]
    )
}

/// The first line of each connection.
struct LabGreeting: JSONRecord {
    static let blank = LabGreeting()
    private var tool = Tool.name

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("lab"))
        try form.constant("format", .number("\(LabAnswer.format)"))
        try form.member("tool", &tool, "The name and version of the program.")
    }
}

/// The cases that a selector matches.
package struct LabCases: Hashable, Sendable {
    private var cases: [Listed]
    private var excluded: [Excluded]

    /// A case that the client can be tested with.
    struct Listed: Hashable, Sendable {
        var id, title: String
    }

    /// A case that the client cannot be tested with.
    struct Excluded: Hashable, Sendable {
        var id: String
        var reason: Untrusted
    }

    /// - Parameters:
    ///   - cases: the cases that the client can be tested with.
    ///   - excluded: the others, with the reasons.
    package init(_ cases: [Scenario], excluded: [(scenario: Scenario, reason: String)]) {
        self.cases = cases.map { Listed(id: $0.id, title: Prose.firstSentence(of: $0.about)) }
        self.excluded = excluded.map {
            Excluded(id: $0.scenario.id, reason: Untrusted($0.reason))
        }
    }
}

extension LabCases: JSONRecord {
    static var blank: LabCases { LabCases([], excluded: []) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("cases"))
        try form.member("cases", &cases, "The cases that the client can be tested with.")
        try form.member("excluded", &excluded, "The cases that do not apply to the client.")
    }
}

extension LabCases.Listed: JSONRecord {
    static var blank: LabCases.Listed { LabCases.Listed(id: "", title: "") }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("case", &id, "The id of the case.")
        try form.member("title", &title, "The first sentence about the case.")
    }
}

extension LabCases.Excluded: JSONRecord {
    static var blank: LabCases.Excluded { LabCases.Excluded(id: "", reason: Untrusted("")) }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.member("case", &id, "The id of the case.")
        try form.member("reason", &reason, "The reason why the client cannot be tested with it.")
    }
}
