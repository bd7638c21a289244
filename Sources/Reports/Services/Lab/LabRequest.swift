import Basics

/// A line that a program sends to `hatpin lab`.
package struct LabRequest: Hashable, Sendable {
    /// What a line asks for.
    package enum Question: Hashable, Sendable {
        /// The setup of the case with this id.
        case setup(String)
        /// The setup of a scenario, as the text of a scenario file.
        case scenario(String)
        /// The cases that a selector matches.
        case cases(String)
        /// The verdict on the setup with this id.
        case verdict(Int)
    }

    private var `case`: String?
    private var scenario: String?
    private var cases: String?
    private var verdict: Int?
    /// The name of the client that is tested; the lab tests each control once for each name.
    package private(set) var client = "client"
    /// The client's abilities.
    package private(set) var abilities: [String] = []
    /// The protocol that the client speaks; nil for HTTPS.
    package private(set) var speaks: String?
    /// What shows that the client has accepted; nil for the token.
    package private(set) var witness: String?
    /// Whether the client says that it has accepted; nil if the line does not say so.
    private var stated: Bool?
    /// The client's error message.
    package private(set) var says = "no message"
    /// What the line asks for.
    package private(set) var question = Question.cases("")

    /// Whether the client says that it has accepted.
    package var accepted: Bool { stated ?? false }
    /// Whether the line says whether the client has accepted.
    package var statesAcceptance: Bool { stated != nil }

    /// What distinguishes clients of the same name, which need controls of their own.
    package struct ClientKind: Hashable, Sendable {
        private let abilities: Set<String>
        private let speaks, witness: String?

        fileprivate init(_ request: LabRequest) {
            abilities = Set(request.abilities)
            (speaks, witness) = (request.speaks, request.witness)
        }
    }

    /// The kind of the client.
    package var kind: ClientKind { ClientKind(self) }

    /// The longest line that is read.
    package static let longest = 1 << 20

    /// Reads a line.
    ///
    /// - Throws: what is wrong with it.
    package init(line: some Collection<UInt8>) throws(LabError) {
        let value: JSONValue
        do {
            value = try JSONValue(line)
        } catch {
            throw LabError(
                .notJSON,
                "the line is not JSON, or has a number that is not whole, a member twice, or more "
                    + "than \(JSONValue.deepest) levels",
                at: "byte \(error.offset)",
                help: #"write one object on each line, such as {"case": "time/expired-leaf"}"#
            )
        }
        guard case .object(let members) = value else {
            throw LabError(
                .badRequest,
                "the line is not an object",
                help: #"write an object, such as {"case": "time/expired-leaf"}"#
            )
        }
        let names = Self.names
        if let other = members.first(where: { !names.contains($0.name) }) {
            throw LabError(
                .badRequest,
                "'\(other.name)' is not a member of requests",
                at: other.name,
                help: "the members are \(names.joined(separator: ", "))"
            )
        }
        do throws(MemberFault) {
            guard let read = try Self.read(value) else { throw MemberFault(name: "") }
            self = read
        } catch {
            throw LabError(
                .badRequest,
                "'\(error.name)' has the wrong type",
                at: error.name,
                help: "hatpin schema lab describes the members"
            )
        }
        let questions = [
            `case`.map(Question.setup), scenario.map(Question.scenario), cases.map(Question.cases),
            verdict.map(Question.verdict),
        ].compactMap(\.self)
        guard questions.count == 1 else {
            throw LabError(
                .badRequest,
                questions.isEmpty ? "the request asks for nothing" : "the request asks twice",
                help: "state one of case, scenario, cases and verdict"
            )
        }
        question = questions[0]
    }

    private init() {}

    /// The names of all members.
    private static let names: [String] = {
        guard case .object(let members)? = schema.first(where: { $0.name == "properties" })?.value
        else { return [] }
        return members.map(\.name)
    }()
}

extension LabRequest: JSONRecord {
    static var blank: LabRequest { LabRequest() }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.optional("case", &`case`, "The id of a case, whose setup is wanted.")
        try form.optional("scenario", &scenario, "A scenario in YAML, whose setup is wanted.")
        try form.optional("cases", &cases, "A selector, whose cases are to be listed.")
        try form.optional("verdict", &verdict, "The id of a setup, whose verdict is wanted.")
        var name = Optional(client)
        try form.optional("client", &name, "The client's name. Each name gets each control once.")
        client = name ?? client
        try form.list("can", &abilities, "The client's abilities, as in client definitions.")
        try form.optional("speaks", &speaks, "The client's protocol, such as imap:implicit.")
        try form.optional("witness", &witness, "What shows an acceptance: token or data.")
        try form.optional("accepted", &stated, "With verdict: whether the client says it accepted.")
        var words = Optional(says)
        try form.optional("says", &words, "With verdict: the client's error message.")
        says = words ?? says
    }
}
