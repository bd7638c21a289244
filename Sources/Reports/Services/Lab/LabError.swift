import Basics

/// The answer of `hatpin lab` to a line that it cannot serve.
package struct LabError: Error, Hashable, Sendable {
    /// The kinds of errors.
    package enum Code: String, CaseIterable, Hashable, Sendable {
        case notJSON = "not-json"
        case tooLong = "too-long"
        case badRequest = "bad-request"
        case unknownCase = "unknown-case"
        case invalidScenario = "invalid-scenario"
        /// The client cannot be tested with the setup.
        case notApplicable = "not-applicable"
        /// This machine cannot serve the setup.
        case notServed = "not-served"
        case unknownSetup = "unknown-setup"
        case neverConnected = "never-connected"
        case tooMany = "too-many"
    }

    package private(set) var code: Code
    /// The problem in a sentence.
    package private(set) var problem: Untrusted
    /// A byte or a member of the request, or a place in the scenario; nil if the problem has none.
    package private(set) var place: Untrusted?
    /// What the caller can do; nil if the problem already says so.
    package private(set) var help: Untrusted?

    /// Creates an error; each parameter is the property of its name.
    package init(_ code: Code, _ problem: String, at place: String? = nil, help: String? = nil) {
        self.code = code
        self.problem = Untrusted(problem)
        self.place = place.map(Untrusted.init)
        self.help = help.map(Untrusted.init)
    }
}

extension LabError.Code: JSONRepresentable {}

extension LabError: JSONRecord {
    static var blank: LabError { LabError(.notJSON, "") }

    mutating func describe<Form: RecordForm>(to form: inout Form) throws(Form.Fault) {
        try form.constant("type", .string("error"))
        try form.member("code", &code, "The kind of the error.")
        try form.member("problem", &problem, "The problem in a sentence.")
        try form.optional(
            "place",
            &place,
            """
            Where the problem is: a byte or member of the request, or a line and column of the \
            scenario.
            """
        )
        try form.optional("help", &help, "What the caller can do.")
    }
}
