/// Gathers what makes issues of services that scan code: the attacks that were accepted.
struct IssueReporter: Reporter {
    private let document: @Sendable ([Issue]) -> String
    private var plan: PlanRecord?
    private var issues: [Issue] = []

    /// - Parameter document: writes the issues when the run is over.
    init(_ document: @escaping @Sendable ([Issue]) -> String) {
        self.document = document
    }

    mutating func receive(_ record: RunRecord) -> String {
        switch record {
        case .plan(let plan): self.plan = plan
        case .judgement(let judgement):
            if let issue = Issue(judgement, in: plan) { issues.append(issue) }
        case .summary: return document(issues)
        }
        return ""
    }
}

extension ReportFormat {
    /// For services that scan code.
    package static let sarif = ReportFormat(
        name: "sarif",
        about: "SARIF 2.1.0, a result for each accepted attack.",
        isForPrograms: true
    ) { _ in IssueReporter { SARIFDocument($0).text } }
}
